//! The pictures on which plotters draws: SVG, PDF and pixels.
//!
//! Each one is a [`DrawingBackend`]. What charts need beyond that is a [`Canvas`].

pub(crate) mod pdf;
pub(crate) mod pixels;
pub(crate) mod svg;

use std::convert::Infallible;

use plotters_backend::DrawingBackend;

/// Units of a backend per pixel of a screen. plotters counts in whole units, and a letter on
/// paper has seven points, so a point on paper has 94 units.
pub(crate) const UNITS: f64 = 50.0;

/// A backend in memory, which cannot fail, with dashes and groups.
pub(crate) trait Canvas: DrawingBackend<ErrorType = Infallible> {
    /// Sets the lengths in units of the dashes and of the gaps of later paths; `None` for
    /// solid paths.
    fn set_dash(&mut self, dash: Option<[u32; 2]>);

    /// Begins a group of marks. Pictures without scripts have no groups.
    fn begin(&mut self, _group: &Group) {}

    /// Ends the group.
    fn end(&mut self) {}
}

impl Canvas for pdf::PdfBackend<'_> {
    fn set_dash(&mut self, dash: Option<[u32; 2]>) {
        self.set_dash(dash);
    }
}

/// A part of a series, for scripts.
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

/// A length in pixels as whole units of a backend.
pub(crate) fn units(pixels: f64) -> i32 {
    (pixels * UNITS).round() as i32
}
