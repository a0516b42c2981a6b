//! What is sent to other ranks, and what comes from them.

use std::io;
use std::ops::Range;

use optile_ranks::Communicator;

use super::crossing::{Crossing, into_words};
use super::layer::keep;
use super::partition::Partition;
use super::{RankedError, RankedExploration};
use crate::sequences::add;

/// The most words that a rank receives in a round, unless a part is larger.
const ROUND: usize = 1 << 20;

/// Messages for some parts of every rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// The cell to which the blank moves.
    pub(super) cell: usize,
    /// The places of the parts among those of the rank that owns them.
    pub(super) parts: Range<usize>,
}

/// Parts that a rank receives in a round.
pub(super) fn parts_of_round(partition: &Partition) -> usize {
    (ROUND / partition.part_words()).clamp(1, partition.most_parts())
}

impl RankedExploration {
    /// The rounds of a layer, which are the same on all ranks.
    pub(super) fn rounds(&self, cells: &[usize]) -> Vec<Round> {
        let (all, step) = (self.partition.most_parts(), parts_of_round(&self.partition));
        let rounds_of = |&cell: &usize| {
            let begins = (0..all).step_by(step);
            begins.map(move |begin| Round { cell, parts: begin..(begin + step).min(all) })
        };
        cells.iter().flat_map(rounds_of).collect()
    }

    /// The words of a round's parts of a rank.
    fn words_of(&self, round: &Round, rank: usize) -> Range<usize> {
        let parts = self.partition.parts_of(rank);
        let place = |part: usize| (parts.start + part).min(parts.end) * self.part_words();
        place(round.parts.start)..place(round.parts.end)
    }

    /// The crossings to a cell, with the cells from which they come.
    fn crossings_to(&self, cell: usize) -> impl Iterator<Item = (usize, &Crossing)> {
        let from = self.turned.neighbours(cell);
        from.filter_map(move |from| Some((from, self.moves.crossing(from, cell)?)))
    }

    /// Sends the messages of a round. Words that cannot be read are sent as 0, so that no rank
    /// waits for them.
    pub(super) fn post(
        &self,
        round: &Round,
        ranks: &mut Communicator,
        failure: &mut Option<io::Error>,
    ) -> Result<(), RankedError> {
        let all = self.partition.ranks();
        let own = self.partition.words_of(self.rank).start;
        for to in (1..all).map(|distance| (self.rank + distance) % all) {
            let targets = self.words_of(round, to);
            let mut message = Vec::new();
            for (from, crossing) in self.crossings_to(round.cell) {
                let shipments = into_words(crossing.shipments(from > round.cell), targets.clone());
                message.reserve_exact(shipments.len() * crossing.piece());
                for shipment in shipments {
                    let (end, source) = (message.len() + crossing.piece(), shipment.source - own);
                    if self.count(from, source / self.part_words()) > 0 {
                        keep(failure, || {
                            let words = source..source + crossing.piece();
                            self.store.read(from, words, &mut |w| message.extend_from_slice(w))
                        });
                    }
                    message.resize(end, 0);
                }
            }
            ranks.send(to, message)?;
        }
        Ok(())
    }

    /// Receives the messages of a round, and makes of them what `room` holds for its parts.
    pub(super) fn receive(
        &self,
        round: &Round,
        ranks: &mut Communicator,
        room: &mut Vec<u64>,
    ) -> Result<(), RankedError> {
        let words = self.words_of(round, self.rank);
        room.clear();
        room.resize(words.len(), 0);
        let mut messages = vec![Vec::new(); self.partition.ranks()];
        for (from, message) in messages.iter_mut().enumerate() {
            if from != self.rank {
                *message = ranks.receive(from)?;
            }
        }
        let mut read = vec![0; messages.len()];
        for (from, crossing) in self.crossings_to(round.cell) {
            let piece = crossing.piece();
            for (number, room) in room.chunks_mut(piece).enumerate() {
                let source = crossing.source(from > round.cell, words.start + number * piece);
                let owner = self.partition.owner(source);
                if owner != self.rank {
                    let begin = read[owner];
                    read[owner] += piece;
                    add(&messages[owner][begin..][..piece], room);
                }
            }
        }
        Ok(())
    }
}
