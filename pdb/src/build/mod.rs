use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use optile_core::{Interrupt, Meter, Size, Stop, filled, room_for, room_for_threads};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::key::Key;
use crate::maps::{MapRanks, Regions, maps, masks, spread};
use crate::order::{Rotations, orders, rank_of_cells};
use crate::progress::Progress;

/// The entry of what no moves reach.
pub(crate) const UNREACHED: u8 = u8::MAX;

/// The most moves that an entry has room for.
pub(crate) const MOST: u8 = UNREACHED - 1;

/// The states of one map while the table is made: a bit for each region of the
/// blank and each order of the tiles.
struct Map<'a> {
    mask: u32,
    number: usize,
    /// States at the depth reached last. Meaningless in regions not `live`.
    open: Vec<u64>,
    /// States met.
    met: Vec<u64>,
    /// By region, a bit: whether it has open states.
    live: u32,
    /// States not met.
    left: usize,
    entries: &'a mut [u8],
}

/// What all maps have in common.
struct Builder<'a> {
    key: &'a Key,
    /// The most moves that an entry has room for.
    most: u8,
    /// Orders of the tiles, the states of a block.
    orders: usize,
    /// Words of a block's bits.
    words: usize,
    ranks: &'a MapRanks,
    regions: &'a Regions,
    rotations: &'a Rotations,
    /// By the number of a map, its place among those of its parity.
    places: &'a [u32],
    interrupt: Interrupt,
    /// Whether the system had no memory for some thread.
    is_refused: AtomicBool,
    progress: &'a Progress,
}

/// Room for the blocks of one map that is being worked on.
struct Scratch {
    /// By region, the states that open ones lead to.
    reached: Vec<u64>,
    /// By region, a bit: whether any are.
    live: u32,
}

/// The threads that make tables; none where the system gives none, for which
/// the pool that rayon would make by itself panics.
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

/// The parity of a map: of the black cells in it. Every move of a tile changes
/// it, so all states of a map are met at depths of one parity, whatever the
/// order of the tiles.
fn parity(size: Size, mask: u32) -> usize {
    let black =
        (0..size.cells()).filter(|cell| (cell / size.width() + cell % size.width()) % 2 == 1);
    black.filter(|cell| mask >> cell & 1 == 1).count() % 2
}

/// The bytes held at most while the table is made.
pub(crate) fn bytes(key: &Key) -> u64 {
    let (size, k) = (key.size, key.tiles.len());
    let blocks = Regions::total_of(size, k) as u64;
    let words = orders(k).div_ceil(64) as u64;
    let bits = 2 * 8 * blocks * words;
    let entries = Key { storage: crate::key::Storage::Bytes, ..*key }.bytes();
    let maps = maps(size.cells(), k) * (size_of::<Map<'_>>() + size_of::<u32>()) as u64;
    entries + bits + maps + Rotations::bytes(k, size.width()) + Regions::bytes(size, k)
}

/// Fills `entries`, one for each state of the pattern, with the least moves of
/// its tiles that lead to the goal, and returns how many have each distance.
/// It is an error if one is above `most`, which is [`MOST`] but for tests.
///
/// # The way it is done
///
/// A breadth-first search backward from the goal, over *blocks*: the orders of
/// the tiles on one map, with the blank in one region. A tile's move leads
/// from block to block, and does the same to all orders: nothing if the move
/// is along a row, as the tiles stand in the same order still, so that the
/// move of a whole block is an `or` of its bits; a rotation that a table
/// knows if it is along a column. A layer is made by gathering: a thread that
/// works on a map reads blocks of other maps and writes its own alone. Since
/// maps of even and odd depths alternate, what is read is never what another
/// thread writes.
pub(crate) fn distances(
    key: &Key,
    most: u8,
    entries: &mut [u8],
    meter: &Meter,
    progress: &Progress,
) -> Result<Vec<u64>, Stop> {
    let (size, k) = (key.size, key.tiles.len());
    let cells = size.cells();
    let (ranks, regions) = (MapRanks::new(cells, k), Regions::new(size, k)?);
    let rotations = Rotations::new(k, size.width())?;
    let mut places = room_for(maps(cells, k) as usize)?;
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
    let mut sides = builder.sides(entries, seen)?;
    builder.seed(&mut sides);
    builder.search(&mut sides)
}

impl Builder<'_> {
    /// The maps of either parity, of which there are so many, nothing met.
    fn sides<'a>(
        &self,
        mut entries: &'a mut [u8],
        maps: [u32; 2],
    ) -> Result<[Vec<Map<'a>>; 2], Stop> {
        let mut sides = [room_for(maps[0] as usize)?, room_for(maps[1] as usize)?];
        for (number, mask) in masks(self.key.size.cells(), self.key.tiles.len()).enumerate() {
            let regions = self.regions.count(number);
            let own = if self.key.zero { regions } else { 1 } * self.orders;
            let (first, rest) = entries.split_at_mut(own);
            entries = rest;
            let words = regions * self.words;
            sides[parity(self.key.size, mask)].push(Map {
                mask,
                number,
                open: filled(words, 0)?,
                met: filled(words, 0)?,
                live: 0,
                left: regions * self.orders,
                entries: first,
            });
        }
        Ok(sides)
    }

    /// Opens the goal.
    fn seed(&self, sides: &mut [Vec<Map<'_>>; 2]) {
        let mask = set_of(self.key.goal_cells());
        let number = self.ranks.rank(mask, self.key.size.cells());
        let map = &mut sides[parity(self.key.size, mask)][self.places[number] as usize];
        let region = self.regions.of(number, self.key.goal_blank);
        let order = rank_of_cells(self.key.goal_cells());
        let word = region * self.words + order / 64;
        map.open[word] = 1 << (order % 64);
        map.met[word] = 1 << (order % 64);
        map.live = 1 << region;
        map.left -= 1;
        self.progress.add_done(1);
        map.entries[if self.key.zero { region * self.orders } else { 0 } + order] = 0;
    }

    fn search(&self, [even, odd]: &mut [Vec<Map<'_>>; 2]) -> Result<Vec<u64>, Stop> {
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
            let advance = |scratch: &mut Scratch, map: &mut Map<'_>| {
                self.advance(map, sources, depth as u8, scratch)
            };
            let fresh = match threads() {
                Some(pool) => {
                    pool.install(|| targets.par_iter_mut().map_init(scratch, advance).sum::<u64>())
                }
                None => {
                    let mut scratch = scratch();
                    targets.iter_mut().map(|map| advance(&mut scratch, map)).sum()
                }
            };
            if self.is_refused.load(Ordering::Relaxed) {
                return Err(Stop::Memory);
            }
            if fresh > 0 && depth > self.most.into() {
                let Self { key, most, .. } = self;
                return Err(Stop::Unsupported(format!("{key}, with distances above {most}")));
            }
            // Without a fresh entry there can be open states, in regions
            // that are not the least, which lead to fresh ones later.
            if targets.iter().all(|map| map.live == 0) {
                self.interrupt.check()?;
                while counts.last() == Some(&0) {
                    counts.pop();
                }
                return Ok(counts);
            }
            counts.push(fresh);
        }
    }

    /// Makes the next layer of a map, and returns how many entries were set.
    fn advance(
        &self,
        map: &mut Map<'_>,
        sources: &[Map<'_>],
        depth: u8,
        scratch: &mut Scratch,
    ) -> u64 {
        map.live = 0;
        if map.left == 0 || self.interrupt.check().is_err() {
            return 0;
        }
        scratch.reached.clear();
        if scratch.reached.try_reserve_exact(map.met.len()).is_err() {
            self.is_refused.store(true, Ordering::Relaxed);
            return 0;
        }
        self.gather(map, sources, scratch);
        if scratch.live == 0 {
            return 0;
        }
        let left = map.left;
        let fresh = if self.key.zero {
            self.settle_regions(map, depth, scratch)
        } else {
            self.settle_least(map, depth, scratch)
        };
        self.progress.add_done(left - map.left);
        fresh
    }

    /// Collects what the open states of other maps lead to.
    fn gather(&self, map: &Map<'_>, sources: &[Map<'_>], scratch: &mut Scratch) {
        let words = map.met.len();
        scratch.reached.clear();
        scratch.reached.resize(words, 0);
        scratch.live = 0;
        let mut tiles = map.mask;
        while tiles != 0 {
            let to = tiles & tiles.wrapping_neg();
            tiles &= tiles - 1;
            let mut free = spread(self.key.size, to) & !map.mask;
            while free != 0 {
                let from = free & free.wrapping_neg();
                free &= free - 1;
                self.gather_move(map, sources, from, to, scratch);
            }
        }
    }

    /// Collects what one move of a tile leads to, between two cells given as
    /// bits.
    #[inline]
    fn gather_move(
        &self,
        map: &Map<'_>,
        sources: &[Map<'_>],
        from: u32,
        to: u32,
        scratch: &mut Scratch,
    ) {
        let before = map.mask ^ from ^ to;
        let number = self.ranks.rank(before, self.key.size.cells());
        let source = &sources[self.places[number] as usize];
        let cell = |bit: u32| bit.trailing_zeros() as usize;
        let region = self.regions.of(number, cell(to));
        if source.live >> region & 1 == 0 {
            return;
        }
        let open = &source.open[region * self.words..][..self.words];
        let region = self.regions.of(map.number, cell(from));
        let reached = &mut scratch.reached[region * self.words..][..self.words];
        scratch.live |= 1 << region;
        let place = |mask: u32, bit: u32| (mask & (bit - 1)).count_ones() as usize;
        let rotation = self.rotations.of(place(before, from), place(map.mask, to));
        if rotation.is_empty() {
            for (reached, open) in reached.iter_mut().zip(open) {
                *reached |= open;
            }
        } else {
            for_each_bit(open, |order| {
                let order = usize::from(rotation[order]);
                reached[order / 64] |= 1 << (order % 64);
            });
        }
    }

    /// Takes what was reached and not met as open, and sets the entries of
    /// orders that were met in no region.
    fn settle_least(&self, map: &mut Map<'_>, depth: u8, scratch: &Scratch) -> u64 {
        let regions = map.met.len() / self.words;
        let mut fresh = 0;
        for word in 0..self.words {
            let (mut met, mut new) = (0, 0);
            for region in 0..regions {
                let at = region * self.words + word;
                let first = scratch.reached[at] & !map.met[at];
                met |= map.met[at];
                new |= first;
                map.met[at] |= first;
                map.open[at] = first;
                map.live |= u32::from(first != 0) << region;
                map.left -= first.count_ones() as usize;
            }
            let new = new & !met;
            fresh += u64::from(new.count_ones());
            set(&mut map.entries[word * 64..], new, depth);
        }
        fresh
    }

    /// Takes what was reached and not met as open, and sets its entries.
    fn settle_regions(&self, map: &mut Map<'_>, depth: u8, scratch: &Scratch) -> u64 {
        let left = map.left;
        let blocks = map.met.chunks_mut(self.words).zip(map.open.chunks_mut(self.words));
        let blocks = blocks.zip(scratch.reached.chunks(self.words));
        let entries = map.entries.chunks_mut(self.orders);
        for (region, (((met, open), reached), entries)) in blocks.zip(entries).enumerate() {
            for (word, ((met, open), reached)) in met.iter_mut().zip(open).zip(reached).enumerate()
            {
                *open = reached & !*met;
                *met |= *open;
                map.live |= u32::from(*open != 0) << region;
                map.left -= open.count_ones() as usize;
                set(&mut entries[word * 64..], *open, depth);
            }
        }
        (left - map.left) as u64
    }
}

/// Sets the entries whose bits are set.
#[inline(always)]
fn set(entries: &mut [u8], mut bits: u64, depth: u8) {
    while bits != 0 {
        entries[bits.trailing_zeros() as usize] = depth;
        bits &= bits - 1;
    }
}

#[inline(always)]
fn for_each_bit(words: &[u64], mut visit: impl FnMut(usize)) {
    for (word, &bits) in words.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            visit(word * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}
