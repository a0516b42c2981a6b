//! Cells of CSV files, which people open with spreadsheets.
//!
//! # The main decision
//!
//! **A cell does nothing, and the text can be got back from it.** Ids of instances and names
//! of programs can be any text. A spreadsheet reads some texts as formulas, which can start
//! programs, and direction characters show a text in another order. [`cell`] makes such a
//! text harmless, and does not change any other text. [`text`] is its inverse, so the same id
//! has the same cell in every file, and two ids never have the same cell.

use std::borrow::Cow;

use crate::text::lines::is_control;

/// The characters with which a formula begins (OWASP, "CSV Injection"). Some spreadsheets
/// take the wide forms of the signs too.
const BEGIN: [char; 11] =
    ['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// The mark in front of a cell that would be a formula.
const MARK: char = '\'';

/// The beginning and the end of the escape of a character.
const ESCAPE: (&str, char) = ("\\u{", '}');

/// The cell of a text: control and direction characters are escapes such as `\u{202e}`, and a
/// formula has an apostrophe in front. Line feeds and tabs stay.
pub fn cell(text: &str) -> Cow<'_, str> {
    let cell = escaped(text);
    let bare = cell.trim_start_matches(MARK);
    let is_number = bare.len() == cell.len() && cell.parse::<f64>().is_ok();
    match bare.starts_with(BEGIN) && !is_number {
        true => format!("{MARK}{cell}").into(),
        false => cell,
    }
}

/// The text of a cell.
pub fn text(cell: &str) -> Cow<'_, str> {
    let is_marked = cell.trim_start_matches(MARK).starts_with(BEGIN);
    let rest = cell.strip_prefix(MARK).filter(|_| is_marked).unwrap_or(cell);
    if !rest.contains(ESCAPE.0) {
        return rest.into();
    }
    let (mut text, mut rest) = (String::new(), rest);
    while let Some((before, after)) = rest.split_once(ESCAPE.0) {
        text.push_str(before);
        rest = match character(after) {
            Some((c, after)) => {
                text.push(c);
                after
            }
            None => {
                text.push_str(ESCAPE.0);
                after
            }
        };
    }
    text.push_str(rest);
    text.into()
}

fn must_be_escaped(text: &str, place: usize, c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Otherwise the text would seem to have an escape.
        '\\' => text[place..].starts_with(ESCAPE.0),
        c => is_control(c),
    }
}

fn escaped(text: &str) -> Cow<'_, str> {
    if !text.char_indices().any(|(place, c)| must_be_escaped(text, place, c)) {
        return text.into();
    }
    let mut escaped = String::new();
    for (place, c) in text.char_indices() {
        match must_be_escaped(text, place, c) {
            true => escaped.extend(c.escape_unicode()),
            false => escaped.push(c),
        }
    }
    escaped.into()
}

/// The character of an escape after its beginning, and what follows.
fn character(after: &str) -> Option<(char, &str)> {
    let (digits, after) = after.split_once(ESCAPE.1)?;
    Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, after))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_numbers_stay_numbers() {
        for formula in ["=cmd|' /C calc'!A0", "+1+2", "-1-2", "-", "@SUM(A1)", "\t=1", "\n=1"] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        for plain in ["", "12", "-12", "-0.5", "+5", "-1e-9", "idastar:manhattan", "a=b", "'"] {
            assert_eq!(cell(plain), plain);
        }
        assert_eq!((cell("'=x"), cell("'-5")), ("''=x".into(), "''-5".into()));
    }

    #[test]
    fn characters_that_control_what_is_shown_are_escapes() {
        assert_eq!(cell("a\u{202e}b\u{1b}[31m\r"), "a\\u{202e}b\\u{1b}[31m\\u{d}");
        assert_eq!(cell("\\u{202e} \\n \\u"), "\\u{5c}u{202e} \\n \\u");
        assert_eq!(cell("naïve 日本\n\t \\"), "naïve 日本\n\t \\");
    }

    proptest! {
        #[test]
        fn a_text_is_got_back_from_its_cell(
            own in "['=+\\-@5x\\\\u{}0e\u{202e}\u{1b}\r\n\t]{0,12}",
            any in any::<String>(),
        ) {
            for text in [own, any] {
                let cell = cell(&text).into_owned();
                prop_assert_eq!(super::text(&cell), text);
                let is_formula = cell.starts_with(BEGIN) && cell.parse::<f64>().is_err();
                prop_assert!(!is_formula, "{}", cell);
            }
        }
    }
}
