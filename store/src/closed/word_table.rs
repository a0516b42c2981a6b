//! The hash table from words to small values.

use optile_core::{Meter, Stop, Word, filled, leave_some};

use crate::Memory;

/// The state map of the encoding [`Hashed`](crate::Hashed): open addressing
/// with linear probing. Words and values are in separate arrays.
///
/// [`Word::EMPTY`] marks a free slot, whose value is the default. The index is
/// the top of a fixed hash. So runs repeat exactly, and growing reads the old
/// arrays and writes the new ones from front to back.
///
/// The table doubles when it would be more than three quarters full. This
/// happens only when room is asked for.
#[derive(Debug)]
pub(crate) struct WordTable<W, V> {
    words: Vec<W>,
    values: Vec<V>,
    /// The right shift that makes an index from a hash.
    shift: u32,
    len: usize,
}

impl<W: Word, V: Copy + Default> WordTable<W, V> {
    const LEAST_BITS: u32 = 10;

    /// An empty table with room for a few hundred entries.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below that, or when the system has no
    /// memory.
    pub(crate) fn new(memory: &mut Memory, meter: &mut Meter) -> Result<Self, Stop> {
        Self::of_bits(Self::LEAST_BITS, memory, meter)
    }

    fn of_bits(bits: u32, memory: &mut Memory, meter: &mut Meter) -> Result<Self, Stop> {
        let slots = 1 << bits;
        memory.take(Self::bytes(bits), meter)?;
        let arrays = (filled(slots, W::EMPTY), filled(slots, V::default()), leave_some());
        let (words, values) = match arrays {
            (Ok(words), Ok(values), Ok(())) => (words, values),
            _ => {
                memory.release(Self::bytes(bits));
                return Err(Stop::Memory);
            }
        };
        Ok(Self { words, values, shift: u64::BITS - bits, len: 0 })
    }

    fn bytes(bits: u32) -> usize {
        (size_of::<W>() + size_of::<V>()) << bits
    }

    /// Makes sure that `more` new words fit.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, or when the system
    /// has no memory.
    #[inline(always)]
    pub(crate) fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        // At most three quarters full.
        if self.len + more <= self.words.len() / 4 * 3 {
            return Ok(());
        }
        self.grow(memory, meter)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, memory: &mut Memory, meter: &mut Meter) -> Result<(), Stop> {
        let bits = u64::BITS - self.shift;
        // Both arrays live until the entries have moved.
        let mut grown = Self::of_bits(bits + 1, memory, meter)?;
        for (&word, &value) in self.words.iter().zip(&self.values) {
            if word != W::EMPTY {
                *grown.entry(word) = value;
            }
        }
        *self = grown;
        memory.release(Self::bytes(bits));
        Ok(())
    }

    /// The word's slot, or the free slot where it belongs.
    #[inline(always)]
    fn seek(&self, word: W) -> usize {
        let mask = self.words.len() - 1;
        let mut slot = (word.hash() >> self.shift) as usize & mask;
        loop {
            let found = self.words[slot];
            // One test and not two, because no processor predicts which of two
            // tests would end the loop.
            if (found == word) | (found == W::EMPTY) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The value of a word. A word that is not in the table is added with the
    /// default value; there must be room.
    #[inline(always)]
    pub(crate) fn entry(&mut self, word: W) -> &mut V {
        let slot = self.seek(word);
        self.len += usize::from(self.words[slot] == W::EMPTY);
        debug_assert!(self.len < self.words.len(), "no room was made");
        self.words[slot] = word;
        &mut self.values[slot]
    }

    /// The value of a word, or the default if the word is not in the table.
    #[inline(always)]
    pub(crate) fn get(&self, word: W) -> V {
        self.values[self.seek(word)]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use optile_core::{Interrupt, Limits};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Few distinct words, so that most are met again.
        #[test]
        fn behaves_like_a_hash_map(
            steps in proptest::collection::vec((1u64..3000, any::<u16>()), 0..4000)
        ) {
            let (mut memory, mut meter) = (Memory::default(), Meter::default());
            let mut table = WordTable::new(&mut memory, &mut meter).unwrap();
            let mut model = HashMap::new();
            for (word, value) in steps {
                table.make_room(1, &mut memory, &mut meter).unwrap();
                prop_assert_eq!(table.get(word), model.get(&word).copied().unwrap_or_default());
                let old = std::mem::replace(table.entry(word), value);
                prop_assert_eq!(old, model.insert(word, value).unwrap_or_default());
                prop_assert_eq!(table.len, model.len());
            }
            for word in 1..3000 {
                prop_assert_eq!(table.get(word), model.get(&word).copied().unwrap_or_default());
            }
        }
    }

    #[test]
    fn wide_words_are_told_apart_by_every_bit() {
        let (mut memory, mut meter) = (Memory::default(), Meter::default());
        let mut table = WordTable::new(&mut memory, &mut meter).unwrap();
        for bit in 0..u128::BITS {
            table.make_room(1, &mut memory, &mut meter).unwrap();
            *table.entry(1u128 << bit) = bit as u8 + 1;
        }
        for bit in 0..u128::BITS {
            assert_eq!(table.get(1 << bit), bit as u8 + 1);
        }
    }

    #[test]
    fn growth_stops_below_the_limit_and_keeps_the_entries() {
        let limits = Limits { bytes: Some(100_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut memory = Memory::default();
        let mut table = WordTable::new(&mut memory, &mut meter).unwrap();
        let stop = (1u64..).find_map(|word| {
            let stop = table.make_room(1, &mut memory, &mut meter).err();
            if stop.is_none() {
                *table.entry(word) = true;
            }
            stop
        });
        assert_eq!(stop, Some(Stop::Memory));
        // The next 8192 slots of 9 bytes would be filled from 4096.
        assert_eq!(table.len, 4096 / 4 * 3);
        assert_eq!(memory.bytes(), 4096 * 9);
        assert_eq!(meter.counters().peak_bytes, (2048 + 4096) * 9);
        assert!((1..=table.len as u64).all(|word| table.get(word)));
    }
}
