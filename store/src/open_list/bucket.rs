//! A bucket of an open list: a stack or a queue of items in blocks.

use optile_core::{Meter, Stop};

use super::pool::{BLOCK, Pool, first_place};
use crate::Ties;

/// The places in the pool where the next item is taken and the next one is put.
///
/// A bucket that has become empty keeps its last block, because most buckets
/// become empty and are used again many times.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bucket {
    /// The first item in. Stored only if items leave first in, first out.
    pub(super) first: u32,
    /// One past the last item in. It is the end of the block if the block is
    /// full, and 0 as long as there is no block.
    pub(super) end: u32,
}

impl Bucket {
    /// Adds an item where the last block has room. Returns whether it has.
    #[inline(always)]
    pub(super) fn push<T: Copy + Default>(&mut self, item: T, pool: &mut Pool<T>) -> bool {
        let has_room = !self.end.is_multiple_of(BLOCK as u32);
        if has_room {
            pool.put(self.end, item);
            self.end += 1;
        }
        has_room
    }

    /// Adds an item where there are no blocks, or all of them are full.
    pub(super) fn push_to_new_block<T: Copy + Default>(
        &mut self,
        item: T,
        ties: Ties,
        pool: &mut Pool<T>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if ties.fifo {
            let block = pool.take(0, meter)?;
            if self.end == 0 {
                self.first = first_place(block);
            } else {
                pool.links[(self.end - 1) as usize / BLOCK] = block;
            }
            self.end = first_place(block);
        } else {
            let below = self.end.saturating_sub(1) / BLOCK as u32;
            self.end = first_place(pool.take(below, meter)?);
        }
        pool.put(self.end, item);
        self.end += 1;
        Ok(())
    }

    /// Whether a bucket that has a block has no items. A bucket with items ends behind the first
    /// place of its last block.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.end == first_place(self.end / BLOCK as u32)
    }

    /// The item that is taken next from a bucket that is not empty.
    #[inline(always)]
    pub(super) fn peek<T: Copy + Default>(&self, ties: Ties, pool: &Pool<T>) -> Option<T> {
        let place = if ties.fifo { self.first } else { self.end - 1 };
        pool.items(place, place + 1).first().copied()
    }

    /// Takes items with this g from a bucket that is not empty, as many as one
    /// block has and as fit in `free`. Returns how many these are, and whether
    /// the bucket is empty now.
    #[inline(always)]
    pub(super) fn take<T: Copy + Default>(
        &mut self,
        g: u32,
        free: &mut [Open<T>],
        ties: Ties,
        pool: &mut Pool<T>,
    ) -> (usize, bool) {
        match ties.fifo {
            true => self.take_oldest(g, free, pool),
            false => self.take_newest(g, free, pool),
        }
    }

    /// Gives back the block of a bucket that has become empty.
    #[inline(always)]
    pub(super) fn give_back<T>(&mut self, pool: &mut Pool<T>) {
        pool.free.push(self.end / BLOCK as u32);
        *self = Self::default();
    }

    /// See [`Bucket::take`].
    #[inline(always)]
    fn take_newest<T: Copy + Default>(
        &mut self,
        g: u32,
        free: &mut [Open<T>],
        pool: &mut Pool<T>,
    ) -> (usize, bool) {
        let count = pool.take_newest(&mut self.end, free, |item| Open { item, g });
        let block = self.end / BLOCK as u32;
        if self.end != first_place(block) {
            return (count, false);
        }
        let below = pool.links[block as usize];
        if below == 0 {
            return (count, true);
        }
        pool.free.push(block);
        self.end = (below + 1) * BLOCK as u32;
        (count, false)
    }

    /// See [`Bucket::take`].
    #[inline(always)]
    fn take_oldest<T: Copy + Default>(
        &mut self,
        g: u32,
        free: &mut [Open<T>],
        pool: &mut Pool<T>,
    ) -> (usize, bool) {
        let block = self.first / BLOCK as u32;
        let is_last = (self.end - 1) / BLOCK as u32 == block;
        let end = if is_last { self.end } else { (block + 1) * BLOCK as u32 };
        let items = pool.items(self.first, end).iter();
        let count = items.len().min(free.len());
        for (place, &item) in free.iter_mut().zip(items) {
            *place = Open { item, g };
        }
        self.first += count as u32;
        if self.first == self.end {
            *self = Self { first: first_place(block), end: first_place(block) };
            return (count, true);
        }
        if self.first.is_multiple_of(BLOCK as u32) {
            pool.free.push(block);
            self.first = first_place(pool.links[block as usize]);
        }
        (count, false)
    }
}

/// An item taken from an [`OpenList`](super::OpenList).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open<T> {
    /// The item.
    pub item: T,
    /// Moves from the start.
    pub g: u32,
}
