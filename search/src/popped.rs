//! Nodes that are expanded together.

use optile_core::{BATCH, Board, Parent, State};
use optile_store::{ClosedList, Encoding, Open};

/// Nodes that were popped together.
pub struct Popped<B: Board, N, K> {
    /// The nodes.
    pub nodes: [Open<N>; BATCH],
    /// Each node's state, as the closed list looks for it.
    pub keys: [K; BATCH],
    /// For each expanded node, what the estimates of its successors are computed
    /// from, if they are asked for together.
    pub parents: [Parent<B>; BATCH],
    /// How many there are.
    pub len: usize,
}

/// The popped nodes of a search with this encoding.
pub type PoppedOf<B, S> = Popped<
    B,
    <S as Encoding<B>>::Node,
    <<S as Encoding<B>>::ClosedList as ClosedList<<S as Encoding<B>>::Node>>::Key,
>;

impl<B: Board, N: Copy + Default, K: Copy + Default> Popped<B, N, K> {
    /// No nodes. The state only fills unused places.
    // If it were inlined, each search would have the code that fills the arrays.
    #[inline(never)]
    pub fn new(state: State<B>) -> Self {
        Self {
            nodes: [Open::default(); BATCH],
            keys: [K::default(); BATCH],
            parents: [Parent { state, h: None }; BATCH],
            len: 0,
        }
    }

    /// Begins to fetch the memory that the lookups of all nodes read.
    #[inline(always)]
    pub fn prefetch(&mut self, closed: &impl ClosedList<N, Key = K>) {
        for (node, key) in self.nodes[..self.len].iter().zip(&mut self.keys) {
            *key = closed.key(node.item);
            closed.prefetch(*key);
        }
    }
}
