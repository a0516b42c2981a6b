//! The order of nodes with equal f.

use optile_core::{Allowed, Opt};

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

impl Ties {
    /// All four ways, the default first.
    pub const ALL: [Self; 4] = [
        Self { smaller_g: false, fifo: false },
        Self { smaller_g: false, fifo: true },
        Self { smaller_g: true, fifo: false },
        Self { smaller_g: true, fifo: true },
    ];

    /// The option of strategies that have an open list.
    pub const OPTION: Opt<Allowed<Self>> = Opt {
        key: "ties",
        about: "which of the nodes with equal f comes first",
        default: "larger-g-lifo",
        allowed: Allowed::OneOf(&[
            ("larger-g-lifo", Self::ALL[0]),
            ("larger-g-fifo", Self::ALL[1]),
            ("smaller-g-lifo", Self::ALL[2]),
            ("smaller-g-fifo", Self::ALL[3]),
        ]),
    };
}
