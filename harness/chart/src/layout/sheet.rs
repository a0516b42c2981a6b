//! The sheet on which a figure is drawn: its width, its title, and what is shown.

use optile_results::word::Word;

use crate::figure::LegendEntry;
use crate::scene::font::TEXT;

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// The size of text on paper in points. Journals ask for seven points or more.
const PAPER_TEXT: f64 = 7.2;
/// Canvas units of a pixel.
const PIXEL: f64 = 2.0;
/// Less has no room for a plot beside its labels.
const LEAST: f64 = 500.0;
/// A legend beside the plot needs this width in canvas units.
pub(crate) const WIDE: f64 = 1500.0;

/// How a figure is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// How wide it is.
    pub width: Width,
    /// Whether the title and the line below it are drawn. Papers have captions instead.
    pub has_title: bool,
    /// Whether all lines are drawn, or only those that a figure shows first.
    pub has_all: bool,
    /// Whether a script can show what is hidden: axes then have room for it.
    pub is_live: bool,
    /// How high it is, in the unit of the width; without it, as high as its plot needs.
    pub height: Option<f64>,
    /// The size of letters: points on paper, pixels on a screen.
    pub text: f64,
    /// Where the legend is.
    pub legend: LegendPlace,
}

/// Where a legend is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegendPlace {
    /// To the right of the plot, each name near the end of its line.
    Beside,
    /// Below the plot.
    Below,
    /// In the corner of the plot with the fewest marks.
    Inside,
    /// There is none.
    None,
}

impl Word for LegendPlace {
    const WHAT: &'static str = "place of a legend";
    const WORDS: &'static [Self] = &[Self::Beside, Self::Below, Self::Inside, Self::None];

    fn word(self) -> &'static str {
        match self {
            Self::Beside => "beside",
            Self::Below => "below",
            Self::Inside => "inside",
            Self::None => "none",
        }
    }
}

/// The width of a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Width {
    /// Pixels of a screen.
    Pixels(f64),
    /// Millimetres of paper.
    Millimetres(f64),
}

impl Sheet {
    /// The sheet of a picture for a screen, with a title.
    pub const PAGE: Self = Self::screen(900.0);

    /// A sheet for a screen, with a title.
    pub const fn screen(pixels: f64) -> Self {
        let legend = if pixels >= 560.0 { LegendPlace::Beside } else { LegendPlace::Below };
        Self {
            width: Width::Pixels(pixels),
            has_title: true,
            has_all: false,
            is_live: false,
            height: None,
            text: 13.5,
            legend,
        }
    }

    /// A sheet of paper of this width, without a title.
    pub const fn paper(millimetres: f64) -> Self {
        let width = Width::Millimetres(millimetres);
        let legend = if millimetres >= 140.0 { LegendPlace::Beside } else { LegendPlace::Below };
        Self { width, has_title: false, text: PAPER_TEXT, legend, ..Self::PAGE }
    }

    /// Points on paper for each canvas unit.
    pub(crate) fn point(&self) -> f64 {
        // A page on a screen has half a pixel, which is three eighths of a point.
        if self.is_paper() { PAPER_TEXT / TEXT } else { 0.375 }
    }

    pub(crate) fn is_paper(&self) -> bool {
        matches!(self.width, Width::Millimetres(_))
    }

    /// The width in canvas units.
    pub(crate) fn width(&self) -> f64 {
        match self.width {
            Width::Pixels(width) => (width * PIXEL).max(LEAST),
            Width::Millimetres(width) => (width * POINTS / self.point()).max(LEAST),
        }
    }

    /// How many small charts fit beside each other.
    pub(crate) fn columns(&self) -> usize {
        if self.width() >= WIDE { 3 } else { 1 }
    }

    pub(crate) fn shows(&self, entry: &LegendEntry) -> bool {
        !entry.line || self.has_all || entry.is_first
    }
}
