//! How the tiles and the blank are written.

use std::fmt;

use crate::MAX_CELLS;

/// How tiles are written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Signs {
    /// Numbers, and a sign for the blank.
    Numbers,
    /// One character each, `a` for 10.
    Digits,
    /// Letters only, `a` for 1.
    Letters,
}

impl Signs {
    /// How these words are written.
    pub(super) fn of(words: &[&str]) -> Self {
        let is_digit = |word: &&str| word.starts_with(|sign| matches!(sign, '1'..='9'));
        if words.iter().all(|word| Self::Numbers.value(word, words.len()).is_some()) {
            Self::Numbers
        } else if words.iter().any(is_digit) {
            Self::Digits
        } else {
            Self::Letters
        }
    }

    /// The tile, 0 for the blank, on a board of this many cells.
    pub(super) fn value(self, word: &str, cells: usize) -> Option<u64> {
        let mut letters = word.chars();
        let only = letters.next().filter(|_| letters.next().is_none());
        match (self, only) {
            (Self::Numbers, _) if BLANKS.contains(&word) => Some(0),
            (Self::Numbers, _) => {
                word.bytes().all(|sign| sign.is_ascii_digit()).then(|| word.parse().ok())?
            }
            // No board with fewer cells has `x` for a tile.
            (_, Some('x' | 'X')) if cells < MAX_CELLS || self == Self::Digits => Some(0),
            (_, Some('0' | '_' | '.' | '*' | '-')) => Some(0),
            (Self::Digits, Some(sign)) => sign.to_digit(MAX_CELLS as u32).map(u64::from),
            // Shorter words are rather names.
            (Self::Letters, Some(sign)) if cells > 8 => {
                let letter = sign.to_ascii_lowercase();
                letter.is_ascii_lowercase().then(|| u64::from(letter as u8 - b'a') + 1)
            }
            _ => None,
        }
    }
}

/// The usual signs of the blank.
const USUAL: [&str; 5] = ["0", "x", "X", "_", "."];

/// All of them, except further names of 0.
const BLANKS: [&str; 19] = [
    "0", "x", "X", "_", ".", "B", "None", "null", "", "__", "___", "..", "...", "*", "**", "***",
    "-", "--", "---",
];

/// What stands for the blank in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// A sign, such as 0 or `x`.
    Sign(&'static str),
    /// Nothing but space.
    Gap,
    /// The end of the last row, which is a tile short.
    End,
    /// The number of the last cell, because no tile is 0.
    Last(usize),
}

impl Blank {
    pub(super) fn of(word: &str) -> Self {
        Self::Sign(BLANKS.into_iter().find(|sign| *sign == word).unwrap_or("0"))
    }

    /// Whether boards are often written with it.
    pub fn is_usual(self) -> bool {
        matches!(self, Self::Sign(sign) if USUAL.contains(&sign))
    }
}

impl fmt::Display for Blank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sign("") => f.write_str("\"\""),
            Self::Sign(sign) => f.write_str(sign),
            Self::Gap => f.write_str("the gap"),
            Self::End => f.write_str("the end of the last row"),
            Self::Last(number) => write!(f, "{number}"),
        }
    }
}
