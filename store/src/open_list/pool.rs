//! The blocks of memory that buckets take and give back.

use optile_core::{Meter, Stop, leave_some};

/// Blocks of items. Those in use are linked to chains.
#[derive(Debug)]
pub(super) struct Pool<T> {
    slabs: Vec<Box<[T; PLACES]>>,
    /// The next block of a block's chain: the block below it in a stack, the
    /// block after it in a queue. Indexed by block.
    pub(super) links: Vec<u32>,
    /// Blocks that were given back.
    pub(super) free: Vec<u32>,
}

/// Places of a block. The first one stays free, so that the end of a full block
/// differs from that of the next, empty block.
pub(super) const BLOCK: usize = 64;

/// The first place of a block that is used.
pub(super) const fn first_place(block: u32) -> u32 {
    block * BLOCK as u32 + 1
}

/// Blocks that are allocated together, and their places.
const SLAB: usize = 64;
const PLACES: usize = SLAB * BLOCK;

impl<T> Pool<T> {
    pub(super) const fn new() -> Self {
        Self { slabs: Vec::new(), links: Vec::new(), free: Vec::new() }
    }

    /// The items from one place to another, which is in the same block or is
    /// its end.
    #[inline(always)]
    pub(super) fn items(&self, begin: u32, end: u32) -> &[T] {
        let start = begin as usize % PLACES;
        &self.slabs[begin as usize / PLACES][start..start + (end - begin) as usize]
    }
}

impl<T: Copy + Default> Pool<T> {
    /// Puts an item in its place.
    #[inline(always)]
    pub(super) fn put(&mut self, place: u32, item: T) {
        self.slabs[place as usize / PLACES][place as usize % PLACES] = item;
    }

    /// Takes the newest items of a stack that is not empty and ends at `end`:
    /// those of its last block, newest first, as many as fit in `taken`. Returns
    /// how many these are.
    #[inline(always)]
    pub(super) fn take_newest<U>(
        &mut self,
        end: &mut u32,
        taken: &mut [U],
        as_taken: impl Fn(T) -> U,
    ) -> usize {
        let begin = first_place((*end - 1) / BLOCK as u32);
        let items = self.items(begin, *end).iter().rev();
        let count = items.len().min(taken.len());
        for (place, &item) in taken.iter_mut().zip(items) {
            *place = as_taken(item);
        }
        *end -= count as u32;
        count
    }

    /// A block of the pool, linked to another.
    #[inline(always)]
    pub(super) fn take(&mut self, link: u32, meter: &mut Meter) -> Result<u32, Stop> {
        if self.free.is_empty() {
            self.grow(meter)?;
        }
        let Some(block) = self.free.pop() else { unreachable!("growing frees blocks") };
        self.links[block as usize] = link;
        Ok(block)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let blocks = self.links.len();
        // Places are numbers of 32 bits.
        if (blocks + SLAB) * BLOCK > u32::MAX as usize {
            return Err(Stop::Unsupported("an open list of more than 2^32 nodes".into()));
        }
        meter.make_room(&mut self.slabs, 1)?;
        meter.make_room(&mut self.links, SLAB)?;
        // There must be room to record that all blocks are free.
        let more = blocks + SLAB - self.free.len();
        meter.make_room(&mut self.free, more)?;
        let bytes = PLACES * size_of::<T>();
        meter.take(bytes)?;
        let mut slab = Vec::new();
        if slab.try_reserve_exact(PLACES).is_err() || leave_some().is_err() {
            meter.release(bytes);
            return Err(Stop::Memory);
        }
        slab.resize(PLACES, T::default());
        let Ok(slab) = slab.into_boxed_slice().try_into() else { unreachable!("its length") };
        self.slabs.push(slab);
        self.links.resize(blocks + SLAB, 0);
        // Place 0 means that there is no item, so the first block is left out.
        self.free.extend((blocks.max(1) as u32..(blocks + SLAB) as u32).rev());
        Ok(())
    }
}
