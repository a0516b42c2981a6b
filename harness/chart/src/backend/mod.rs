//! The pictures on which plotters draws: SVG, PDF and pixels.
//!
//! # The main decision
//!
//! **A picture has one font, which its user brings.** plotters asks a backend for the size of a
//! text, and the picture must have that size later, so the backend reads the widths from the same
//! file that a document holds. No font of the system is needed. Texts stay texts: readers can
//! search for them and copy them.
//!
//! A [`surface::Surface`] knows dashes and shapes with an outline, so a dash is an operator of a page
//! and not many short lines. What a surface is, the font and the PDF use nothing else of this project.

pub(crate) mod font;
pub(crate) mod pdf;
pub(crate) mod pixels;
pub(crate) mod surface;
pub(crate) mod svg;

/// Units of a backend per pixel of a screen. plotters counts in whole units, and a letter on
/// paper has seven points, so a point on paper has 94 units.
pub(crate) const UNITS: f64 = 50.0;

/// A length in pixels as whole units of a backend.
pub(crate) fn units(pixels: f64) -> i32 {
    (pixels * UNITS).round() as i32
}
