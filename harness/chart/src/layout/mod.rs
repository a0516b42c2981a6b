//! Lays a figure out as a scene: margins, axes, layers, and a legend whose entries are
//! beside the ends of their lines.

mod frame;
pub(crate) mod legend;
mod mark;
pub(crate) mod panels;
pub(crate) mod sheet;

use std::collections::BTreeSet;

use crate::axis::{Axis, Place};
use crate::figure::{Figure, Layer, Spot};
use crate::layout::frame::{Frame, GAP, MARGIN};
use crate::layout::legend::{Entry, legend_below, legend_beside, rows};
use crate::layout::mark::{FAINT_INK, GRID, INK, LINE_WIDTH, RULE, band, bar, block, marker};
use crate::layout::sheet::{Sheet, WIDE};
use crate::scene::font::{DROP, TEXT, TITLE, elided, text_width};
use crate::scene::svg::pair;
use crate::scene::{Anchor, Ink, Item, Point, Scene};
use crate::style::{Colour, Dash, Style};

/// The least height of a plot with a legend beside it, and of one without.
const LEAST_HEIGHT: f64 = 1120.0;
const TITLES: f64 = 138.0;
const AXIS_TITLE: f64 = 52.0;
const FOOT: f64 = 112.0;
const NAME_ROOM: f64 = 74.0;

/// A figure as a scene of this width in canvas units.
pub(crate) fn layout(figure: &Figure, sheet: &Sheet, width: f64) -> Scene {
    let entries: Vec<Entry> =
        figure.legend.iter().map(|key| Entry::of(key, sheet.shows(key))).collect();
    let room = |entry: &Entry| entry.width() + GAP + MARGIN;
    let beside = width >= WIDE;
    let legend_width = match beside {
        true => entries.iter().map(room).fold(2.0 * MARGIN, f64::max),
        false => MARGIN,
    };
    let labels = figure.y.labels().map(|label| text_width(label, TEXT)).fold(0.0, f64::max);
    let least = if sheet.has_title { 110.0 } else { 40.0 };
    let titles = match (sheet.has_title, figure.subtitle.is_empty()) {
        (true, false) => TITLES,
        (true, true) => TITLES - 54.0,
        (false, _) => 0.0,
    };
    let axis_title = if figure.y.title.is_empty() { 20.0 } else { AXIS_TITLE };
    let top = titles + axis_title;
    let left = MARGIN + (labels + 24.0).max(least);
    let right = width - legend_width;
    let shown = entries.iter().filter(|entry| entry.is_shown);
    let legend: f64 = shown.map(Entry::height).sum();
    let body = if figure.legend.is_empty() || figure.y.is_names() {
        let names = figure.y.labels().count() as f64 * NAME_ROOM;
        if beside { names.max(legend) } else { names }
    } else if beside {
        legend.max(LEAST_HEIGHT - top - FOOT)
    } else {
        ((right - left) * 0.8).max(300.0)
    };
    let frame = Frame { left, top, right, bottom: top + body };
    let rows = if beside { Vec::new() } else { rows(&entries, width - 2.0 * MARGIN) };
    let below = rows.iter().map(|row| row.1).sum::<f64>();
    let mut scene = Scene {
        width,
        height: frame.bottom + FOOT + if below > 0.0 { below + 12.0 } else { 0.0 },
        items: Vec::new(),
    };
    let all = [(0.0, 0.0), (scene.width, 0.0), (scene.width, scene.height), (0.0, scene.height)];
    scene.path(all.to_vec(), Ink::filled(Colour(255, 255, 255)));
    if sheet.has_title {
        let fits = |text: &str, size| fitted(text, size, scene.width - 2.0 * MARGIN);
        let (title, subtitle) = (fits(&figure.title, TITLE), fits(&figure.subtitle, TEXT));
        text(&mut scene, title, (MARGIN, 50.0), TITLE, Anchor::Start, INK);
        text(&mut scene, subtitle, (MARGIN, 104.0), TEXT, Anchor::Start, FAINT_INK);
    }
    axes(&mut scene, figure, frame);
    plot(&mut scene, figure, frame, &entries);
    match beside {
        true => legend_beside(&mut scene, figure, frame, &entries),
        false => legend_below(&mut scene, &entries, &rows, frame.bottom + FOOT),
    }
    scene
}

/// A text, vertically centred on a point.
fn text(scene: &mut Scene, text: String, (x, y): Point, size: f64, anchor: Anchor, colour: Colour) {
    if !text.is_empty() {
        let at = (x, y + size * DROP);
        scene.items.push(Item::Text { text, at, size, anchor, colour });
    }
}

/// A text without its middle if it is too wide.
fn fitted(words: &str, size: f64, room: f64) -> String {
    let mut most = words.chars().count();
    let mut short = words.to_owned();
    while text_width(&short, size) > room && most > 4 {
        most -= 2;
        short = elided(words, most);
    }
    short
}

/// Grid lines, the lines of both axes, labels and titles.
fn axes(scene: &mut Scene, figure: &Figure, frame: Frame) {
    let Frame { left, top, right, bottom } = frame;
    let (width, height) = (right - left, bottom - top);
    let grid = |scene: &mut Scene, from, to| {
        scene.path(vec![from, to], Ink::line(GRID, 2.0, Dash::Solid));
    };
    for place in figure.x.values() {
        let x = left + figure.x.offset(place, width);
        grid(scene, (x, top), (x, bottom));
    }
    for place in figure.y.values() {
        let y = bottom - figure.y.offset(place, height);
        grid(scene, (left, y), (right, y));
    }
    let corner = vec![(left, top), (left, bottom), (right, bottom)];
    scene.path(corner, Ink::line(RULE, 2.0, Dash::Solid));
    for (place, label) in figure.y.ticks() {
        let y = bottom - figure.y.offset(place, height);
        scene.path(vec![(left - 8.0, y), (left, y)], Ink::line(RULE, 2.0, Dash::Solid));
        text(scene, label.into(), (left - 16.0, y), TEXT, Anchor::End, INK);
    }
    for (x, label) in labels_across(&figure.x, left, width) {
        scene.path(vec![(x, bottom), (x, bottom + 8.0)], Ink::line(RULE, 2.0, Dash::Solid));
        text(scene, label.into(), (x, bottom + 30.0), TEXT, Anchor::Middle, INK);
    }
    let title = fitted(&figure.x.title, TEXT, scene.width - 2.0 * MARGIN);
    // Below the middle of the axis, unless it would leave the canvas.
    let half = text_width(&title, TEXT) / 2.0;
    let middle = (left + width / 2.0).min(scene.width - MARGIN - half).max(MARGIN + half);
    text(scene, title, (middle, bottom + 78.0), TEXT, Anchor::Middle, FAINT_INK);
    // A title at the top is easier to read than a rotated one.
    let title = fitted(&figure.y.title, TEXT, scene.width - left - MARGIN);
    text(scene, title, (left, top - 30.0), TEXT, Anchor::Start, FAINT_INK);
}

/// The labels of the horizontal axis that do not touch each other, and their places. The
/// label of lanes has precedence.
fn labels_across(axis: &Axis, left: f64, width: f64) -> Vec<(f64, &str)> {
    let is_lane = |place: &Place| matches!(place, Place::Lane(_));
    let lanes = axis.ticks().filter(|(place, _)| is_lane(place));
    let values = axis.ticks().filter(|(place, _)| !is_lane(place));
    let mut kept: Vec<(f64, &str)> = Vec::new();
    for (place, label) in lanes.chain(values) {
        let x = left + axis.offset(place, width);
        let reach = |label: &str| text_width(label, TEXT) / 2.0 + 10.0;
        if kept.iter().all(|&(at, other)| (at - x).abs() >= reach(label) + reach(other)) {
            kept.push((x, label));
        }
    }
    kept
}

fn plot(scene: &mut Scene, figure: &Figure, frame: Frame, entries: &[Entry]) {
    let shown = entries.iter().filter(|entry| entry.is_shown).count();
    for layer in &figure.layers {
        let series = |style: &Style| entries.iter().position(|entry| entry.style == *style);
        let hidden = |series: Option<usize>| series.is_some_and(|n| !entries[n].is_shown);
        let point = |spot: &Spot| frame.point(figure, *spot);
        match layer {
            Layer::Band { style, points } => {
                let lower = points.iter().map(|&(x, low, _)| point(&(x, low)));
                let upper = points.iter().rev().map(|&(x, _, high)| point(&(x, high)));
                let outline: Vec<Point> = lower.chain(upper).collect();
                if outline.is_empty() {
                    continue;
                }
                let series = series(style);
                let is_hidden = hidden(series) || shown > Figure::MOST_BANDS && series.is_some();
                scene.group(series, "band", is_hidden, String::new(), |scene| {
                    band(scene, outline, *style);
                });
            }
            Layer::Trend { style, from, to } => {
                let series = series(style);
                let ends = vec![point(from), point(to)];
                let ink = Ink::line(style.colour, 2.5, Dash::Broken(3, 7));
                // Only scripts show it.
                scene.group(series, "band", true, String::new(), |scene| scene.path(ends, ink));
            }
            Layer::Line { style, points } => {
                let mut seen: Vec<(Point, Spot)> =
                    points.iter().map(|spot| (point(spot), *spot)).collect();
                // Of thousands of points, many have the same pixel.
                seen.dedup_by_key(|((x, y), _)| ((*x / 2.0) as i32, (*y / 2.0) as i32));
                if seen.len() < 2 {
                    continue;
                }
                let series = series(style);
                let line = seen.iter().map(|(point, _)| *point).collect();
                let ink = Ink::line(style.colour, LINE_WIDTH, style.dash);
                let data = values(figure, &seen);
                scene.group(series, "line", hidden(series), data, |scene| scene.path(line, ink));
            }
            Layer::Markers { style, points } => {
                let mut pixels = BTreeSet::new();
                let mut seen: Vec<(Point, Spot)> =
                    points.iter().map(|spot| (point(spot), *spot)).collect();
                // Two units are one pixel at normal size.
                seen.retain(|((x, y), _)| pixels.insert(((*x / 2.0) as i32, (*y / 2.0) as i32)));
                let series = series(style);
                // The points of a line tell their values themselves.
                let is_lane = |place: Place| matches!(place, Place::Lane(_));
                let is_apart = |&&(_, (x, y)): &&(Point, Spot)| {
                    !figure.has_line(*style) || is_lane(x) || is_lane(y)
                };
                let told: Vec<(Point, Spot)> = seen.iter().filter(is_apart).copied().collect();
                let data = values(figure, &told);
                scene.group(series, "marks", hidden(series), data, |scene| {
                    seen.iter().for_each(|(at, _)| marker(scene, *at, *style));
                });
            }
            Layer::Bar { style, from, to } => bar(scene, point(from), point(to), *style),
            Layer::Block { style, from, to } => {
                let (from_at, to_at) = (point(from), point(to));
                let series = series(style);
                let data = along(figure, (from_at, to_at), (*from, *to));
                scene.group(series, "marks", hidden(series), data, |scene| {
                    block(scene, from_at, to_at, *style);
                });
            }
            Layer::Rule { from, to } => {
                let ends = vec![point(from), point(to)];
                scene.path(ends, Ink::line(RULE, 2.0, Dash::Broken(10, 8)));
            }
        }
    }
}

/// Points along the middle of a block, all with its width as their value, so that scripts
/// find it wherever the pointer is.
fn along(figure: &Figure, (from, to): (Point, Point), (low, high): (Spot, Spot)) -> String {
    /// Canvas units between two of them, less than the reach of a pointer.
    const APART: f64 = 100.0;
    let (Place::At(left), Place::At(right), Place::At(bottom), Place::At(top)) =
        (low.0, high.0, low.1, high.1)
    else {
        return String::new();
    };
    let value = (Place::At(right - left), Place::At(f64::midpoint(bottom, top)));
    let parts = ((to.0 - from.0) / APART).ceil().max(1.0);
    let at = |part: usize| {
        let across = from.0 + (to.0 - from.0) * (part as f64 + 0.5) / parts;
        ((across, f64::midpoint(from.1, to.1)), value)
    };
    values(figure, &(0..parts as usize).map(at).collect::<Vec<_>>())
}

/// Points with the texts of their values, for scripts: `x,y,text,text;…`.
fn values(figure: &Figure, points: &[(Point, Spot)]) -> String {
    let text = |axis: &Axis, place| axis.text(place).replace([',', ';'], " ");
    let parts = points.iter().map(|(at, (x, y))| {
        format!("{},{},{}", pair(*at), text(&figure.x, *x), text(&figure.y, *y))
    });
    parts.collect::<Vec<_>>().join(";")
}
