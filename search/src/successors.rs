//! The successors of a batch whose estimates are asked for together.

use optile_core::{Asked, BATCH, Board, Estimates, Move, Parent};

/// The most successors of a batch.
pub(crate) const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// Successors of popped nodes, as parallel arrays, so that the heuristic gets
/// what it needs as slices.
#[derive(Debug)]
pub struct Successors<N> {
    nodes: [N; SUCCESSORS],
    asked: [Asked; SUCCESSORS],
    estimates: [u32; SUCCESSORS],
    len: usize,
}

impl<N: Copy + Default> Default for Successors<N> {
    // If it were inlined, each search would have the code that fills the arrays.
    #[inline(never)]
    fn default() -> Self {
        Self {
            nodes: [N::default(); SUCCESSORS],
            asked: [Asked::default(); SUCCESSORS],
            estimates: [0; SUCCESSORS],
            len: 0,
        }
    }
}

impl<N: Copy + Default> Successors<N> {
    /// Adds a successor.
    #[inline(always)]
    pub fn push(&mut self, node: N, asked: Asked) {
        self.push_estimated(node, asked, 0);
    }

    /// Adds a successor whose estimate is known.
    #[inline(always)]
    pub fn push_estimated(&mut self, node: N, asked: Asked, estimate: u32) {
        self.nodes[self.len] = node;
        self.asked[self.len] = asked;
        self.estimates[self.len] = estimate;
        self.len += 1;
    }

    /// Estimates the successors, whose parents are given by place.
    #[inline(always)]
    pub fn estimate<B: Board, V: Estimates<B> + ?Sized>(&mut self, by: &V, parents: &[Parent<B>]) {
        if self.len > 0 {
            let estimates = &mut self.estimates[..self.len];
            by.of_successors(parents, &self.asked[..self.len], estimates);
        }
    }

    /// The successors with their estimates, in the order in which they came.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (N, Asked, u32)> {
        let all = self.nodes.iter().zip(&self.asked).zip(&self.estimates);
        all.take(self.len).map(|((&node, &asked), &estimate)| (node, asked, estimate))
    }

    /// Forgets the successors.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}
