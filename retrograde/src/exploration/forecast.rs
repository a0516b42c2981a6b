//! What an exploration on several ranks will take.

use super::crossing::Shipment;
use super::layer::AHEAD;
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
    /// Bytes that each rank sends in a layer, by the colour of its cells.
    sent: [Vec<u64>; 2],
    goal_colour: usize,
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
        // At the end of a layer, each rank tells each other two words.
        let mut sent = [0, 1].map(|_| vec![16 * (ranks as u64 - 1); ranks]);
        let moves = Moves::new(&turned, &partition)?;
        for (upper, crossing) in moves.crossings.iter().enumerate() {
            for up in [false, true] {
                let target = if up { upper } else { upper + turned.width };
                let sent = &mut sent[turned.colour(target)];
                crossing.for_each_leaving(
                    &partition,
                    up,
                    0..partition.words(),
                    |source, target| {
                        let from = partition.owner(source);
                        if partition.owner(target) != from {
                            sent[from] += 8 * crossing.piece as u64;
                        }
                    },
                );
            }
        }
        Ok(Self { partition, sent, goal_colour: turned.colour(turned.goal_blank()) })
    }

    /// How the space is divided.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// Bytes that each rank sends to build the layer at a distance of at least 1.
    pub fn layer_bytes(&self, depth: usize) -> &[u64] {
        &self.sent[(self.goal_colour + depth) % 2]
    }

    /// Bytes that all ranks send together in an exploration whose last layer is at a distance.
    pub fn total_bytes(&self, radius: usize) -> u128 {
        let sent = (1..=radius).flat_map(|depth| self.layer_bytes(depth));
        sent.map(|&bytes| u128::from(bytes)).sum()
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
