//! The nodes that are expanded together.

use optile_core::{BATCH, Board, Parent, Slid, State};
use optile_store::{SUCCESSORS, Successors};

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
    pub(super) parents: [Parent<B>; BATCH],
    pub(super) successors: Successors<Node<B>, u32>,
    /// Parents and slides with renamed tiles.
    pub(super) renamed_parents: [Parent<B>; BATCH],
    pub(super) renamed_slid: [Slid; SUCCESSORS],
    /// The estimates of successors toward the root of their own side.
    pub(super) estimates_back: [u32; SUCCESSORS],
}

impl<B: Board> Scratch<B> {
    /// An empty one. The state only fills unused places.
    pub(super) fn new(state: State<B>) -> Box<Self> {
        let parents = [Parent { state, estimate: None }; BATCH];
        Box::new(Self {
            parents,
            successors: Successors::default(),
            renamed_parents: parents,
            renamed_slid: [Slid::default(); SUCCESSORS],
            estimates_back: [0; SUCCESSORS],
        })
    }
}
