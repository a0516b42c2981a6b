//! The conventions in which programs of courses differ, as options.

use optile_core::{Allowed, MoveOrder, Opt};

/// The order in which moves are tried.
pub(crate) const ORDER: Opt<Allowed<MoveOrder>> = Opt::order("udlr");

/// The order in which successors are made; `None` is that of the tiles that move.
pub(crate) const TILE_ORDER: Opt<Allowed<Option<MoveOrder>>> = Opt {
    key: ORDER.key,
    about: "the order of successors: letters of the blank's moves, or the tiles that move",
    default: ORDER.default,
    allowed: Allowed::Form {
        about: "each of the letters u, l, r, d once, or tile",
        examples: &["tile", "rdul"],
        read: |text| if text == "tile" { Some(None) } else { text.parse().ok().map(Some) },
    },
};

/// Which successors are left out of a tree of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycles {
    /// The one to which the last move is taken back.
    Parent,
    /// Every state that is on the path.
    Path,
}

pub(crate) const CYCLES: Opt<Allowed<Cycles>> = Opt {
    key: "cycles",
    about: "which successors are left out: the parent, or every state on the path",
    default: "parent",
    allowed: Allowed::OneOf(&[("parent", Cycles::Parent), ("path", Cycles::Path)]),
};

/// The first threshold; `None` is the estimate of the start.
pub(crate) const FIRST: Opt<Allowed<Option<u32>>> = Opt {
    key: "first",
    about: "thresholds: h of the start and then the least f above, or 0, 2, 4 and so on",
    default: "h",
    allowed: Allowed::OneOf(&[("h", None), ("0", Some(0))]),
};

/// When a state is compared with the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tested {
    /// Before any of its siblings is visited.
    Made,
    /// When it would be expanded.
    Expanded,
}

pub(crate) const TESTED: Opt<Allowed<Tested>> = Opt {
    key: "tested",
    about: "when a state is compared with the goal",
    default: "expanded",
    allowed: Allowed::OneOf(&[("made", Tested::Made), ("expanded", Tested::Expanded)]),
};
