//! The entries of a legend.

use std::collections::BTreeMap;

use crate::backend::svg::number;
use crate::backend::units;
use crate::figure::{Figure, LegendEntry, Mark, Role};
use crate::font::{TEXT, text_width};
use crate::layout::frame::{Frame, GAP};
use crate::layout::pen::{Group, Pen, Point};
use crate::layout::sheet::Sheet;
use crate::style::{FAINT_INK, INK, Style};

const KEY_WIDTH: f64 = 34.0;
const LINE_HEIGHT: f64 = 17.0;
/// A label that is farther from the end of its line than this share of the width has no
/// line to it, which would cross other lines.
const NEAR: f64 = 0.25;
/// Space between two entries.
const APART: f64 = 5.0;
/// Space between two rows of entries.
const ROWS_APART: f64 = 2.0;
/// Space between a name and what adds to it on the same line.
const SPACE: f64 = 8.0;

/// An entry with its lines.
pub(crate) struct Entry {
    lines: Vec<Line>,
    pub(crate) style: Style,
    role: Role,
    pub(crate) is_shown: bool,
}

/// Texts beside each other, and whether they only add to the name.
type Line = Vec<(String, bool)>;

impl Entry {
    /// An entry whose name breaks after its parts where it needs more than `room` pixels.
    pub(crate) fn of(entry: &LegendEntry, sheet: &Sheet, room: f64) -> Self {
        let room = room - KEY_WIDTH;
        let mut lines = Vec::new();
        for (text, is_addition) in [(&entry.name, false), (&entry.below, true)] {
            let text = text.replace(char::is_control, " ");
            let parts = broken(&text, room).into_iter().map(|part| vec![(part, is_addition)]);
            lines.extend(parts.filter(|line| !line[0].0.is_empty()));
        }
        let beside = (entry.beside.clone(), true);
        let is_free = |line: &&mut Line| {
            text_width(&line[0].0, TEXT) + SPACE + text_width(&beside.0, TEXT) <= room
        };
        match lines.last_mut().filter(is_free) {
            _ if beside.0.is_empty() => {}
            Some(line) => line.push(beside),
            None => lines.push(vec![beside]),
        }
        Self { lines, style: entry.style, role: entry.role, is_shown: sheet.shows(entry) }
    }

    pub(crate) fn width(&self) -> f64 {
        let width = |line: &Line| line.iter().map(|(text, _)| text_width(text, TEXT) + SPACE).sum();
        KEY_WIDTH - SPACE + self.lines.iter().map(width).fold(SPACE, f64::max)
    }

    fn row_height(&self) -> f64 {
        self.height() - APART + ROWS_APART
    }

    pub(crate) fn height(&self) -> f64 {
        self.lines.len().max(1) as f64 * LINE_HEIGHT + APART
    }

    /// How far its middle is below its key, which is on its first line.
    fn below(&self) -> f64 {
        (self.lines.len().max(1) as f64 - 1.0) * LINE_HEIGHT / 2.0
    }

    /// Draws it from a point at its left, vertically centred on it.
    fn draw(&self, pen: &Pen<'_>, (x, y): Point) {
        let first = y - self.below();
        draw_key(pen, self.style, self.role, (x, first));
        for (n, line) in self.lines.iter().enumerate() {
            let mut left = x + KEY_WIDTH;
            for (text, is_addition) in line {
                let colour = if *is_addition { FAINT_INK } else { INK };
                pen.label(text, (left, first + n as f64 * LINE_HEIGHT), colour);
                left += text_width(text, TEXT) + SPACE;
            }
        }
    }
}

/// A name in lines of this width, broken after colons, commas, hyphens, spaces and plus signs. A part that is
/// wider has a line of its own.
fn broken(name: &str, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in name.split_inclusive([':', ',', '-', '+', ' ']) {
        let last = lines.len() - 1;
        let longer = format!("{}{part}", lines[last]);
        match lines[last].is_empty() || text_width(longer.trim_end(), TEXT) <= room {
            true => lines[last] = longer,
            false => lines.push(part.into()),
        }
    }
    lines
}

/// Draws the marker of a style, and its line unless only dots have the style.
pub(crate) fn draw_key(pen: &Pen<'_>, style: Style, role: Role, (x, y): Point) {
    let end = x + KEY_WIDTH - SPACE;
    if role != Role::Dots {
        pen.mark(Mark::Line, style, &[(x, y), (end, y)]);
    }
    pen.mark(Mark::Markers, style, &[(f64::midpoint(x, end), y)]);
}

/// Entries beside the plot, as near as possible to the ends of their lines.
pub(crate) fn beside(pen: &Pen<'_>, figure: &Figure, frame: Frame, entries: &[Entry]) {
    // The rightmost end of each line.
    let end = |entry: &Entry| {
        let last = figure.lines(entry.style).filter_map(|line| line.points.last());
        last.map(|spot| frame.point(figure, *spot)).max_by(|a, b| a.0.total_cmp(&b.0))
    };
    let ends: Vec<Option<Point>> = entries.iter().map(end).collect();
    // Below the title of the axis, which may be as wide as the sheet.
    let top = frame.top - APART;
    let wished = wished(entries, &ends, top);
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&a, &b| wished[a].total_cmp(&wished[b]));
    let shown = || order.iter().copied().filter(|&n| entries[n].is_shown);
    let boxes: Vec<_> = shown().map(|n| (wished[n], entries[n].height())).collect();
    let places = apart(&boxes, top, frame.canvas.1);
    let places: BTreeMap<usize, f64> = shown().zip(places).collect();
    let left = frame.right + GAP;
    for &n in &order {
        let entry = &entries[n];
        let middle = places.get(&n).copied().unwrap_or(wished[n]);
        let end = ends[n].filter(|(x, _)| frame.right - x <= (frame.right - frame.left) * NEAR);
        let key = middle - entry.below();
        let data = [wished[n], entry.height(), middle, key].map(|length| number(units(length)));
        let is_hidden = !entry.is_shown;
        let group = Group { series: n, class: "key", is_hidden, data: data.join(",") };
        pen.group(Some(group), || {
            if let Some((x, y)) = end.filter(|_| entry.role != Role::Dots) {
                let line = [(x, y), (frame.right + 4.0, y), (left - 3.0, key)];
                pen.mark(Mark::Leader, entry.style, &line);
            }
            entry.draw(pen, (left, middle));
        });
    }
}

/// The heights at which entries should be: their keys at the ends of their lines. Without a line, the
/// entries follow each other from the top.
fn wished(entries: &[Entry], ends: &[Option<Point>], top: f64) -> Vec<f64> {
    let mut free = top;
    let middle = |(entry, end): (&Entry, &Option<Point>)| match end {
        Some((_, y)) => *y + entry.below(),
        None => {
            let at = free;
            free += if entry.is_shown { entry.height() } else { 0.0 };
            at + entry.height() / 2.0
        }
    };
    entries.iter().zip(ends).map(middle).collect()
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

/// Entries in rows: the entries with their left ends, and the height of each row.
pub(crate) struct Rows(Vec<(Vec<(usize, f64)>, f64)>);

impl Rows {
    /// The shown entries in rows of this width.
    pub(crate) fn of(entries: &[Entry], room: f64) -> Self {
        let mut rows: Vec<(Vec<(usize, f64)>, f64)> = Vec::new();
        let mut free = room;
        for (n, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.is_shown) {
            match rows.last_mut() {
                Some((row, height)) if entry.width() <= free => {
                    row.push((n, room - free));
                    *height = height.max(entry.row_height());
                }
                _ => {
                    rows.push((vec![(n, 0.0)], entry.row_height()));
                    free = room;
                }
            }
            free -= entry.width() + GAP;
        }
        Self(rows)
    }

    /// These entries in columns of equal width.
    pub(crate) fn columns(entries: &[Entry], shown: &[usize], columns: usize) -> Self {
        let shown: Vec<(usize, &Entry)> = shown.iter().map(|&n| (n, &entries[n])).collect();
        let wide = shown.iter().map(|(_, entry)| entry.width()).fold(0.0, f64::max) + GAP;
        let row = |row: &[(usize, &Entry)]| {
            let across = row.iter().enumerate().map(|(column, (n, _))| (*n, column as f64 * wide));
            let height = row.iter().map(|(_, entry)| entry.row_height()).fold(0.0, f64::max);
            (across.collect(), height)
        };
        Self(shown.chunks(columns).map(row).collect())
    }

    /// The right end of the widest row.
    pub(crate) fn width(&self, entries: &[Entry]) -> f64 {
        let all = self.0.iter().flat_map(|(row, _)| row);
        all.map(|&(n, x)| x + entries[n].width()).fold(0.0, f64::max)
    }

    pub(crate) fn height(&self) -> f64 {
        self.0.iter().map(|row| row.1).sum()
    }

    /// Draws the rows from an upper left corner.
    pub(crate) fn draw(&self, pen: &Pen<'_>, entries: &[Entry], (left, mut y): Point) {
        for (row, height) in &self.0 {
            for &(n, x) in row {
                entries[n].draw(pen, (left + x, y + height / 2.0));
            }
            y += height;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn entries_without_a_line_keep_their_order() {
        let entry = |(name, below): (&str, &str)| {
            let key = LegendEntry::new(Role::Dots, name, Style::NEUTRAL);
            let key = LegendEntry { below: below.into(), ..key };
            Entry::of(&key, &Sheet::PAGE, f64::INFINITY)
        };
        let names = [("idastar:manhattan", "in two lines"), ("astar:manhattan", ""), ("equal", "")];
        let entries = names.map(entry);
        let wished = wished(&entries, &[None; 3], 10.0);
        assert!(wished.is_sorted_by(|a, b| a < b), "{wished:?}");
        assert_eq!(wished[0], 10.0 + entries[0].height() / 2.0);
    }

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
