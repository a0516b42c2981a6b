//! What is left of a figure on a sheet that hides some of its lines.

use std::collections::BTreeSet;

use crate::axis::{Axis, Place};
use crate::figure::{Figure, Layer, LegendEntry, Spot};
use crate::layout::sheet::Sheet;
use crate::style::Style;

impl Figure {
    /// The subtitle on a sheet. It speaks of bands only if they are drawn.
    pub fn note(&self, sheet: &Sheet) -> String {
        let shown = self.legend.iter().filter(|entry| sheet.shows(entry)).count();
        let has_note = shown <= Figure::MOST_BANDS && !self.band_note.is_empty();
        if has_note {
            format!("{} {}", self.subtitle, self.band_note)
        } else {
            self.subtitle.clone()
        }
    }

    /// The figure with only what the sheet shows. Its axes and its lanes have no room for what
    /// is hidden, and its subtitle speaks of bands only if they are drawn. On a live sheet, this
    /// is the whole figure.
    pub fn shown_on(&self, sheet: &Sheet) -> Figure {
        let legend: Vec<LegendEntry> =
            self.legend.iter().filter(|entry| sheet.shows(entry)).cloned().collect();
        let has_bands = legend.len() <= Figure::MOST_BANDS;
        let subtitle = self.note(sheet);
        if sheet.is_live || has_bands && legend.len() == self.legend.len() {
            return Figure { subtitle, ..self.clone() };
        }
        let entry = |style: &Style| self.legend.iter().find(|entry| entry.style == *style);
        let is_hidden = |style: &Style| entry(style).is_some_and(|entry| !sheet.shows(entry));
        let is_drawn = |layer: &&Layer| match layer {
            Layer::Band { style, .. } if entry(style).is_some() => has_bands && !is_hidden(style),
            Layer::Line { style, .. } | Layer::Markers { style, .. } => !is_hidden(style),
            Layer::Trend { .. } => false,
            Layer::Band { .. } | Layer::Bar { .. } | Layer::Block { .. } | Layer::Rule { .. } => {
                true
            }
        };
        let mut layers: Vec<Layer> = self.layers.iter().filter(is_drawn).cloned().collect();
        let lanes: Vec<usize> = used_lanes(&layers).into_iter().collect();
        let (all, drawn) = (self.values(&self.layers), self.values(&layers));
        let x = self.x.narrowed(&all.0, &drawn.0, self.x.lanes());
        let y = self.y.narrowed(&all.1, &drawn.1, lanes.len());
        if lanes.is_empty() {
            let is_edge = |(_, y): &Spot| *y == Place::Edge;
            layers.retain(|layer| !matches!(layer, Layer::Rule { from, .. } if is_edge(from)));
        }
        let lane = |lane: usize| lanes.partition_point(|&used| used < lane);
        for layer in &mut layers {
            if let Layer::Markers { points, .. } = layer {
                for (_, up) in points {
                    if let Place::Lane(place) = up {
                        *place = lane(*place);
                    }
                }
            }
        }
        Figure { subtitle, layers, legend, ..self.clone() }.with_axes(x, y)
    }

    /// The figure on other axes. A rule from end to end stays one.
    pub(crate) fn with_axes(mut self, x: Axis, y: Axis) -> Self {
        for layer in &mut self.layers {
            if let Layer::Rule { from, to } = layer {
                for (across, up) in [from, to] {
                    *across = moved_end(*across, &self.x, &x);
                    *up = moved_end(*up, &self.y, &y);
                }
            }
        }
        Self { x, y, ..self }
    }

    /// The values of layers on both axes, without those of rules from end to end.
    pub(crate) fn values(&self, layers: &[Layer]) -> (Vec<f64>, Vec<f64>) {
        let (mut across, mut up) = (Vec::new(), Vec::new());
        let mut add = |(x, y): Spot| {
            let value = |place| if let Place::At(value) = place { Some(value) } else { None };
            across.extend(value(x));
            up.extend(value(y));
        };
        for layer in layers {
            match layer {
                Layer::Band { points, .. } => points.iter().for_each(|&(x, low, high)| {
                    add((x, low));
                    add((x, high));
                }),
                Layer::Line { points, .. } | Layer::Markers { points, .. } => {
                    points.iter().copied().for_each(&mut add);
                }
                Layer::Bar { from, to, .. } | Layer::Block { from, to, .. } => {
                    [*from, *to].into_iter().for_each(&mut add);
                }
                Layer::Rule { from, to } => {
                    for (x, y) in [*from, *to] {
                        let inner = |axis: &Axis, place| {
                            if is_end(axis, place) { Place::Edge } else { place }
                        };
                        add((inner(&self.x, x), inner(&self.y, y)));
                    }
                }
                Layer::Trend { .. } => {}
            }
        }
        (across, up)
    }
}

fn is_end(axis: &Axis, place: Place) -> bool {
    let (low, high) = axis.ends();
    place == low || place == high
}

/// The place on another axis, if the place is an end of this one.
fn moved_end(place: Place, from: &Axis, to: &Axis) -> Place {
    let ((old_low, old_high), (low, high)) = (from.ends(), to.ends());
    match place {
        place if place == old_low => low,
        place if place == old_high => high,
        place => place,
    }
}

/// The lanes with a marker.
fn used_lanes(layers: &[Layer]) -> BTreeSet<usize> {
    let markers = layers.iter().filter_map(|layer| match layer {
        Layer::Markers { points, .. } => Some(points),
        _ => None,
    });
    let lane = |spot: &Spot| if let Place::Lane(lane) = spot.1 { Some(lane) } else { None };
    markers.flatten().filter_map(lane).collect()
}
