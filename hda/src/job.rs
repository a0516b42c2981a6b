//! What all ranks of a search share.

use optile_core::{Board, Task};
use optile_store::{Encoding, Estimates};

use crate::owner::owner;

/// What all ranks of a search share.
pub(crate) struct Job<'a, B: Board, S, V> {
    pub(crate) encoding: S,
    pub(crate) task: &'a Task<B>,
    pub(crate) estimates: V,
    /// The ranks of all processes.
    pub(crate) ranks: usize,
    /// The ranks of processes before this one.
    pub(crate) first: usize,
    /// The ranks of this process.
    pub(crate) threads: usize,
}

impl<B: Board, S: Encoding<B>, V: Estimates<B>> Job<'_, B, S, V> {
    /// The rank that owns the state of a node.
    #[inline(always)]
    pub(crate) fn owner(&self, node: S::Node) -> usize {
        self.owner_of_word(self.encoding.state(node).word())
    }

    #[inline(always)]
    pub(crate) fn owner_of_word(&self, word: B::Word) -> usize {
        if self.ranks == 1 { 0 } else { owner(word, self.ranks) }
    }
}
