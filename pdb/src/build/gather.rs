//! The states that moves of tiles lead to.

use super::{Builder, CellSetStates, Scratch};
use crate::index::cell_sets::{bits, spread};

impl Builder<'_> {
    /// Collects the states to which the open states of other cell sets lead.
    pub(super) fn gather(
        &self,
        cell_set: &CellSetStates<'_>,
        sources: &[CellSetStates<'_>],
        scratch: &mut Scratch,
    ) {
        let words = cell_set.met.len();
        scratch.reached.clear();
        scratch.reached.resize(words, 0);
        scratch.live = 0;
        for to in bits(cell_set.mask).map(|cell| 1 << cell) {
            for from in bits(spread(self.key.size, to) & !cell_set.mask).map(|cell| 1 << cell) {
                self.gather_move(cell_set, sources, from, to, scratch);
            }
        }
    }

    /// Collects the states to which one move of a tile leads, between two cells
    /// given as bits.
    #[inline]
    fn gather_move(
        &self,
        cell_set: &CellSetStates<'_>,
        sources: &[CellSetStates<'_>],
        from: u32,
        to: u32,
        scratch: &mut Scratch,
    ) {
        let before = cell_set.mask ^ from ^ to;
        let number = self.ranks.rank(before, self.key.size.cells());
        let source = &sources[self.places[number] as usize];
        let cell = |bit: u32| bit.trailing_zeros() as usize;
        let region = self.regions.of(number, cell(to));
        if source.live >> region & 1 == 0 {
            return;
        }
        let open = &source.open[region * self.words..][..self.words];
        let region = self.regions.of(cell_set.number, cell(from));
        let reached = &mut scratch.reached[region * self.words..][..self.words];
        scratch.live |= 1 << region;
        let place = |mask: u32, bit: u32| (mask & (bit - 1)).count_ones() as usize;
        let rotation = self.rotations.of(place(before, from), place(cell_set.mask, to));
        if rotation.is_empty() {
            for (reached, open) in reached.iter_mut().zip(open) {
                *reached |= open;
            }
        } else {
            for (word, &open) in open.iter().enumerate() {
                for order in bits(open) {
                    let order = usize::from(rotation[word * 64 + order]);
                    reached[order / 64] |= 1 << (order % 64);
                }
            }
        }
    }
}
