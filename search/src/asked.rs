//! The successors of a batch whose estimates are asked for together.

use optile_core::{BATCH, Board, Parent, Slid, State};

use crate::{Estimates, SUCCESSORS};

/// Successors of popped nodes, and what their estimates are computed from.
pub(crate) struct Asked<B: Board, N> {
    /// The popped nodes, by place.
    pub(crate) parents: [Parent<B>; BATCH],
    nodes: [N; SUCCESSORS],
    slid: [Slid; SUCCESSORS],
    estimates: [u32; SUCCESSORS],
    len: usize,
}

impl<B: Board, N: Copy + Default> Asked<B, N> {
    /// No successors. The state only fills unused places.
    // If it were inlined, each search would have the code that fills the arrays.
    #[inline(never)]
    pub(crate) fn new(state: State<B>) -> Self {
        Self {
            parents: [Parent { state, estimate: None }; BATCH],
            nodes: [N::default(); SUCCESSORS],
            slid: [Slid::default(); SUCCESSORS],
            estimates: [0; SUCCESSORS],
            len: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, node: N, slid: Slid) {
        self.nodes[self.len] = node;
        self.slid[self.len] = slid;
        self.len += 1;
    }

    /// Like [`Asked::push`], for a successor whose estimate is known.
    #[inline(always)]
    pub(crate) fn push_known(&mut self, node: N, slid: Slid, estimate: u32) {
        self.estimates[self.len] = estimate;
        self.push(node, slid);
    }

    /// Estimates the successors.
    #[inline(always)]
    pub(crate) fn estimate<V: Estimates<B>>(&mut self, by: V) {
        if self.len > 0 {
            let estimates = &mut self.estimates[..self.len];
            by.of_successors(&self.parents, &self.slid[..self.len], estimates);
        }
    }

    /// The successors in the order in which they came.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (N, Slid, u32)> {
        let all = self.nodes.iter().zip(&self.slid).zip(&self.estimates);
        all.take(self.len).map(|((&node, &slid), &estimate)| (node, slid, estimate))
    }

    /// Forgets the successors.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }
}
