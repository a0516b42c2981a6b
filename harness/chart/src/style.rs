//! Colour, marker and dash of each strategy.

mod colours;
mod palette;

pub use colours::{Colour, PARTS, STATES, variables};
pub(crate) use colours::{FAINT_INK, GRID, INK, RULE, WHITE};
pub use palette::Palette;

/// The outline of a marker. All are areas, because a cross of strokes vanishes on lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A circle.
    Disc,
    /// A square.
    Square,
    /// A triangle that points up.
    Up,
    /// A square on one of its corners.
    Diamond,
    /// A triangle that points down.
    Down,
    /// A star with five points.
    Star,
    /// A triangle that points right.
    Right,
    /// A flat rectangle.
    Bar,
}

/// The plainest marker first.
const SHAPES: [Shape; 8] = [
    Shape::Disc,
    Shape::Square,
    Shape::Up,
    Shape::Diamond,
    Shape::Down,
    Shape::Star,
    Shape::Right,
    Shape::Bar,
];

/// The dash of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dash {
    /// A solid line.
    Solid,
    /// Lengths of a dash and of the gap after it, in half pixels.
    Broken(i32, i32),
}

const DASHES: [Dash; 4] =
    [Dash::Solid, Dash::Broken(26, 10), Dash::Broken(12, 8), Dash::Broken(4, 8)];

/// Colour, marker and dash of one strategy, the same in every chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The colour of marker and line.
    pub colour: Colour,
    /// The shape of the marker.
    pub shape: Shape,
    /// Whether the marker is only an outline.
    pub is_open: bool,
    /// The dash of the line.
    pub dash: Dash,
}

impl Style {
    /// The style for marks that belong to no strategy.
    pub const NEUTRAL: Self =
        Self { colour: colours::NEUTRAL, shape: Shape::Disc, is_open: true, dash: Dash::Solid };
}
