//! Which rank owns which sequences.

use std::ops::Range;

use optile_core::Size;

use super::{Exploration, ExplorationError};
use crate::sequences::{TAIL, digit_parity, words_of};
use crate::turned::Turned;

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

impl Partition {
    /// Divides the space of boards of a size among `ranks` ranks.
    ///
    /// # Errors
    ///
    /// When there is no such space, or there are more ranks than parts.
    ///
    /// # Panics
    ///
    /// When `ranks` is 0.
    pub fn new(size: Size, ranks: usize) -> Result<Self, ExplorationError> {
        Exploration::check(size, 0)?;
        Self::of(&Turned::new(size, 0), ranks)
    }

    /// Divides the space of a board that can be explored.
    pub(crate) fn of(turned: &Turned, ranks: usize) -> Result<Self, ExplorationError> {
        assert!(ranks > 0, "a space is divided among at least one rank");
        let tiles = turned.cells() - 1;
        // A move that changes a digit of a part moves whole words, so that it can be sent.
        let deepest = (tiles + 1).saturating_sub(TAIL + turned.width);
        let at = |depth| Self::at_depth(tiles, depth, ranks);
        let most = at(deepest).parts;
        if ranks > most {
            return Err(ExplorationError::Ranks { ranks, most });
        }
        let is_fine = |partition: &Self| {
            let mean = partition.parts as f64 / ranks as f64;
            let largest = partition.parts.div_ceil(ranks) as f64;
            partition.part_words <= LARGEST_PART && largest <= UNEVEN * mean
        };
        Ok((0..=deepest).map(at).find(is_fine).unwrap_or_else(|| at(deepest)))
    }

    fn at_depth(tiles: usize, depth: usize, ranks: usize) -> Self {
        let parts = (0..depth).map(|digit| tiles - digit).product();
        Self { tiles, depth, parts, part_words: words_of(tiles - depth), ranks }
    }

    /// Cells of a board, for each of which a rank has words.
    pub fn cells(&self) -> usize {
        self.tiles + 1
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
        digit_parity(part, (self.tiles - self.depth + 1)..=self.tiles)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::factorial;

    use super::*;

    #[test]
    fn every_word_has_one_owner_and_every_rank_owns_words() {
        for size in ["2x3", "3x3", "2x4", "3x4", "2x7", "4x4"] {
            let size: Size = size.parse().unwrap();
            for ranks in [1, 2, 3, 4, 7, 8, 64, 500] {
                let partition = match Partition::new(size, ranks) {
                    Ok(partition) => partition,
                    Err(ExplorationError::Ranks { most, .. }) => {
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
                let words = factorial(size.cells() - 1) / 120;
                assert_eq!(partition.words() as u128, words.max(1));
            }
        }
    }

    #[test]
    fn too_many_ranks_and_too_large_boards_are_refused() {
        let says = |size: &str, ranks| {
            Partition::new(size.parse().unwrap(), ranks).unwrap_err().to_string()
        };
        assert!(says("3x3", 9).contains("8 parts, which is too few for 9 ranks"));
        assert!(says("2x3", 2).contains("1 parts, which is too few for 2 ranks"));
        assert!(says("5x5", 2).contains("at most 20 cells"));
    }
}
