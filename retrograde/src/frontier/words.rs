//! The words of the last two layers, as they are read, counted and put back.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use optile_core::{Stop, filled};
use optile_ranks::Communicator;

use super::{Exploration, ExplorationError};

/// The words of a part, with their blank at one cell. Those of a layer are read while those of
/// the next one are written, so threads never wait for each other.
pub(super) struct Part {
    count: AtomicU64,
    words: RwLock<Vec<u64>>,
}

impl Part {
    /// A part without states.
    pub(super) fn new(words: usize) -> Result<Self, Stop> {
        Ok(Self { count: AtomicU64::new(0), words: RwLock::new(filled(words, 0)?) })
    }

    /// How many states it has.
    pub(super) fn count(&self) -> u64 {
        // Only one thread writes it, and others read it in other layers.
        self.count.load(Ordering::Relaxed)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vec<u64>> {
        self.words.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, Vec<u64>> {
        self.words.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the words from this place on.
    fn put(&self, place: usize, given: &[u64]) {
        let states =
            |words: &[u64]| words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let words = &mut self.write()[place..][..given.len()];
        let others = self.count() - states(words);
        words.copy_from_slice(given);
        self.count.store(others + states(given), Ordering::Relaxed);
    }

    /// Replaces each word by what `change` makes of it and of its word of `others`.
    #[inline]
    pub(super) fn update(&self, others: &[u64], change: impl Fn(u64, u64) -> u64) {
        let mut count = 0;
        for (word, &other) in self.write().iter_mut().zip(others) {
            *word = change(*word, other);
            count += u64::from(word.count_ones());
        }
        self.count.store(count, Ordering::Relaxed);
    }
}

impl Exploration {
    /// Replaces words, those of other ranks excepted. `first` is the number of the first one
    /// among the words of all ranks, for a cell of the blank.
    ///
    /// # Panics
    ///
    /// When there are no such words.
    pub fn put(&self, cell: usize, first: usize, words: &[u64]) {
        let own = self.partition.words_of(self.rank);
        let end = own.end.min(first + words.len());
        let mut begin = own.start.max(first);
        while begin < end {
            let (part, place) = self.place(begin - own.start);
            let length = (end - begin).min(self.part_words() - place);
            self.parts[cell][part].put(place, &words[begin - first..][..length]);
            begin += length;
        }
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

    /// The parts of this rank that have states with their blank at one of `cells`: the cell, the
    /// number of the part's first word, and its words. With all cells, these are what
    /// [`Exploration::put`] must give back to continue later.
    pub fn parts(
        &self,
        cells: impl IntoIterator<Item = usize>,
    ) -> impl Iterator<Item = (usize, usize, RwLockReadGuard<'_, Vec<u64>>)> {
        let own = self.partition.words_of(self.rank);
        cells.into_iter().flat_map(move |cell| {
            let parts = own.clone().step_by(self.part_words()).zip(&self.parts[cell]);
            let filled = parts.filter(|(_, part)| part.count() > 0);
            filled.map(move |(first, part)| (cell, first, part.read()))
        })
    }

    /// Calls `visit` with each board of this rank at the greatest distance reached: the cell of
    /// the turned board where its blank is, and its tiles in reading order, 0 for the blank.
    /// For each cell, the boards of all ranks follow each other in the order of the ranks.
    pub fn for_each_last(&self, visit: &mut dyn FnMut(usize, &[u8])) {
        for (cell, first, words) in self.parts(self.last_cells()) {
            let visit = &mut |board: &[u8]| visit(cell, board);
            self.turned.for_each_board(cell, first, &words, visit);
        }
    }

    pub(super) fn part_words(&self) -> usize {
        self.partition.part_words()
    }

    /// The part of a word of this rank, and its place there.
    pub(super) fn place(&self, word: usize) -> (usize, usize) {
        (word / self.part_words(), word % self.part_words())
    }

    /// This rank's states with their blank at a cell.
    pub(crate) fn states_at(&self, cell: usize) -> u64 {
        self.parts[cell].iter().map(Part::count).sum()
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
