//! The order of nodes with equal f.

use optile_core::{Allowed, OptionInfo, Spec};

/// Which of the nodes with the least f is taken from the open list first.
///
/// All nodes with an f below the cost of the solution are expanded, in any
/// order. How many of those with an f equal to the cost are expanded depends on
/// this order alone (M. Asai, A. Fukunaga, Tie-breaking strategies for
/// cost-optimal best first search, 2017).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Whether nodes with a smaller g come first. Otherwise nodes with a larger
    /// g come first.
    pub smaller_g: bool,
    /// Whether nodes of equal f and g leave first in, first out. Otherwise they
    /// leave last in, first out.
    pub fifo: bool,
}

/// The option's words for the ways to break ties, the default first.
const WORDS: [&str; 4] = ["larger-g-lifo", "larger-g-fifo", "smaller-g-lifo", "smaller-g-fifo"];

impl Ties {
    /// The option `ties` of strategies that have an open list.
    pub const OPTION: OptionInfo = OptionInfo {
        key: "ties",
        about: "which of the nodes with equal f comes first",
        default: WORDS[0],
        allowed: Allowed::OneOf(&WORDS),
    };

    /// The four ways, in the order of the option's words.
    pub const ALL: [Self; 4] = [
        Self { smaller_g: false, fifo: false },
        Self { smaller_g: false, fifo: true },
        Self { smaller_g: true, fifo: false },
        Self { smaller_g: true, fifo: true },
    ];

    /// The ties that the option asks for in a strategy's name. The name must
    /// have been checked.
    pub fn of(spec: &Spec) -> Self {
        let asked = spec.option(Self::OPTION.key);
        let found = WORDS.iter().zip(Self::ALL).find(|(word, _)| asked == Some(word));
        found.map_or_else(Self::default, |(_, ties)| ties)
    }
}
