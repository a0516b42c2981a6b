//! The entries of a legend.

use crate::figure::{Figure, LegendEntry};
use crate::layout::frame::{Frame, GAP, MARGIN};
use crate::layout::mark::{FAINT_INK, INK, LINE_WIDTH, marker};
use crate::scene::font::{DROP, TEXT, elided, text_width};
use crate::scene::svg::number;
use crate::scene::{Anchor, Ink, Item, Point, Scene};
use crate::style::{Dash, Style};

const KEY_WIDTH: f64 = 92.0;
const LINE_HEIGHT: f64 = 40.0;
/// A label that is farther from the end of its line than this share of the width has no
/// line to it, which would cross other lines.
const NEAR: f64 = 0.25;
/// Space between two entries.
const APART: f64 = 10.0;

/// Space between a name and what adds to it on the same line.
const SPACE: f64 = 16.0;

/// An entry with its lines.
pub(crate) struct Entry {
    lines: Vec<Line>,
    pub(crate) style: Style,
    pub(crate) line: bool,
    pub(crate) is_shown: bool,
}

struct Line {
    text: String,
    /// Whether it only adds to the name.
    is_addition: bool,
    /// What follows on the same line.
    addition: String,
}

impl Entry {
    pub(crate) fn of(entry: &LegendEntry, is_shown: bool) -> Self {
        let (label, beside) = entry.label.split_once('\t').unwrap_or((&entry.label, ""));
        let mut lines = Vec::new();
        for (place, part) in label.split('\n').enumerate() {
            // A long name breaks after a comma, as in `idastar:manhattan,` and
            // `transposition=on`.
            for piece in part.split_inclusive(',') {
                let text = elided(piece, 30);
                lines.push(Line { text, is_addition: place > 0, addition: String::new() });
            }
        }
        if let Some(last) = lines.last_mut() {
            last.addition = beside.into();
        }
        Self { lines, style: entry.style, line: entry.line, is_shown }
    }

    pub(crate) fn width(&self) -> f64 {
        let widths = self.lines.iter().map(|line| {
            let addition = text_width(&line.addition, TEXT);
            text_width(&line.text, TEXT) + if addition > 0.0 { addition + SPACE } else { 0.0 }
        });
        KEY_WIDTH + widths.fold(0.0, f64::max)
    }

    pub(crate) fn height(&self) -> f64 {
        self.lines.len().max(1) as f64 * LINE_HEIGHT + APART
    }
}

/// Draws an entry from a point at its left, vertically centred on it.
pub(crate) fn draw_entry(scene: &mut Scene, entry: &Entry, (x, y): Point) {
    let first = y - (entry.lines.len() as f64 - 1.0) * LINE_HEIGHT / 2.0;
    draw_key(scene, entry.style, entry.line, (x, first));
    let mut write = |text: &String, at, colour| {
        if !text.is_empty() {
            let text = text.clone();
            scene.items.push(Item::Text { text, at, size: TEXT, anchor: Anchor::Start, colour });
        }
    };
    for (n, line) in entry.lines.iter().enumerate() {
        let (left, base) = (x + KEY_WIDTH, first + n as f64 * LINE_HEIGHT + TEXT * DROP);
        write(&line.text, (left, base), if line.is_addition { FAINT_INK } else { INK });
        let end = left + text_width(&line.text, TEXT) + SPACE;
        write(&line.addition, (end, base), FAINT_INK);
    }
}

/// Draws the line and the marker of a style.
pub(crate) fn draw_key(scene: &mut Scene, style: Style, line: bool, (x, y): Point) {
    let end = x + KEY_WIDTH - 16.0;
    if line {
        let ink = Ink::line(style.colour, LINE_WIDTH, style.dash);
        scene.path(vec![(x, y), (end, y)], ink);
    }
    marker(scene, (f64::midpoint(x, end), y), style);
}

/// A key alone, on a canvas of this size.
pub(crate) fn key(style: Style, width: f64, height: f64) -> Scene {
    let mut scene = Scene { width, height, items: Vec::new() };
    draw_key(&mut scene, style, true, ((width - KEY_WIDTH + 16.0) / 2.0, height / 2.0));
    scene
}

/// Entries beside the plot, as near as possible to the ends of their lines.
pub(crate) fn legend_beside(scene: &mut Scene, figure: &Figure, frame: Frame, entries: &[Entry]) {
    // The rightmost end of each line; without a line, the entries follow from the top.
    let ends: Vec<Option<Point>> = entries
        .iter()
        .map(|entry| {
            let ends = figure.line_ends(entry.style);
            let ends = ends.map(|spot| frame.point(figure, spot));
            ends.max_by(|a, b| a.0.total_cmp(&b.0))
        })
        .collect();
    let wished = |n: usize| ends[n].map_or(frame.top, |(_, y)| y);
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&a, &b| wished(a).total_cmp(&wished(b)));
    let shown: Vec<usize> = order.iter().copied().filter(|&n| entries[n].is_shown).collect();
    let places = apart(
        &shown.iter().map(|&n| (wished(n), entries[n].height())).collect::<Vec<_>>(),
        frame.top - LINE_HEIGHT / 2.0,
        scene.height,
    );
    let left = frame.right + GAP;
    for n in order {
        let entry = &entries[n];
        let place = shown.iter().position(|&other| other == n).map(|at| places[at]);
        let middle = place.unwrap_or_else(|| wished(n));
        let end = ends[n].filter(|(x, _)| frame.right - x <= (frame.right - frame.left) * NEAR);
        let data = format!("{},{},{}", number(wished(n)), number(entry.height()), number(middle));
        scene.group(Some(n), "key", !entry.is_shown, data, |scene| {
            if let Some((x, y)) = end.filter(|_| entry.line) {
                let ink = Ink::line(entry.style.colour, 1.5, Dash::Broken(2, 5));
                let line = vec![(x, y), (frame.right + 8.0, y), (left - 6.0, middle)];
                scene.path(line, ink);
            }
            draw_entry(scene, entry, (left, middle));
        });
    }
}

/// The middles of boxes, as near as possible to where they should be, without overlap. The
/// boxes are given as wished middle and height, by their middles.
fn apart(boxes: &[(f64, f64)], top: f64, bottom: f64) -> Vec<f64> {
    let mut tops = Vec::with_capacity(boxes.len());
    let mut free = top;
    for (middle, height) in boxes {
        let at = (middle - height / 2.0).max(free);
        tops.push(at);
        free = at + height;
    }
    let mut end = bottom;
    for (at, (_, height)) in tops.iter_mut().zip(boxes).rev() {
        *at = at.min(end - height).max(top);
        end = *at;
    }
    tops.iter().zip(boxes).map(|(at, (_, height))| at + height / 2.0).collect()
}

/// The shown entries in rows: the places of the entries with their left ends, and the
/// height of each row.
pub(crate) fn rows(entries: &[Entry], room: f64) -> Vec<(Vec<(usize, f64)>, f64)> {
    let mut rows: Vec<(Vec<(usize, f64)>, f64)> = Vec::new();
    let mut free = room;
    for (n, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.is_shown) {
        match rows.last_mut() {
            Some((row, height)) if entry.width() <= free => {
                row.push((n, room - free));
                *height = height.max(entry.height());
            }
            _ => {
                rows.push((vec![(n, 0.0)], entry.height()));
                free = room;
            }
        }
        free -= entry.width() + GAP;
    }
    rows
}

pub(crate) fn legend_below(
    scene: &mut Scene,
    entries: &[Entry],
    rows: &[(Vec<(usize, f64)>, f64)],
    top: f64,
) {
    let mut y = top;
    for (row, height) in rows {
        for &(n, x) in row {
            draw_entry(scene, &entries[n], (MARGIN + x, y + height / 2.0));
        }
        y += height;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Labels never overlap, and leave the canvas only if they need more room than it has.
        #[test]
        fn labels_are_apart(mut boxes in prop::collection::vec((0.0f64..1000.0, 10.0f64..60.0), 0..20)) {
            boxes.sort_by(|a, b| a.0.total_cmp(&b.0));
            let need: f64 = boxes.iter().map(|(_, height)| height).sum();
            let middles = apart(&boxes, 0.0, 1200.0);
            let ends: Vec<(f64, f64)> = middles
                .iter()
                .zip(&boxes)
                .map(|(middle, (_, height))| (middle - height / 2.0, middle + height / 2.0))
                .collect();
            if need <= 1200.0 {
                for pair in ends.windows(2) {
                    prop_assert!(pair[0].1 <= pair[1].0 + 1e-6, "{ends:?}");
                }
                prop_assert!(ends.iter().all(|end| end.0 >= -1e-6 && end.1 <= 1200.0 + 1e-6), "{ends:?}");
            }
        }
    }
}
