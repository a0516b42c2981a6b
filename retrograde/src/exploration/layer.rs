//! Building a layer.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use optile_core::{Interrupt, Stop, filled};
use optile_ranks::{Communicator, Elsewhere, Gone};
use rayon::prelude::*;

use super::{Exploration, ExplorationError};

/// Rounds that are sent before they are needed.
pub(super) const AHEAD: usize = 2;

/// How long the threads of a rank work before the next look for messages.
const INTERVAL: Duration = Duration::from_micros(50);

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
        self.for_each(alone.len() * parts, &work, ranks, failure)?;
        let mut room = Vec::new();
        for (number, round) in rounds.iter().enumerate() {
            self.receive(round, ranks, &mut room)?;
            if let Some(later) = rounds.get(number + AHEAD) {
                self.post(later, ranks, failure)?;
            }
            let parts: Vec<_> = room.chunks_mut(self.part_words()).map(Mutex::new).collect();
            let work = |part: usize| {
                let mut next = parts[part].lock().unwrap_or_else(PoisonError::into_inner);
                self.replace(round.cell, round.parts.start + part, true, &mut next)
            };
            self.for_each(parts.len(), &work, ranks, failure)?;
        }
        Ok(())
    }

    /// Does work for all numbers up to `count` on the threads of this rank, unless something has
    /// failed already. Meanwhile messages arrive.
    fn for_each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<(), ExplorationError> + Sync),
        ranks: &mut Communicator,
        failure: &mut Option<ExplorationError>,
    ) -> Result<(), Gone> {
        if failure.is_some() {
            return Ok(());
        }
        let Some(pool) = &self.pool else {
            for number in 0..count {
                if let Err(error) = work(number) {
                    *failure = Some(error);
                    break;
                }
                ranks.progress()?;
            }
            return Ok(());
        };
        let (sender, receiver) = channel();
        pool.in_place_scope(|scope| {
            // The receiver waits for what is sent, and it is sent once.
            scope.spawn(move |_| drop(sender.send((0..count).into_par_iter().try_for_each(work))));
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Err(RecvTimeoutError::Timeout) => ranks.progress()?,
                    // Without a result, the work has panicked, and so does the scope.
                    result => {
                        *failure = result.ok().and_then(Result::err);
                        return Ok(());
                    }
                }
            }
        })
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
