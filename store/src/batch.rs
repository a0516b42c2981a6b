use std::ops::Range;

use optile_core::{BATCH, Board, Move, Parent, Slid, State};

use crate::{Costs, Estimates, Open, Turn};

/// The most successors of a batch.
pub const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// Nodes that are expanded together, and their successors.
///
/// A search by cost goes through these in stages, each for the whole batch, so
/// that what a stage will look at is fetched while the stage before goes on:
/// nodes are taken from the open list, looked up and expanded; successors are
/// made, then looked up; those that are kept are given their estimates by one
/// call of the heuristic, and put on the open list.
pub struct Batch<B: Board, N, P> {
    /// The nodes that were taken from the open list.
    pub nodes: [Open<N>; BATCH],
    /// By node, where its state is.
    pub homes: [P; BATCH],
    /// By node, what its successors' estimates come from.
    pub parents: [Parent<B>; BATCH],
    /// The successors.
    pub met: Met<N, P>,
    /// The successors, in place of `met`, where estimators are asked at once.
    pub(crate) estimated: Estimated<N, P>,
    /// Nodes that go back to the open list with this f, since not all of their
    /// successors are due.
    pub(crate) rests: [(u32, Open<N>); BATCH],
    pub(crate) rests_len: usize,
}

/// The successors of a batch, by number: arrays beside each other, so that the
/// heuristic gets what it needs of them in one piece.
pub struct Met<N, P> {
    /// Their nodes.
    pub nodes: [N; SUCCESSORS],
    /// Where their states are looked for.
    pub homes: [P; SUCCESSORS],
    /// Their parents, by place, and what their moves did.
    pub slid: [Slid; SUCCESSORS],
    /// Their estimates, once they were asked for.
    pub estimates: [u32; SUCCESSORS],
    /// How many there are.
    pub len: usize,
}

/// Successors that were given their estimates as they were made, since the
/// estimator's type is known. What belongs to one of them is stored together:
/// arrays beside each other cost a search with Manhattan distance 8 % more
/// instructions.
pub(crate) struct Estimated<N, P> {
    all: [Successor<N, P>; SUCCESSORS],
    len: usize,
}

/// A successor with its estimate.
#[derive(Clone, Copy, Default)]
pub(crate) struct Successor<N, P> {
    pub node: N,
    /// Where its state is looked for.
    pub home: P,
    pub g: u32,
    pub estimate: u32,
}

impl<N: Copy + Default, P: Copy + Default> Default for Estimated<N, P> {
    fn default() -> Self {
        Self { all: [Successor::default(); SUCCESSORS], len: 0 }
    }
}

impl<N: Copy, P: Copy> Estimated<N, P> {
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, successor: Successor<N, P>) {
        self.all[self.len] = successor;
        self.len += 1;
    }

    #[inline(always)]
    pub(crate) fn all(&self) -> &[Successor<N, P>] {
        &self.all[..self.len]
    }
}

impl<N: Copy + Default, P: Copy + Default> Default for Met<N, P> {
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

impl<N: Copy, P: Copy> Met<N, P> {
    /// Adds a successor.
    #[inline(always)]
    pub fn push(&mut self, node: N, home: P, slid: Slid) {
        self.nodes[self.len] = node;
        self.homes[self.len] = home;
        self.slid[self.len] = slid;
        self.len += 1;
    }

    /// Copies node, parent and estimate of a successor to a lower number, or
    /// to its own: those that are kept move up.
    #[inline(always)]
    pub fn keep(&mut self, number: usize, kept: usize) {
        self.nodes[kept] = self.nodes[number];
        self.slid[kept] = self.slid[number];
        self.estimates[kept] = self.estimates[number];
    }
}

impl<B: Board, N: Copy + Default, P: Copy + Default> Batch<B, N, P> {
    /// An empty batch. The state only fills places.
    pub fn new(state: State<B>) -> Self {
        Self {
            nodes: [Open::default(); BATCH],
            homes: [P::default(); BATCH],
            parents: [Parent { state, estimate: None }; BATCH],
            met: Met::default(),
            estimated: Estimated::default(),
            rests: [(0, Open::default()); BATCH],
            rests_len: 0,
        }
    }

    /// Notes that a node goes back to the open list with this f.
    #[inline(always)]
    pub(crate) fn leave(&mut self, f: u32, node: Open<N>) {
        self.rests[self.rests_len] = (f, node);
        self.rests_len += 1;
    }

    /// The moves to a successor.
    #[inline(always)]
    pub fn g(&self, number: usize) -> u32 {
        self.nodes[self.met.slid[number].parent()].g + 1
    }

    /// Asks for the estimates of the successors with these numbers.
    #[inline(always)]
    pub fn estimate<V: Estimates<B>>(&mut self, by: V, numbers: Range<usize>) {
        if !numbers.is_empty() {
            let Met { slid, estimates, .. } = &mut self.met;
            by.of_successors(&self.parents, &slid[numbers.clone()], &mut estimates[numbers]);
        }
    }
}

/// What is to be done with a node that was taken from the open list.
#[derive(Clone, Copy, Debug)]
pub enum Next<B: Board> {
    /// Nothing: its state was reached in fewer moves since.
    Skip,
    /// To note that it is the goal.
    Goal,
    /// To expand its state, which was put back with the same g before if
    /// `is_again`.
    Expand {
        /// The state.
        state: State<B>,
        /// Whether it was expanded before.
        is_again: bool,
    },
}

/// Looks at a node that was taken from the open list with this f, and marks its
/// state as expanded.
#[inline(always)]
pub fn look<B: Board, S: crate::Space<B>>(
    space: S,
    closed: &mut S::Costs,
    &Open { item: node, g }: &Open<S::Node>,
    f: u32,
    home: <S::Costs as Costs<S::Node>>::Home,
    goal: &State<B>,
) -> Next<B> {
    let turn = closed.expand(node, home, g);
    if turn == Turn::Stale {
        return Next::Skip;
    }
    let state = space.state(node);
    // The estimate is 0 there, and comparing numbers is less work.
    if f == g && state == *goal {
        return Next::Goal;
    }
    Next::Expand { state, is_again: turn == Turn::Again }
}
