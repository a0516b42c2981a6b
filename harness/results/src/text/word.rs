//! Words of which an option or a setting takes one.

use anyhow::{Result, anyhow};

use super::names::{nearest, suggestion};

/// A value that has a word.
pub trait Word: Copy + 'static {
    /// What the words stand for, as messages say it.
    const WHAT: &'static str;
    /// Every value.
    const WORDS: &'static [Self];

    /// The word.
    fn word(self) -> &'static str;
}

/// The value of a word.
///
/// # Errors
///
/// When there is no such word. The message names the right ones.
pub fn read<T: Word>(text: &str) -> Result<T> {
    let words = || T::WORDS.iter().map(|value| value.word());
    T::WORDS.iter().copied().find(|value| value.word() == text).ok_or_else(|| {
        let near = suggestion(nearest(text, words()));
        let all: Vec<&str> = words().collect();
        anyhow!("unknown {} {text:?}: {near}expected one of {}", T::WHAT, all.join(", "))
    })
}
