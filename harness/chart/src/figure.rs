//! A chart as data: axes, layers from back to front and a legend.

use crate::axis::{Axis, Place};
use crate::style::Style;

/// A point of a figure, across and up.
pub type Spot = (Place, Place);

/// A chart as data: what to draw, not how.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What its files are called, without an ending.
    pub name: String,
    /// The heading.
    pub title: String,
    /// How to read it, in half a line.
    pub subtitle: String,
    /// What it shows, over which instances, and what is not in it.
    pub caption: String,
    /// The axis across.
    pub x: Axis,
    /// The axis up.
    pub y: Axis,
    /// From back to front.
    pub layers: Vec<Layer>,
    /// What the styles stand for; empty where the axes say it.
    pub legend: Vec<LegendEntry>,
    /// The numbers that it shows: headings, then a row each.
    pub numbers: Vec<Vec<String>>,
}

/// What a figure is made of.
#[derive(Clone, Debug)]
pub enum Layer {
    /// The area between a lower and an upper line.
    Band {
        /// Its colour.
        style: Style,
        /// Across, and the lower and the upper place up.
        points: Vec<(Place, Place, Place)>,
    },
    /// A line through points, ascending in the first coordinate.
    Line {
        /// Its colour and dash.
        style: Style,
        /// Its points.
        points: Vec<Spot>,
    },
    /// A strategy's markers.
    Markers {
        /// Their colour and shape.
        style: Style,
        /// Where they stand.
        points: Vec<Spot>,
    },
    /// A thick stroke between two points.
    Bar {
        /// Its colour.
        style: Style,
        /// One end.
        from: Spot,
        /// The other.
        to: Spot,
    },
    /// A thin grey line between two points.
    Rule {
        /// One end.
        from: Spot,
        /// The other.
        to: Spot,
    },
}

/// An entry of the legend.
#[derive(Clone, Debug)]
pub struct LegendEntry {
    /// What the style stands for.
    pub label: String,
    /// The style.
    pub style: Style,
    /// Whether the style's line is shown behind the marker.
    pub line: bool,
}

impl Figure {
    /// Puts `count` lanes for runs without a value beyond the axis up, and the
    /// edge that parts them from the values.
    pub fn lane_up(&mut self, count: usize, label: &str) {
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
