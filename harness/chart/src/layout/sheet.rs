//! The sheet on which a figure is drawn: its size, its letters, and what is shown.

use crate::figure::LegendEntry;
use crate::font::TEXT;

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// The size of text on paper in points. Journals ask for seven points or more.
const PAPER_TEXT: f64 = 7.2;
/// Less has no room for a plot beside its labels.
const LEAST: f64 = 250.0;
/// Wider sheets have their legend beside the plot; in pixels and, for paper, in millimetres.
pub(crate) const WIDE: f64 = 560.0;
const WIDE_PAPER: f64 = 140.0;
/// Wider sheets have four small charts in a row.
const VERY_WIDE: f64 = 1200.0;

/// How a figure is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// How wide it is.
    pub width: Width,
    /// How high it is, in the unit of its width; `None` for what suits the figure.
    pub height: Option<f64>,
    /// Whether the title and the line below it are drawn. Papers have captions instead.
    pub has_title: bool,
    /// Whether all lines are drawn, or only those that a figure shows first.
    pub has_all: bool,
    /// Whether a script can show what is hidden: axes then have room for it.
    pub is_live: bool,
}

/// Where a legend is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LegendPlace {
    /// To the right of the plot, each name near the end of its line.
    Beside,
    /// Below the plot.
    Below,
    /// Inside the plot, where nothing is drawn.
    Inside,
    /// There is none.
    None,
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
        Self {
            width: Width::Pixels(pixels),
            height: None,
            has_title: true,
            has_all: false,
            is_live: false,
        }
    }

    /// A sheet of paper of this width, without a title.
    pub const fn paper(millimetres: f64) -> Self {
        let width = Width::Millimetres(millimetres);
        Self { width, has_title: false, ..Self::PAGE }
    }

    /// What a pixel of the layout is on the sheet: points on paper, pixels on a screen.
    ///
    /// The layout is that of a screen. Letters on paper are smaller, so the sheet is as many pixels
    /// wider.
    pub(crate) fn scale(&self) -> f64 {
        if self.is_paper() { PAPER_TEXT / TEXT } else { 1.0 }
    }

    pub(crate) fn is_paper(&self) -> bool {
        matches!(self.width, Width::Millimetres(_))
    }

    /// Where the legend is: beside the plot on a wide sheet.
    pub(crate) fn legend(&self) -> LegendPlace {
        let is_wide = match self.width {
            Width::Pixels(pixels) => pixels >= WIDE,
            Width::Millimetres(millimetres) => millimetres >= WIDE_PAPER,
        };
        if is_wide { LegendPlace::Beside } else { LegendPlace::Below }
    }

    /// The width in pixels of the layout.
    pub(crate) fn width(&self) -> f64 {
        let (Width::Pixels(width) | Width::Millimetres(width)) = self.width;
        self.pixels(width).max(LEAST)
    }

    /// A length in the unit of the width as pixels of the layout.
    pub(crate) fn pixels(&self, length: f64) -> f64 {
        let points = if self.is_paper() { length * POINTS } else { length };
        points / self.scale()
    }

    /// How many small charts are beside each other, if their height does not matter.
    pub(crate) fn columns(&self) -> usize {
        match self.width() {
            width if width >= VERY_WIDE => 4,
            width if width >= WIDE => 3,
            _ => 1,
        }
    }

    pub(crate) fn shows(&self, entry: &LegendEntry) -> bool {
        self.has_all || entry.is_first
    }
}
