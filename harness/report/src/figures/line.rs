//! Lines of a chart, with their bands, markers and lanes.

use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Place};

use crate::missing::{LANES, Lacks};

/// A line of a chart.
pub(super) struct Line {
    /// Lines that follow each other and have the same name share their first entry.
    pub(super) legend: LegendEntry,
    /// From left to right.
    pub(super) points: Vec<Point>,
    /// Points from one marker to the next, because markers at all points would hide the line.
    pub(super) apart: usize,
}

/// A point of a line.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    /// The line has a gap where this is not finite.
    pub(super) y: f64,
    /// The ends of the band; it has a gap where the lower one is not finite.
    pub(super) band: Option<[f64; 2]>,
    /// What has no number at this place. It has markers in lanes of the line, one for each way to end.
    pub(super) lacks: Lacks,
}

impl Point {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y, band: None, lacks: Lacks::default() }
    }
}

impl Line {
    pub(super) fn new(legend: LegendEntry, points: Vec<Point>) -> Self {
        let apart = points.len().div_ceil(12).max(1);
        Self { legend, points, apart }
    }
}

/// A chart of lines, without its texts. The axes are made for the values of all lines.
pub(super) fn chart(
    lines: &[Line],
    x: impl FnOnce(Vec<f64>) -> Axis,
    y: impl FnOnce(Vec<f64>) -> Axis,
) -> Figure {
    let points = || lines.iter().flat_map(|line| &line.points);
    let values = |point: &Point| [point.y].into_iter().chain(point.band.into_iter().flatten());
    let mut figure = Figure {
        x: x(points().map(|point| point.x).collect()),
        y: y(points().flat_map(values).collect()),
        ..Figure::default()
    };
    let at = |x, y| (Place::At(x), Place::At(y));
    let (mut bands, mut strokes, mut markers) = (vec![], vec![], vec![]);
    let mut lanes = Vec::new();
    for (label, line) in LANES.iter().flat_map(|label| lines.iter().map(move |line| (*label, line)))
    {
        let unsolved = line.points.iter().filter(|point| point.lacks.lanes().contains(&label));
        let unsolved: Vec<_> =
            unsolved.map(|point| (Place::At(point.x), Place::Lane(lanes.len()))).collect();
        if !unsolved.is_empty() {
            lanes.push(label);
            markers.push(Layer::new(Mark::Markers, line.legend.style, unsolved));
        }
    }
    for line in lines {
        let style = line.legend.style;
        if figure.legend.last().is_none_or(|last| last.name != line.legend.name) {
            figure.legend.push(line.legend.clone());
        }
        bands.extend(
            stretches(&line.points, Point::ends).iter().map(|ends| Layer::band(style, ends)),
        );
        let middle = |point: &Point| point.y.is_finite().then(|| at(point.x, point.y));
        for stroke in stretches(&line.points, middle) {
            // Lines that coincide show the markers of both.
            let shift = figure.legend.len() - 1;
            let is_marked =
                |place: usize| stroke.len() == 1 || (place + shift).is_multiple_of(line.apart);
            let marked = stroke.iter().enumerate().filter(|(place, _)| is_marked(*place));
            markers.push(Layer::new(Mark::Markers, style, marked.map(|(_, &point)| point)));
            strokes.push(Layer::new(Mark::Line, style, stroke));
        }
    }
    figure.layers = [bands, strokes, markers].concat();
    figure.lane_up(lanes);
    figure
}

impl Point {
    /// Both ends of the band at a place.
    fn ends(&self) -> Option<(Place, Place, Place)> {
        let [lower, upper] = self.band.filter(|[lower, _]| lower.is_finite())?;
        Some((Place::At(self.x), Place::At(lower), Place::At(upper)))
    }
}

/// What each point has, in stretches without gaps.
fn stretches<T: Copy>(points: &[Point], of: impl Fn(&Point) -> Option<T>) -> Vec<Vec<T>> {
    let places: Vec<Option<T>> = points.iter().map(of).collect();
    let stretches = places.split(Option::is_none).filter(|stretch| !stretch.is_empty());
    stretches.map(|stretch| stretch.iter().flatten().copied().collect()).collect()
}
