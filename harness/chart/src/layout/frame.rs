//! The part of a canvas in which values are drawn.

use crate::figure::{Figure, Spot};
use crate::scene::Point;

/// The least space between the marks and the edge of a canvas.
pub(crate) const MARGIN: f64 = 36.0;
/// Space between the plot and its legend.
pub(crate) const GAP: f64 = 48.0;

/// The rectangle in which values are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Frame {
    /// The place of a spot on the canvas.
    pub(crate) fn point(self, figure: &Figure, (x, y): Spot) -> Point {
        let across = figure.x.offset(x, self.right - self.left);
        (self.left + across, self.bottom - figure.y.offset(y, self.bottom - self.top))
    }
}
