use std::sync::Arc;

use bytes::Bytes;
use memmap2::MmapMut;
use optile_core::{Meter, Stop};
use optile_pages::map;
use rayon::prelude::*;

use crate::build::{self, Progress, UNREACHED};
use crate::key::{Key, Storage};
use crate::maps::{MapRanks, Regions, masks, spread};
use crate::order::{order_of, orders};

/// The table of one pattern, ready for lookups.
///
/// Clones share the entries.
#[derive(Clone, Debug)]
pub struct Table {
    key: Key,
    /// By distance, how many entries have it.
    counts: Arc<[u64]>,
    pub(crate) entries: Bytes,
    ranks: Arc<MapRanks>,
    /// Where there are entries for each of them.
    regions: Option<Arc<Regions>>,
    orders: usize,
}

/// Where the tiles of a pattern and the blank stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The cells of the tiles, least tile first.
    pub(crate) cells: Vec<usize>,
    pub(crate) blank: usize,
}

impl Placement {
    pub(crate) fn mask(&self) -> u32 {
        self.cells.iter().fold(0, |mask, cell| mask | 1 << cell)
    }
}

impl Table {
    /// Makes the table of a key.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for, which is [`Stop::Memory`] when
    /// [`Key::bytes_to_build`] is beyond its limit or the system's, and
    /// [`Stop::Unsupported`] where the key is not valid.
    pub fn build(key: &Key, meter: &Meter, progress: &Progress) -> Result<Self, Stop> {
        if !key.is_valid() {
            return Err(Stop::Unsupported(format!("the pattern database {key}")));
        }
        meter.allow(key.bytes_to_build())?;
        let mut entries = room(&Key { storage: Storage::Bytes, ..*key })?;
        entries.par_chunks_mut(1 << 20).for_each(|part| part.fill(UNREACHED));
        let counts = build::distances(key, &mut entries, meter, progress)?;
        if key.storage != Storage::Bytes {
            let mut packed = room(key)?;
            pack(key, &entries, &mut packed);
            entries = packed;
        }
        Ok(Self::of_parts(key, counts, Bytes::from_owner(entries)))
    }

    pub(crate) fn of_parts(key: &Key, counts: Vec<u64>, entries: Bytes) -> Self {
        let k = key.tiles.len();
        Self {
            key: *key,
            counts: counts.into(),
            entries,
            ranks: MapRanks::new(key.size.cells(), k).into(),
            regions: key.zero.then(|| Arc::new(Regions::new(key.size, k))),
            orders: orders(k),
        }
    }

    /// What table it is.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// By distance, how many entries have it. Entries that no moves reach have
    /// none.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The mean distance of all entries.
    pub fn mean(&self) -> f64 {
        let sum: u64 =
            (0..).zip(self.counts.iter()).map(|(distance, count)| distance * count).sum();
        sum as f64 / self.counts.iter().sum::<u64>() as f64
    }

    /// The least moves of the tiles of the pattern, which stand on these cells,
    /// least tile first, with the blank on another; `None` where no moves reach
    /// the goal, or these are no such cells.
    ///
    /// The blank's cell matters only where regions have entries of their own.
    /// In tables of nibbles, what exceeds the Manhattan distance by more than
    /// 30 is cut to that.
    pub fn distance(&self, cells: &[usize], blank: usize) -> Option<u8> {
        if cells.iter().chain([&blank]).any(|&cell| cell >= self.key.size.cells()) {
            return None;
        }
        let placement = Placement { cells: cells.to_vec(), blank };
        let apart = (placement.mask() | 1 << blank).count_ones() as usize == cells.len() + 1;
        if !apart || cells.len() != self.key.tiles.len() {
            return None;
        }
        let code = self.code(self.index_of(&placement));
        match self.key.storage {
            Storage::Bytes => (code != UNREACHED).then_some(code),
            Storage::Nibbles => Some(self.manhattan(&placement) + 2 * code),
            Storage::Mod3 => (code != 3).then(|| self.descent(placement)),
        }
    }

    /// The number of the entry for tiles that stand on the cells of `mask`, in
    /// the order of this rank, on a board of so many cells.
    #[inline(always)]
    pub(crate) fn index(&self, mask: u32, order: usize, blank: usize, cells: usize) -> usize {
        let map = self.ranks.rank(mask, cells);
        let block = match &self.regions {
            None => map,
            Some(regions) => regions.before(map) + regions.of(map, blank),
        };
        block * self.orders + order
    }

    /// The byte that has an index.
    #[inline(always)]
    pub(crate) fn byte(&self, index: usize) -> &u8 {
        match self.key.storage {
            Storage::Bytes => &self.entries[index],
            Storage::Nibbles => &self.entries[index / 2],
            Storage::Mod3 => &self.entries[index / 4],
        }
    }

    /// What is kept at an index.
    #[inline(always)]
    pub(crate) fn code(&self, index: usize) -> u8 {
        match self.key.storage {
            Storage::Bytes => *self.byte(index),
            Storage::Nibbles => self.byte(index) >> (index % 2 * 4) & 15,
            Storage::Mod3 => self.byte(index) >> (index % 4 * 2) & 3,
        }
    }

    /// The distance at an index, where the Manhattan distance of the pattern
    /// is `manhattan` and the state was reached by a move of one of its tiles
    /// from one of distance `before`.
    #[inline(always)]
    pub(crate) fn after(&self, index: usize, before: u8, manhattan: u8) -> u8 {
        let code = self.code(index);
        match self.key.storage {
            Storage::Bytes => code,
            Storage::Nibbles => manhattan + 2 * code,
            // One more or one less.
            Storage::Mod3 => {
                if (before + 1) % 3 == code {
                    before + 1
                } else {
                    before.wrapping_sub(1)
                }
            }
        }
    }

    fn index_of(&self, placement: &Placement) -> usize {
        let order = build::rank_of_cells(&placement.cells);
        self.index(placement.mask(), order, placement.blank, self.key.size.cells())
    }

    /// The rows and columns from the tiles to their places, summed.
    fn manhattan(&self, placement: &Placement) -> u8 {
        let goal = build::goal_cells(&self.key);
        let steps = placement.cells.iter().zip(goal);
        steps.map(|(&cell, goal)| distance(&self.key, cell, goal)).sum()
    }

    /// Counts the moves of a way to the goal along which the distance falls by
    /// one with every move.
    pub(crate) fn descent(&self, mut placement: Placement) -> u8 {
        let goal = build::goal_cells(&self.key);
        let goal = self.index_of(&Placement { cells: goal, blank: self.key.goal_blank });
        let mut steps = 0;
        let mut index = self.index_of(&placement);
        while index != goal {
            let lower = (self.code(index) + 2) % 3;
            let closer = self.neighbours(&placement).into_iter().find_map(|neighbour| {
                let index = self.index_of(&neighbour);
                (self.code(index) == lower).then_some((neighbour, index))
            });
            // Only what cannot be solved has no closer neighbour.
            let Some(closer) = closer else { break };
            (placement, index) = closer;
            steps += 1;
        }
        steps
    }

    /// What one move of a tile leads to, wherever in its region the blank is.
    fn neighbours(&self, placement: &Placement) -> Vec<Placement> {
        let (size, mask) = (self.key.size, placement.mask());
        let free = !mask & ((1 << size.cells()) - 1);
        let blank = crate::maps::component(size, free, 1 << placement.blank);
        let mut neighbours = Vec::new();
        for (item, &cell) in placement.cells.iter().enumerate() {
            let beside = spread(size, 1 << cell) & blank;
            for to in (0..size.cells()).filter(|to| beside >> to & 1 == 1) {
                let mut cells = placement.cells.clone();
                cells[item] = to;
                neighbours.push(Placement { cells, blank: cell });
            }
        }
        neighbours
    }
}

/// Memory for the entries of a table, zeroed.
fn room(key: &Key) -> Result<MmapMut, Stop> {
    map(usize::try_from(key.bytes()).map_err(|_| Stop::Memory)?)
}

fn distance(key: &Key, a: usize, b: usize) -> u8 {
    let width = key.size.width();
    ((a / width).abs_diff(b / width) + (a % width).abs_diff(b % width)) as u8
}

/// Packs distances as the key has it.
fn pack(key: &Key, entries: &[u8], packed: &mut [u8]) {
    if key.storage == Storage::Mod3 {
        let code = |entry: u8| if entry == UNREACHED { 3 } else { entry % 3 };
        packed.par_chunks_mut(1 << 16).zip(entries.par_chunks(4 << 16)).for_each(|(to, from)| {
            for (to, from) in to.iter_mut().zip(from.chunks(4)) {
                *to = from.iter().rev().fold(0, |byte, &entry| byte << 2 | code(entry));
            }
        });
    } else {
        pack_nibbles(key, entries, packed);
    }
}

/// Packs half of what distances exceed the Manhattan distance by.
fn pack_nibbles(key: &Key, entries: &[u8], packed: &mut [u8]) {
    let k = key.tiles.len();
    let goal = build::goal_cells(key);
    // By order and item, the place of the item in the order.
    let places: Vec<[u8; 8]> = (0..orders(k))
        .map(|rank| {
            let mut places = [0; 8];
            for (place, item) in (0..).zip(order_of(rank, k)) {
                places[usize::from(item)] = place;
            }
            places
        })
        .collect();
    let regions = key.zero.then(|| Regions::new(key.size, k));
    let mut blocks = entries.chunks(places.len());
    let mut index = 0;
    for (map, mask) in masks(key.size.cells(), k).enumerate() {
        let cells = (0..key.size.cells()).filter(|cell| mask >> cell & 1 == 1);
        // By item and place, the way of the item.
        let mut ways = [[0u8; 8]; 8];
        for (place, cell) in cells.enumerate() {
            for (item, &goal) in goal.iter().enumerate() {
                ways[item][place] = distance(key, cell, goal);
            }
        }
        for block in blocks.by_ref().take(regions.as_ref().map_or(1, |regions| regions.count(map)))
        {
            for (&entry, places) in block.iter().zip(&places) {
                let manhattan: u8 = ways
                    .iter()
                    .zip(places)
                    .map(|(ways, &place)| ways[usize::from(place & 7)])
                    .sum();
                // Beyond fifteen the bound is cut, and no less a bound.
                let excess = (entry.saturating_sub(manhattan) / 2).min(15);
                packed[index / 2] |= excess << (index % 2 * 4);
                index += 1;
            }
        }
    }
}
