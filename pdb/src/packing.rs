//! Distances packed into fewer bits.

use optile_core::{Shape, Stop, filled};
use rayon::prelude::*;

use crate::build;
use crate::index::cell_sets::{CellSetRanks, Regions, masks};
use crate::index::distance;
use crate::index::order::{MAX_TILES, ORDERS, order_of, orders};
use crate::key::{Key, Storage};

/// Packs distances into the storage of the key.
pub(crate) fn pack(key: &Key, entries: &[u8], packed: &mut [u8]) -> Result<(), Stop> {
    match key.storage {
        Storage::Bytes => packed.copy_from_slice(entries),
        Storage::Nibbles => pack_nibbles(key, entries, packed)?,
        Storage::Crumbs => pack_crumbs(key, entries, packed),
    }
    Ok(())
}

/// Packs half the excess of the distances over the Manhattan distance.
fn pack_nibbles(key: &Key, entries: &[u8], packed: &mut [u8]) -> Result<(), Stop> {
    let k = key.tiles.len();
    let goal: Vec<usize> = key.goal_cells().collect();
    let shape = Shape::of(key.size);
    // The place of an item in an order. Indexed by `[order][item]`.
    let mut places = filled(orders(k), [0u8; 8])?;
    for (rank, places) in places.iter_mut().enumerate() {
        for (place, item) in (0..).zip(order_of(rank, k)) {
            places[usize::from(item)] = place;
        }
    }
    let regions = key.zero.then(|| Regions::new(key.size, k)).transpose()?;
    let mut blocks = entries.chunks(places.len());
    let mut index = 0;
    for (cell_set, mask) in masks(key.size.cells(), k).enumerate() {
        let cells = (0..key.size.cells()).filter(|cell| mask >> cell & 1 == 1);
        // The steps of an item from a place. Indexed by `[item][place]`.
        let mut steps = [[0u8; 8]; 8];
        for (place, cell) in cells.enumerate() {
            for (item, &goal) in goal.iter().enumerate() {
                steps[item][place] = distance(shape, cell, goal);
            }
        }
        for block in
            blocks.by_ref().take(regions.as_ref().map_or(1, |regions| regions.count(cell_set)))
        {
            for (&entry, places) in block.iter().zip(&places) {
                let manhattan: u8 = steps
                    .iter()
                    .zip(places)
                    .map(|(steps, &place)| steps[usize::from(place & 7)])
                    .sum();
                // A greater excess is cut to fifteen, which keeps the bound
                // admissible.
                let excess = (entry.saturating_sub(manhattan) / 2).min(15);
                packed[index / 2] |= excess << (index % 2 * 4);
                index += 1;
            }
        }
    }
    Ok(())
}

/// Packs half the excess of the distances over the Manhattan distance, at the
/// numbers of the tiles' cells.
///
/// Each part of the result is gathered, so that no two threads write to it. The
/// cell of the least tile is the lowest digit. While it runs over a row of
/// entries, the other tiles stay.
fn pack_crumbs(key: &Key, entries: &[u8], packed: &mut [u8]) {
    let (cells, k) = (key.size.cells(), key.tiles.len());
    let shape = Shape::of(key.size);
    let ranks = CellSetRanks::new(cells, k);
    let goal: Vec<usize> = key.goal_cells().collect();
    let part_entries = 4 * cells.pow(3);
    let pack_part = |(part, packed): (usize, &mut [u8])| {
        let most = key.entries() as usize;
        let first = part * part_entries;
        for row in (first..most.min(first + part_entries)).step_by(cells) {
            let (mut others, mut rest) = ([0; MAX_TILES], row / cells);
            for other in &mut others[1..k] {
                (*other, rest) = (rest % cells, rest / cells);
            }
            let others = &others[1..k];
            let mask = others.iter().fold(0u32, |mask, &cell| mask | 1 << cell);
            if mask.count_ones() as usize != k - 1 {
                continue;
            }
            let mut order = rank_of_others(others);
            let manhattan: u8 =
                others.iter().zip(&goal[1..]).map(|(&cell, &to)| distance(shape, cell, to)).sum();
            for cell in 0..cells {
                if let Some(item) = others.iter().position(|&other| other == cell) {
                    // The least tile will be after this one.
                    order += usize::from(ORDERS[item + 1]);
                    continue;
                }
                let entry = entries[ranks.rank(mask | 1 << cell, cells) * orders(k) + order];
                let least = manhattan + distance(shape, cell, goal[0]);
                let excess = (entry.saturating_sub(least) / 2).min(3);
                let place = row + cell - first;
                packed[place / 4] |= excess << (place % 4 * 2);
            }
        }
    };
    let bytes = part_entries / 4;
    match build::threads() {
        Some(pool) => pool.install(|| packed.par_chunks_mut(bytes).enumerate().for_each(pack_part)),
        None => packed.chunks_mut(bytes).enumerate().for_each(pack_part),
    }
}

/// The rank of the order of a pattern's tiles whose least tile comes before all
/// others, which are on these cells.
fn rank_of_others(others: &[usize]) -> usize {
    let after = |item: usize| others[..item].iter().filter(|&&cell| cell > others[item]).count();
    (0..others.len()).map(|item| after(item) * usize::from(ORDERS[item + 1])).sum()
}
