//! The nodes that are expanded together.

use optile_core::{Asked, BATCH, Board, Move, Parent};
use optile_store::ClosedEntry;

use super::Node;
use crate::policy::Class;

/// Nodes of one class that were taken from the open list to be expanded.
pub(super) struct Selected<B: Board> {
    pub(super) nodes: [Node<B>; BATCH],
    /// The mixed keys of their states.
    pub(super) keys: [B::Word; BATCH],
    pub(super) len: usize,
    pub(super) class: Class,
}

impl<B: Board> Default for Selected<B> {
    fn default() -> Self {
        let class = Class { label: 0, g: 0 };
        Self {
            nodes: [Node::<B>::default(); BATCH],
            keys: [B::Word::default(); BATCH],
            len: 0,
            class,
        }
    }
}

/// The most successors of a batch.
const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// The successors of a batch, as parallel arrays indexed by number. So the
/// heuristic gets what it needs as slices.
pub(super) struct Successors<B: Board> {
    /// Their nodes.
    pub(super) nodes: [Node<B>; SUCCESSORS],
    /// The mixed keys of their states.
    pub(super) keys: [B::Word; SUCCESSORS],
    /// Their parents, by place, and their slides.
    pub(super) asked: [Asked; SUCCESSORS],
    /// What the other side knows of them, once they are looked up.
    pub(super) others: [ClosedEntry; SUCCESSORS],
    /// Their estimates toward the end that their side searches for, and toward
    /// its own root, once they are computed.
    pub(super) estimates: [[u32; SUCCESSORS]; 2],
    /// How many there are.
    pub(super) len: usize,
}

impl<B: Board> Default for Successors<B> {
    fn default() -> Self {
        Self {
            nodes: [Node::<B>::default(); SUCCESSORS],
            keys: [B::Word::default(); SUCCESSORS],
            asked: [Asked::default(); SUCCESSORS],
            others: [ClosedEntry::default(); SUCCESSORS],
            estimates: [[0; SUCCESSORS]; 2],
            len: 0,
        }
    }
}

impl<B: Board> Successors<B> {
    /// The estimates of a successor, once they are computed.
    #[inline(always)]
    pub(super) fn estimates(&self, number: usize) -> [u32; 2] {
        [self.estimates[0][number], self.estimates[1][number]]
    }
}

/// The successors of a batch, and what their estimates are computed from.
pub(super) struct Scratch<B: Board> {
    /// The parents of successors whose estimates are asked for together.
    pub(super) parents: Vec<Parent<B>>,
    pub(super) successors: Successors<B>,
    /// Parents and slides with renamed tiles.
    pub(super) renamed_parents: Vec<Parent<B>>,
    pub(super) renamed_asked: Vec<Asked>,
}

impl<B: Board> Scratch<B> {
    /// An empty one.
    #[inline(never)]
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            parents: Vec::with_capacity(BATCH),
            successors: Successors::default(),
            renamed_parents: Vec::with_capacity(BATCH),
            renamed_asked: Vec::with_capacity(SUCCESSORS),
        })
    }
}
