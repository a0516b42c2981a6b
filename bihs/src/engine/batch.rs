//! The nodes that are expanded together.

use optile_core::{BATCH, Board, Parent, Slid};
use optile_search::{SUCCESSORS, Successors};

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

/// The successors of a batch, and what their estimates are computed from.
pub(super) struct Scratch<B: Board> {
    pub(super) parents: Vec<Parent<B>>,
    pub(super) successors: Successors<Node<B>, u32>,
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
