//! A figure: a chart as data, with axes, layers and a legend.

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
    /// Whether the plot is as high as it is wide, because both axes show the same quantity.
    pub is_square: bool,
    /// From back to front.
    pub layers: Vec<Layer>,
    /// The meaning of the styles; empty if the axes show it.
    pub legend: Vec<LegendEntry>,
    /// The numbers that the chart shows: headings, then rows.
    pub numbers: Vec<Vec<String>>,
}

/// A part of a figure.
#[derive(Clone, Debug)]
pub enum Layer {
    /// The area between a lower and an upper line.
    Band {
        /// Its colour.
        style: Style,
        /// The horizontal place, and the lower and the upper vertical place.
        points: Vec<(Place, Place, Place)>,
    },
    /// A line through points, from left to right.
    Line {
        /// Its colour and dash.
        style: Style,
        /// Its points.
        points: Vec<Spot>,
    },
    /// A straight line that belongs to the line of the same style and is shown only by
    /// scripts, such as a fitted line.
    Trend {
        /// The style of the line that it belongs to.
        style: Style,
        /// One end.
        from: Spot,
        /// The other end.
        to: Spot,
    },
    /// Markers in one style.
    Markers {
        /// Their colour and shape.
        style: Style,
        /// Their places.
        points: Vec<Spot>,
    },
    /// A thick line between two points.
    Bar {
        /// Its colour.
        style: Style,
        /// One end.
        from: Spot,
        /// The other end.
        to: Spot,
    },
    /// A filled rectangle, or an outlined one if the style is open. Its width is its value,
    /// as in bars that are divided into shares.
    Block {
        /// Its colour.
        style: Style,
        /// The lower left corner.
        from: Spot,
        /// The upper right corner.
        to: Spot,
    },
    /// A thin dashed grey line between two points.
    Rule {
        /// One end.
        from: Spot,
        /// The other end.
        to: Spot,
    },
}

impl Layer {
    /// The style of what belongs to a series; `None` for rules.
    pub(crate) fn style(&self) -> Option<Style> {
        match self {
            Self::Band { style, .. }
            | Self::Line { style, .. }
            | Self::Trend { style, .. }
            | Self::Markers { style, .. }
            | Self::Bar { style, .. }
            | Self::Block { style, .. } => Some(*style),
            Self::Rule { .. } => None,
        }
    }
}

/// An entry of the legend. The layers of the same style belong to it.
#[derive(Clone, Debug)]
pub struct LegendEntry {
    /// The meaning of the style: a name, and what adds to it after a line feed, or after a
    /// tab on the same line.
    pub label: String,
    /// The style.
    pub style: Style,
    /// Whether the line is shown behind the marker.
    pub line: bool,
    /// Whether the line is drawn before a reader chooses other lines.
    pub is_first: bool,
}

impl LegendEntry {
    /// The label without what adds to it.
    pub fn name(&self) -> &str {
        self.label.split(['\n', '\t']).next().unwrap_or_default()
    }
}

impl Figure {
    /// The most lines with bands; those of more would hide each other.
    pub const MOST_BANDS: usize = 3;

    /// Adds `count` lanes above the vertical axis for runs without a value, and a
    /// line between them and the values.
    pub fn lane_up(&mut self, count: usize, label: &str) {
        if count > 0 {
            self.y = self.y.clone().with_lanes(count, 13.0, label);
            let (left, right) = self.x_ends();
            let edge = Layer::Rule { from: (left, Place::Edge), to: (right, Place::Edge) };
            self.layers.insert(0, edge);
        }
    }

    /// Whether a line has this style.
    pub(crate) fn has_line(&self, style: Style) -> bool {
        self.line_ends(style).next().is_some()
    }

    /// The last points of the lines in a style.
    pub(crate) fn line_ends(&self, style: Style) -> impl Iterator<Item = Spot> {
        self.layers.iter().filter_map(move |layer| match layer {
            Layer::Line { style: other, points } if *other == style && points.len() > 1 => {
                points.last().copied()
            }
            _ => None,
        })
    }

    /// The points of all lines, markers and bars.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for layer in &self.layers {
            match layer {
                Layer::Line { points, .. } | Layer::Markers { points, .. } => spots.extend(points),
                Layer::Bar { from, to, .. } | Layer::Block { from, to, .. } => {
                    spots.extend([*from, *to]);
                }
                Layer::Band { .. } | Layer::Trend { .. } | Layer::Rule { .. } => {}
            }
        }
        spots
    }

    /// Whether the corner of the plot with the fewest points is at the right, and whether it is
    /// at the top.
    pub(crate) fn free_corner(&self) -> (bool, bool) {
        let half = |axis: &Axis, place| axis.permille(place) > 500.0;
        let corners: Vec<(bool, bool)> =
            self.spots().iter().map(|&(x, y)| (half(&self.x, x), half(&self.y, y))).collect();
        let points = |corner: &(bool, bool)| corners.iter().filter(|own| *own == corner).count();
        // The upper corners first, because lines rise.
        let all = [(false, true), (true, true), (true, false), (false, false)];
        all.into_iter().min_by_key(points).unwrap_or_default()
    }

    fn x_ends(&self) -> Spot {
        let (left, right) = self.x.ends();
        match self.x.lanes() {
            0 => (left, right),
            lanes => (left, Place::Lane(lanes - 1)),
        }
    }
}
