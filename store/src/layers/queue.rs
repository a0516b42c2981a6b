//! A layer whose memory is given back while it is read.

use optile_core::{Meter, Stop, leave_some};

/// Nodes in the order in which they were added, accessible by number. Their
/// memory can be given back from the front on.
///
/// Nodes are in blocks of equal size. So no node is ever moved, and no memory
/// is held twice. While one queue is read and given back, another can grow in
/// the memory that becomes free.
#[derive(Debug)]
pub struct Queue<N> {
    /// Blocks that were given back are empty.
    blocks: Vec<Box<[N]>>,
    len: usize,
    given_back: usize,
}

/// Nodes of a block.
const BLOCK: usize = 512;

impl<N> Default for Queue<N> {
    fn default() -> Self {
        Self { blocks: Vec::new(), len: 0, given_back: 0 }
    }
}

impl<N: Copy + Default> Queue<N> {
    const BYTES: usize = BLOCK * size_of::<N>();

    /// How many nodes were added.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no node was added.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many nodes are still held.
    pub fn held(&self) -> usize {
        self.len - (self.given_back * BLOCK).min(self.len)
    }

    /// How many blocks the nodes fill, including blocks that were given back.
    pub fn blocks(&self) -> usize {
        self.len.div_ceil(BLOCK)
    }

    /// The nodes of one block.
    pub fn block(&self, block: usize) -> &[N] {
        let len = self.blocks[block].len().min(self.len - block * BLOCK);
        &self.blocks[block][..len]
    }

    /// The node of this number.
    ///
    /// # Panics
    ///
    /// When there is no such node, or when it was given back.
    #[inline(always)]
    pub fn get(&self, number: usize) -> N {
        self.blocks[number / BLOCK][number % BLOCK]
    }

    /// The node of this number, to be changed.
    ///
    /// # Panics
    ///
    /// As [`Queue::get`].
    #[inline(always)]
    pub fn get_mut(&mut self, number: usize) -> &mut N {
        &mut self.blocks[number / BLOCK][number % BLOCK]
    }

    /// Adds a node. There must be room.
    #[inline(always)]
    pub fn push(&mut self, node: N) {
        let number = self.len;
        *self.get_mut(number) = node;
        self.len += 1;
    }

    /// Makes sure that `more` nodes can be added.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, or when the system
    /// has no memory.
    #[inline(always)]
    pub fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        while self.len + more > self.blocks.len() * BLOCK {
            self.grow(meter)?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.make_room(&mut self.blocks, 1)?;
        meter.take(Self::BYTES)?;
        let mut block = Vec::new();
        if block.try_reserve_exact(BLOCK).is_err() || leave_some().is_err() {
            meter.release(Self::BYTES);
            return Err(Stop::Memory);
        }
        block.resize(BLOCK, N::default());
        self.blocks.push(block.into_boxed_slice());
        Ok(())
    }

    /// Gives back the memory of the first block that still has memory.
    pub fn give_back(&mut self, meter: &mut Meter) {
        self.blocks[self.given_back] = Box::default();
        self.given_back += 1;
        meter.release(Self::BYTES);
    }

    /// Gives back all memory.
    pub fn end(mut self, meter: &mut Meter) {
        while self.given_back < self.blocks.len() {
            self.give_back(meter);
        }
        meter.release(self.blocks.capacity() * size_of::<Box<[N]>>());
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Interrupt, Limits};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn behaves_like_a_vector(len in 0..5 * BLOCK, given_back in 0usize..6) {
            let mut meter = Meter::default();
            let mut queue = Queue::default();
            for number in 0..len {
                queue.make_room(3, &mut meter).unwrap();
                queue.push(0);
                *queue.get_mut(number) = number;
            }
            let model: Vec<usize> = (0..len).collect();
            let given_back = given_back.min(queue.blocks());
            for _ in 0..given_back {
                queue.give_back(&mut meter);
            }
            let blocks: Vec<_> = model.chunks(BLOCK).skip(given_back).collect();
            prop_assert_eq!(queue.blocks(), blocks.len() + given_back);
            prop_assert_eq!((queue.len(), queue.is_empty()), (len, len == 0));
            prop_assert_eq!(queue.held(), blocks.iter().map(|block| block.len()).sum::<usize>());
            for (number, block) in blocks.into_iter().enumerate() {
                prop_assert_eq!(queue.block(number + given_back), block);
                prop_assert!(block.iter().all(|&node| queue.get(node) == node));
            }
            queue.end(&mut meter);
            prop_assert_eq!(meter.held(), 0);
        }
    }

    #[test]
    fn one_queue_grows_in_what_another_gives_back() {
        // Two blocks, with room for their addresses in both queues.
        let limits = Limits { bytes: Some(18_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let (mut old, mut new) = (Queue::<u64>::default(), Queue::default());
        for _ in 0..2 {
            old.make_room(BLOCK, &mut meter).unwrap();
            (0..BLOCK).for_each(|_| old.push(1));
        }
        assert_eq!(new.make_room(1, &mut meter), Err(Stop::Memory));
        for _ in 0..2 {
            old.give_back(&mut meter);
            new.make_room(BLOCK, &mut meter).unwrap();
            (0..BLOCK).for_each(|_| new.push(2));
        }
        assert_eq!((old.held(), new.held()), (0, 2 * BLOCK));
        assert!(meter.counters().peak_bytes <= 18_000);
    }
}
