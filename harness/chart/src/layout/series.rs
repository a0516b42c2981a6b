//! The layers of a figure as series of plotters, in groups for scripts.

use std::collections::BTreeSet;

use plotters::element::Polygon;
use plotters::style::Color as _;

use crate::axis::{Axis, Place};
use crate::backend::svg::number;
use crate::backend::{UNITS, units};
use crate::figure::{Figure, Layer, Spot};
use crate::layout::Chart;
use crate::layout::legend::Entry;
use crate::layout::mark::{Kind, LINE_WIDTH, Mark, RULE, THIN};
use crate::layout::pen::{Group, Outcome, Pen};
use crate::style::Dash;

/// The opacity of the inside of a band.
const VEIL: f64 = 0.14;

/// A place on the picture, in units.
type At = (i32, i32);

/// Draws all layers.
pub(crate) fn draw(
    pen: &Pen<'_>,
    chart: &mut Chart<'_>,
    figure: &Figure,
    entries: &[Entry],
) -> Outcome {
    let shown = entries.iter().filter(|entry| entry.is_shown).count();
    for layer in &figure.layers {
        let series =
            layer.style().and_then(|style| entries.iter().position(|entry| entry.style == style));
        let group = |class, hides: bool, data: String| {
            let is_hidden = |n: usize| hides || !entries[n].is_shown;
            series.map(|series| Group { series, class, is_hidden: is_hidden(series), data })
        };
        match layer {
            Layer::Band { style, points } => {
                let lower = points.iter().map(|&(x, low, _)| (x, low));
                let upper = points.iter().rev().map(|&(x, _, high)| (x, high));
                let outline: Vec<Spot> = lower.chain(upper).collect();
                let is_hidden = shown > Figure::MOST_BANDS && series.is_some();
                pen.group(group("band", is_hidden, String::new()), || {
                    match outline.len() {
                        0 => Ok(()),
                        // The band of a single point is a line.
                        2 => mark(chart, outline, Kind::Line(style.colour, THIN, Dash::Solid)),
                        _ => {
                            let band = Polygon::new(outline, style.colour.of_plotters().mix(VEIL));
                            chart.draw_series([band]).map(|_| ())
                        }
                    }
                })?;
            }
            // Only scripts show it.
            Layer::Trend { style, from, to } => {
                pen.group(group("band", true, String::new()), || {
                    let kind = Kind::Line(style.colour, 1.25, Dash::Broken(3, 7));
                    mark(chart, vec![*from, *to], kind)
                })?;
            }
            Layer::Line { style, points } => {
                let mut seen = placed(chart, points);
                // Of thousands of points, many have the same pixel.
                seen.dedup_by_key(|(at, _)| pixel(*at));
                if seen.len() > 1 {
                    let points = seen.iter().map(|(_, spot)| *spot).collect();
                    pen.group(group("line", false, values(figure, &seen)), || {
                        mark(chart, points, Kind::Line(style.colour, LINE_WIDTH, style.dash))
                    })?;
                }
            }
            Layer::Markers { style, points } => {
                let mut seen = placed(chart, points);
                let mut pixels = BTreeSet::new();
                seen.retain(|(at, _)| pixels.insert(pixel(*at)));
                // The points of a line tell their values themselves.
                let is_lane = |place: Place| matches!(place, Place::Lane(_));
                let is_apart = |(_, (x, y)): &&(At, Spot)| {
                    !figure.has_line(*style) || is_lane(*x) || is_lane(*y)
                };
                let told: Vec<_> = seen.iter().filter(is_apart).copied().collect();
                pen.group(group("marks", false, values(figure, &told)), || {
                    let points = seen.iter().map(|(_, spot)| *spot).collect();
                    mark(chart, points, Kind::Markers(*style))
                })?;
            }
            Layer::Bar { style, from, to } => {
                let kind = Kind::Line(style.colour, LINE_WIDTH, Dash::Solid);
                mark(chart, vec![*from, *to], kind)?;
            }
            Layer::Block { style, from, to } => {
                let data = values(figure, &along(chart, [*from, *to]));
                pen.group(group("marks", false, data), || {
                    mark(chart, vec![*from, *to], Kind::Block(*style))
                })?;
            }
            Layer::Rule { from, to } => {
                let kind = Kind::Line(RULE, THIN, Dash::Broken(10, 8));
                mark(chart, vec![*from, *to], kind)?;
            }
        }
    }
    Ok(())
}

fn mark(chart: &mut Chart<'_>, points: Vec<Spot>, kind: Kind) -> Outcome {
    chart.draw_series([Mark { points, kind }]).map(|_| ())
}

/// Spots with their places on the picture.
fn placed(chart: &Chart<'_>, spots: &[Spot]) -> Vec<(At, Spot)> {
    spots.iter().map(|spot| (chart.backend_coord(spot), *spot)).collect()
}

fn pixel((x, y): At) -> At {
    (x / UNITS as i32, y / UNITS as i32)
}

/// Points along the middle of a block, all with its width as their value, so that scripts
/// find it wherever the pointer is.
fn along(chart: &Chart<'_>, [low, high]: [Spot; 2]) -> Vec<(At, Spot)> {
    /// Pixels between two of them, less than the reach of a pointer.
    const APART: f64 = 50.0;
    let (Place::At(left), Place::At(right), Place::At(bottom), Place::At(top)) =
        (low.0, high.0, low.1, high.1)
    else {
        return Vec::new();
    };
    let value = (Place::At(right - left), Place::At(f64::midpoint(bottom, top)));
    let [from, to] = [low, high].map(|spot| chart.backend_coord(&spot));
    let parts = ((to.0 - from.0) / units(APART)).max(0) + 1;
    let middle = i32::midpoint(from.1, to.1);
    let across = |part| from.0 + (to.0 - from.0) * (2 * part + 1) / (2 * parts);
    (0..parts).map(|part| ((across(part), middle), value)).collect()
}

/// Points with the texts of their values, for scripts: `x,y,text,text;…`.
fn values(figure: &Figure, points: &[(At, Spot)]) -> String {
    let text = |axis: &Axis, place| axis.text(place).replace([',', ';'], " ");
    let parts = points.iter().map(|((left, top), (x, y))| {
        let at = format!("{},{}", number(*left), number(*top));
        format!("{at},{},{}", text(&figure.x, *x), text(&figure.y, *y))
    });
    parts.collect::<Vec<_>>().join(";")
}
