//! Where a rank keeps its words.

use std::io;
use std::ops::Range;
use std::sync::{PoisonError, RwLock};

use optile_core::{Stop, filled};

use super::Partition;

/// What reads words.
pub type Read<'a> = &'a mut dyn FnMut(&[u64]);

/// What makes other words of words.
pub type Update<'a> = &'a mut dyn FnMut(&mut [u64]);

/// The words of a rank's parts, for each cell of the blank of the turned board. Words have
/// numbers from 0 in each rank, and are 0 at first.
///
/// A range never goes beyond the part in which it begins. Several threads call the methods at
/// the same time, but never two for words of which one is updated.
pub trait WordStore: Send + Sync {
    /// Calls `visit` with the words.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn read(&self, cell: usize, words: Range<usize>, visit: Read<'_>) -> io::Result<()>;

    /// Calls `visit` with the words, and keeps what it makes of them.
    ///
    /// # Errors
    ///
    /// When they cannot be read or written.
    fn update(&self, cell: usize, words: Range<usize>, visit: Update<'_>) -> io::Result<()>;
}

/// Words in memory.
#[derive(Debug)]
pub struct MemoryStore {
    part_words: usize,
    /// By cell, and then by part.
    parts: Vec<Vec<RwLock<Vec<u64>>>>,
}

impl MemoryStore {
    /// Room for the parts that a rank owns.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for them.
    pub fn new(partition: &Partition, rank: usize) -> Result<Self, Stop> {
        let (parts, part_words) = (partition.parts_of(rank).len(), partition.part_words());
        let part = |_| filled(part_words, 0).map(RwLock::new);
        let parts = (0..partition.cells()).map(|_| (0..parts).map(part).collect());
        Ok(Self { part_words, parts: parts.collect::<Result<_, _>>()? })
    }

    fn find(&self, cell: usize, words: &Range<usize>) -> (&RwLock<Vec<u64>>, Range<usize>) {
        let part = words.start / self.part_words;
        let first = part * self.part_words;
        (&self.parts[cell][part], words.start - first..words.end - first)
    }
}

impl WordStore for MemoryStore {
    fn read(&self, cell: usize, words: Range<usize>, visit: Read<'_>) -> io::Result<()> {
        let (part, words) = self.find(cell, &words);
        visit(&part.read().unwrap_or_else(PoisonError::into_inner)[words]);
        Ok(())
    }

    fn update(&self, cell: usize, words: Range<usize>, visit: Update<'_>) -> io::Result<()> {
        let (part, words) = self.find(cell, &words);
        visit(&mut part.write().unwrap_or_else(PoisonError::into_inner)[words]);
        Ok(())
    }
}
