//! A figure as a reader asks for it: other names, other axes.

use std::sync::Arc;

use anyhow::{Context, Result};
use optile_results::text::names::renamed;

use crate::axis::{Axis, AxisWish};
use crate::figure::{Figure, Layer, LegendEntry, Mark, Spot};
use crate::shown::values;

impl Figure {
    /// The figure with other names for strategies and lines, wherever it has their names.
    #[must_use]
    pub fn renamed(mut self, names: &[(String, String)]) -> Self {
        let legend = self.legend.iter_mut().map(|entry| &mut entry.name);
        let texts = [&mut self.title, &mut self.subtitle, &mut self.caption].into_iter();
        let cells = Arc::make_mut(&mut self.numbers).iter_mut().flatten();
        for text in texts.chain(legend).chain(cells) {
            *text = renamed(text, names);
        }
        self.x.rename(names);
        self.y.rename(names);
        self
    }

    /// The figure with the axes that a reader asks for. What is outside of a range is cut off, and the
    /// other axis ends where what is left ends.
    ///
    /// # Errors
    ///
    /// When an axis has names and a range, or when a range is none.
    pub fn reshaped(self, x: &AxisWish, y: &AxisWish) -> Result<Self> {
        let all = values(&self.layers);
        let x_axis = self.x.reshaped(x, &all[0]).context("the horizontal axis")?;
        let within_x = self.clipped(&x_axis, &self.y);
        let up = &values(&within_x.layers)[1];
        let y_axis = self.y.reshaped(y, up).context("the vertical axis")?;
        let fitted =
            |axis: Axis, all: &[f64], left: &[f64]| axis.narrowed(all, left, axis.lanes.clone());
        match [&x.range, &y.range] {
            [None, None] => Ok(Self { x: x_axis, y: y_axis, ..self }),
            [_, None] => {
                let y_axis = fitted(y_axis, &all[1], up);
                Ok(Self { x: x_axis, y: y_axis, ..within_x })
            }
            [None, _] => {
                let within = self.clipped(&self.x, &y_axis);
                let x_axis = fitted(x_axis, &all[0], &values(&within.layers)[0]);
                Ok(Self { x: x_axis, y: y_axis, ..within })
            }
            _ => Ok(within_x.clipped(&x_axis, &y_axis)),
        }
    }

    /// What is left within axes, which then are those of the figure.
    fn clipped(&self, x: &Axis, y: &Axis) -> Self {
        let layers = self.layers.iter().flat_map(|layer| clipped(layer, x, y));
        let layers: Vec<Layer> = layers.filter(|layer| !layer.points.is_empty()).collect();
        let is_left = |entry: &&LegendEntry| {
            y.is_names() || layers.iter().any(|layer| layer.style == entry.style)
        };
        let legend = self.legend.iter().filter(is_left).cloned().collect();
        Self { x: x.clone(), y: y.clone(), layers, legend, ..self.clone() }
    }
}

/// What is left of a layer within the axes.
fn clipped(layer: &Layer, x: &Axis, y: &Axis) -> Vec<Layer> {
    let points = layer.points.iter().copied();
    let is_within = |spot: &Spot| x.has(spot.0) && y.has(spot.1);
    let parts: Vec<Vec<Spot>> = match layer.mark {
        Mark::Line | Mark::Bar | Mark::Rule | Mark::Leader => stretches(&layer.points, x, y),
        Mark::Band => {
            vec![
                points
                    .filter(|spot| x.has(spot.0))
                    .map(|spot| (spot.0, y.nearest(spot.1)))
                    .collect(),
            ]
        }
        Mark::Markers | Mark::Specks | Mark::Arrow => vec![points.filter(is_within).collect()],
        Mark::Block => vec![points.map(|spot| (x.nearest(spot.0), y.nearest(spot.1))).collect()],
    };
    parts.into_iter().map(|points| Layer::new(layer.mark, layer.style, points)).collect()
}

/// The parts of a line within the axes.
fn stretches(points: &[Spot], x: &Axis, y: &Axis) -> Vec<Vec<Spot>> {
    if let [(across, up)] = points {
        return if x.has(*across) && y.has(*up) { vec![points.into()] } else { Vec::new() };
    }
    let mut stretches: Vec<Vec<Spot>> = Vec::new();
    for ends in points.windows(2) {
        let Some([from, to]) = segment(ends[0], ends[1], x, y) else { continue };
        match stretches.last_mut().filter(|stretch| stretch.last() == Some(&from)) {
            Some(stretch) => stretch.push(to),
            None => stretches.push(vec![from, to]),
        }
    }
    stretches
}

/// The part of a straight line within the axes.
fn segment(from: Spot, to: Spot, x: &Axis, y: &Axis) -> Option<[Spot; 2]> {
    // The shares of the line at which it enters and leaves.
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (axis, a, b) in [(x, from.0, to.0), (y, from.1, to.1)] {
        let (start, end) = (axis.share(a)?, axis.share(b)?);
        if start != end {
            let (first, last) = (-start / (end - start), (1.0 - start) / (end - start));
            enter = enter.max(first.min(last));
            leave = leave.min(first.max(last));
        } else if !axis.has(a) {
            return None;
        }
    }
    let at = |share| (x.between(from.0, to.0, share), y.between(from.1, to.1, share));
    let ends =
        [if enter > 0.0 { at(enter) } else { from }, if leave < 1.0 { at(leave) } else { to }];
    (enter < leave).then_some(ends)
}

#[cfg(test)]
mod tests {
    use optile_results::text::unit::Unit;

    use super::*;
    use crate::axis::Place;
    use crate::figure::Role;
    use crate::layout::sheet::Sheet;
    use crate::style::Style;

    fn at(x: f64, y: f64) -> Spot {
        (Place::At(x), Place::At(y))
    }

    /// A line from (0, 1) over (10, 100) to (20, 10000).
    fn figure() -> Figure {
        let points = [at(0.0, 1.0), at(10.0, 100.0), at(20.0, 10_000.0)];
        Figure {
            x: Axis::linear("length", Unit::Count, [0.0, 20.0]),
            y: Axis::logarithmic("time, logarithmic", Unit::Nanoseconds, [1.0, 10_000.0]),
            layers: vec![Layer::new(Mark::Line, Style::NEUTRAL, points)],
            ..Figure::default()
        }
    }

    fn range(from: &str, to: &str) -> AxisWish {
        AxisWish { range: Some([from.into(), to.into()]), ..AxisWish::default() }
    }

    fn line(figure: &Figure) -> &[Spot] {
        let [line] = &figure.layers[..] else { panic!("{figure:?}") };
        &line.points
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
    fn the_axis_without_a_range_ends_where_what_is_left_ends() {
        let none = AxisWish::default();
        let drawn = figure().reshaped(&range("0", "10"), &none).unwrap();
        assert_eq!(drawn.y.ends(), (Place::At(1.0), Place::At(100.0)));
        let drawn = figure().reshaped(&none, &range("100ns", "10us")).unwrap();
        let (Place::At(low), Place::At(high)) = drawn.x.ends() else { panic!("{drawn:?}") };
        assert!((9.0..10.0).contains(&low) && (20.0..21.0).contains(&high), "{low} {high}");
    }

    #[test]
    fn only_the_numbers_of_what_is_drawn_are_left() {
        let record = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let entry = |name: &str| LegendEntry::new(Role::Line, name, Style::NEUTRAL);
        let rows = [["bfs", "5", "10"], ["bfs", "15", "900"], ["bfs", "15", ""], ["ida", "5", "9"]];
        let mut whole = Figure {
            numbers: [["strategy", "length", "ns"]]
                .iter()
                .chain(&rows)
                .copied()
                .map(record)
                .collect(),
            columns: [Some(1), Some(2)],
            legend: vec![entry("bfs"), entry("ida")],
            ..figure()
        };
        whole.legend[1].is_first = false;
        let csv = |sheet: &Sheet, y: &AxisWish| {
            let drawn = whole.clone().reshaped(&range("10", "20"), y).unwrap();
            drawn.with_drawn_numbers(sheet).csv()
        };
        assert_eq!(
            csv(&Sheet::PAGE, &AxisWish::default()),
            "strategy,length,ns\nbfs,15,900\nbfs,15,\n"
        );
        assert_eq!(csv(&Sheet::PAGE, &range("1ns", "100ns")), "strategy,length,ns\nbfs,15,\n");
        let all = whole.clone().with_drawn_numbers(&Sheet { has_all: true, ..Sheet::PAGE });
        assert_eq!(all.numbers, whole.numbers);
        assert_eq!(whole.clone().with_drawn_numbers(&Sheet::PAGE).numbers.len(), 4);
    }

    #[test]
    fn other_names_are_everywhere() {
        let long = format!("astar:{}", "x".repeat(60));
        let names = [("bfs", "BFS"), (&long, "A*")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let title = format!("bfs against {long}");
        let mut drawn = figure();
        drawn.x.title = format!("nodes expanded by {long}");
        drawn = Figure {
            y: Axis::names(&["bfs", &long]),
            legend: vec![LegendEntry::new(Role::Dots, "bfs", Style::NEUTRAL)],
            caption: format!("Not solved by {long}: 3."),
            numbers: [vec!["strategy".into()], vec![long.clone()]].into(),
            title,
            ..drawn
        };
        let drawn = drawn.renamed(&names);
        assert_eq!(drawn.title, "BFS against A*");
        assert_eq!(drawn.caption, "Not solved by A*: 3.");
        assert_eq!(drawn.x.title, "nodes expanded by A*");
        assert_eq!(drawn.y.labels().collect::<Vec<_>>(), ["A*", "BFS"]);
        assert_eq!((&*drawn.legend[0].name, &*drawn.numbers[1][0]), ("BFS", "A*"));
    }

    #[test]
    fn a_range_from_zero_has_a_place_for_zero() {
        let axis =
            |high: &str| figure().reshaped(&AxisWish::default(), &range("0", high)).unwrap().y;
        let wide = axis("1us");
        assert_eq!(wide.ends(), (Place::At(1.0), Place::At(1000.0)));
        assert!(wide.has(Place::At(0.0)) && wide.gap(100.0).is_some());
        let narrow = axis("90ns");
        assert_eq!(narrow.ends(), (Place::At(0.0), Place::At(90.0)));
        assert_eq!(narrow.title, "time");
    }

    #[test]
    fn a_linear_axis_has_another_title() {
        let linear = AxisWish { is_linear: true, range: None };
        let drawn = figure().reshaped(&linear, &linear).unwrap();
        assert_eq!((&*drawn.x.title, &*drawn.y.title), ("length", "time"));
        let names = Figure { y: Axis::names(&["a", "b"]), ..Figure::default() };
        assert!(names.reshaped(&linear, &linear).unwrap().y.is_names());
    }

    #[test]
    fn a_chosen_range_stays_when_lines_are_hidden() {
        let drawn = figure().reshaped(&range("0", "40"), &AxisWish::default()).unwrap();
        let narrowed = drawn.x.narrowed(&[0.0, 20.0], &[1.0, 2.0], vec![]);
        assert_eq!(narrowed.ends(), (Place::At(0.0), Place::At(40.0)));
    }
}
