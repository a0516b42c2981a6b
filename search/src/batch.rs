//! The nodes that a search by cost expands together.

use std::ops::Range;

use optile_core::{BATCH, Board, Move, Parent, Slid, State};

use optile_store::{ClosedList, Encoding, Open, PopStatus};

use crate::Estimates;

/// The most successors of a batch.
pub const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// Nodes that are expanded together, and their successors.
///
/// A search by cost works in stages, each for the whole batch. So the memory
/// that a stage reads is fetched during the stage before. First, nodes are
/// taken from the open list, looked up and expanded. Then their successors are
/// made and looked up. The heuristic is called once for the estimates of all
/// kept successors, and these are put on the open list.
pub struct Batch<B: Board, N, P> {
    /// The nodes that were taken from the open list.
    pub nodes: [Open<N>; BATCH],
    /// Where the lookup of each node's state begins.
    pub homes: [P; BATCH],
    /// For each node, what the estimates of its successors are computed from.
    pub parents: [Parent<B>; BATCH],
    /// The successors.
    pub successors: Successors<N, P>,
}

/// The successors of a batch, as parallel arrays indexed by number. So the
/// heuristic gets what it needs as slices.
pub struct Successors<N, P> {
    /// Their nodes.
    pub nodes: [N; SUCCESSORS],
    /// Where the lookups of their states begin.
    pub homes: [P; SUCCESSORS],
    /// Their parents, by place, and their slides.
    pub slid: [Slid; SUCCESSORS],
    /// Their estimates, once they are computed.
    pub estimates: [u32; SUCCESSORS],
    /// How many there are.
    pub len: usize,
}

impl<N: Copy + Default, P: Copy + Default> Default for Successors<N, P> {
    fn default() -> Self {
        Self {
            nodes: [N::default(); SUCCESSORS],
            homes: [P::default(); SUCCESSORS],
            slid: [Slid::default(); SUCCESSORS],
            estimates: [0; SUCCESSORS],
            len: 0,
        }
    }
}

impl<N: Copy, P: Copy> Successors<N, P> {
    /// Adds a successor.
    #[inline(always)]
    pub fn push(&mut self, node: N, home: P, slid: Slid) {
        self.nodes[self.len] = node;
        self.homes[self.len] = home;
        self.slid[self.len] = slid;
        self.len += 1;
    }

    /// Copies node, slide and estimate of a successor to its number among the
    /// kept ones, which is not higher than its own.
    #[inline(always)]
    pub fn keep(&mut self, number: usize, kept: usize) {
        self.nodes[kept] = self.nodes[number];
        self.slid[kept] = self.slid[number];
        self.estimates[kept] = self.estimates[number];
    }
}

impl<B: Board, N: Copy + Default, P: Copy + Default> Batch<B, N, P> {
    /// An empty batch. The state only fills unused places.
    // If it were inlined, each search would have the code that fills the arrays.
    #[inline(never)]
    pub fn new(state: State<B>) -> Self {
        Self {
            nodes: [Open::default(); BATCH],
            homes: [P::default(); BATCH],
            parents: [Parent { state, estimate: None }; BATCH],
            successors: Successors::default(),
        }
    }

    /// The g of a successor.
    #[inline(always)]
    pub fn g(&self, number: usize) -> u32 {
        self.nodes[self.successors.slid[number].parent()].g + 1
    }

    /// Computes the estimates of the successors with these numbers.
    #[inline(always)]
    pub fn estimate<V: Estimates<B>>(&mut self, by: V, numbers: Range<usize>) {
        if !numbers.is_empty() {
            let Successors { slid, estimates, .. } = &mut self.successors;
            by.of_successors(&self.parents, &slid[numbers.clone()], &mut estimates[numbers]);
        }
    }
}

/// What to do with a node that was taken from the open list.
#[derive(Clone, Copy, Debug)]
pub enum Popped<B: Board> {
    /// Nothing: its state has since been reached in fewer moves.
    Skip,
    /// It is the goal.
    Goal,
    /// Expand its state.
    Expand {
        /// The state.
        state: State<B>,
        /// Whether it was expanded before, and put back with the same g.
        is_again: bool,
    },
}

/// Says what to do with a node that was taken from the open list with this f,
/// and marks its state as expanded.
#[inline(always)]
pub fn inspect_popped<B: Board, S: Encoding<B>>(
    encoding: S,
    closed: &mut S::ClosedList,
    &Open { item: node, g }: &Open<S::Node>,
    f: u32,
    home: <S::ClosedList as ClosedList<S::Node>>::Home,
    goal: &State<B>,
) -> Popped<B> {
    let status = closed.expand(node, home, g);
    if status == PopStatus::Stale {
        return Popped::Skip;
    }
    let state = encoding.state(node);
    // The estimate of the goal is 0, and comparing numbers is less work.
    if f == g && state == *goal {
        return Popped::Goal;
    }
    Popped::Expand { state, is_again: status == PopStatus::Again }
}
