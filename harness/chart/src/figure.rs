//! A figure: a chart as data, with axes, layers and a legend.

use std::sync::Arc;

use crate::axis::{Axis, Place};
use crate::style::Style;

/// A point of a figure: its places on the horizontal and the vertical axis.
pub type Spot = (Place, Place);

/// A chart as data: what is drawn, not how.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// The name of its files, without extension.
    pub name: String,
    /// The heading.
    pub title: String,
    /// How to read the chart, in less than a line.
    pub subtitle: String,
    /// What bands show. It is added to the subtitle where bands are drawn.
    pub band_note: String,
    /// What the chart shows, over which instances, and what is left out.
    pub caption: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Whether the plot without its lanes is as high as it is wide, because both axes show the
    /// same quantity.
    pub is_square: bool,
    /// From back to front.
    pub layers: Vec<Layer>,
    /// The meaning of the styles; empty if the axes show it.
    pub legend: Vec<LegendEntry>,
    /// The names of the entries of which one must be shown, or the chart says nothing; empty if each
    /// is a reason to draw it.
    pub about: Vec<String>,
    /// The numbers that the chart shows: headings, then rows. Parts of a figure share them, because
    /// there may be one for each run.
    pub numbers: Arc<[Vec<String>]>,
    /// Which columns of the numbers have the values on the horizontal and on the vertical axis.
    pub columns: [Option<usize>; 2],
    /// How many instances are behind the points of a style at a place across, if they may be several.
    pub counts: Arc<[(Style, u64, usize)]>,
}

/// A part of a figure: marks at points, which are places along its axes unless they are already
/// places on a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer<P = Spot> {
    /// What is drawn.
    pub mark: Mark,
    /// Its colour, dash and marker.
    pub style: Style,
    /// Where it is drawn. Parts of a figure share it, because there may be a point for each run.
    pub points: Arc<[P]>,
}

/// What is drawn at the points of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The area within an outline: along its lower edge, and back along its upper one.
    Band,
    /// A line through the points, from left to right.
    Line,
    /// A marker at each point.
    Markers,
    /// Markers that hide no others: of thousands, rims and white insides would leave only the last.
    Specks,
    /// A thick line that belongs to no series.
    Bar,
    /// The head of an arrow to the right, where a limit ended a bar.
    Arrow,
    /// Filled rectangles, each from its lower left to its upper right corner.
    Block,
    /// A thin dashed grey line.
    Rule,
    /// A fine dotted line from the end of a line to its entry of the legend.
    Leader,
}

impl<P> Layer<P> {
    /// A layer of these marks.
    pub fn new(mark: Mark, style: Style, points: impl IntoIterator<Item = P>) -> Self {
        Self { mark, style, points: points.into_iter().collect() }
    }

    /// A thin dashed grey line between two points.
    pub fn rule(from: P, to: P) -> Self {
        Self::new(Mark::Rule, Style::NEUTRAL, [from, to])
    }
}

impl Layer {
    /// The area between the lower and the upper end at each place across.
    pub fn band(style: Style, ends: &[(Place, Place, Place)]) -> Self {
        let lower = ends.iter().map(|&(x, low, _)| (x, low));
        let upper = ends.iter().rev().map(|&(x, _, high)| (x, high));
        Self::new(Mark::Band, style, lower.chain(upper))
    }
}

/// An entry of the legend. The layers of the same style belong to it.
#[derive(Clone, Debug)]
pub struct LegendEntry {
    /// What the style stands for, such as a strategy.
    pub name: String,
    /// What adds to the name on the same line; may be empty.
    pub beside: String,
    /// What adds to the name on the next line; may be empty.
    pub below: String,
    /// The style.
    pub style: Style,
    /// What is drawn in the style.
    pub role: Role,
    /// Whether the line is drawn before a reader chooses other lines.
    pub is_first: bool,
}

/// What is drawn in the style of an entry of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A line of a strategy.
    Line,
    /// Only markers.
    Dots,
}

impl LegendEntry {
    /// An entry with only a name.
    pub fn new(role: Role, name: impl Into<String>, style: Style) -> Self {
        let [beside, below] = [const { String::new() }; 2];
        Self { name: name.into(), beside, below, style, role, is_first: true }
    }

    /// Whether a line is shown behind the marker.
    pub fn has_line(&self) -> bool {
        self.role != Role::Dots
    }

    /// All of its texts on one line.
    pub fn text(&self) -> String {
        let texts = [&self.name, &self.below, &self.beside].map(String::as_str);
        texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

impl Figure {
    /// The most lines with bands; those of more would hide each other.
    pub(crate) const MOST_BANDS: usize = 3;
    /// The most points that have rims.
    pub const MOST_RIMS: usize = 1000;

    /// Adds lanes with these labels above the vertical axis for runs without a value, and a
    /// line between them and the values.
    pub fn lane_up(&mut self, lanes: Vec<&str>) {
        if lanes.is_empty() {
            return;
        }
        self.y = self.y.clone().with_lanes(lanes, 20.0);
        let right = self.x.lanes.len().checked_sub(1).map_or(Place::High, Place::Lane);
        self.layers.insert(0, Layer::rule((Place::Low, Place::Edge), (right, Place::Edge)));
    }

    /// Whether each strategy has a row, with its name on the vertical axis.
    pub fn has_rows(&self) -> bool {
        self.y.is_names()
    }

    /// The mark of the points of a layer.
    pub(crate) fn mark(&self, mark: Mark) -> Mark {
        let is_of_points = |layer: &&Layer| layer.mark == Mark::Markers && layer.points.len() > 1;
        let points = self.layers.iter().filter(is_of_points).map(|layer| layer.points.len());
        let is_dense = mark == Mark::Markers && points.sum::<usize>() > Self::MOST_RIMS;
        if is_dense { Mark::Specks } else { mark }
    }

    /// The lines with more than one point in a style.
    pub(crate) fn lines(&self, style: Style) -> impl Iterator<Item = &Layer> {
        self.layers.iter().filter(move |layer| {
            layer.mark == Mark::Line && layer.style == style && layer.points.len() > 1
        })
    }
}
