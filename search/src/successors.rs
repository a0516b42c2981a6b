//! The successors of a batch whose estimates are asked for together.

use optile_core::{Asked, BATCH, BatchEstimates, Board, Estimates, Move, Parent};

/// The most successors of a batch.
pub(crate) const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// Successors of popped nodes, as parallel arrays, so that the heuristic gets
/// what it needs as slices.
pub struct Successors<'a, B: Board, N> {
    batches: Option<Box<dyn BatchEstimates<B> + 'a>>,
    nodes: [N; SUCCESSORS],
    asked: [Asked; SUCCESSORS],
    estimates: [u32; SUCCESSORS],
    len: usize,
}

impl<'a, B: Board, N: Copy + Default> Successors<'a, B, N> {
    /// No successors. One search asks `batches` for their estimates, if there are
    /// any.
    // If it were inlined, each search would have the code that fills the arrays.
    #[inline(never)]
    pub fn new(batches: Option<Box<dyn BatchEstimates<B> + 'a>>) -> Self {
        Self {
            batches,
            nodes: [N::default(); SUCCESSORS],
            asked: [Asked::default(); SUCCESSORS],
            estimates: [0; SUCCESSORS],
            len: 0,
        }
    }

    /// Adds a successor.
    #[inline(always)]
    pub fn push(&mut self, node: N, asked: Asked) {
        self.nodes[self.len] = node;
        self.asked[self.len] = asked;
        self.len += 1;
    }

    /// Adds a successor whose estimate is known.
    #[inline(always)]
    pub fn push_estimated(&mut self, node: N, asked: Asked, estimate: u32) {
        self.estimates[self.len] = estimate;
        self.push(node, asked);
    }

    /// Estimates the successors, whose parents are given by place.
    #[inline(always)]
    pub fn estimate<V: Estimates<B> + ?Sized>(&mut self, by: &V, parents: &[Parent<B>]) {
        let (asked, estimates) = (&self.asked[..self.len], &mut self.estimates[..self.len]);
        match &mut self.batches {
            _ if asked.is_empty() => {}
            Some(batches) => batches.of_successors(parents, asked, estimates),
            None => by.of_successors(parents, asked, estimates),
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
