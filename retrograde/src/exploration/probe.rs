//! The work of a layer on made-up words, so that its time can be measured.

use super::{Exploration, ExplorationError, MemoryStore, Partition};
use crate::turned::Turned;

/// Bytes of made-up words, so that they fill no processor's caches.
const BYTES: usize = 1 << 28;

/// A few parts of a space in which no word is empty, as in the largest layers. Whoever measures
/// the time of [`Probe::build`] knows how long a rank of any size computes for a layer.
pub struct Probe(Exploration);

impl Probe {
    /// Parts of a space that is divided like this.
    ///
    /// # Errors
    ///
    /// When there is no such space, or the system has no memory for it.
    pub fn new(sides: [usize; 2], partition: &Partition) -> Result<Self, ExplorationError> {
        let turned = Turned::new(sides, 0);
        let part = 8 * partition.part_words() * turned.cells();
        let partition = partition.with_parts(BYTES / part);
        let parts = partition.parts_of(0).len();
        let store = Box::new(MemoryStore::new(&partition, 0)?);
        let mut own = Exploration::empty(turned, partition, 1, store, 0)?;
        own.wraps = true;
        for cell in 0..own.turned.cells() {
            for part in 0..parts {
                let fill = &mut |words: &mut [u64]| words.fill(u64::MAX >> 4);
                own.store.update(cell, own.words_of_part(part), fill)?;
                own.set_count(cell, part, 1);
            }
        }
        Ok(Self(own))
    }

    /// Does the work of a layer on one thread, and returns how many words it has replaced. After
    /// that, they are empty, and a second time there would be nothing to do.
    ///
    /// # Errors
    ///
    /// When the system has no memory.
    pub fn build(self) -> Result<u64, ExplorationError> {
        let Self(own) = self;
        let mut parts = 0;
        for cell in own.turned.cells_of(0) {
            for part in 0..own.parts {
                own.renew(cell, part)?;
                parts += 1;
            }
        }
        Ok((parts * own.part_words()) as u64)
    }
}
