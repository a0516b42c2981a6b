use crate::chart::axis::{Axis, Place};
use crate::chart::style::Style;

/// A point of a figure, across and up.
pub(crate) type Spot = (Place, Place);

/// A chart as data: what to draw, not how.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// What its files are called, without an ending.
    pub(crate) name: String,
    pub(crate) title: String,
    /// How to read it, in half a line.
    pub(crate) subtitle: String,
    /// What it shows, over which instances, and what is not in it.
    pub(crate) caption: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// From back to front.
    pub(crate) layers: Vec<Layer>,
    pub(crate) legend: Vec<Key>,
    /// The numbers that it shows: headings, then a row each.
    pub(crate) numbers: Vec<Vec<String>>,
}

/// What a figure is made of.
#[derive(Clone, Debug)]
pub(crate) enum Layer {
    /// The area between a lower and an upper line.
    Band { style: Style, points: Vec<(Place, Place, Place)> },
    /// A line through points, ascending in the first coordinate.
    Line { style: Style, points: Vec<Spot> },
    /// A strategy's markers.
    Markers { style: Style, points: Vec<Spot> },
    /// A thick stroke between two points.
    Bar { style: Style, from: Spot, to: Spot },
    /// A thin grey line between two points.
    Rule { from: Spot, to: Spot },
}

/// An entry of the legend.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub(crate) label: String,
    pub(crate) style: Style,
    /// Whether the style's line is shown behind the marker.
    pub(crate) line: bool,
}

impl Figure {
    /// Puts `count` lanes for runs without a value beyond the axis up, and the
    /// edge that parts them from the values.
    pub(crate) fn lane_up(&mut self, count: usize, label: &str) {
        if count > 0 {
            self.y = self.y.clone().with_lanes(count, 26, label);
            let (left, right) = self.x_ends();
            let edge = Layer::Rule { from: (left, Place::Edge), to: (right, Place::Edge) };
            self.layers.insert(0, edge);
        }
    }

    fn x_ends(&self) -> Spot {
        let (left, right) = self.x.ends();
        match self.x.lanes() {
            0 => (left, right),
            lanes => (left, Place::Lane(lanes - 1)),
        }
    }
}
