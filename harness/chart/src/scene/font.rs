//! The bundled font: widths of texts, and outlines of letters.

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef};

/// A subset of DejaVu Sans; its origin is in `assets/DejaVuSans-LICENSE.txt`.
pub(crate) static FILE: &[u8] = include_bytes!("../../assets/DejaVuSans-subset.ttf");

/// `None` if the bundled file were no font, which a test rules out.
static FONT: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(FILE).ok());

/// Sizes of text in canvas units, as CSS counts them: the height of a line without
/// leading.
pub(crate) const TITLE: f64 = 37.0;
pub(crate) const TEXT: f64 = 27.0;
/// How far a base line is below the middle of capitals, as a share of the size.
pub(crate) const DROP: f64 = 0.36;

pub(crate) fn font() -> Option<&'static FontRef<'static>> {
    FONT.as_ref()
}

/// Units of the font per size of text.
pub(crate) fn units_per_em() -> f32 {
    font().and_then(FontRef::units_per_em).unwrap_or(1000.0)
}

/// The width of a text in canvas units. Texts in SVG files use a font of the reader's
/// system; the bundled font is wide, so they need no more room than this.
pub fn text_width(text: &str, size: f64) -> f64 {
    let Some(font) = font() else { return 0.0 };
    let advance = |c: char| f64::from(font.h_advance_unscaled(font.glyph_id(c)));
    text.chars().map(advance).sum::<f64>() * size / f64::from(units_per_em())
}

/// A text of at most `most` characters; a longer text loses its middle.
pub fn elided(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.into();
    }
    let head = most / 2;
    let tail = most - head - 1;
    text.chars().take(head).chain(['…']).chain(text.chars().skip(count - tail)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_file_is_a_font_with_the_letters_of_charts() {
        let font = font().unwrap();
        for c in "azAZ059 .,:()÷×–µ…±\u{a0}%".chars() {
            assert_ne!(font.glyph_id(c).0, 0, "{c:?}");
        }
        assert!((text_width("aa", 20.0) - 2.0 * text_width("a", 20.0)).abs() < 1e-9);
    }
}
