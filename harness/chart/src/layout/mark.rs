//! Markers, bands and bars.

use crate::scene::{Ink, Item, Point, Scene, Stroke};
use crate::style::{Colour, Dash, Shape, Style};

pub(crate) const INK: Colour = Colour(0x1f, 0x29, 0x37);
pub(crate) const FAINT_INK: Colour = Colour(0x56, 0x5e, 0x6b);
pub(crate) const GRID: Colour = Colour(0xe3, 0xe6, 0xea);
pub(crate) const RULE: Colour = Colour(0x8a, 0x91, 0x9c);
const WHITE: Colour = Colour(0xff, 0xff, 0xff);

pub(crate) const LINE_WIDTH: f64 = 4.5;
const MARKER_RADIUS: f64 = 10.0;
/// The white rim of a marker, so that it is visible on lines.
const RIM: f64 = 2.5;
/// The outline of an open marker.
const OUTLINE: f64 = 3.5;

/// A marker in a style.
pub(crate) fn marker(scene: &mut Scene, (x, y): Point, style: Style) {
    let outline = |colour, width| Some(Stroke { colour, width, dash: Dash::Solid });
    let (ink, shrink) = match style.is_open {
        true => (Ink { fill: Some((WHITE, 1.0)), stroke: outline(style.colour, OUTLINE) }, 1.5),
        false => (Ink { fill: Some((style.colour, 1.0)), stroke: outline(WHITE, RIM) }, 0.0),
    };
    match style.shape.corners() {
        [] => {
            let radius = MARKER_RADIUS - shrink;
            scene.items.push(Item::Circle { centre: (x, y), radius, ink });
        }
        corners => {
            let radius = MARKER_RADIUS - shrink;
            let points = corners.iter().map(|(a, b)| (x + a * radius, y + b * radius)).collect();
            scene.path(points, ink);
        }
    }
}

/// The area within an outline. If the outline is only two points, a stroke between them.
pub(crate) fn band(scene: &mut Scene, outline: Vec<Point>, style: Style) {
    match outline[..] {
        [_, _] => scene.path(outline, Ink::line(style.colour, 2.0, Dash::Solid)),
        _ => scene.path(outline, Ink::veil(style.colour, 0.14)),
    }
}

/// A thick line, such as a whisker.
pub(crate) fn bar(scene: &mut Scene, from: Point, to: Point, style: Style) {
    scene.path(vec![from, to], Ink::line(style.colour, LINE_WIDTH, Dash::Solid));
}

/// A rectangle between opposite corners. The outline of an open one is within it, so that it
/// does not cover its neighbours.
pub(crate) fn block(scene: &mut Scene, (left, bottom): Point, (right, top): Point, style: Style) {
    const OUTLINE: f64 = 3.0;
    let inset = if style.is_open { (OUTLINE / 2.0).min((right - left) / 2.0) } else { 0.0 };
    let (left, right) = (left + inset, right - inset);
    let (bottom, top) = (bottom - inset, top + inset);
    let stroke = Stroke { colour: style.colour, width: OUTLINE, dash: Dash::Solid };
    let ink = match style.is_open {
        true => Ink { fill: Some((WHITE, 1.0)), stroke: Some(stroke) },
        false => Ink::filled(style.colour),
    };
    scene.path(vec![(left, bottom), (left, top), (right, top), (right, bottom)], ink);
}

impl Shape {
    /// The corners around the middle, for a radius of 1; none for a circle. `marker.js` has
    /// the same.
    fn corners(self) -> &'static [(f64, f64)] {
        match self {
            Self::Disc => &[],
            Self::Square => &[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
            Self::Up => &[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)],
            Self::Diamond => &[(0.0, -1.25), (1.15, 0.0), (0.0, 1.25), (-1.15, 0.0)],
            Self::Down => &[(0.0, 1.15), (-1.1, -0.85), (1.1, -0.85)],
            Self::Star => &[
                (0.0, -1.35),
                (0.32, -0.44),
                (1.28, -0.42),
                (0.52, 0.17),
                (0.79, 1.09),
                (0.0, 0.55),
                (-0.79, 1.09),
                (-0.52, 0.17),
                (-1.28, -0.42),
                (-0.32, -0.44),
            ],
            Self::Right => &[(1.2, 0.0), (-0.85, 1.1), (-0.85, -1.1)],
            Self::Bar => &[(-1.2, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.2, 0.5)],
        }
    }
}
