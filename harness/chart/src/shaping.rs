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

#[cfg(test)]
mod tests {
    use optile_results::unit::Unit;

    use super::*;
    use crate::axis::Scale;
    use crate::style::Style;

    fn at(x: f64, y: f64) -> Spot {
        (Place::At(x), Place::At(y))
    }

    /// A line from (0, 1) over (10, 100) to (20, 10000).
    fn figure() -> Figure {
        let points = vec![at(0.0, 1.0), at(10.0, 100.0), at(20.0, 10_000.0)];
        Figure {
            x: Axis::linear("length", Unit::Count, [0.0, 20.0]),
            y: Axis::logarithmic("time, logarithmic", Unit::Nanoseconds, [1.0, 10_000.0]),
            layers: vec![Layer::Line { style: Style::at(0), points }],
            ..Figure::default()
        }
    }

    fn range(from: &str, to: &str) -> AxisWish {
        AxisWish { range: Some([from.into(), to.into()]), ..AxisWish::default() }
    }

    fn line(figure: &Figure) -> &[Spot] {
        let [Layer::Line { points, .. }] = &figure.layers[..] else { panic!("{figure:?}") };
        points
    }

    #[test]
    fn a_range_cuts_lines_off_where_they_leave_it() {
        let none = AxisWish::default();
        let drawn = figure().reshaped(&range("5", "15"), &none).unwrap();
        let [(Place::At(first), Place::At(low)), middle, (Place::At(last), Place::At(high))] =
            line(&drawn)
        else {
            panic!("{drawn:?}")
        };
        // Halfway on the logarithmic axis.
        assert_eq!((*first, *middle, *last), (5.0, at(10.0, 100.0), 15.0));
        assert!((low - 10.0).abs() < 1e-6 && (high - 1000.0).abs() < 1e-6, "{low} {high}");
        let drawn = figure().reshaped(&none, &range("10ns", "1us")).unwrap();
        assert_eq!(line(&drawn).len(), 3);
        assert_eq!(drawn.y.ends(), (Place::At(10.0), Place::At(1000.0)));
        let labels: Vec<String> =
            drawn.y.labels().map(|label| label.replace('\u{a0}', " ")).collect();
        assert_eq!(labels, ["10 ns", "20 ns", "50 ns", "100 ns", "200 ns", "500 ns", "1 µs"]);
        let drawn = figure().reshaped(&range("30", "40"), &none).unwrap();
        assert!(drawn.layers.is_empty());
    }

    #[test]
    fn a_scale_changes_the_title_unless_one_is_given() {
        let linear = AxisWish { scale: Some(Scale::Linear), ..AxisWish::default() };
        let drawn = figure().reshaped(&linear, &linear).unwrap();
        assert_eq!((&*drawn.x.title, &*drawn.y.title), ("length", "time"));
        let wish = AxisWish { scale: Some(Scale::Logarithmic), ..AxisWish::default() };
        let titled = AxisWish { title: Some("t".into()), ..wish.clone() };
        let drawn = drawn.reshaped(&wish, &titled).unwrap();
        assert_eq!((&*drawn.x.title, &*drawn.y.title), ("length, logarithmic", "t"));
        assert!(drawn.x.labels().next() == Some("0"), "zero has a place");
    }

    #[test]
    fn a_chosen_range_stays_when_lines_are_hidden() {
        let drawn = figure().reshaped(&range("0", "40"), &AxisWish::default()).unwrap();
        let narrowed = drawn.x.narrowed(&[0.0, 20.0], &[1.0, 2.0], 0);
        assert_eq!(narrowed.ends(), (Place::At(0.0), Place::At(40.0)));
    }
}
