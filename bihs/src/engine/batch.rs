//! The nodes that are expanded together.

use optile_core::{BATCH, Board, Move, Parent, Slid, State};
use optile_store::ClosedEntry;

use super::{Home, Node};
use crate::policy::Class;

/// Nodes of one class that were taken from the open list to be expanded.
pub(super) struct Selected<B: Board> {
    pub(super) nodes: [Node<B>; BATCH],
    /// Where the lookups of their states begin.
    pub(super) homes: [Home<B>; BATCH],
    pub(super) len: usize,
    pub(super) class: Class,
}

impl<B: Board> Default for Selected<B> {
    fn default() -> Self {
        let class = Class { label: 0, g: 0 };
        Self {
            nodes: [Node::<B>::default(); BATCH],
            homes: [Home::<B>::default(); BATCH],
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
    /// Where the lookups of their states begin.
    pub(super) homes: [Home<B>; SUCCESSORS],
    /// Their parents, by place, and their slides.
    pub(super) slid: [Slid; SUCCESSORS],
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
            homes: [Home::<B>::default(); SUCCESSORS],
            slid: [Slid::default(); SUCCESSORS],
            others: [ClosedEntry::default(); SUCCESSORS],
            estimates: [[0; SUCCESSORS]; 2],
            len: 0,
        }
    }
}

impl<B: Board> Successors<B> {
    /// Adds a successor.
    #[inline(always)]
    pub(super) fn push(&mut self, node: Node<B>, home: Home<B>, slid: Slid) {
        self.nodes[self.len] = node;
        self.homes[self.len] = home;
        self.slid[self.len] = slid;
        self.len += 1;
    }

    /// Copies node and slide of a successor to its number among the kept ones,
    /// which is not higher than its own.
    #[inline(always)]
    pub(super) fn keep(&mut self, number: usize, kept: usize, other: ClosedEntry) {
        self.nodes[kept] = self.nodes[number];
        self.slid[kept] = self.slid[number];
        self.others[kept] = other;
    }
}

/// The successors of a batch, and what their estimates are computed from.
pub(super) struct Scratch<B: Board> {
    /// The parents with their estimates toward the end that their side searches
    /// for, and toward its own root.
    pub(super) parents: [[Parent<B>; BATCH]; 2],
    pub(super) successors: Successors<B>,
    /// Parents and slides with renamed tiles.
    pub(super) renamed_parents: Vec<Parent<B>>,
    pub(super) renamed_slid: Vec<Slid>,
}

impl<B: Board> Scratch<B> {
    /// An empty one. The state only fills unused places.
    #[inline(never)]
    pub(super) fn new(state: State<B>) -> Box<Self> {
        Box::new(Self {
            parents: [[Parent { state, estimate: None }; BATCH]; 2],
            successors: Successors::default(),
            renamed_parents: Vec::with_capacity(BATCH),
            renamed_slid: Vec::with_capacity(SUCCESSORS),
        })
    }
}
