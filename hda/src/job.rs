//! What all ranks of a search share.

use optile_core::{Board, Limits, Meter, Stop, Task};
use optile_store::{Encoding, Estimates};

use crate::owner::owner;
use crate::rank::Rank;

/// What all ranks of a search share.
pub(crate) struct Job<'a, B: Board, S, V> {
    pub(crate) encoding: S,
    pub(crate) task: &'a Task<B>,
    pub(crate) estimates: V,
    pub(crate) ranks: usize,
}

impl<B: Board, S: Encoding<B>, V: Estimates<B>> Job<'_, B, S, V> {
    /// The ranks of the search. Each may hold an equal part of the memory that
    /// `meter` allows beside the heuristic's tables. The limit of expansions is
    /// kept by the team.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when a part is too small for an empty closed list.
    pub(crate) fn ranks<'a>(&'a self, meter: &Meter) -> Result<Vec<Rank<'a, B, S, V>>, Stop> {
        let tables = meter.counters().table_bytes;
        let part = |bytes: u64| bytes.saturating_sub(tables) / self.ranks as u64;
        let bytes = meter.limits().bytes.map(part);
        let limits = Limits { expanded: None, bytes };
        (0..self.ranks)
            .map(|number| Rank::new(self, number, Meter::new(limits, meter.interrupt().clone())))
            .collect()
    }

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
