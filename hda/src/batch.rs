use optile_core::{Move, Slide};
use optile_store::{Open, Successor};

/// The most nodes that are looked at together.
pub(crate) const TOGETHER: usize = 32;
const SUCCESSORS: usize = TOGETHER * Move::ALL.len();

/// A successor of a node of a batch.
#[derive(Clone, Copy, Default)]
pub(crate) struct Met<N> {
    pub(crate) node: N,
    /// The tile that was moved, where from and where to.
    slide: [u8; 3],
    /// The place of its parent in the batch.
    parent: u8,
    /// The rank that owns it.
    pub(crate) owner: u16,
}

impl<N> Met<N> {
    #[inline(always)]
    pub(crate) fn new(
        Successor { node, slide, .. }: Successor<N>,
        parent: usize,
        owner: usize,
    ) -> Self {
        let Slide { tile, from, to } = slide;
        let slide = [tile as u8, from as u8, to as u8];
        Self { node, slide, parent: parent as u8, owner: owner as u16 }
    }

    #[inline(always)]
    pub(crate) fn slide(&self) -> Slide {
        let [tile, from, to] = self.slide.map(usize::from);
        Slide { tile, from, to }
    }

    #[inline(always)]
    pub(crate) fn parent(&self) -> usize {
        usize::from(self.parent) % TOGETHER
    }
}

/// Nodes that are expanded together, with their successors.
pub(crate) struct Batch<N, P, V> {
    pub(crate) nodes: [Open<N>; TOGETHER],
    pub(crate) homes: [P; TOGETHER],
    /// By node, the heuristic's value if it is expanded.
    pub(crate) values: [Option<V>; TOGETHER],
    /// Successors that the rank owns, where they are looked for, and how many
    /// there are.
    pub(crate) near: [Met<N>; SUCCESSORS],
    pub(crate) near_homes: [P; SUCCESSORS],
    pub(crate) near_len: usize,
    /// Successors that others own.
    pub(crate) far: [Met<N>; SUCCESSORS],
    pub(crate) far_len: usize,
}

impl<N: Copy + Default, P: Copy + Default, V: Copy> Default for Batch<N, P, V> {
    fn default() -> Self {
        Self {
            nodes: [Open::default(); TOGETHER],
            homes: [P::default(); TOGETHER],
            values: [None; TOGETHER],
            near: [Met::default(); SUCCESSORS],
            near_homes: [P::default(); SUCCESSORS],
            near_len: 0,
            far: [Met::default(); SUCCESSORS],
            far_len: 0,
        }
    }
}
