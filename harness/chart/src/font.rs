//! The bundled font, and the sizes of texts.

use std::sync::LazyLock;

use crate::backend::pdf::Font;

/// A subset of DejaVu Sans; its origin is in `assets/DejaVuSans-LICENSE.txt`.
pub(crate) static FONT: LazyLock<Font> = LazyLock::new(|| {
    let file = include_bytes!("../assets/DejaVuSans-subset.ttf");
    // OK because the file is part of the program, and a test reads it.
    Font::new(file).expect("the bundled file is a font")
});

/// Sizes of text in pixels, as CSS counts them: the height of a line without leading.
pub(crate) const TITLE: f64 = 18.5;
pub(crate) const TEXT: f64 = 13.5;

/// The width of a text in the unit of its size. Texts in SVG files use a font of the reader's
/// system; the bundled font is wide, so they need no more room than this.
pub fn text_width(text: &str, size: f64) -> f64 {
    FONT.width(text, size)
}

/// The width of the widest of some texts.
pub(crate) fn widest<'a>(texts: impl Iterator<Item = &'a str>, size: f64) -> f64 {
    texts.map(|text| text_width(text, size)).fold(0.0, f64::max)
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

/// A text without its middle if it is wider than `room`.
pub(crate) fn fitted(words: &str, size: f64, room: f64) -> String {
    let mut most = words.chars().count();
    let mut short = words.to_owned();
    while text_width(&short, size) > room && most > 4 {
        most -= 2;
        short = elided(words, most);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_font_has_the_letters_of_charts() {
        for c in "azAZ059 .,:()÷×–µ…±\u{a0}%".chars() {
            assert_ne!(FONT.glyph(c).0, 0, "{c:?}");
        }
        assert!((text_width("aa", 20.0) - 2.0 * text_width("a", 20.0)).abs() < 1e-9);
    }
}
