//! What an exploration on several ranks will take.

use std::collections::HashSet;

use optile_ranks::{rank_above, ranks_below};

use super::crossing::Shipment;
use super::layer::{AHEAD, COUNTS};
use super::moves::Moves;
use super::partition::Partition;
use super::{Exploration, ExplorationError, rounds};
use crate::turned::Turned;

/// Where a rank keeps its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordPlace {
    /// In its memory.
    Memory,
    /// In a file, so that only those in use take memory.
    Disk,
}

/// The memory and the messages of an exploration, before it is made.
#[derive(Clone, Debug)]
pub struct Forecast {
    partition: Partition,
    /// By the colour of a layer's cells.
    sent: [Sent; 2],
    goal_colour: usize,
}

/// What each rank sends in a layer.
#[derive(Clone, Debug)]
struct Sent {
    bytes: Vec<u64>,
    messages: Vec<u64>,
}

impl Sent {
    /// What ranks send to add up their counts.
    fn at_the_end_of_a_layer(ranks: usize) -> Self {
        let links = |rank| ranks_below(rank, ranks).len() + rank_above(rank).into_iter().len();
        let messages: Vec<u64> = (0..ranks).map(|rank| links(rank) as u64).collect();
        let bytes = messages.iter().map(|messages| (8 * COUNTS) as u64 * messages).collect();
        Self { bytes, messages }
    }

    /// Adds what ranks send for the states with their blank at a cell.
    fn add(&mut self, partition: &Partition, moves: &Moves, cell: usize, width: usize) {
        let step = rounds::parts_of_round(partition);
        let mut messages = HashSet::new();
        let from_above = cell.checked_sub(width).map(|upper| (upper, false));
        for (upper, up) in [(cell, true)].into_iter().chain(from_above) {
            let Some(crossing) = moves.crossings.get(upper) else { continue };
            crossing.for_each_leaving(partition, up, 0..partition.words(), |source, target| {
                let (from, to) = (partition.owner(source), partition.owner(target));
                if from != to {
                    self.bytes[from] += 8 * crossing.piece as u64;
                    let place = target / partition.part_words() - partition.parts_of(to).start;
                    messages.insert((from, to, place / step));
                }
            });
        }
        messages.iter().for_each(|&(from, ..)| self.messages[from] += 1);
    }
}

impl Forecast {
    /// The forecast for boards with these sides, whose goal has its blank at `goal_blank`.
    ///
    /// # Errors
    ///
    /// When there is no such space, it cannot be divided among the ranks, or the system has no
    /// memory for the forecast.
    pub fn new(
        sides: [usize; 2],
        goal_blank: usize,
        ranks: usize,
    ) -> Result<Self, ExplorationError> {
        let partition = Partition::new(sides, ranks)?;
        let turned = Turned::new(sides, goal_blank);
        let moves = Moves::new(&turned, &partition)?;
        let mut sent = [0, 1].map(|_| Sent::at_the_end_of_a_layer(ranks));
        for cell in 0..turned.cells() {
            sent[turned.colour(cell)].add(&partition, &moves, cell, turned.width);
        }
        Ok(Self { partition, sent, goal_colour: turned.colour(turned.goal_blank()) })
    }

    /// How the space is divided.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// Bytes that each rank sends to build the layer at a distance of at least 1.
    pub fn layer_bytes(&self, depth: usize) -> &[u64] {
        &self.sent[(self.goal_colour + depth) % 2].bytes
    }

    /// Messages that each rank sends to build the layer at a distance of at least 1.
    pub fn layer_messages(&self, depth: usize) -> &[u64] {
        &self.sent[(self.goal_colour + depth) % 2].messages
    }

    /// Bytes that all ranks send together in an exploration whose last layer is at a distance.
    pub fn total_bytes(&self, radius: usize) -> u128 {
        let sent = (1..=radius).flat_map(|depth| self.layer_bytes(depth));
        sent.map(|&bytes| u128::from(bytes)).sum()
    }

    /// Messages that all ranks send together in an exploration whose last layer is at a distance.
    pub fn total_messages(&self, radius: usize) -> u64 {
        (1..=radius).flat_map(|depth| self.layer_messages(depth)).sum()
    }

    /// Bytes of memory that the rank with the most parts holds at most.
    ///
    /// # Errors
    ///
    /// When there is no such space, it cannot be divided among the ranks, or the system has no
    /// memory for the forecast.
    pub fn rank_bytes(
        sides: [usize; 2],
        ranks: usize,
        threads: usize,
        place: WordPlace,
    ) -> Result<u128, ExplorationError> {
        Exploration::check(sides, 0)?;
        Self::bytes_of(&Turned::new(sides, 0), ranks, threads, place)
    }

    /// The same, for a board as it is turned.
    pub(crate) fn bytes_of(
        turned: &Turned,
        ranks: usize,
        threads: usize,
        place: WordPlace,
    ) -> Result<u128, ExplorationError> {
        let partition = Partition::of(turned, ranks)?;
        let moves = Moves::new(turned, &partition)?;
        let (cells, parts) = (turned.cells() as u128, partition.most_parts() as u128);
        let part = 8 * partition.part_words() as u128;
        // The words, each part's lock and allocation, and its count.
        let (held, spare) = match place {
            WordPlace::Memory => (cells * parts * (part + 64), 1),
            WordPlace::Disk => (0, 3),
        };
        let words = held + cells * parts * 8;
        // Another thread may ask for room while all spares are in use.
        let spares = (threads as u128 + 1) * part * spare;
        let mut sent = 0;
        if ranks > 1 {
            // What was received of a round, and messages on their way at both ends.
            sent += rounds::parts_of_round(&partition) as u128 * part * (3 + 2 * AHEAD as u128);
            for crossing in &moves.crossings {
                let shipments = 2 * (parts * part).div_ceil(8 * crossing.piece as u128);
                sent += shipments * size_of::<Shipment>() as u128;
            }
        }
        Ok(words + spares + sent + moves.bytes() as u128)
    }
}
