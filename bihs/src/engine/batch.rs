//! The nodes that are expanded together.

use optile_core::{Board, Move};
use optile_store::BATCH;

use super::Node;
use crate::policy::Class;

/// Nodes of one class that were taken from the open list to be expanded. None
/// after that.
pub(super) struct Batch<B: Board> {
    pub(super) nodes: [Node<B>; BATCH],
    /// The mixed keys of their states.
    pub(super) keys: [B::Word; BATCH],
    pub(super) len: usize,
    pub(super) class: Class,
}

impl<B: Board> Default for Batch<B> {
    fn default() -> Self {
        Self {
            nodes: [Node::<B>::default(); BATCH],
            keys: [B::Word::default(); BATCH],
            len: 0,
            class: Class { label: 0, g: 0 },
        }
    }
}

/// The most successors of a batch.
pub(super) const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// A successor, before it is looked up.
#[derive(Clone, Copy)]
pub(super) struct Generated<B: Board> {
    pub(super) node: Node<B>,
    /// The mixed key of its state.
    pub(super) key: B::Word,
    /// Its estimate toward the end that its side searches for.
    pub(super) ahead: u32,
    /// Its estimate toward the root of its side, if that is needed.
    pub(super) back: u32,
}
