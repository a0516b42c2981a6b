//! Building a layer.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use optile_core::{Interrupt, Stop, filled};
use optile_ranks::{Communicator, Gone};
use rayon::prelude::*;

use super::Exploration;

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

/// What a thread needs to build a part of the next layer.
pub(super) struct Room {
    /// The next layer.
    next: Vec<u64>,
    /// Words that a move changes before they are added.
    moved: Vec<u64>,
}

impl Room {
    /// Room for a part of so many words.
    pub(super) fn new(words: usize) -> Result<Self, Stop> {
        Ok(Self { next: filled(words, 0)?, moved: filled(words, 0)? })
    }
}

impl Exploration {
    /// Builds the next layer. Collective.
    ///
    /// # Errors
    ///
    /// When a rank has ended. After that the exploration cannot continue.
    pub fn advance(
        &mut self,
        ranks: &mut Communicator,
        interrupt: &Interrupt,
    ) -> Result<Layer, Gone> {
        let colour = self.turned.colour_at(self.depth_counts.len());
        self.build(colour, ranks)?;
        let counts = [self.states_of(colour), interrupt.check().is_err().into()];
        let sums = ranks.add_up(counts.to_vec())?;
        self.depth_counts.push(sums[0]);
        Ok(Layer { states: sums[0], is_interrupted: sums[1] > 0 })
    }

    /// Replaces the layer before the last on this rank.
    fn build(&self, colour: usize, ranks: &mut Communicator) -> Result<(), Gone> {
        let (sent, alone): (Vec<usize>, Vec<usize>) = self
            .turned
            .cells_of(colour)
            .partition(|&cell| self.partition.ranks() > 1 && self.moves.crosses(cell));
        let rounds = self.rounds(&sent);
        for round in rounds.iter().take(AHEAD) {
            self.post(round, ranks)?;
        }
        let parts = self.partition.parts_of(self.rank).len();
        let work = |place: usize| self.renew(alone[place / parts], place % parts);
        self.for_each(alone.len() * parts, &work, ranks)?;
        let mut arrived = Vec::new();
        for (number, round) in rounds.iter().enumerate() {
            self.receive(round, ranks, &mut arrived)?;
            if let Some(later) = rounds.get(number + AHEAD) {
                self.post(later, ranks)?;
            }
            let parts: Vec<_> = arrived.chunks_mut(self.part_words()).map(Mutex::new).collect();
            let work = |part: usize| {
                let mut next = parts[part].lock().unwrap_or_else(PoisonError::into_inner);
                self.with_room(|room| {
                    self.replace(
                        round.cell,
                        round.parts.start + part,
                        true,
                        &mut next,
                        &mut room.moved,
                    );
                });
            };
            self.for_each(parts.len(), &work, ranks)?;
        }
        Ok(())
    }

    /// Does work for all numbers up to `count` on the threads of this rank. Meanwhile messages
    /// arrive.
    fn for_each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) + Sync),
        ranks: &mut Communicator,
    ) -> Result<(), Gone> {
        let Some(pool) = &self.pool else {
            return (0..count).try_for_each(|number| {
                work(number);
                ranks.progress()
            });
        };
        let (sender, receiver) = channel::<()>();
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                // The channel closes after the work.
                let _sender = sender;
                (0..count).into_par_iter().for_each(work);
            });
            while receiver.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                ranks.progress()?;
            }
            Ok(())
        })
    }

    /// Replaces a part to which nothing comes from other ranks.
    fn renew(&self, cell: usize, part: usize) {
        self.with_room(|Room { next, moved }| {
            next.fill(0);
            self.replace(cell, part, false, next, moved);
        });
    }

    fn with_room(&self, work: impl FnOnce(&mut Room)) {
        let lock = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = lock().pop();
        let mut room = room.unwrap_or_else(|| unreachable!("each thread has a room"));
        work(&mut room);
        lock().push(room);
    }
}
