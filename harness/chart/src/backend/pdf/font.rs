//! A font: the widths of texts, and where a text begins.

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendCoord, BackendTextStyle};
use ttf_parser::{Face, FaceParsingError, GlyphId};

/// A TrueType font.
pub(crate) struct Font {
    /// The whole file.
    pub(crate) file: &'static [u8],
    pub(crate) face: Face<'static>,
}

impl Font {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When the file is no TrueType font.
    pub(crate) fn new(file: &'static [u8]) -> Result<Self, FaceParsingError> {
        Ok(Self { file, face: Face::parse(file, 0)? })
    }

    /// The glyph of a letter; that of a missing letter is an empty box.
    pub(crate) fn glyph(&self, letter: char) -> GlyphId {
        self.face.glyph_index(letter).unwrap_or_default()
    }

    /// The numbers of the glyphs of a text, two bytes each.
    pub(crate) fn glyphs(&self, text: &str) -> Vec<u8> {
        text.chars().flat_map(|letter| self.glyph(letter).0.to_be_bytes()).collect()
    }

    /// How far a glyph moves the next one, for letters of size 1.
    pub(crate) fn advance(&self, glyph: GlyphId) -> f64 {
        let units = self.face.glyph_hor_advance(glyph).unwrap_or_default();
        f64::from(units) / f64::from(self.face.units_per_em())
    }

    /// The width of a text whose letters have this size, in the unit of the size.
    pub(crate) fn width(&self, text: &str, size: f64) -> f64 {
        text.chars().map(|letter| self.advance(self.glyph(letter))).sum::<f64>() * size
    }

    /// The height of capitals of size 1.
    pub(crate) fn capitals(&self) -> f64 {
        let bounds = self.face.glyph_bounding_box(self.glyph('H'));
        f64::from(bounds.map_or(0, |bounds| bounds.y_max)) / f64::from(self.face.units_per_em())
    }

    /// Width and height of a text.
    pub(crate) fn extent(&self, text: &str, style: &impl BackendTextStyle) -> (u32, u32) {
        (self.width(text, style.size()).ceil() as u32, style.size().ceil() as u32)
    }

    /// The left end of the base line of a text with an anchor at `pos`. Vertically, the anchor
    /// is that of a box of the size of the text, with the capitals in its middle.
    pub(crate) fn place(
        &self,
        text: &str,
        style: &impl BackendTextStyle,
        (x, y): BackendCoord,
    ) -> (f64, f64) {
        let (width, size) = (self.width(text, style.size()), style.size());
        let left = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => width / 2.0,
            HPos::Right => width,
        };
        (f64::from(x) - left, f64::from(y) + self.base(style.anchor().v_pos) * size)
    }

    /// How far the base line is below the anchor, for letters of size 1.
    pub(crate) fn base(&self, anchor: VPos) -> f64 {
        let middle = match anchor {
            VPos::Top => 0.5,
            VPos::Center => 0.0,
            VPos::Bottom => -0.5,
        };
        middle + self.capitals() / 2.0
    }
}
