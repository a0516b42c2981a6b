//! What all ranks of a search share.

use optile_core::{Board, Estimates, Task};
use optile_store::Encoding;

use crate::owner::{Ownership, is_decisive, owner, owner_by_tiles};

/// What all ranks of a search share.
pub(crate) struct Job<'a, B: Board, S, V: ?Sized> {
    pub(crate) encoding: S,
    pub(crate) task: &'a Task<B>,
    pub(crate) estimates: &'a V,
    /// The ranks of all processes.
    pub(crate) ranks: usize,
    /// The ranks of processes before this one.
    pub(crate) first: usize,
    /// The ranks of this process.
    pub(crate) threads: usize,
    pub(crate) ownership: Ownership,
}

impl<B: Board, S: Encoding<B>, V: Estimates<B> + ?Sized> Job<'_, B, S, V> {
    /// The rank that owns the state of a node.
    #[inline(always)]
    pub(crate) fn owner(&self, node: S::Node) -> usize {
        self.owner_of_word(self.encoding.state(node).word())
    }

    fn owner_of_word(&self, word: B::Word) -> usize {
        match self.ownership {
            _ if self.ranks == 1 => 0,
            Ownership::Hash => owner(word, self.ranks),
            Ownership::Tiles => owner_by_tiles(word, self.task.board().cells(), self.ranks),
        }
    }

    /// The rank that owns a successor of a state of rank `own`, in which `tile` has moved.
    #[inline(always)]
    pub(crate) fn owner_of_successor(&self, word: B::Word, tile: usize, own: usize) -> usize {
        match self.ownership {
            _ if self.ranks == 1 => 0,
            Ownership::Hash => owner(word, self.ranks),
            Ownership::Tiles if is_decisive(tile) => self.owner_of_word(word),
            Ownership::Tiles => own,
        }
    }
}
