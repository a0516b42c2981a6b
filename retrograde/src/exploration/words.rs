//! The words of the last two layers, as they are read, counted and put back.

use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering;

use optile_ranks::Communicator;

use super::{Exploration, ExplorationError};

impl Exploration {
    /// Replaces words, those of other ranks excepted. `first` is the number of the first one
    /// among the words of all ranks, for a cell of the blank.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    ///
    /// # Panics
    ///
    /// When there are no such words.
    pub fn put(&self, cell: usize, first: usize, words: &[u64]) -> io::Result<()> {
        let states =
            |words: &[u64]| words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let own = self.partition.words_of(self.rank);
        let end = own.end.min(first + words.len());
        let mut begin = own.start.max(first);
        while begin < end {
            let part = (begin - own.start) / self.part_words();
            let next = end.min(own.start + self.words_of_part(part).end);
            let given = &words[begin - first..next - first];
            self.store.update(cell, begin - own.start..next - own.start, &mut |words| {
                let others = self.count(cell, part) - states(words);
                self.set_count(cell, part, others + states(given));
                words.copy_from_slice(given);
            })?;
            begin = next;
        }
        Ok(())
    }

    /// Checks that the words of all ranks are those of the last two layers. Collective.
    ///
    /// # Errors
    ///
    /// [`ExplorationError::Damaged`] when they are not, and when a rank has ended.
    pub fn verify(&self, ranks: &mut Communicator) -> Result<(), ExplorationError> {
        let last = self.turned.colour_at(self.depth_counts.len() - 1);
        let found = ranks.add_up(vec![self.states_of(last), self.states_of(1 - last)])?;
        let mut counts = self.depth_counts.iter().rev().copied();
        let are_right = found.iter().all(|&states| states == counts.next().unwrap_or(0));
        if are_right { Ok(()) } else { Err(ExplorationError::Damaged) }
    }

    /// Calls `visit` with each part of this rank that has states with their blank at one of
    /// `cells`: the cell, the number of the part's first word, and its words. With all cells,
    /// these are what [`Exploration::put`] must give back to continue later.
    ///
    /// # Errors
    ///
    /// When the words cannot be read, and those of `visit`.
    pub fn for_each_part(
        &self,
        cells: impl IntoIterator<Item = usize>,
        mut visit: impl FnMut(usize, usize, &[u64]) -> io::Result<()>,
    ) -> io::Result<()> {
        let first = self.partition.words_of(self.rank).start;
        for cell in cells {
            for part in (0..self.parts).filter(|&part| self.count(cell, part) > 0) {
                let (words, mut visited) = (self.words_of_part(part), Ok(()));
                let first = first + words.start;
                self.store.read(cell, words, &mut |words| visited = visit(cell, first, words))?;
                visited?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with each board of this rank at the greatest distance reached: the cell of
    /// the turned board where its blank is, and its tiles in reading order, 0 for the blank.
    /// For each cell, the boards of all ranks follow each other in the order of the ranks.
    ///
    /// # Errors
    ///
    /// When the words cannot be read.
    pub fn for_each_last(&self, visit: &mut dyn FnMut(usize, &[u8])) -> io::Result<()> {
        self.for_each_part(self.last_cells(), |cell, first, words| {
            let visit = &mut |board: &[u8]| visit(cell, board);
            self.turned.for_each_board(cell, first, words, visit);
            Ok(())
        })
    }

    pub(super) fn part_words(&self) -> usize {
        self.partition.part_words()
    }

    pub(super) fn words_of_part(&self, part: usize) -> Range<usize> {
        part * self.part_words()..(part + 1) * self.part_words()
    }

    pub(super) fn count(&self, cell: usize, part: usize) -> u64 {
        // Only one thread writes it, and others read it in other layers.
        self.counts[cell * self.parts + part].load(Ordering::Relaxed)
    }

    pub(super) fn set_count(&self, cell: usize, part: usize, count: u64) {
        self.counts[cell * self.parts + part].store(count, Ordering::Relaxed);
    }

    /// This rank's states with their blank at a cell.
    pub(crate) fn states_at(&self, cell: usize) -> u64 {
        (0..self.parts).map(|part| self.count(cell, part)).sum()
    }

    /// This rank's states with their blank at a cell of a colour.
    pub(super) fn states_of(&self, colour: usize) -> u64 {
        self.turned.cells_of(colour).map(|cell| self.states_at(cell)).sum()
    }

    /// Cells where the states of the last layer have their blanks.
    pub(crate) fn last_cells(&self) -> impl Iterator<Item = usize> {
        self.turned.cells_of(self.turned.colour_at(self.depth_counts.len() - 1))
    }
}
