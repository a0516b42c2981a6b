//! The pictures on which plotters draws: SVG, PDF and pixels.

pub(crate) mod pdf;
pub(crate) mod pixels;
pub(crate) mod svg;

/// Units of a backend per pixel of a screen. plotters counts in whole units, and a letter on
/// paper has seven points, so a point on paper has 94 units.
pub(crate) const UNITS: f64 = 50.0;

/// A length in pixels as whole units of a backend.
pub(crate) fn units(pixels: f64) -> i32 {
    (pixels * UNITS).round() as i32
}
