//! The rectangle of a plot on its canvas.

use crate::figure::{Figure, Spot};
use crate::layout::pen::Point;

/// Space between the plot and its legend, in pixels like all lengths here.
pub(crate) const GAP: f64 = 14.0;

/// The rectangle in which values are drawn, on a canvas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    /// The height below it with labels and the title of the axis.
    pub(crate) foot: f64,
    /// Width and height of the canvas.
    pub(crate) canvas: (f64, f64),
}

impl Frame {
    /// The place of a spot on the canvas.
    pub(crate) fn point(self, figure: &Figure, (x, y): Spot) -> Point {
        let across = figure.x.offset(x, self.right - self.left);
        (self.left + across, self.bottom - figure.y.offset(y, self.bottom - self.top))
    }
}
