//! The work on one part: the neighbours of the last layer's states.

use optile_core::Stop;

use super::Exploration;
use super::crossing::Crossing;
use super::partition::Partition;
use crate::sequences::{Rotation, add, word_parities};
use crate::turned::Turned;

/// All moves between rows, as one rank makes them.
#[derive(Debug)]
pub(crate) struct Moves {
    width: usize,
    /// Between each of the first cells and the one below it, as many as there are digits that
    /// choose a part.
    pub(crate) crossings: Vec<Crossing>,
    /// Between each of the following cells and the one below it. They stay within a part.
    rotations: Vec<Rotation>,
    /// Of the words of a part.
    parities: Vec<u8>,
}

impl Moves {
    /// The moves of a rank. What it sends is not known yet.
    pub(crate) fn new(turned: &Turned, partition: &Partition) -> Result<Self, Stop> {
        let (width, depth, tiles) = (turned.width, partition.depth, partition.tiles);
        let crossings = (0..depth).map(|upper| Crossing::new(partition, upper, width));
        let uppers = depth..turned.cells() - width;
        let rotations = uppers.map(|upper| Rotation::new(tiles, upper, width));
        Ok(Self {
            width,
            crossings: crossings.collect::<Result<_, _>>()?,
            rotations: rotations.collect::<Result<_, _>>()?,
            parities: word_parities(tiles - depth)?,
        })
    }

    /// Bytes held, besides the lists of what the rank sends.
    pub(crate) fn bytes(&self) -> usize {
        let crossings = self.crossings.iter().map(Crossing::bytes).sum::<usize>();
        crossings + self.rotations.iter().map(Rotation::bytes).sum::<usize>() + self.parities.len()
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

impl Exploration {
    /// Replaces a part's layer of the distance before the last by that of the next distance.
    /// `next` has what came from other ranks, if anything did, and is overwritten. `moved` has
    /// room for a part.
    pub(super) fn replace(
        &self,
        cell: usize,
        part: usize,
        has_received: bool,
        next: &mut [u64],
        moved: &mut [u64],
    ) {
        let is_empty = !self.gather(cell, part, next, moved) && !has_received;
        let own = &self.parts[cell][part];
        if !is_empty || own.count() > 0 {
            own.replace(next);
        }
    }

    /// Adds to `next` all states of a part with their blank at `cell` that have a neighbour in
    /// the last layer on this rank. Returns whether there may be any.
    fn gather(&self, cell: usize, part: usize, next: &mut [u64], moved: &mut [u64]) -> bool {
        let global = self.partition.parts_of(self.rank).start + part;
        let parity = self.partition.parity(global);
        let mut has_any = false;
        for from in self.turned.neighbours(cell) {
            if let Some(crossing) = self.moves.crossing(from, cell) {
                has_any |= self.gather_across(crossing, from, cell, part, next);
                continue;
            }
            let source = &self.parts[from][part];
            if source.count() == 0 {
                continue;
            }
            has_any = true;
            if from.abs_diff(cell) == 1 {
                add(&source.read(), next);
                continue;
            }
            let odd = self.turned.oddness(from) ^ parity;
            let Moves { crossings, rotations, parities, .. } = &self.moves;
            let rotation = &rotations[from.min(cell) - crossings.len()];
            // From the cell below, the blank comes up; from the cell above, it comes down.
            rotation.add_moved(from > cell, odd, parities, &source.read(), next, moved);
        }
        has_any
    }

    /// Adds to `next` what comes to a part from parts of this rank.
    fn gather_across(
        &self,
        crossing: &Crossing,
        from: usize,
        cell: usize,
        part: usize,
        next: &mut [u64],
    ) -> bool {
        let own = self.partition.words_of(self.rank);
        let piece = crossing.piece;
        let first = own.start + part * self.part_words();
        let mut has_any = false;
        for (number, next) in next.chunks_mut(piece).enumerate() {
            let source = crossing.source(from > cell, first + number * piece);
            if !own.contains(&source) {
                continue;
            }
            let (part, place) = self.place(source - own.start);
            let source = &self.parts[from][part];
            if source.count() > 0 {
                has_any = true;
                add(&source.read()[place..][..piece], next);
            }
        }
        has_any
    }
}
