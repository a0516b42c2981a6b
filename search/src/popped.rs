//! Nodes that are expanded together.

use optile_store::{BATCH, ClosedList, Open};

/// Nodes that were popped together.
pub struct Popped<N, K> {
    /// The nodes.
    pub nodes: [Open<N>; BATCH],
    /// Each node's state, as the closed list looks for it.
    pub keys: [K; BATCH],
    /// How many there are.
    pub len: usize,
}

impl<N: Copy + Default, K: Copy + Default> Default for Popped<N, K> {
    // If it were inlined, each search would have the code that fills the arrays.
    #[inline(never)]
    fn default() -> Self {
        Self { nodes: [Open::default(); BATCH], keys: [K::default(); BATCH], len: 0 }
    }
}

impl<N: Copy, K: Copy> Popped<N, K> {
    /// Begins to fetch the memory that the lookups of all nodes read.
    #[inline(always)]
    pub fn prefetch(&mut self, closed: &impl ClosedList<N, Key = K>) {
        for (node, key) in self.nodes[..self.len].iter().zip(&mut self.keys) {
            *key = closed.key(node.item);
            closed.prefetch(*key);
        }
    }
}
