//! Building a layer.

use std::sync::PoisonError;

use optile_core::{Interrupt, Stop, filled};
use optile_ranks::{Communicator, Elsewhere};
use rayon::prelude::*;

use super::{Exploration, ExplorationError};

/// Rounds that are sent before they are needed.
pub(super) const AHEAD: usize = 2;

/// A layer that has been built on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its states on all ranks.
    pub states: u64,
    /// Whether the interrupt of some rank asks all to end.
    pub is_interrupted: bool,
}

/// The numbers that ranks add up at the end of a layer: states, and the ranks that have failed or
/// are interrupted.
pub(super) const COUNTS: usize = 3;

impl Exploration {
    /// Builds the next layer. Collective.
    ///
    /// If a store fails, the layer is finished on the other ranks, and all learn of it.
    ///
    /// # Errors
    ///
    /// When a store fails or a rank has ended. After that the exploration cannot continue.
    pub fn advance(
        &mut self,
        ranks: &mut Communicator,
        interrupt: &Interrupt,
    ) -> Result<Layer, ExplorationError> {
        let colour = self.turned.colour_at(self.depth_counts.len());
        let mut failure = None;
        self.build(colour, ranks, &mut failure)?;
        let counts: [u64; COUNTS] =
            [self.states_of(colour), failure.is_some().into(), interrupt.check().is_err().into()];
        let sums = ranks.add_up(counts.to_vec())?;
        if sums[1] > 0 {
            let first = ranks.agree(failure.as_ref().map(|_| &()))?;
            let elsewhere = first.map(|(rank, ())| Elsewhere { rank }.into());
            return Err(failure.or(elsewhere).unwrap_or_else(|| unreachable!("a rank has failed")));
        }
        self.depth_counts.push(sums[0]);
        Ok(Layer { states: sums[0], is_interrupted: sums[2] > 0 })
    }

    /// Replaces the layer before the last on this rank. The first failure of the store is kept
    /// in `failure`.
    fn build(
        &self,
        colour: usize,
        ranks: &mut Communicator,
        failure: &mut Option<ExplorationError>,
    ) -> Result<(), ExplorationError> {
        let (sent, alone): (Vec<usize>, Vec<usize>) = self
            .turned
            .cells_of(colour)
            .partition(|&cell| self.partition.ranks() > 1 && self.moves.crosses(cell));
        let rounds = self.rounds(&sent);
        for round in rounds.iter().take(AHEAD) {
            self.post(round, ranks, failure)?;
        }
        let parts = self.parts;
        let work = |place: usize| {
            let (cell, part) = (alone[place / parts], place % parts);
            self.renew(cell, part)
        };
        let places = 0..alone.len() * parts;
        keep(failure, || match &self.pool {
            Some(pool) => pool.install(|| places.into_par_iter().try_for_each(work)),
            None => places.into_iter().try_for_each(work),
        });
        let mut room = Vec::new();
        for (number, round) in rounds.iter().enumerate() {
            self.receive(round, ranks, &mut room)?;
            if let Some(later) = rounds.get(number + AHEAD) {
                self.post(later, ranks, failure)?;
            }
            let work = |(part, next): (usize, &mut [u64])| {
                self.replace(round.cell, round.parts.start + part, true, next)
            };
            let size = self.part_words();
            keep(failure, || match &self.pool {
                Some(pool) => {
                    pool.install(|| room.par_chunks_mut(size).enumerate().try_for_each(work))
                }
                None => room.chunks_mut(size).enumerate().try_for_each(work),
            });
        }
        Ok(())
    }

    /// Replaces a part to which nothing comes from other ranks.
    pub(super) fn renew(&self, cell: usize, part: usize) -> Result<(), ExplorationError> {
        let mut next = self.spare()?;
        next.fill(0);
        let result = self.replace(cell, part, false, &mut next);
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).push(next);
        result
    }

    /// Room for a part. Its words have any value.
    fn spare(&self) -> Result<Vec<u64>, Stop> {
        let spare = self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.map_or_else(|| filled(self.part_words(), 0), Ok)
    }
}

/// Does work unless something has failed already, and keeps its failure.
pub(super) fn keep(
    failure: &mut Option<ExplorationError>,
    work: impl FnOnce() -> Result<(), ExplorationError>,
) {
    if failure.is_none() {
        *failure = work().err();
    }
}
