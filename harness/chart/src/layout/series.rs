//! The layers of a figure as series of plotters, in groups for scripts.

use std::collections::{BTreeMap, BTreeSet};

use optile_results::text::quantity::counted;

use crate::axis::{Axis, Place};
use crate::backend::UNITS;
use crate::backend::svg::number;
use crate::figure::{Figure, Layer, Mark, Spot};
use crate::layout::Chart;
use crate::layout::legend::Entry;
use crate::layout::pen::{Group, NO_ERRORS, Pen};
use crate::style::Style;

/// A place on the picture, in units, and where it is along the axes.
type At = ((i32, i32), Spot);

/// Draws all layers.
pub(crate) fn draw(pen: &Pen<'_>, chart: &mut Chart<'_>, figure: &Figure, entries: &[Entry]) {
    let shown = entries.iter().filter(|entry| entry.is_shown).count();
    for layer in &figure.layers {
        let &Layer { mark, style, .. } = layer;
        let place = |spot: &Spot| (chart.backend_coord(spot), *spot);
        let mut seen: Vec<At> = layer.points.iter().map(place).collect();
        // Of thousands of points, many have the same pixel.
        let mut pixels = BTreeSet::new();
        match mark {
            Mark::Line => seen.dedup_by_key(|(at, _)| pixel(*at)),
            Mark::Markers => seen.retain(|(at, _)| pixels.insert(pixel(*at))),
            _ => {}
        }
        if mark == Mark::Line && seen.len() < 2 {
            continue;
        }
        let has_line = figure.lines(style).next().is_some();
        let is_lane = |place| matches!(place, Place::Lane(_));
        let is_apart = |&(_, (x, y)): &At| !has_line || is_lane(x) || is_lane(y);
        let (class, told) = match mark {
            Mark::Band => ("band", Vec::new()),
            Mark::Line => ("line", seen.clone()),
            // The points of a line tell their values themselves.
            Mark::Markers | Mark::Specks => {
                ("marks", seen.iter().copied().filter(is_apart).collect())
            }
            Mark::Bar | Mark::Arrow => ("reach", Vec::new()),
            Mark::Block | Mark::Rule | Mark::Leader => ("", Vec::new()),
        };
        // No bands beside many lines.
        let hides = mark == Mark::Band && shown > Figure::MOST_BANDS;
        let series = entries.iter().position(|entry| entry.style == style);
        let group = series.filter(|_| !class.is_empty()).map(|series| Group {
            series,
            class,
            is_hidden: hides || !entries[series].is_shown,
            data: values(figure, style, &told),
        });
        let points = seen.into_iter().map(|(_, spot)| spot);
        pen.group(group, || {
            chart.draw_series([Layer::new(figure.mark(mark), style, points)]).expect(NO_ERRORS);
        });
    }
}

fn pixel((x, y): (i32, i32)) -> (i32, i32) {
    (x / UNITS as i32, y / UNITS as i32)
}

/// Points with the texts of their values, for scripts: `x,y,text,text;…`, where the first text may say
/// how many instances are there.
fn values(figure: &Figure, style: Style, points: &[At]) -> String {
    let of_style = figure.counts.iter().filter(|(own, ..)| *own == style);
    let counts: BTreeMap<u64, usize> = of_style.map(|&(_, x, n)| (x, n)).collect();
    let text = |axis: &Axis, place| axis.text(place).replace([',', ';'], " ");
    let parts = points.iter().map(|((left, top), (x, y))| {
        let at = format!("{},{}", number(*left), number(*top));
        let n = x.value().and_then(|x| counts.get(&(x as u64)));
        let n = n.map_or(String::new(), |&n| format!(" ({})", counted(n, "instance")));
        format!("{at},{}{n},{}", text(&figure.x, *x), text(&figure.y, *y))
    });
    parts.collect::<Vec<_>>().join(";")
}
