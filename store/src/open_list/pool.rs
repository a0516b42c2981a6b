//! The blocks of memory that buckets take and give back.

use optile_core::{Meter, Stop, leave_some};

use crate::Memory;

/// Blocks of items. Those in use are linked to chains.
#[derive(Debug)]
pub(super) struct Pool<T> {
    pub(super) slabs: Vec<Box<[T]>>,
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

/// Blocks that are allocated together.
pub(super) const SLAB: usize = 64;

impl<T: Copy + Default> Pool<T> {
    #[inline(always)]
    pub(super) fn item(&mut self, place: u32) -> &mut T {
        let place = place as usize;
        &mut self.slabs[place / (SLAB * BLOCK)][place % (SLAB * BLOCK)]
    }

    /// A block of the pool, linked to another.
    pub(super) fn take(
        &mut self,
        link: u32,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<u32, Stop> {
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
        // There must be room to record that all blocks are free.
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
        // Place 0 means that there is no item, so the first block is left out.
        self.free.extend((blocks.max(1) as u32..(blocks + SLAB) as u32).rev());
        Ok(())
    }
}
