//! The open lists of searches by cost.

mod bucket;
mod classes;
mod pool;
#[cfg(test)]
mod tests;
mod ties;
mod weighted;

use optile_core::{Meter, Stop};

use crate::closed::MOST_COST;

use bucket::Bucket;
pub use bucket::Open;
pub use classes::{ClassedList, Classes, Row as ClassRow};
use pool::{BLOCK, Pool};
pub use ties::Ties;
pub use weighted::{Curve, WeightedList, Weighting};

/// An open list for small whole costs: the two-level bucket queue (E. Burns, M.
/// Hatem, M. J. Leighton and W. Ruml, Implementing Fast Heuristic Search Code,
/// 2012). Nodes with the least f come first. [`Ties`] orders nodes of equal f.
///
/// There is a bucket for each pair of f and g, so items do not store them, and
/// a bucket holds only nodes. A bucket is a chain of blocks of equal size,
/// which it takes from a pool and gives back when they are empty. So the memory
/// held is that for the largest number of nodes at one time, plus one block per
/// bucket. Nothing is ever moved.
#[derive(Debug)]
pub struct OpenList<T> {
    /// Indexed by f.
    rows: Vec<Row>,
    /// All rows below this f are empty.
    least_f: usize,
    ties: Ties,
    pool: Pool<T>,
}

/// The buckets of one f. Their number is g or f - g, so that the bucket with
/// the least number comes first.
#[derive(Debug, Default)]
struct Row {
    buckets: Vec<Bucket>,
    /// A bit for each bucket that is not empty, so that the first of them is
    /// found without a search.
    in_use: [u64; 4],
}

impl Row {
    /// The number of the first bucket that is not empty.
    #[inline(always)]
    fn first(&self) -> Option<usize> {
        let (place, bits) = self.in_use.iter().enumerate().find(|&(_, &bits)| bits != 0)?;
        Some(64 * place + bits.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn note(&mut self, number: usize) {
        self.in_use[number / 64 % 4] |= 1 << (number % 64);
    }

    fn has(&self, number: usize) -> bool {
        self.in_use[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline(always)]
    fn forget(&mut self, number: usize) {
        self.in_use[number / 64 % 4] &= !(1 << (number % 64));
    }
}

impl<T: Copy + Default> OpenList<T> {
    /// An empty list. It holds no memory yet.
    pub const fn new(ties: Ties) -> Self {
        Self { rows: Vec::new(), least_f: 0, ties, pool: Pool::new() }
    }

    /// Adds an item to a bucket that has no blocks, or whose blocks are full.
    #[cold]
    #[inline(never)]
    fn push_to_new_block(
        &mut self,
        item: T,
        f: usize,
        number: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if f > MOST_COST as usize {
            let reason = format!("a search by cost for more than {MOST_COST} moves");
            return Err(Stop::Unsupported(reason));
        }
        if f >= self.rows.len() {
            let more = f + 1 - self.rows.len();
            meter.make_room(&mut self.rows, more)?;
            self.rows.resize_with(f + 1, Row::default);
        }
        let row = &mut self.rows[f];
        if row.buckets.is_empty() {
            meter.make_room(&mut row.buckets, f + 1)?;
            row.buckets.resize(f + 1, Bucket::default());
        }
        row.buckets[number].push_to_new_block(item, self.ties, &mut self.pool, meter)?;
        row.note(number);
        Ok(())
    }

    /// The number of the bucket of these costs, within the row of f.
    #[inline(always)]
    fn bucket(&self, f: u32, g: u32) -> usize {
        (if self.ties.smaller_g { g } else { f - g }) as usize
    }

    /// Adds an item, whose `g` must not be above its `f`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, and
    /// [`Stop::Unsupported`] when `f` is too large for a
    /// [`ClosedEntry`](crate::ClosedEntry). The item is not added then.
    #[inline(always)]
    pub fn push(&mut self, item: T, f: u32, g: u32, meter: &mut Meter) -> Result<(), Stop> {
        debug_assert!(g <= f, "g {g} is above f {f}");
        let (number, f) = (self.bucket(f, g), f as usize);
        self.least_f = f.min(self.least_f);
        if let Some(row) = self.rows.get_mut(f)
            && let Some(bucket) = row.buckets.get_mut(number)
            && bucket.push(item, &mut self.pool)
        {
            row.note(number);
            return Ok(());
        }
        self.push_to_new_block(item, f, number, meter)
    }

    /// The least f of an item; `None` when the list is empty.
    #[inline]
    pub fn least_f(&mut self) -> Option<u32> {
        loop {
            let row = self.rows.get_mut(self.least_f)?;
            if row.first().is_some() {
                return Some(self.least_f as u32);
            }
            self.least_f += 1;
        }
    }

    /// The item that comes next, if its f is that of the item before it.
    #[inline(always)]
    pub fn peek(&self) -> Option<T> {
        let row = self.rows.get(self.least_f)?;
        let bucket = row.buckets.get(row.first()?)?;
        bucket.peek(self.ties, &self.pool)
    }

    /// Takes out the next items that have the same f, as many as fit in
    /// `batch`, and returns them with this f. `None` when the list is empty.
    #[inline(always)]
    pub fn pop<'a>(&mut self, batch: &'a mut [Open<T>]) -> Option<(u32, &'a [Open<T>])> {
        let mut len = 0;
        loop {
            let row = self.rows.get_mut(self.least_f)?;
            let f = self.least_f as u32;
            while let Some(number) = row.first()
                && let Some(bucket) = row.buckets.get_mut(number)
            {
                let g = if self.ties.smaller_g { number as u32 } else { f - number as u32 };
                loop {
                    if len == batch.len() {
                        return Some((f, batch));
                    }
                    let (count, is_empty) =
                        bucket.take(g, &mut batch[len..], self.ties, &mut self.pool);
                    len += count;
                    if is_empty {
                        break;
                    }
                }
                row.forget(number);
            }
            if len > 0 {
                return Some((f, &batch[..len]));
            }
            self.least_f += 1;
        }
    }
}

impl<T> OpenList<T> {
    /// The greatest g of an item that was ever added; 0 if there was none. A bucket keeps its last
    /// block, so it tells that it was used.
    pub fn deepest(&self) -> u32 {
        let deepest = self.rows.iter().enumerate().filter_map(|(f, row)| {
            let mut used = row.buckets.iter().map(|bucket| bucket.end > 0);
            match self.ties.smaller_g {
                true => used.rposition(|is_used| is_used),
                false => used.position(|is_used| is_used).map(|number| f - number),
            }
        });
        deepest.max().unwrap_or(0) as u32
    }

    /// All items, least f first, as pieces of some tens of items of one bucket.
    /// Each piece comes with its f and g.
    pub fn pieces(&self) -> impl Iterator<Item = (u32, u32, &[T])> {
        self.rows.iter().enumerate().flat_map(move |(f, row)| {
            let buckets = row.buckets.iter().enumerate().filter(|&(number, _)| row.has(number));
            buckets.flat_map(move |(number, bucket)| {
                let g = if self.ties.smaller_g { number } else { f - number };
                self.pieces_of(*bucket).map(move |piece| (f as u32, g as u32, piece))
            })
        })
    }

    /// The items of a bucket that is not empty. Blocks come from the last to
    /// the first in a stack, and from the first to the last in a queue.
    fn pieces_of(&self, bucket: Bucket) -> impl Iterator<Item = &[T]> {
        let block = |place: u32| place / BLOCK as u32;
        let last = block(bucket.end - 1);
        let mut next = Some(if self.ties.fifo { block(bucket.first) } else { last });
        std::iter::from_fn(move || {
            let this = next?;
            let link = self.pool.links[this as usize];
            let (mut begin, mut end) = (1, BLOCK);
            if self.ties.fifo {
                if this == block(bucket.first) {
                    begin = bucket.first as usize % BLOCK;
                }
                next = (this != last).then_some(link);
            } else {
                next = (link != 0).then_some(link);
            }
            if this == last {
                end = (bucket.end - 1) as usize % BLOCK + 1;
            }
            let place = this * BLOCK as u32;
            Some(self.pool.items(place + begin as u32, place + end as u32))
        })
    }
}
