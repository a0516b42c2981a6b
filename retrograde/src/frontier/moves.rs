//! What a move of the blank does to the words of a layer.

use optile_core::Stop;

use super::crossing::Crossing;
use super::partition::Partition;
use crate::sequences::{Rotation, word_parities};
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
    pub(super) parities: Vec<u8>,
}

/// What a move of the blank from one cell to a neighbour does to words.
pub(super) enum Way<'a> {
    /// Within a row: nothing.
    Same,
    /// Between rows, within a part: bits change their places.
    Rotation(&'a Rotation),
    /// Between rows, and between parts: words change their places.
    Crossing(&'a Crossing),
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

    /// The way from a cell to a neighbour.
    pub(super) fn way(&self, from: usize, to: usize) -> Way<'_> {
        let upper = from.min(to);
        match self.crossings.get(upper) {
            _ if from.abs_diff(to) == 1 => Way::Same,
            Some(crossing) => Way::Crossing(crossing),
            None => Way::Rotation(&self.rotations[upper - self.crossings.len()]),
        }
    }

    /// Whether states come from other parts when the blank moves to this cell.
    pub(crate) fn crosses(&self, cell: usize) -> bool {
        cell.checked_sub(self.width).unwrap_or(cell) < self.crossings.len()
    }
}
