//! All moves that stay within a part of the sequences.

use optile_core::Stop;

use crate::sequences::{Rotation, add, word_parities};
use crate::turned::Turned;

/// The moves between cells, as they move the sequences that agree in their
/// first digits. Between the first cells and those below them, as many as there
/// are such digits, the digits change. These moves are not here.
#[derive(Debug)]
pub(crate) struct Rotations {
    /// Digits in which the sequences agree.
    depth: usize,
    /// The rotations between a cell and the one below it. Indexed by the upper
    /// cell, from the cell `depth` on.
    rotations: Vec<Rotation>,
    /// Of words, by the digits behind the first ones.
    parities: Vec<u8>,
}

impl Rotations {
    /// The moves on a board.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for them.
    pub(crate) fn new(turned: &Turned, depth: usize) -> Result<Self, Stop> {
        let (tiles, width) = (turned.cells() - 1, turned.width());
        let uppers = depth..turned.cells() - width;
        let rotations = uppers.map(|upper| Rotation::new(tiles, upper, width));
        Ok(Self {
            depth,
            rotations: rotations.collect::<Result<_, _>>()?,
            parities: word_parities(tiles - depth)?,
        })
    }

    /// Bytes that they hold, besides a byte for each word.
    pub(crate) fn bytes(turned: &Turned, depth: usize) -> u128 {
        let (tiles, width) = (turned.cells() - 1, turned.width());
        let uppers = depth..turned.cells() - width;
        uppers.map(|upper| u128::from(Rotation::bytes(tiles, upper, width))).sum()
    }

    /// Adds to `into` what the sequences of `words` become when the blank goes
    /// from one cell to another. `odd` is 1 if the sequences are odd, without
    /// the digits in which they agree.
    ///
    /// # Errors
    ///
    /// See [`Rotation::add_moved`].
    pub(crate) fn add(
        &self,
        from: usize,
        to: usize,
        odd: u8,
        words: &[u64],
        into: &mut [u64],
    ) -> Result<(), Stop> {
        if from.abs_diff(to) == 1 {
            add(words, into);
            return Ok(());
        }
        let rotation = &self.rotations[from.min(to) - self.depth];
        // From the cell below, the blank comes up; from the cell above, it
        // comes down.
        rotation.add_moved(from > to, odd, &self.parities, words, into)
    }
}
