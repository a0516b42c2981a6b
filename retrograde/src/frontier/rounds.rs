//! Among several ranks: what is sent to others, and what comes from them.
//!
//! Blocks are sent in rounds of bounded size. A rank sends the first rounds, does the work for
//! which it needs nobody, and then works with one round while the next ones are on their way.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use optile_ranks::{Communicator, Gone};

use super::Exploration;
use super::crossing::Crossing;
use super::moves::Way;
use super::partition::Partition;
use crate::sequences::add;

/// The most words that a rank receives in a round, unless a part is larger. They are a
/// megabyte, which stays in a core's cache while it is packed, sent and unpacked. With eight
/// megabytes, two ranks needed a tenth more time for the 2x7 boards.
const ROUND: usize = 1 << 17;

/// Rounds that are sent before they are needed.
pub(super) const AHEAD: usize = 2;

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

impl Exploration {
    /// Whether a part with its blank at this cell gets states from other ranks.
    pub(super) fn is_sent(&self, cell: usize) -> bool {
        self.partition.ranks() > 1 && self.moves.crosses(cell)
    }

    /// Sends the first rounds for these cells, and returns all.
    pub(super) fn begin_rounds(
        &self,
        cells: &[usize],
        ranks: &mut Communicator,
    ) -> Result<Vec<Round>, Gone> {
        let rounds = self.rounds(cells);
        rounds.iter().take(AHEAD).try_for_each(|round| self.post(round, ranks))?;
        Ok(rounds)
    }

    /// Replaces the parts of all rounds, when what comes from other ranks has arrived.
    pub(super) fn finish_rounds(
        &self,
        rounds: &[Round],
        ranks: &mut Communicator,
    ) -> Result<(), Gone> {
        let mut arrived = Vec::new();
        for (number, round) in rounds.iter().enumerate() {
            self.receive(round, ranks, &mut arrived)?;
            if let Some(later) = rounds.get(number + AHEAD) {
                self.post(later, ranks)?;
            }
            let parts: Vec<_> = arrived.chunks_mut(self.part_words()).map(Mutex::new).collect();
            let work = |place: usize| {
                let mut next = parts[place].lock().unwrap_or_else(PoisonError::into_inner);
                let part = round.parts.start + place;
                self.with_room(|room| {
                    self.replace(round.cell, part, true, &mut next, &mut room.moved);
                });
            };
            self.for_each(parts.len(), &work, ranks)?;
        }
        Ok(())
    }

    /// The rounds of a layer, which are the same on all ranks.
    fn rounds(&self, cells: &[usize]) -> Vec<Round> {
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
        from.filter_map(move |from| match self.moves.way(from, cell) {
            Way::Crossing(crossing) => Some((from, crossing)),
            Way::Same | Way::Rotation(_) => None,
        })
    }

    /// Sends the messages of a round.
    fn post(&self, round: &Round, ranks: &mut Communicator) -> Result<(), Gone> {
        let all = self.partition.ranks();
        let own = self.partition.words_of(self.rank).start;
        for to in (1..all).map(|distance| (self.rank + distance) % all) {
            let targets = self.words_of(round, to);
            let crossings: Vec<_> = self
                .crossings_to(round.cell)
                .map(|(from, crossing)| {
                    let shipments = crossing.shipments(from > round.cell, &targets);
                    (from, crossing.piece, shipments)
                })
                .collect();
            let length = crossings.iter().map(|(_, piece, shipments)| shipments.len() * piece);
            let mut message = Vec::with_capacity(length.sum());
            for (from, piece, shipments) in crossings {
                for shipment in shipments {
                    let (part, place) = self.place(shipment.source - own);
                    message.extend_from_slice(&self.parts[from][part].read()[place..][..piece]);
                }
            }
            if !message.is_empty() {
                ranks.send(to, message)?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with each piece of this rank that a round brings from another: that rank,
    /// the first word of the piece among those of the round, and its words. Both ranks go
    /// through the pieces in the same order.
    fn for_each_arrival(&self, round: &Round, mut visit: impl FnMut(usize, usize, usize)) {
        let words = self.words_of(round, self.rank);
        for (from, crossing) in self.crossings_to(round.cell) {
            for target in words.clone().step_by(crossing.piece) {
                let owner = self.partition.owner(crossing.source(from > round.cell, target));
                if owner != self.rank {
                    visit(owner, target - words.start, crossing.piece);
                }
            }
        }
    }

    /// Receives the messages of a round, and makes of them what `arrived` holds for its parts. A
    /// rank that has nothing to send has sent no message.
    fn receive(
        &self,
        round: &Round,
        ranks: &mut Communicator,
        arrived: &mut Vec<u64>,
    ) -> Result<(), Gone> {
        arrived.clear();
        arrived.resize(self.words_of(round, self.rank).len(), 0);
        let mut lengths = vec![0; self.partition.ranks()];
        self.for_each_arrival(round, |owner, _, piece| lengths[owner] += piece);
        let mut messages = vec![Vec::new(); lengths.len()];
        for (from, message) in
            messages.iter_mut().enumerate().filter(|(from, _)| lengths[*from] > 0)
        {
            *message = ranks.receive(from)?;
        }
        let mut rest: Vec<&[u64]> = messages.iter().map(Vec::as_slice).collect();
        self.for_each_arrival(round, |owner, begin, piece| {
            let (words, others) = rest[owner].split_at(piece);
            add(words, &mut arrived[begin..][..piece]);
            rest[owner] = others;
        });
        Ok(())
    }
}
