//! Which rank owns which sequences.

use std::ops::Range;

use optile_core::factorial;

use crate::exploration::{Exploration, ExplorationError};
use crate::turned::Turned;

/// Digits that choose the bit in a word.
const TAIL: usize = 5;

/// A part of more words is divided further, so that the words that a thread works on stay in
/// its cache.
const LARGEST_PART: usize = 1 << 16;

/// The most by which the largest share of a rank may exceed the mean, unless no finer parts
/// exist.
const UNEVEN: f64 = 1.02;

/// How the words of a set of tile sequences are divided among ranks.
///
/// The words are in the order of the digits of their sequences. All words that agree in the
/// first few digits are a part. Each rank owns parts that follow each other, of every cell of
/// the blank. So a move that does not change these digits never leaves a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Items of a sequence.
    pub(crate) tiles: usize,
    /// How many leading digits the words of a part agree in.
    pub(crate) depth: usize,
    parts: usize,
    part_words: usize,
    ranks: usize,
}

/// Why a space cannot be divided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// There is no such space.
    #[error(transparent)]
    Space(#[from] ExplorationError),
    /// The words cannot be numbered.
    #[error(
        "ranks explore boards of at most {} cells, and this one has {cells}",
        Partition::MOST_CELLS
    )]
    Large {
        /// Cells of the board.
        cells: usize,
    },
    /// Some ranks would own nothing.
    #[error("the space has {most} parts, which is too few for {ranks} ranks: start at most {most}")]
    Ranks {
        /// How many ranks were asked for.
        ranks: usize,
        /// How many ranks can share the space.
        most: usize,
    },
}

impl Partition {
    /// The most cells of a board whose words can be numbered.
    pub const MOST_CELLS: usize = 20;

    /// Divides the space of boards with these sides among `ranks` ranks.
    ///
    /// # Errors
    ///
    /// When there is no such space, it is too large, or there are more ranks than parts.
    ///
    /// # Panics
    ///
    /// When `ranks` is 0.
    pub fn new(sides: [usize; 2], ranks: usize) -> Result<Self, PartitionError> {
        assert!(ranks > 0, "a space is divided among at least one rank");
        Exploration::check(sides, 0)?;
        let turned = Turned::new(sides, 0);
        let cells = turned.cells();
        if cells > Self::MOST_CELLS {
            return Err(PartitionError::Large { cells });
        }
        let tiles = cells - 1;
        // A move that changes a digit of a part moves whole words, so that it can be sent.
        let deepest = (tiles + 1).saturating_sub(TAIL + turned.width());
        let at = |depth| Self::at_depth(tiles, depth, ranks);
        let most = at(deepest).parts;
        if ranks > most {
            return Err(PartitionError::Ranks { ranks, most });
        }
        let is_fine = |partition: &Self| {
            let mean = partition.parts as f64 / ranks as f64;
            let largest = partition.parts.div_ceil(ranks) as f64;
            partition.part_words <= LARGEST_PART && largest <= UNEVEN * mean
        };
        Ok((0..=deepest).map(at).find(is_fine).unwrap_or_else(|| at(deepest)))
    }

    /// The same parts among as many ranks as leave each about this number.
    pub(crate) fn with_parts(&self, parts: usize) -> Self {
        Self { ranks: (self.parts / parts.max(1)).max(1), ..*self }
    }

    fn at_depth(tiles: usize, depth: usize, ranks: usize) -> Self {
        let parts = (0..depth).map(|digit| tiles - digit).product();
        let part_words = (factorial(tiles - depth) / factorial(TAIL)).max(1) as usize;
        Self { tiles, depth, parts, part_words, ranks }
    }

    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts
    }

    /// The words of a part, for each cell of the blank.
    pub fn part_words(&self) -> usize {
        self.part_words
    }

    /// The words of all parts, for each cell of the blank.
    pub fn words(&self) -> usize {
        self.parts * self.part_words
    }

    /// The parts that a rank owns.
    pub fn parts_of(&self, rank: usize) -> Range<usize> {
        let first = |rank: usize| (rank as u128 * self.parts as u128 / self.ranks as u128) as usize;
        first(rank)..first(rank + 1)
    }

    /// The words that a rank owns, for each cell of the blank.
    pub fn words_of(&self, rank: usize) -> Range<usize> {
        let parts = self.parts_of(rank);
        parts.start * self.part_words..parts.end * self.part_words
    }

    /// The parts of the rank that has most of them.
    pub fn most_parts(&self) -> usize {
        self.parts.div_ceil(self.ranks)
    }

    /// The rank that owns a word.
    pub(crate) fn owner(&self, word: usize) -> usize {
        let part = word / self.part_words;
        (((part as u128 + 1) * self.ranks as u128 - 1) / self.parts as u128) as usize
    }

    /// 1 if the digits that choose a part have an odd sum.
    pub(crate) fn parity(&self, part: usize) -> u8 {
        let mut rest = part;
        let digits = (0..self.depth).rev().map(|place| {
            let base = self.tiles - place;
            let digit = rest % base;
            rest /= base;
            digit
        });
        (digits.sum::<usize>() % 2) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_one_owner_and_every_rank_owns_words() {
        for sides in [[2, 3], [3, 3], [2, 4], [3, 4], [2, 7], [4, 4]] {
            for ranks in [1, 2, 3, 4, 7, 8, 64, 500] {
                let partition = match Partition::new(sides, ranks) {
                    Ok(partition) => partition,
                    Err(PartitionError::Ranks { most, .. }) => {
                        assert!(most < ranks);
                        continue;
                    }
                    Err(error) => panic!("{error}"),
                };
                let mut next = 0;
                for rank in 0..ranks {
                    let words = partition.words_of(rank);
                    assert_eq!(words.start, next);
                    assert!(!words.is_empty());
                    assert!(partition.parts_of(rank).len() <= partition.most_parts());
                    assert_eq!(partition.owner(words.start), rank);
                    assert_eq!(partition.owner(words.end - 1), rank);
                    next = words.end;
                }
                assert_eq!(next, partition.words());
                let words = factorial(sides[0] * sides[1] - 1) / 120;
                assert_eq!(partition.words() as u128, words.max(1));
            }
        }
    }

    #[test]
    fn too_many_ranks_and_too_large_boards_are_refused() {
        let error = Partition::new([3, 3], 9).unwrap_err();
        assert_eq!(error, PartitionError::Ranks { ranks: 9, most: 8 });
        let error = Partition::new([2, 3], 2).unwrap_err();
        assert_eq!(error, PartitionError::Ranks { ranks: 2, most: 1 });
        let error = Partition::new([5, 5], 2).unwrap_err();
        assert_eq!(error, PartitionError::Large { cells: 25 });
        assert!(matches!(Partition::new([1, 9], 2), Err(PartitionError::Space(_))));
    }
}
