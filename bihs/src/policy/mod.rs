//! What decides which nodes are expanded next, and when a solution is optimal.

mod astar_reverse;
mod bae;
mod bs;
mod dbbs;
mod dvcbs;
mod least_b;
mod mm;
mod nbs;
mod side;
mod two_level_bae;

use optile_store::{ClassRow, Classes};

pub(crate) use astar_reverse::AStarReverse;
pub(crate) use bae::Bae;
pub(crate) use bs::Bs;
pub(crate) use dbbs::Dbbs;
pub(crate) use dvcbs::Dvcbs;
pub(crate) use least_b::BaeLeastB;
pub(crate) use mm::Mm;
pub(crate) use nbs::Nbs;
pub(crate) use side::Side;
pub use side::SideChoice;
pub(crate) use two_level_bae::TwoLevelBae;

/// The least cost of a move. Two open nodes that are not the same state are at
/// least so far apart.
pub(crate) const EPSILON: u32 = 1;

/// An algorithm: what is expanded next, decided by the numbers of open nodes in
/// each class.
///
/// It is asked once per batch and sees no states, so it is compiled once and
/// not for each board.
pub(crate) trait ExpansionPolicy {
    /// What the labels of classes are.
    fn label(&self) -> Label;

    /// The lower bound on the cost of solutions not yet found, and what to
    /// expand while it holds. `None` if there can be no other solution, because
    /// nodes are missing on a side.
    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step>;
}

/// What the labels of classes are. The g of a class is always known.
///
/// For a node u of one side, h is the estimate toward the end that the side
/// searches for, and h' the estimate toward its own root. Then f is g + h, and
/// d is g - h', by which g exceeds that estimate. With an inconsistent
/// heuristic, bounds with d do not hold. All d are 0 then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// f.
    F,
    /// f + d, with an h of at least [`EPSILON`].
    Sum,
    /// f and d, with an h of at least [`EPSILON`]; see [`Label::pair`].
    Pair,
}

impl Label {
    /// The label of a node. The d must be 0 if it is of no use.
    #[inline(always)]
    pub(crate) fn of(self, f: u32, d: u32) -> usize {
        (if self == Self::Pair { f << 8 | d } else { f + d }) as usize
    }

    /// The estimate toward a side's own root, of a node with this label, g and
    /// estimate toward the other end.
    #[inline(always)]
    pub(crate) fn estimate_back(self, label: usize, g: u32, estimate: u32) -> u32 {
        match self {
            Self::F => 0,
            Self::Sum => 2 * g + estimate.max(EPSILON) - label as u32,
            Self::Pair => g - Self::pair(label).1,
        }
    }

    /// The f of a label, if it tells that.
    #[inline]
    pub(crate) fn f(self, label: usize) -> Option<u32> {
        match self {
            Self::F => Some(label as u32),
            Self::Sum => None,
            Self::Pair => Some(Self::pair(label).0),
        }
    }

    /// The f and the d of a label of [`Label::Pair`].
    #[inline]
    pub(crate) fn pair(label: usize) -> (u32, u32) {
        (label as u32 >> 8, label as u32 & 255)
    }

    /// The least h of a node.
    pub(crate) fn least_estimate(self) -> u32 {
        if self == Self::F { 0 } else { EPSILON }
    }

    /// Whether it takes the estimate toward a side's own root.
    pub(crate) fn has_d(self) -> bool {
        self != Self::F
    }
}

/// What an algorithm may know about the search. Arrays are indexed by [`Side`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenLists<'a> {
    pub(crate) classes: [&'a Classes; 2],
    /// Expansions of each side.
    pub(crate) expanded: [u64; 2],
    /// The cost of the best solution found; [`u32::MAX`] if there is none.
    pub(crate) best: u32,
    /// A number with the parity of all solutions, if bounds are rounded up to
    /// that parity.
    pub(crate) parity: Option<u32>,
    /// Whether the heuristic is consistent.
    pub(crate) is_consistent: bool,
}

impl OpenLists<'_> {
    /// The open nodes of a side.
    pub(crate) fn of(&self, side: Side) -> &Classes {
        self.classes[side as usize]
    }

    /// Whether a side has no open nodes. Then all solutions are known.
    pub(crate) fn has_empty_side(&self) -> bool {
        self.classes.iter().any(|classes| classes.is_empty())
    }

    /// A lower bound, rounded up to the parity of solutions if this is asked
    /// for.
    pub(crate) fn rounded(&self, bound: u32) -> u32 {
        bound.saturating_add(self.parity.map_or(0, |parity| (bound ^ parity) & 1))
    }
}

/// A class of nodes of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) label: usize,
    pub(crate) g: u32,
}

impl Class {
    /// The nodes of a row with the greatest g. `None` if the row is empty.
    pub(crate) fn deepest(row: &ClassRow) -> Option<Self> {
        Some(Self { label: row.label(), g: row.greatest_cost(u32::MAX)? })
    }
}

/// What to expand next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The lower bound on the cost of solutions not yet found.
    pub(crate) bound: u32,
    /// The class of each side to take nodes from. If both sides have one, as
    /// many nodes are expanded on one side as on the other.
    pub(crate) classes: [Option<Class>; 2],
}

impl Step {
    /// Expands from a class of one side.
    pub(crate) fn one(bound: u32, side: Side, class: Class) -> Self {
        let mut classes = [None; 2];
        classes[side as usize] = Some(class);
        Self { bound, classes }
    }
}
