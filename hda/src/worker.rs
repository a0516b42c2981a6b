//! A rank as others see it, and what ranks send each other.

use crate::plan::{Plan, Report};

/// A node on its way to the rank that owns its state. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node<N> {
    pub(crate) item: N,
    pub(crate) f: u32,
    pub(crate) g: u32,
}

/// A rank, as the team sees it.
pub(crate) trait Worker<N>: Send {
    /// Takes in the messages of the other ranks, and expands nodes as the plan
    /// says, but at most `left`. After that, the mailboxes hold the messages to
    /// the other ranks.
    fn step(&mut self, plan: &Plan, left: u64) -> Report;

    /// The messages from each rank before a step, and to each rank after it.
    /// Indexed by rank. One array serves both directions: it is sent, and the
    /// array that comes in return is emptied and filled again. So there is one
    /// array for each ordered pair of ranks. Once the arrays are large enough,
    /// nothing more is allocated.
    fn mailboxes(&mut self) -> &mut [Vec<Node<N>>];

    /// The least f of its open nodes.
    fn least_open(&mut self) -> Option<u32>;

    /// States in its closed list.
    fn closed(&self) -> u64;

    /// Whether a signal has told it to end. If so, that is its reason to stop.
    fn is_interrupted(&mut self) -> bool;
}
