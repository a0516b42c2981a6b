//! The options of the search.

use optile_core::{Allowed, Opt};

/// Which of the lower successors is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Steepest,
    First,
    Random,
}

pub(crate) const KIND: Opt<Allowed<Kind>> = Opt {
    key: "kind",
    about: "which lower successor is taken: the lowest, the first one, or any",
    default: "steepest",
    allowed: Allowed::OneOf(&[
        ("steepest", Kind::Steepest),
        ("first", Kind::First),
        ("random", Kind::Random),
    ]),
};

pub(crate) const SIDEWAYS: Opt<Allowed<u16>> = Opt {
    key: "sideways",
    about: "how many moves in a row may keep the estimate",
    default: "0",
    allowed: Allowed::Number(0..=10_000, |number| number),
};

pub(crate) const RESTARTS: Opt<Allowed<u16>> =
    Opt { key: "restarts", about: "how often it begins again, after a random walk", ..SIDEWAYS };

pub(crate) const SEED: Opt<Allowed<u16>> =
    Opt { key: "seed", about: "the number from which all random choices follow", ..SIDEWAYS };
