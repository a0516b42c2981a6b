//! The option `ties`.

use optile_core::{Allowed, OptionInfo, Spec};
use optile_store::Ties;

/// The words for the ways to break ties, in the order of [`Ties::ALL`].
const WORDS: [&str; 4] = ["larger-g-lifo", "larger-g-fifo", "smaller-g-lifo", "smaller-g-fifo"];

/// The option of strategies that have an open list.
pub(crate) const TIES: OptionInfo = OptionInfo {
    key: "ties",
    about: "which of the nodes with equal f comes first",
    default: WORDS[0],
    allowed: Allowed::OneOf(&WORDS),
};

/// The ties that a strategy's name asks for. The name must have been checked.
pub(crate) fn of(spec: &Spec) -> Ties {
    let asked = spec.option(TIES.key);
    let found = WORDS.iter().zip(Ties::ALL).find(|(word, _)| asked == Some(word));
    found.map_or_else(Ties::default, |(_, ties)| ties)
}
