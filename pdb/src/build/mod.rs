//! How the distances of a table are computed.

mod gather;
mod settle;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use optile_core::{Interrupt, Meter, Size, Stop, filled, room_for, room_for_threads};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::index::cell_sets::{CellSetRanks, Regions, cell_set_count, masks};
use crate::index::order::{Rotations, orders, rank_of_cells};
use crate::key::Key;
use crate::progress::Progress;

/// The entry of a placement that no moves reach.
pub(crate) const UNREACHED: u8 = u8::MAX;

/// The most moves that an entry has room for.
pub(crate) const MOST: u8 = UNREACHED - 1;

/// The states of one cell set while the table is built: a bit for each region
/// of the blank and each order of the tiles.
struct CellSetStates<'a> {
    mask: u32,
    number: usize,
    /// States at the depth reached last. Valid only in `live` regions.
    open: &'a mut [u64],
    /// States that were reached.
    met: &'a mut [u64],
    /// A bit for each region: whether it has open states.
    live: u32,
    /// How many states were not reached.
    left: usize,
    entries: &'a mut [u8],
}

/// Data that the work on all cell sets shares.
struct Builder<'a> {
    key: &'a Key,
    /// The most moves that an entry has room for.
    most: u8,
    /// How many orders the tiles have, which is how many states a block has.
    orders: usize,
    /// Words per block.
    words: usize,
    ranks: &'a CellSetRanks,
    regions: &'a Regions,
    rotations: &'a Rotations,
    /// The place of a cell set among those of its parity. Indexed by its
    /// number.
    places: &'a [u32],
    interrupt: Interrupt,
    /// Whether the system refused memory to a thread.
    is_refused: AtomicBool,
    progress: &'a Progress,
}

/// Room for the blocks of the cell set that a thread works on.
struct Scratch {
    /// The states that open states lead to, region by region.
    reached: Vec<u64>,
    /// A bit for each region: whether it has such states.
    live: u32,
}

/// The threads that build tables. `None` if the system gives no threads. The
/// pool that rayon makes by itself would panic in this case.
pub(crate) fn threads() -> Option<&'static ThreadPool> {
    static THREADS: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let make = || {
        room_for_threads(available_parallelism().map_or(1, usize::from)).ok()?;
        ThreadPoolBuilder::new().build().ok()
    };
    THREADS.get_or_init(make).as_ref()
}

fn set_of(cells: impl Iterator<Item = usize>) -> u32 {
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// The parity of a cell set: that of its number of black cells. Every move of a
/// tile changes it. So all states of a cell set are reached at depths of the
/// same parity, for every order of the tiles.
fn parity(size: Size, mask: u32) -> usize {
    let black =
        (0..size.cells()).filter(|cell| (cell / size.width() + cell % size.width()) % 2 == 1);
    black.filter(|cell| mask >> cell & 1 == 1).count() % 2
}

impl Key {
    /// The most bytes held while the table is built, including the table.
    pub fn bytes_to_build(&self) -> u64 {
        let (size, k) = (self.size, self.tiles.len());
        let blocks = Regions::total_of(size, k) as u64;
        let words = orders(k).div_ceil(64) as u64;
        let bits = 2 * 8 * blocks * words;
        let entries = Key { storage: crate::key::Storage::Bytes, ..*self }.bytes();
        let cell_sets = cell_set_count(size.cells(), k)
            * (size_of::<CellSetStates<'_>>() + size_of::<u32>()) as u64;
        entries + bits + cell_sets + Rotations::bytes(k, size.width()) + Regions::bytes(size, k)
    }
}

/// Fills `entries`, which has one entry for each state of the pattern, with the
/// least number of moves of its tiles that lead to the goal. Returns how many
/// entries have each distance. It is an error if a distance is above `most`,
/// which is [`MOST`] except in tests.
///
/// # Method
///
/// This is a breadth-first search backward from the goal, over *blocks*. A
/// block holds the orders of the tiles on one cell set, with the blank in one
/// region. A tile's move leads from block to block, and changes all orders in
/// the same way. A move along a row keeps the order of the tiles, so the move
/// of a whole block is an `or` of its bits. A move along a column is a
/// rotation, which is looked up in a table. Layers are built by gathering: a
/// thread that works on a cell set reads blocks of other cell sets and writes
/// only its own. Cell sets of even and odd depths alternate, so no thread reads
/// what another thread writes.
pub(crate) fn distances(
    key: &Key,
    most: u8,
    entries: &mut [u8],
    meter: &Meter,
    progress: &Progress,
) -> Result<Vec<u64>, Stop> {
    let (size, k) = (key.size, key.tiles.len());
    let cells = size.cells();
    let (ranks, regions) = (CellSetRanks::new(cells, k), Regions::new(size, k)?);
    let rotations = Rotations::new(k, size.width())?;
    let mut places = room_for(cell_set_count(cells, k) as usize)?;
    let mut seen = [0; 2];
    for mask in masks(cells, k) {
        let seen = &mut seen[parity(size, mask)];
        places.push(*seen);
        *seen += 1;
    }
    let builder = Builder {
        key,
        most,
        orders: orders(k),
        words: orders(k).div_ceil(64),
        ranks: &ranks,
        regions: &regions,
        rotations: &rotations,
        places: &places,
        interrupt: meter.interrupt().clone(),
        is_refused: AtomicBool::new(false),
        progress,
    };
    progress.add_of(regions.total() * builder.orders);
    // For all cell sets at once: asking for memory costs more than searching a small cell set.
    let words = regions.total() * builder.words;
    let [mut open, mut met] = [filled(words, 0)?, filled(words, 0)?];
    let mut sides = builder.sides(entries, [&mut open, &mut met], seen)?;
    builder.seed(&mut sides);
    builder.search(&mut sides)
}

impl Builder<'_> {
    /// The cell sets of each parity, with no state reached. `cell_sets` is the
    /// number of cell sets.
    fn sides<'a>(
        &self,
        mut entries: &'a mut [u8],
        [mut open, mut met]: [&'a mut [u64]; 2],
        cell_sets: [u32; 2],
    ) -> Result<[Vec<CellSetStates<'a>>; 2], Stop> {
        let mut sides = [room_for(cell_sets[0] as usize)?, room_for(cell_sets[1] as usize)?];
        for (number, mask) in masks(self.key.size.cells(), self.key.tiles.len()).enumerate() {
            let regions = self.regions.count(number);
            let own = if self.key.zero { regions } else { 1 } * self.orders;
            let words = regions * self.words;
            let own_entries;
            (own_entries, entries) = entries.split_at_mut(own);
            let (own_open, own_met);
            (own_open, open) = open.split_at_mut(words);
            (own_met, met) = met.split_at_mut(words);
            sides[parity(self.key.size, mask)].push(CellSetStates {
                mask,
                number,
                open: own_open,
                met: own_met,
                live: 0,
                left: regions * self.orders,
                entries: own_entries,
            });
        }
        Ok(sides)
    }

    /// Opens the goal.
    fn seed(&self, sides: &mut [Vec<CellSetStates<'_>>; 2]) {
        let mask = set_of(self.key.goal_cells());
        let number = self.ranks.rank(mask, self.key.size.cells());
        let cell_set = &mut sides[parity(self.key.size, mask)][self.places[number] as usize];
        let region = self.regions.of(number, self.key.goal_blank);
        let order = rank_of_cells(self.key.goal_cells());
        let word = region * self.words + order / 64;
        cell_set.open[word] = 1 << (order % 64);
        cell_set.met[word] = 1 << (order % 64);
        cell_set.live = 1 << region;
        cell_set.left -= 1;
        self.progress.add_done(1);
        cell_set.entries[if self.key.zero { region * self.orders } else { 0 } + order] = 0;
    }

    fn search(&self, [even, odd]: &mut [Vec<CellSetStates<'_>>; 2]) -> Result<Vec<u64>, Stop> {
        let start = parity(self.key.size, set_of(self.key.goal_cells()));
        let mut counts = vec![1];
        loop {
            self.interrupt.check()?;
            let depth = counts.len();
            let (targets, sources) = if (start + depth).is_multiple_of(2) {
                (&mut *even, &*odd)
            } else {
                (&mut *odd, &*even)
            };
            let scratch = || Scratch { reached: Vec::new(), live: 0 };
            let advance = |scratch: &mut Scratch, cell_set: &mut CellSetStates<'_>| {
                self.advance(cell_set, sources, depth as u8, scratch)
            };
            let fresh = match threads() {
                Some(pool) => {
                    pool.install(|| targets.par_iter_mut().map_init(scratch, advance).sum::<u64>())
                }
                None => {
                    let mut scratch = scratch();
                    targets.iter_mut().map(|cell_set| advance(&mut scratch, cell_set)).sum()
                }
            };
            if self.is_refused.load(Ordering::Relaxed) {
                return Err(Stop::Memory);
            }
            if fresh > 0 && depth > self.most.into() {
                let Self { key, most, .. } = self;
                return Err(Stop::Unsupported(format!("{key}, with distances above {most}")));
            }
            // Even if no entry was set, there can be open states in other
            // regions than the cheapest one. They may lead to new entries
            // later.
            if targets.iter().all(|cell_set| cell_set.live == 0) {
                self.interrupt.check()?;
                while counts.last() == Some(&0) {
                    counts.pop();
                }
                return Ok(counts);
            }
            counts.push(fresh);
        }
    }

    /// Builds the next layer of a cell set, and returns how many entries it
    /// sets.
    fn advance(
        &self,
        cell_set: &mut CellSetStates<'_>,
        sources: &[CellSetStates<'_>],
        depth: u8,
        scratch: &mut Scratch,
    ) -> u64 {
        cell_set.live = 0;
        if cell_set.left == 0 || self.interrupt.check().is_err() {
            return 0;
        }
        scratch.reached.clear();
        if scratch.reached.try_reserve_exact(cell_set.met.len()).is_err() {
            self.is_refused.store(true, Ordering::Relaxed);
            return 0;
        }
        self.gather(cell_set, sources, scratch);
        if scratch.live == 0 {
            return 0;
        }
        let left = cell_set.left;
        let fresh = if self.key.zero {
            self.settle_regions(cell_set, depth, scratch)
        } else {
            self.settle_least(cell_set, depth, scratch)
        };
        self.progress.add_done(left - cell_set.left);
        fresh
    }
}
