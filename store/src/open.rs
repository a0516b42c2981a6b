use optile_core::{Allowed, Meter, OptionInfo, Spec, Stop, leave_some};

use crate::Memory;
use crate::costs::MOST_COST;

/// Which of the nodes with least f is taken from the open list first.
///
/// Nodes with an f below the cost of the solution are all expanded, whatever
/// the order; how many of those whose f equals it are, depends on it alone (M.
/// Asai, A. Fukunaga, Tie-breaking strategies for cost-optimal best first
/// search, 2017).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Whether those with a smaller g come first, not those with a larger one.
    pub smaller_g: bool,
    /// Whether among equal f and g the first one in is the first one out, not
    /// the last one in.
    pub fifo: bool,
}

/// The words for the ways to break ties, the default first.
const WORDS: [&str; 4] = ["larger-g-lifo", "larger-g-fifo", "smaller-g-lifo", "smaller-g-fifo"];

impl Ties {
    /// The option `ties` of strategies that have an open list.
    pub const OPTION: OptionInfo = OptionInfo {
        key: "ties",
        about: "which of the nodes with equal f comes first",
        default: WORDS[0],
        allowed: Allowed::OneOf(&WORDS),
    };

    /// The four ways, in the order of the option's words.
    pub const ALL: [Self; 4] = [
        Self { smaller_g: false, fifo: false },
        Self { smaller_g: false, fifo: true },
        Self { smaller_g: true, fifo: false },
        Self { smaller_g: true, fifo: true },
    ];

    /// What the option says in a strategy's name that was checked.
    pub fn of(spec: &Spec) -> Self {
        let asked = spec.option(Self::OPTION.key);
        let found = WORDS.iter().zip(Self::ALL).find(|(word, _)| asked == Some(word));
        found.map_or_else(Self::default, |(_, ties)| ties)
    }
}

/// An open list for small whole costs: the bucket queue of two levels (E.
/// Burns, M. Hatem, M. J. Leighton and W. Ruml, Implementing Fast Heuristic
/// Search Code, 2012), least f first, among equals by [`Ties`].
///
/// There is one bucket for each pair of f and g, so an item needs not bear
/// them: a bucket holds nothing but nodes. A bucket is a chain of blocks of
/// equal size, which it takes from a pool and gives back when they are empty.
/// So no more memory is held than the most nodes at one time need, wherever
/// they are but for a block a bucket, and nothing is ever moved.
#[derive(Debug)]
pub struct OpenList<T> {
    /// By f.
    rows: Vec<Row>,
    /// An f below which all rows are empty.
    least_f: usize,
    ties: Ties,
    pool: Pool<T>,
}

/// The buckets of one f, by g or by f - g, so that the bucket with the least
/// number comes first.
#[derive(Debug, Default)]
struct Row {
    buckets: Vec<Bucket>,
    /// By number, a bit for each bucket that is not empty. To find the first
    /// of few among many is then no search.
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
        self.in_use[number / 64] |= 1 << (number % 64);
    }

    fn has(&self, number: usize) -> bool {
        self.in_use[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline(always)]
    fn forget(&mut self, number: usize) {
        self.in_use[number / 64] &= !(1 << (number % 64));
    }
}

/// Where in the pool the next item is taken and the next one put.
///
/// A bucket that has become empty keeps its last block: most buckets become
/// empty and are used again many times.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    /// The first item in; kept only where that is the first one out.
    first: u32,
    /// One past the last item in; at the end of a block when that is full, and
    /// 0 as long as there is no block.
    end: u32,
}

/// Blocks of items, those in use linked to chains.
#[derive(Debug)]
struct Pool<T> {
    slabs: Vec<Box<[T]>>,
    /// By block, the next one of its chain: the block below in a stack, the
    /// one behind in a queue.
    links: Vec<u32>,
    /// Blocks that were given back.
    free: Vec<u32>,
}

/// Places of a block. Its first one stays free, so that the ends of a full
/// block and of an empty one are not the same.
const BLOCK: usize = 64;

/// The first place of a block to be used.
const fn first_place(block: u32) -> u32 {
    block * BLOCK as u32 + 1
}
/// Blocks that are asked for together.
const SLAB: usize = 64;

impl<T: Copy + Default> Pool<T> {
    #[inline(always)]
    fn item(&mut self, place: u32) -> &mut T {
        let place = place as usize;
        &mut self.slabs[place / (SLAB * BLOCK)][place % (SLAB * BLOCK)]
    }

    /// A block of the pool, linked to another.
    fn take(&mut self, link: u32, memory: &mut Memory, meter: &mut Meter) -> Result<u32, Stop> {
        if self.free.is_empty() {
            self.grow(memory, meter)?;
        }
        let Some(block) = self.free.pop() else { unreachable!("growing frees blocks") };
        self.links[block as usize] = link;
        Ok(block)
    }

    fn grow(&mut self, memory: &mut Memory, meter: &mut Meter) -> Result<(), Stop> {
        let blocks = self.links.len();
        // Places are numbers of 32 bits.
        if (blocks + SLAB) * BLOCK > u32::MAX as usize {
            return Err(Stop::Unsupported("an open list of more than 2^32 nodes".into()));
        }
        memory.make_room(&mut self.slabs, 1, meter)?;
        memory.make_room(&mut self.links, SLAB, meter)?;
        // Once all blocks are free, there must be room to say so.
        let more = blocks + SLAB - self.free.len();
        memory.make_room(&mut self.free, more, meter)?;
        let bytes = SLAB * BLOCK * size_of::<T>();
        memory.take(bytes, meter)?;
        let mut slab = Vec::new();
        if slab.try_reserve_exact(SLAB * BLOCK).is_err() || leave_some().is_err() {
            memory.release(bytes);
            return Err(Stop::Memory);
        }
        slab.resize(SLAB * BLOCK, T::default());
        self.slabs.push(slab.into_boxed_slice());
        self.links.resize(blocks + SLAB, 0);
        // Place 0 says that there is no item, so the first block is left out.
        self.free.extend((blocks.max(1) as u32..(blocks + SLAB) as u32).rev());
        Ok(())
    }
}

impl<T: Copy + Default> OpenList<T> {
    /// An empty list, which holds no memory yet.
    pub const fn new(ties: Ties) -> Self {
        let pool = Pool { slabs: Vec::new(), links: Vec::new(), free: Vec::new() };
        Self { rows: Vec::new(), least_f: 0, ties, pool }
    }

    /// Adds an item to a bucket whose blocks are full, or that has none.
    #[cold]
    #[inline(never)]
    fn push_to_new_block(
        &mut self,
        item: T,
        f: usize,
        number: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if f > MOST_COST as usize {
            let reason = format!("a search by cost for more than {MOST_COST} moves");
            return Err(Stop::Unsupported(reason));
        }
        if f >= self.rows.len() {
            let more = f + 1 - self.rows.len();
            memory.make_room(&mut self.rows, more, meter)?;
            self.rows.resize_with(f + 1, Row::default);
        }
        let row = &mut self.rows[f];
        if row.buckets.is_empty() {
            memory.make_room(&mut row.buckets, f + 1, meter)?;
            row.buckets.resize(f + 1, Bucket::default());
        }
        let bucket = &mut row.buckets[number];
        if self.ties.fifo {
            let block = self.pool.take(0, memory, meter)?;
            if bucket.end == 0 {
                bucket.first = first_place(block);
            } else {
                self.pool.links[(bucket.end - 1) as usize / BLOCK] = block;
            }
            bucket.end = first_place(block);
        } else {
            let below = bucket.end.saturating_sub(1) / BLOCK as u32;
            bucket.end = first_place(self.pool.take(below, memory, meter)?);
        }
        *self.pool.item(bucket.end) = item;
        bucket.end += 1;
        row.note(number);
        Ok(())
    }

    /// The number of the bucket of these costs in the row of their f.
    #[inline(always)]
    fn bucket(&self, f: u32, g: u32) -> usize {
        (if self.ties.smaller_g { g } else { f - g }) as usize
    }

    /// Adds an item, whose `g` must not be above its `f`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, and
    /// [`Stop::Unsupported`] where `f` is more than a closed table has marks
    /// for; the item is not added then.
    #[inline(always)]
    pub fn push(
        &mut self,
        item: T,
        f: u32,
        g: u32,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        debug_assert!(g <= f, "g {g} is above f {f}");
        let (number, f) = (self.bucket(f, g), f as usize);
        self.least_f = f.min(self.least_f);
        if let Some(row) = self.rows.get_mut(f)
            && let Some(bucket) = row.buckets.get_mut(number)
            && !bucket.end.is_multiple_of(BLOCK as u32)
        {
            *self.pool.item(bucket.end) = item;
            bucket.end += 1;
            row.note(number);
            return Ok(());
        }
        self.push_to_new_block(item, f, number, memory, meter)
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

    /// Takes the next items out that have one f, as many as fit in `batch`,
    /// and returns them with this f. `None` when the list is empty.
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
                    let Some(place) = batch.get_mut(len) else { return Some((f, batch)) };
                    let (item, is_last) = if self.ties.fifo {
                        bucket.take_first(&mut self.pool)
                    } else {
                        bucket.take_last(&mut self.pool)
                    };
                    *place = Open { item, g };
                    len += 1;
                    if is_last {
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
    /// All items, least f first, with f and g; those of one bucket come in
    /// pieces of some tens.
    pub fn pieces(&self) -> impl Iterator<Item = (u32, u32, &[T])> {
        self.rows.iter().enumerate().flat_map(move |(f, row)| {
            let buckets = row.buckets.iter().enumerate().filter(|&(number, _)| row.has(number));
            buckets.flat_map(move |(number, bucket)| {
                let g = if self.ties.smaller_g { number } else { f - number };
                self.pieces_of(*bucket).map(move |piece| (f as u32, g as u32, piece))
            })
        })
    }

    /// The items of a bucket that is not empty, from the last block to the
    /// first in a stack and from the first to the last in a queue.
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
            let slab = &self.pool.slabs[this as usize / SLAB];
            let start = this as usize % SLAB * BLOCK;
            Some(&slab[start + begin..start + end])
        })
    }
}

impl Bucket {
    /// Takes the last item in out of a bucket that is not empty, and says
    /// whether it is now.
    #[inline(always)]
    fn take_last<T: Copy + Default>(&mut self, pool: &mut Pool<T>) -> (T, bool) {
        self.end -= 1;
        let item = *pool.item(self.end);
        let block = self.end / BLOCK as u32;
        if self.end != first_place(block) {
            return (item, false);
        }
        let below = pool.links[block as usize];
        if below == 0 {
            return (item, true);
        }
        pool.free.push(block);
        self.end = (below + 1) * BLOCK as u32;
        (item, false)
    }

    /// Takes the first item in out of a bucket that is not empty, and says
    /// whether it is now.
    #[inline(always)]
    fn take_first<T: Copy + Default>(&mut self, pool: &mut Pool<T>) -> (T, bool) {
        let item = *pool.item(self.first);
        let block = self.first / BLOCK as u32;
        self.first += 1;
        if self.first == self.end {
            *self = Self { first: first_place(block), end: first_place(block) };
            return (item, true);
        }
        if self.first.is_multiple_of(BLOCK as u32) {
            pool.free.push(block);
            self.first = first_place(pool.links[block as usize]);
        }
        (item, false)
    }
}

/// An item taken from an [`OpenList`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open<T> {
    /// The item.
    pub item: T,
    /// Moves from the start.
    pub g: u32,
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};

    use optile_core::{Interrupt, Limits};
    use proptest::prelude::*;

    use super::*;

    fn ties() -> impl Strategy<Value = Ties> {
        (any::<bool>(), any::<bool>()).prop_map(|(smaller_g, fifo)| Ties { smaller_g, fifo })
    }

    proptest! {
        /// Few buckets and many pushes at once, so that blocks fill.
        #[test]
        fn behaves_like_a_sorted_map_of_deques(
            ties in ties(),
            batch in 1usize..100,
            steps in proptest::collection::vec(
                proptest::option::weighted(0.6, (0u32..3, 0u32..3, 1usize..200)),
                0..200,
            )
        ) {
            let (mut memory, mut meter) = (Memory::default(), Meter::default());
            let mut list = OpenList::new(ties);
            let mut model: BTreeMap<(u32, u32), VecDeque<usize>> = BTreeMap::new();
            let mut number = 0;
            let mut room = vec![Open::default(); batch];
            for step in steps {
                if let Some((g, h, count)) = step {
                    let (f, key) = (g + h, if ties.smaller_g { g } else { h });
                    for _ in 0..count {
                        list.push(number, f, g, &mut memory, &mut meter).unwrap();
                        model.entry((f, key)).or_default().push_back(number);
                        number += 1;
                    }
                    continue;
                }
                let least_f = model.keys().next().map(|&(f, _)| f);
                prop_assert_eq!(list.least_f(), least_f);
                let mut expected = Vec::new();
                while let Some(mut bucket) = model.first_entry()
                    && expected.len() < batch
                    && Some(bucket.key().0) == least_f
                {
                    let (f, key) = *bucket.key();
                    let items = bucket.get_mut();
                    let item = if ties.fifo { items.pop_front() } else { items.pop_back() };
                    let g = if ties.smaller_g { key } else { f - key };
                    expected.push(Open { item: item.unwrap(), g });
                    if items.is_empty() {
                        bucket.remove();
                    }
                }
                let popped = list.pop(&mut room);
                prop_assert_eq!(popped, least_f.map(|f| (f, &expected[..])));
                let mut held: Vec<_> = list
                    .pieces()
                    .flat_map(|(f, g, piece)| piece.iter().map(move |&item| (f, g, item)))
                    .collect();
                held.sort_unstable();
                let mut expected = Vec::new();
                for (&(f, key), items) in &model {
                    let g = if ties.smaller_g { key } else { f - key };
                    expected.extend(items.iter().map(|&item| (f, g, item)));
                }
                expected.sort_unstable();
                prop_assert_eq!(held, expected);
            }
        }
    }

    /// A row has 256 buckets, so an f or g beyond would come to the bucket of
    /// another.
    #[test]
    fn costs_beyond_the_marks_are_refused_and_change_nothing() {
        for ties in Ties::ALL {
            let (mut memory, mut meter) = (Memory::default(), Meter::default());
            let mut list = OpenList::new(ties);
            let mut model = Vec::new();
            for f in 0..=MOST_COST {
                for g in 0..=f {
                    list.push((f, g), f, g, &mut memory, &mut meter).unwrap();
                    model.push((f, g, (f, g)));
                }
            }
            let held = memory.bytes();
            for f in (MOST_COST + 1..600).chain([1 << 16, u32::MAX]) {
                for g in [0, 1, f / 2, f.saturating_sub(256), f - 1, f] {
                    let pushed = list.push((f, g), f, g, &mut memory, &mut meter);
                    let Err(Stop::Unsupported(reason)) = pushed else {
                        panic!("f {f} and g {g}: {pushed:?}");
                    };
                    assert!(reason.contains("251"), "{reason}");
                }
            }
            assert_eq!(memory.bytes(), held);
            let pieces = list.pieces();
            let held = pieces.flat_map(|(f, g, piece)| piece.iter().map(move |&item| (f, g, item)));
            let mut held: Vec<_> = held.collect();
            held.sort_unstable();
            assert_eq!(held, model);
            let mut popped = Vec::new();
            let mut room = [Open::default(); 32];
            while let Some((f, items)) = list.pop(&mut room) {
                popped.extend(items.iter().map(|open| (f, open.g, open.item)));
            }
            assert!(popped.is_sorted_by_key(|&(f, ..)| f));
            popped.sort_unstable();
            assert_eq!(popped, model);
        }
    }

    #[test]
    fn places_are_used_again_and_the_limit_is_kept() {
        for fifo in [false, true] {
            let limits = Limits { bytes: Some(100_000), ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            let mut memory = Memory::default();
            let mut list = OpenList::new(Ties { fifo, ..Ties::default() });
            for item in 0..100_000u64 {
                list.push(item, 9, 4, &mut memory, &mut meter).unwrap();
                let expected = [Open { item, g: 4 }];
                assert_eq!(list.pop(&mut [Open::default()]), Some((9, &expected[..])));
            }
            let stop = (0..100_000u64)
                .find_map(|item| list.push(item, 9, 4, &mut memory, &mut meter).err());
            assert_eq!(stop, Some(Stop::Memory));
            assert!(meter.counters().peak_bytes <= 100_000);
            assert!(list.pop(&mut [Open::default()]).is_some());
        }
    }
}
