//! A drawing as a list of shapes and texts. Figures are laid out once, and the
//! writers of SVG, PDF and PNG draw the same list.

pub(crate) mod font;
pub(crate) mod pdf;
pub(crate) mod raster;
pub(crate) mod svg;

use crate::style::{Colour, Dash};

/// A point in canvas units, from the upper left corner.
pub(crate) type Point = (f64, f64);

/// A drawing.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// From back to front.
    pub(crate) items: Vec<Item>,
}

#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// Straight lines through points.
    Path {
        points: Vec<Point>,
        ink: Ink,
    },
    Circle {
        centre: Point,
        radius: f64,
        ink: Ink,
    },
    /// A text on its base line.
    Text {
        text: String,
        at: Point,
        size: f64,
        anchor: Anchor,
        colour: Colour,
    },
    /// What belongs to a series until [`Item::End`], for scripts.
    Begin(Group),
    End,
}

/// How the inside and the outline of a shape are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ink {
    /// Colour and opacity of the inside. The outline is then closed.
    pub(crate) fill: Option<(Colour, f64)>,
    pub(crate) stroke: Option<Stroke>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    pub(crate) dash: Dash,
}

/// Where a text is relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A part of a series.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The place of the series in the legend.
    pub(crate) series: usize,
    /// What it is: `band`, `line`, `marks` or `key`.
    pub(crate) class: &'static str,
    pub(crate) is_hidden: bool,
    /// What scripts need: the points with their values, or the wished place of a label.
    pub(crate) data: String,
}

impl Ink {
    pub(crate) fn filled(colour: Colour) -> Self {
        Self { fill: Some((colour, 1.0)), stroke: None }
    }

    pub(crate) fn veil(colour: Colour, opacity: f64) -> Self {
        Self { fill: Some((colour, opacity)), stroke: None }
    }

    pub(crate) fn line(colour: Colour, width: f64, dash: Dash) -> Self {
        Self { fill: None, stroke: Some(Stroke { colour, width, dash }) }
    }
}

impl Scene {
    /// What is drawn without a script: all but hidden groups.
    pub(crate) fn visible(&self) -> impl Iterator<Item = &Item> {
        let mut hidden = false;
        self.items.iter().filter(move |item| {
            match item {
                Item::Begin(group) => hidden = group.is_hidden,
                Item::End => hidden = false,
                _ => return !hidden,
            }
            false
        })
    }

    pub(crate) fn path(&mut self, points: Vec<Point>, ink: Ink) {
        self.items.push(Item::Path { points, ink });
    }

    pub(crate) fn group(
        &mut self,
        series: Option<usize>,
        class: &'static str,
        is_hidden: bool,
        data: String,
        draw: impl FnOnce(&mut Self),
    ) {
        match series {
            Some(series) => {
                self.items.push(Item::Begin(Group { series, class, is_hidden, data }));
                draw(self);
                self.items.push(Item::End);
            }
            None => draw(self),
        }
    }
}
