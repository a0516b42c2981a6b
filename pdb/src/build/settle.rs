//! New states, and the entries that they set.

use super::{Builder, CellSetStates, Scratch};
use crate::index::cell_sets::bits;

impl Builder<'_> {
    /// Opens the states that were reached for the first time, and sets the
    /// entries of orders that had not been reached in any region.
    pub(super) fn settle_least(
        &self,
        cell_set: &mut CellSetStates<'_>,
        depth: u8,
        scratch: &Scratch,
    ) -> u64 {
        let regions = cell_set.met.len() / self.words;
        let mut fresh = 0;
        for word in 0..self.words {
            let (mut met, mut new) = (0, 0);
            for region in 0..regions {
                let at = region * self.words + word;
                let first = scratch.reached[at] & !cell_set.met[at];
                met |= cell_set.met[at];
                new |= first;
                cell_set.met[at] |= first;
                cell_set.open[at] = first;
                cell_set.live |= u32::from(first != 0) << region;
                cell_set.left -= first.count_ones() as usize;
            }
            let new = new & !met;
            fresh += u64::from(new.count_ones());
            bits(new).for_each(|order| cell_set.entries[word * 64 + order] = depth);
        }
        fresh
    }

    /// Opens the states that were reached for the first time, and sets their
    /// entries.
    pub(super) fn settle_regions(
        &self,
        cell_set: &mut CellSetStates<'_>,
        depth: u8,
        scratch: &Scratch,
    ) -> u64 {
        let left = cell_set.left;
        let blocks = cell_set.met.chunks_mut(self.words).zip(cell_set.open.chunks_mut(self.words));
        let blocks = blocks.zip(scratch.reached.chunks(self.words));
        let entries = cell_set.entries.chunks_mut(self.orders);
        for (region, (((met, open), reached), entries)) in blocks.zip(entries).enumerate() {
            for (word, ((met, open), reached)) in met.iter_mut().zip(open).zip(reached).enumerate()
            {
                *open = reached & !*met;
                *met |= *open;
                cell_set.live |= u32::from(*open != 0) << region;
                cell_set.left -= open.count_ones() as usize;
                bits(*open).for_each(|order| entries[word * 64 + order] = depth);
            }
        }
        (left - cell_set.left) as u64
    }
}
