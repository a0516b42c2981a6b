//! A figure as a reader asks for it: other names, other axes.

use anyhow::{Context, Result};

use crate::axis::{Axis, AxisWish, Place};
use crate::figure::{Figure, Layer, Spot};

impl Figure {
    /// Gives a line, a name on an axis or the title of a panel another name.
    pub fn rename(&mut self, from: &str, to: &str) {
        for entry in self.legend.iter_mut().filter(|entry| entry.name() == from) {
            entry.label.replace_range(..from.len(), to);
        }
        if self.y.is_names() {
            self.y.rename(from, to);
        }
        if self.title == from {
            self.title = to.into();
        }
    }

    /// The figure with the axes that a reader asks for. What is outside of a range is cut off.
    ///
    /// # Errors
    ///
    /// When an axis has names, or when a range is none.
    pub fn reshaped(self, x: &AxisWish, y: &AxisWish) -> Result<Self> {
        let (across, up) = self.values(&self.layers);
        let x_axis = self.x.reshaped(x, &across).context("the horizontal axis")?;
        let y_axis = self.y.reshaped(y, &up).context("the vertical axis")?;
        let mut figure = self.with_axes(x_axis, y_axis);
        if x.range.is_some() || y.range.is_some() {
            let (x, y) = (&figure.x, &figure.y);
            let layers = figure.layers.iter();
            figure.layers = layers.flat_map(|layer| clipped(layer, x, y)).collect();
        }
        Ok(figure)
    }
}

/// What is left of a layer within the axes.
fn clipped(layer: &Layer, x: &Axis, y: &Axis) -> Vec<Layer> {
    let is_within = |spot: Spot| x.reach(spot.0) == Some(0.0) && y.reach(spot.1) == Some(0.0);
    let nearest = |spot: Spot| (x.nearest(spot.0), y.nearest(spot.1));
    let segment = |from, to| clipped_segment(from, to, x, y);
    match layer {
        Layer::Line { style, points } => {
            let mut stretches: Vec<Vec<Spot>> = Vec::new();
            if let [point] = points[..]
                && is_within(point)
            {
                stretches.push(vec![point]);
            }
            for (from, to) in points.windows(2).filter_map(|ends| segment(ends[0], ends[1])) {
                match stretches.last_mut().filter(|stretch| stretch.last() == Some(&from)) {
                    Some(stretch) => stretch.push(to),
                    None => stretches.push(vec![from, to]),
                }
            }
            let line = |points| Layer::Line { style: *style, points };
            stretches.into_iter().map(line).collect()
        }
        Layer::Band { style, points } => {
            let inside = points.iter().filter(|(across, ..)| x.reach(*across) == Some(0.0));
            let band = inside.map(|&(across, low, high)| (across, y.nearest(low), y.nearest(high)));
            vec![Layer::Band { style: *style, points: band.collect() }]
        }
        Layer::Markers { style, points } => {
            let points = points.iter().copied().filter(|&spot| is_within(spot)).collect();
            vec![Layer::Markers { style: *style, points }]
        }
        Layer::Bar { style, from, to } => {
            let bar = |(from, to)| Layer::Bar { style: *style, from, to };
            segment(*from, *to).map(bar).into_iter().collect()
        }
        Layer::Block { style, from, to } => {
            vec![Layer::Block { style: *style, from: nearest(*from), to: nearest(*to) }]
        }
        Layer::Rule { from, to } => {
            segment(*from, *to).map(|(from, to)| Layer::Rule { from, to }).into_iter().collect()
        }
        Layer::Trend { style, from, to } => {
            let trend = |(from, to)| Layer::Trend { style: *style, from, to };
            segment(*from, *to).map(trend).into_iter().collect()
        }
    }
}

/// The part of a straight line within the axes.
fn clipped_segment(from: Spot, to: Spot, x: &Axis, y: &Axis) -> Option<(Spot, Spot)> {
    // The shares of the line at which it enters and leaves.
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (axis, a, b) in [(x, from.0, to.0), (y, from.1, to.1)] {
        let ((low, high), start, end) = (axis.scaled_ends(), axis.scaled(a)?, axis.scaled(b)?);
        let slack = (high - low) * 1e-9;
        if start == end {
            if start < low - slack || start > high + slack {
                return None;
            }
            continue;
        }
        let (first, last) = ((low - start) / (end - start), (high - start) / (end - start));
        enter = enter.max(first.min(last));
        leave = leave.min(first.max(last));
    }
    if enter >= leave {
        return None;
    }
    let at = |share: f64| {
        let on = |axis: &Axis, a: Place, b: Place| axis.between(a, b, share);
        (on(x, from.0, to.0), on(y, from.1, to.1))
    };
    Some((if enter > 0.0 { at(enter) } else { from }, if leave < 1.0 { at(leave) } else { to }))
}
