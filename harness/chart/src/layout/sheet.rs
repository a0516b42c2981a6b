//! The sheet on which a figure is drawn: its width, its title, and what is shown.

use crate::figure::LegendEntry;
use crate::scene::font::TEXT;

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// The size of text on paper in points. Journals ask for seven points or more.
const PAPER_TEXT: f64 = 7.2;
/// The width of a page's picture in canvas units, two for each pixel.
const PAGE: f64 = 1800.0;
/// Less has no room for a plot beside its labels.
const LEAST: f64 = 500.0;
/// A legend beside the plot needs this width in canvas units.
pub(crate) const WIDE: f64 = 1500.0;

/// How a figure is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sheet<'a> {
    /// The width on paper in millimetres; `None` for a page on a screen.
    pub millimetres: Option<f64>,
    /// Whether the title and the line below it are drawn. Papers have captions instead.
    pub has_title: bool,
    /// Lines of these names are hidden.
    pub hidden: &'a [&'a str],
    /// Whether a script can show what is hidden: axes then have room for it.
    pub is_live: bool,
}

impl Sheet<'_> {
    /// The sheet of a page on a screen, with everything on it.
    pub const PAGE: Self =
        Sheet { millimetres: None, has_title: true, hidden: &[], is_live: false };

    /// A sheet of paper of this width, without a title.
    pub fn paper(millimetres: f64) -> Self {
        Sheet { millimetres: Some(millimetres), ..Self::default() }
    }

    /// Points on paper for each canvas unit.
    pub(crate) fn point(&self) -> f64 {
        // A page on a screen has half a pixel, which is three eighths of a point.
        if self.millimetres.is_some() { PAPER_TEXT / TEXT } else { 0.375 }
    }

    /// The width in canvas units.
    pub(crate) fn width(&self) -> f64 {
        let of_paper = |width: f64| (width * POINTS / self.point()).max(LEAST);
        self.millimetres.map_or(PAGE, of_paper)
    }

    pub(crate) fn shows(&self, entry: &LegendEntry) -> bool {
        !entry.line || !self.hidden.contains(&entry.name())
    }
}
