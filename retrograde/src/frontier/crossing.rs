//! Moves between parts.

use std::ops::Range;

use optile_core::{Stop, room_for};

use super::Exploration;
use super::partition::Partition;
use crate::sequences::{add, renumbered};

/// A block of words that a rank sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shipment {
    /// The number of its first word after the move.
    pub(crate) target: usize,
    /// The number of its first word before the move.
    pub(crate) source: usize,
}

/// The moves between a cell and the one below it, if they change the digits that choose a
/// part. They renumber words, and no bit changes its place in its word.
#[derive(Debug)]
pub(crate) struct Crossing {
    /// By direction of the blank, down and up: which block comes to the place of each block.
    sources: [Vec<u32>; 2],
    /// Words of such a block.
    run: usize,
    /// Words that are moved and sent together: a block, or the share of a part in it.
    pub(crate) piece: usize,
    /// By direction: what this rank sends, in the order of the targets.
    shipments: [Vec<Shipment>; 2],
}

impl Crossing {
    /// The moves between the cell `upper` of a board with `width` columns and the one below.
    /// What it sends is not known yet.
    pub(crate) fn new(partition: &Partition, upper: usize, width: usize) -> Result<Self, Stop> {
        let tiles = partition.tiles;
        let down = renumbered(tiles - upper, width)?;
        let mut up = room_for(down.len())?;
        up.resize(down.len(), 0);
        for (before, &after) in down.iter().enumerate() {
            up[after as usize] = before as u32;
        }
        let blocks: usize = (0..upper + width).map(|digit| tiles - digit).product();
        let run = partition.words() / blocks;
        let piece = run.min(partition.part_words());
        Ok(Self { sources: [down, up], run, piece, shipments: [Vec::new(), Vec::new()] })
    }

    /// Bytes held, besides the shipments.
    pub(crate) fn bytes(&self) -> usize {
        2 * size_of_val(&self.sources[0][..])
    }

    /// What this rank sends to these words when the blank moves in this direction.
    pub(crate) fn shipments(&self, up: bool, targets: &Range<usize>) -> &[Shipment] {
        let all = &self.shipments[usize::from(up)];
        let place = |word| all.partition_point(|shipment| shipment.target < word);
        &all[place(targets.start)..place(targets.end)]
    }

    /// The word that a move brings to the place of the word `target`.
    #[inline]
    pub(crate) fn source(&self, up: bool, target: usize) -> usize {
        let (block, within) = (target / self.run, target % self.run);
        let sources = &self.sources[usize::from(up)];
        let (others, place) = (block / sources.len(), block % sources.len());
        (others * sources.len() + sources[place] as usize) * self.run + within
    }

    /// Calls `visit` with the first word of each piece before and after a move, for those
    /// pieces of `words` that the move may take to another rank.
    pub(crate) fn for_each_leaving(
        &self,
        partition: &Partition,
        up: bool,
        words: Range<usize>,
        mut visit: impl FnMut(usize, usize),
    ) {
        // The digits before the window stay. Words that agree in them stay with their rank if
        // it owns all of them.
        let reach = self.run * self.sources[0].len();
        let mut begin = words.start;
        while begin < words.end {
            let first = begin / reach * reach;
            let end = (first + reach).min(words.end);
            if partition.owner(first) != partition.owner(first + reach - 1) {
                for source in (begin..end).step_by(self.piece) {
                    // The way of the blank back leads from the target to the source.
                    visit(source, self.source(!up, source));
                }
            }
            begin = end;
        }
    }

    /// Finds what a rank sends.
    pub(crate) fn ship_from(&mut self, partition: &Partition, rank: usize) -> Result<(), Stop> {
        let words = partition.words_of(rank);
        for up in [false, true] {
            let mut count = 0;
            let mut leaves = |_, target| count += usize::from(!words.contains(&target));
            self.for_each_leaving(partition, up, words.clone(), &mut leaves);
            let mut shipments = room_for(count)?;
            self.for_each_leaving(partition, up, words.clone(), |source, target| {
                if !words.contains(&target) {
                    shipments.push(Shipment { target, source });
                }
            });
            shipments.sort_unstable_by_key(|shipment: &Shipment| shipment.target);
            self.shipments[usize::from(up)] = shipments;
        }
        Ok(())
    }
}

impl Exploration {
    /// Adds to `next` what a crossing brings to a part from parts of this rank. Returns whether
    /// there may be any.
    pub(super) fn add_crossing(
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
