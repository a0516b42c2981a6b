//! The bundled font, and the sizes of texts.

use std::sync::LazyLock;

use crate::backend::font::Font;

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
pub(crate) fn elided(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.into();
    }
    let (head, tail) = kept(most);
    text.chars().take(head).chain(['…']).chain(text.chars().skip(count - tail)).collect()
}

/// How many letters of a longer text are kept of its beginning and of its end.
fn kept(most: usize) -> (usize, usize) {
    (most / 2, most - most / 2 - 1)
}

/// A text without its middle if it is wider than `room`.
pub(crate) fn fitted(words: &str, size: f64, room: f64) -> String {
    // Where each letter ends, so that all are measured once.
    let mut ends = vec![0.0];
    for letter in words.chars() {
        ends.push(ends[ends.len() - 1] + FONT.advance(FONT.glyph(letter)) * size);
    }
    let (count, dots) = (ends.len() - 1, text_width("…", size));
    let width = |most| {
        let (head, tail) = kept(most);
        let between = ends[count - tail] - ends[head];
        ends[count] - if most < count { between - dots } else { 0.0 }
    };
    let mut most = count;
    while most > 4 && width(most) > room {
        most -= 2;
    }
    elided(words, most)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_long_text_is_fitted_in_time() {
        let begun = Instant::now();
        let short = fitted(&"a long reason ".repeat(20_000), TEXT, 300.0);
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        assert!(short.contains('…') && short.chars().count() > 20, "{short}");
    }

    proptest! {
        #[test]
        fn the_longest_text_of_two_letters_less_each_time_is_fitted(
            text in "[a-z iIwW…é]{0,60}",
            room in 0.0..400.0,
        ) {
            let mut most = text.chars().count();
            while most > 4 && text_width(&elided(&text, most), TEXT) > room {
                most -= 2;
            }
            prop_assert_eq!(fitted(&text, TEXT, room), elided(&text, most));
        }
    }

    #[test]
    fn the_bundled_font_has_the_letters_of_charts() {
        for c in "azAZ059 .,:()÷×–µ…±\u{a0}%".chars() {
            assert_ne!(FONT.glyph(c).0, 0, "{c:?}");
        }
        assert!((text_width("aa", 20.0) - 2.0 * text_width("a", 20.0)).abs() < 1e-9);
    }
}
