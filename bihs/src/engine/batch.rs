//! The nodes that are expanded together.

use optile_core::{BATCH, Board, Move, Parent, Slid};

use super::Node;
use crate::policy::Class;

/// Nodes of one class that were taken from the open list to be expanded.
pub(super) struct Selected<B: Board> {
    pub(super) nodes: [Node<B>; BATCH],
    pub(super) len: usize,
    pub(super) class: Class,
}

impl<B: Board> Default for Selected<B> {
    fn default() -> Self {
        let class = Class { label: 0, g: 0 };
        Self { nodes: [Node::<B>::default(); BATCH], len: 0, class }
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
    pub(super) homes: [u32; SUCCESSORS],
    /// Their parents, by place, and their slides.
    pub(super) slid: [Slid; SUCCESSORS],
    /// Their estimates, once they are computed.
    pub(super) estimates: [u32; SUCCESSORS],
    /// How many there are.
    pub(super) len: usize,
}

impl<B: Board> Default for Successors<B> {
    fn default() -> Self {
        Self {
            nodes: [Node::<B>::default(); SUCCESSORS],
            homes: [0; SUCCESSORS],
            slid: [Slid::default(); SUCCESSORS],
            estimates: [0; SUCCESSORS],
            len: 0,
        }
    }
}

impl<B: Board> Successors<B> {
    /// Adds a successor.
    #[inline(always)]
    pub(super) fn push(&mut self, node: Node<B>, home: u32, slid: Slid) {
        self.nodes[self.len] = node;
        self.homes[self.len] = home;
        self.slid[self.len] = slid;
        self.len += 1;
    }

    /// Copies node, slide and estimate of a successor to its number among the
    /// kept ones, which is not higher than its own.
    #[inline(always)]
    pub(super) fn keep(&mut self, number: usize, kept: usize) {
        self.nodes[kept] = self.nodes[number];
        self.slid[kept] = self.slid[number];
        self.estimates[kept] = self.estimates[number];
    }
}

/// The successors of a batch, and what their estimates are computed from.
pub(super) struct Scratch<B: Board> {
    pub(super) parents: Vec<Parent<B>>,
    pub(super) successors: Successors<B>,
    /// Parents and slides with renamed tiles.
    pub(super) renamed_parents: Vec<Parent<B>>,
    pub(super) renamed_slid: Vec<Slid>,
    /// The estimates of successors toward the root of their own side.
    pub(super) estimates_back: Vec<u32>,
}

impl<B: Board> Scratch<B> {
    /// An empty one.
    #[inline(never)]
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            parents: Vec::with_capacity(BATCH),
            successors: Successors::default(),
            renamed_parents: Vec::with_capacity(BATCH),
            renamed_slid: Vec::with_capacity(SUCCESSORS),
            estimates_back: vec![0; SUCCESSORS],
        })
    }
}
