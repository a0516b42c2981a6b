//! The work on one part: the neighbours of the last layer's states.

use std::io;

use optile_core::Stop;

use super::RankedExploration;
use super::crossing::Crossing;
use super::error::no_memory;
use super::partition::Partition;
use crate::rotations::Rotations;
use crate::sequences::add;
use crate::turned::Turned;

/// All moves between rows, as one rank makes them.
#[derive(Debug)]
pub(crate) struct Moves {
    width: usize,
    /// Between each of the first cells and the one below it.
    crossings: Vec<Crossing>,
    /// All other moves.
    rotations: Rotations,
}

impl Moves {
    /// The moves of a rank.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for them.
    pub(crate) fn new(turned: &Turned, partition: &Partition, rank: usize) -> Result<Self, Stop> {
        let (width, depth) = (turned.width(), partition.depth);
        let crossing = |upper| -> Result<Crossing, Stop> {
            let mut crossing = Crossing::new(partition, upper, width)?;
            crossing.ship_from(partition, rank)?;
            Ok(crossing)
        };
        Ok(Self {
            width,
            crossings: (0..depth).map(crossing).collect::<Result<_, _>>()?,
            rotations: Rotations::new(turned, depth)?,
        })
    }

    /// Bytes that the moves of a rank hold, besides the lists of what it sends.
    pub(crate) fn bytes(turned: &Turned, partition: &Partition) -> u128 {
        let depth = partition.depth;
        let crossings = (0..depth).map(|upper| Crossing::bytes(partition, upper, turned.width()));
        let rotations = Rotations::bytes(turned, depth) + partition.part_words() as u128;
        crossings.sum::<u128>() + rotations
    }

    /// The crossing between two cells of a column, if it is one.
    pub(crate) fn crossing(&self, from: usize, to: usize) -> Option<&Crossing> {
        let is_vertical = from.abs_diff(to) == self.width;
        self.crossings.get(from.min(to)).filter(|_| is_vertical)
    }

    /// Whether states come from other parts when the blank moves to this cell.
    pub(crate) fn crosses(&self, cell: usize) -> bool {
        cell.checked_sub(self.width).unwrap_or(cell) < self.crossings.len()
    }
}

impl RankedExploration {
    /// Replaces a part's layer of the distance before the last by that of the next distance.
    /// `next` has what came from other ranks, if anything did, and is overwritten.
    pub(super) fn replace(
        &self,
        cell: usize,
        part: usize,
        has_received: bool,
        next: &mut [u64],
    ) -> io::Result<()> {
        let is_empty = !self.gather(cell, part, next)? && !has_received;
        if is_empty && self.count(cell, part) == 0 {
            return Ok(());
        }
        let mut count = 0;
        self.store.update(cell, self.words_of_part(part), &mut |before| {
            for (before, &next) in before.iter_mut().zip(&*next) {
                *before = next & !*before;
                count += u64::from(before.count_ones());
            }
        })?;
        self.set_count(cell, part, count);
        Ok(())
    }

    /// Adds to `next` all states of a part with their blank at `cell` that have a neighbour in
    /// the last layer on this rank. Returns whether there may be any.
    fn gather(&self, cell: usize, part: usize, next: &mut [u64]) -> io::Result<bool> {
        let global = self.partition.parts_of(self.rank).start + part;
        let parity = self.partition.parity(global);
        let mut has_any = false;
        for from in self.turned.neighbours(cell) {
            if let Some(crossing) = self.moves.crossing(from, cell) {
                has_any |= self.gather_across(crossing, from, cell, part, next)?;
                continue;
            }
            if self.count(from, part) == 0 {
                continue;
            }
            has_any = true;
            let odd = self.turned.oddness(from) ^ parity;
            let mut moved = Ok(());
            self.store.read(from, self.words_of_part(part), &mut |words| {
                moved = self.moves.rotations.add(from, cell, odd, words, next);
            })?;
            moved.map_err(no_memory)?;
        }
        Ok(has_any)
    }

    /// Adds to `next` what comes to a part from parts of this rank.
    fn gather_across(
        &self,
        crossing: &Crossing,
        from: usize,
        cell: usize,
        part: usize,
        next: &mut [u64],
    ) -> io::Result<bool> {
        let own = self.partition.words_of(self.rank);
        let piece = crossing.piece();
        let first = own.start + part * self.part_words();
        let mut has_any = false;
        for (number, next) in next.chunks_mut(piece).enumerate() {
            let source = crossing.source(from > cell, first + number * piece);
            let source = match own.contains(&source) {
                true => source,
                false if self.wraps => own.start + source % own.len(),
                false => continue,
            };
            let source = source - own.start;
            if self.count(from, source / self.part_words()) == 0 {
                continue;
            }
            has_any = true;
            self.store.read(from, source..source + piece, &mut |words| add(words, next))?;
        }
        Ok(has_any)
    }
}
