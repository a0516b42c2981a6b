//! The table of one pattern.

use std::sync::Arc;

use bytes::Bytes;
use memmap2::MmapMut;
use optile_core::{Meter, Shape, Stop};
use optile_huge_pages::map;
use rayon::prelude::*;

use crate::build::{self, MOST, UNREACHED};
use crate::index::cell_sets::{CellSetRanks, Regions};
use crate::index::distance;
use crate::index::order::{orders, rank_of_cells};
use crate::key::{Key, Storage};
use crate::packing::pack;
use crate::progress::Progress;

/// The table of one pattern, ready for lookups.
///
/// Clones share the entries.
#[derive(Clone, Debug)]
pub struct Table {
    key: Key,
    /// How many entries have a distance. Indexed by distance.
    counts: Arc<[u64]>,
    pub(crate) entries: Bytes,
    ranks: Arc<CellSetRanks>,
    /// Present if each region has its own entries.
    regions: Option<Arc<Regions>>,
    orders: usize,
}

impl Table {
    /// Builds the table of a key.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for. It is [`Stop::Memory`] when
    /// [`Key::bytes_to_build`] is beyond its limit or the system's memory, and
    /// [`Stop::Unsupported`] when the key is not valid or when some distance
    /// does not fit in a byte.
    pub fn build(key: &Key, meter: &Meter, progress: &Progress) -> Result<Self, Stop> {
        if !key.is_valid() {
            return Err(Stop::Unsupported(format!("the pattern database {key}")));
        }
        meter.allow(key.bytes_to_build())?;
        let mut entries = room(&Key { storage: Storage::Bytes, ..*key })?;
        let empty = || entries.par_chunks_mut(1 << 20).for_each(|part| part.fill(UNREACHED));
        match build::threads() {
            Some(pool) => pool.install(empty),
            None => entries.fill(UNREACHED),
        }
        let counts = build::distances(key, MOST, &mut entries, meter, progress)?;
        if key.storage != Storage::Bytes {
            let mut packed = room(key)?;
            pack(key, &entries, &mut packed)?;
            entries = packed;
        }
        Self::of_parts(key, counts, Bytes::from_owner(entries))
    }

    pub(crate) fn of_parts(key: &Key, counts: Vec<u64>, entries: Bytes) -> Result<Self, Stop> {
        let k = key.tiles.len();
        let regions = key.zero.then(|| Regions::new(key.size, k)).transpose()?;
        Ok(Self {
            key: *key,
            counts: counts.into(),
            entries,
            ranks: CellSetRanks::new(key.size.cells(), k).into(),
            regions: regions.map(Arc::new),
            orders: orders(k),
        })
    }

    /// The key of the table.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// How many entries have each distance. Entries that no moves reach are not
    /// counted.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The mean distance of all entries.
    pub fn mean(&self) -> f64 {
        let sum: u64 = (0..).zip(&*self.counts).map(|(distance, count)| distance * count).sum();
        sum as f64 / self.counts.iter().sum::<u64>() as f64
    }

    /// The least moves of the pattern's tiles from these cells, least tile
    /// first, with the blank on another cell. `None` if no moves reach the
    /// goal, or if the cells are not valid.
    ///
    /// The blank's cell matters only if regions have their own entries. In
    /// tables of nibbles, an excess over the Manhattan distance of more than 30
    /// is cut to 30, and in tables of crumbs to 6.
    pub fn distance(&self, cells: &[usize], blank: usize) -> Option<u8> {
        let size = self.key.size;
        let is_on_board = |&cell: &usize| cell < size.cells();
        if cells.len() != self.key.tiles.len() || !cells.iter().chain([&blank]).all(is_on_board) {
            return None;
        }
        let mask = cells.iter().fold(0u32, |mask, cell| mask | 1 << cell);
        if (mask | 1 << blank).count_ones() as usize != cells.len() + 1 {
            return None;
        }
        let index = match self.key.storage {
            Storage::Crumbs => {
                cells.iter().rev().fold(0, |number, cell| number * size.cells() + cell)
            }
            _ => self.index(mask, rank_of_cells(cells.iter().copied()), blank, size.cells()),
        };
        let steps = cells.iter().zip(self.key.goal_cells());
        let manhattan = steps.map(|(&cell, goal)| distance(Shape::of(size), cell, goal)).sum();
        Some(self.entry(index, manhattan)).filter(|&distance| distance != UNREACHED)
    }

    /// The number of the entry for tiles on the cells of `mask`, in the order
    /// of this rank, on a board of `cells` cells.
    #[inline(always)]
    pub(crate) fn index(&self, mask: u32, order: usize, blank: usize, cells: usize) -> usize {
        let cell_set = self.ranks.rank(mask, cells);
        let block = match &self.regions {
            None => cell_set,
            Some(regions) => regions.before(cell_set) + regions.of(cell_set, blank),
        };
        block * self.orders + order
    }

    /// The byte that contains an entry.
    #[inline(always)]
    pub(crate) fn byte(&self, index: usize) -> &u8 {
        match self.key.storage {
            Storage::Bytes => &self.entries[index],
            Storage::Nibbles => &self.entries[index / 2],
            Storage::Crumbs => &self.entries[index / 4],
        }
    }

    /// The stored code of an entry.
    #[inline(always)]
    pub(crate) fn code(&self, index: usize) -> u8 {
        match self.key.storage {
            Storage::Bytes => *self.byte(index),
            Storage::Nibbles => self.byte(index) >> (index % 2 * 4) & 15,
            Storage::Crumbs => self.byte(index) >> (index % 4 * 2) & 3,
        }
    }

    /// The distance of an entry, given the pattern's Manhattan distance.
    #[inline(always)]
    pub(crate) fn entry(&self, index: usize, manhattan: u8) -> u8 {
        let code = self.code(index);
        match self.key.storage {
            Storage::Bytes => code,
            Storage::Nibbles | Storage::Crumbs => manhattan + 2 * code,
        }
    }
}

/// Zeroed memory for the entries of a table.
fn room(key: &Key) -> Result<MmapMut, Stop> {
    map(usize::try_from(key.bytes()).map_err(|_| Stop::Memory)?)
}

#[cfg(test)]
mod tests {
    use optile_core::Size;

    use super::*;

    #[test]
    fn distances_past_what_entries_hold_are_refused() {
        let size = Size::new(3, 3).unwrap();
        for zero in [false, true] {
            let tiles = [1, 2, 4, 5].into_iter().collect();
            let storage = Storage::Bytes;
            let key = Key { size, goal_blank: 0, tiles, zero, storage };
            let distances = |most| {
                let mut entries = vec![UNREACHED; key.entries() as usize];
                build::distances(&key, most, &mut entries, &Meter::default(), &Progress::new())
            };
            let counts = distances(MOST).unwrap();
            let most = counts.len() as u8 - 1;
            assert_eq!(distances(most), Ok(counts));
            assert!(matches!(distances(most - 1), Err(Stop::Unsupported(_))));
        }
    }
}
