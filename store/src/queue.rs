use optile_core::{Meter, Stop};

use crate::Memory;

/// An open list for small whole costs: least f first, among equals largest g
/// first, among equals last in first out.
///
/// The order is that of one stack for each pair of f and g (the two-level
/// bucket queue of E. Burns, M. Hatem, M. J. Leighton and W. Ruml,
/// Implementing Fast Heuristic Search Code, 2012), but there is one stack for
/// each f only. While nodes of one f are expanded, their successors of the
/// same f have a larger g than all others of that f, so they belong on top
/// anyway; successors of a larger f are put down unsorted, and sorted by g
/// once, when their turn comes. Pushing and popping have no branch that depends
/// on costs then, and the order of pops is the same.
#[derive(Debug)]
pub struct BucketQueue<T> {
    /// By f.
    levels: Vec<Level<T>>,
    /// An f below which all levels are empty.
    least_f: u32,
}

/// The entries of one f.
#[derive(Debug)]
struct Level<T> {
    entries: Vec<Entry<T>>,
    /// Whether g nowhere falls from the bottom to the top.
    is_sorted: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry<T> {
    item: T,
    g: u32,
}

/// An item with its costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open<T> {
    /// The item.
    pub item: T,
    /// Moves from the start, plus the bound on those to the goal.
    pub f: u32,
    /// Moves from the start.
    pub g: u32,
}

impl<T: Copy + Default> Default for BucketQueue<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy + Default> Level<T> {
    const fn new() -> Self {
        Self { entries: Vec::new(), is_sorted: true }
    }

    /// Sorts by g and keeps the order of equals. By counting, since there are
    /// few different g.
    #[cold]
    #[inline(never)]
    fn sort(&mut self, f: u32, memory: &mut Memory, meter: &mut Meter) -> Result<(), Stop> {
        let mut places = vec![0usize; f as usize + 2];
        for entry in &self.entries {
            places[entry.g as usize + 1] += 1;
        }
        for g in 0..=f as usize {
            places[g + 1] += places[g];
        }
        let mut sorted = Vec::new();
        memory.make_room(&mut sorted, self.entries.len(), meter)?;
        sorted.resize(self.entries.len(), Entry::default());
        for &entry in &self.entries {
            let place = &mut places[entry.g as usize];
            sorted[*place] = entry;
            *place += 1;
        }
        memory.release(self.entries.capacity() * size_of::<Entry<T>>());
        self.entries = sorted;
        self.is_sorted = true;
        Ok(())
    }
}

impl<T: Copy + Default> BucketQueue<T> {
    /// An empty queue, which holds no memory yet.
    pub const fn new() -> Self {
        Self { levels: Vec::new(), least_f: 0 }
    }

    /// Makes room for one entry more of this f.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, f: u32, memory: &mut Memory, meter: &mut Meter) -> Result<(), Stop> {
        let f = f as usize;
        if f >= self.levels.len() {
            let more = f + 1 - self.levels.len();
            memory.make_room(&mut self.levels, more, meter)?;
            self.levels.resize_with(f + 1, Level::new);
        }
        memory.make_room(&mut self.levels[f].entries, 1, meter)
    }

    /// Adds an item, whose `g` must not be above its `f`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit; the item is not
    /// added then.
    #[inline(always)]
    pub fn push(
        &mut self,
        Open { item, f, g }: Open<T>,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        debug_assert!(g <= f, "g {g} is above f {f}");
        let is_full = |level: &Level<T>| level.entries.len() == level.entries.capacity();
        if self.levels.get(f as usize).is_none_or(is_full) {
            self.grow(f, memory, meter)?;
        }
        let level = &mut self.levels[f as usize];
        level.is_sorted &= level.entries.last().is_none_or(|last| last.g <= g);
        level.entries.push(Entry { item, g });
        self.least_f = f.min(self.least_f);
        Ok(())
    }

    /// Takes the next item out.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when there is no room for sorting the next level.
    #[inline(always)]
    pub fn pop(&mut self, memory: &mut Memory, meter: &mut Meter) -> Result<Option<Open<T>>, Stop> {
        while let Some(level) = self.levels.get_mut(self.least_f as usize) {
            if !level.is_sorted {
                level.sort(self.least_f, memory, meter)?;
            }
            if let Some(Entry { item, g }) = level.entries.pop() {
                return Ok(Some(Open { item, f: self.least_f, g }));
            }
            level.is_sorted = true;
            self.least_f += 1;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BTreeMap;

    use optile_core::{Interrupt, Limits};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn behaves_like_a_sorted_map_of_stacks(
            steps in proptest::collection::vec(
                proptest::option::weighted(0.6, (0u32..40, 0u32..40)),
                0..2000,
            )
        ) {
            let (mut memory, mut meter) = (Memory::default(), Meter::default());
            let mut queue = BucketQueue::new();
            let mut model: BTreeMap<(u32, Reverse<u32>), Vec<usize>> = BTreeMap::new();
            for (item, step) in steps.into_iter().enumerate() {
                if let Some((g, h)) = step {
                    let f = g + h;
                    queue.push(Open { item, f, g }, &mut memory, &mut meter).unwrap();
                    model.entry((f, Reverse(g))).or_default().push(item);
                } else {
                    let expected = model.first_entry().map(|mut stack| {
                        let (f, Reverse(g)) = *stack.key();
                        let item = stack.get_mut().pop().unwrap();
                        if stack.get().is_empty() {
                            stack.remove();
                        }
                        Open { item, f, g }
                    });
                    prop_assert_eq!(queue.pop(&mut memory, &mut meter), Ok(expected));
                }
            }
        }
    }

    #[test]
    fn places_are_used_again_and_the_limit_is_kept() {
        let limits = Limits { bytes: Some(50_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut memory = Memory::default();
        let mut queue = BucketQueue::new();
        for item in 0..10_000u64 {
            queue.push(Open { item, f: 9, g: 4 }, &mut memory, &mut meter).unwrap();
            let popped = queue.pop(&mut memory, &mut meter).unwrap();
            assert_eq!(popped.map(|open| open.item), Some(item));
        }
        let stop = (0..10_000u64)
            .find_map(|item| queue.push(Open { item, f: 9, g: 4 }, &mut memory, &mut meter).err());
        assert_eq!(stop, Some(Stop::Memory));
        assert!(meter.counters().peak_bytes <= 50_000);
        assert!(queue.pop(&mut memory, &mut meter).unwrap().is_some());
    }
}
