//! A font: the widths of texts, and where a text begins.

use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{BackendColor, BackendCoord};
use ttf_parser::{Face, FaceParsingError, GlyphId};

/// Where and how a text is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Letters {
    pub(crate) at: BackendCoord,
    pub(crate) anchor: Pos,
    pub(crate) size: f64,
    /// Whether it is read upwards: it is turned about its place.
    pub(crate) is_turned: bool,
    pub(crate) colour: BackendColor,
}

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

    /// Where the base line of a text is. Vertically, the anchor is that of a box of the size of
    /// the text, with the capitals in its middle.
    pub(crate) fn base(&self, letters: &Letters) -> f64 {
        let middle = match letters.anchor.v_pos {
            VPos::Top => 0.5,
            VPos::Center => 0.0,
            VPos::Bottom => -0.5,
        };
        f64::from(letters.at.1) + (middle + self.capitals() / 2.0) * letters.size
    }

    /// How the glyphs of a text, which stand upright, are put on a page, whose y axis goes down:
    /// the matrix of letters of size 1, and where the text begins.
    pub(crate) fn placed(&self, text: &str, letters: &Letters) -> [f32; 6] {
        let (left, base) = (self.left(text, letters), self.base(letters));
        let (x, y) = (f64::from(letters.at.0), f64::from(letters.at.1));
        match letters.is_turned {
            false => [1.0, 0.0, 0.0, -1.0, left as f32, base as f32],
            true => [0.0, -1.0, -1.0, 0.0, (x + base - y) as f32, (y + x - left) as f32],
        }
    }

    /// Where a text begins.
    fn left(&self, text: &str, letters: &Letters) -> f64 {
        let before = match letters.anchor.h_pos {
            HPos::Left => 0.0,
            HPos::Center => 0.5,
            HPos::Right => 1.0,
        };
        f64::from(letters.at.0) - self.width(text, letters.size) * before
    }
}
