//! Building a layer: the neighbours of the last layer that are not in the layer before it.

use optile_core::Interrupt;
use optile_ranks::{Communicator, Gone};

use super::Exploration;
use super::moves::Way;
use super::threads::Room;
use crate::sequences::add;

/// A layer that has been built on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its states on all ranks.
    pub states: u64,
    /// Whether the interrupt of some rank asks all to end.
    pub is_interrupted: bool,
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
        // On one rank, nothing is sent.
        let (sent, own): (Vec<usize>, Vec<usize>) =
            self.turned.cells_of(colour).partition(|&cell| self.is_sent(cell));
        let rounds = self.begin_rounds(&sent, ranks)?;
        self.build(&own, ranks)?;
        self.finish_rounds(&rounds, ranks)?;
        let counts = [self.states_of(colour), interrupt.check().is_err().into()];
        let sums = ranks.add_up(counts.to_vec())?;
        self.depth_counts.push(sums[0]);
        Ok(Layer { states: sums[0], is_interrupted: sums[1] > 0 })
    }

    /// Replaces all parts with their blank at these cells, to which nothing comes from other
    /// ranks.
    fn build(&self, cells: &[usize], ranks: &mut Communicator) -> Result<(), Gone> {
        let parts = self.partition.parts_of(self.rank).len();
        let work = |place: usize| {
            self.with_room(|Room { next, moved }| {
                next.fill(0);
                self.replace(cells[place / parts], place % parts, false, next, moved);
            });
        };
        self.for_each(cells.len() * parts, &work, ranks)
    }

    /// Replaces a part's layer of the distance before the last by that of the next distance.
    /// `next` has what came from other ranks, if anything did, and is overwritten. `moved` has
    /// room for a part.
    pub(super) fn replace(
        &self,
        cell: usize,
        part: usize,
        has_received: bool,
        next: &mut [u64],
        moved: &mut [u64],
    ) {
        let has_any = self.gather(cell, part, next, moved) || has_received;
        let own = &self.parts[cell][part];
        if has_any || own.count() > 0 {
            own.update(next, |before, next| next & !before);
        }
    }

    /// Adds to `next` all states of a part with their blank at `cell` that have a neighbour in
    /// the last layer on this rank. Returns whether there may be any.
    fn gather(&self, cell: usize, part: usize, next: &mut [u64], moved: &mut [u64]) -> bool {
        let mut has_any = false;
        for from in self.turned.neighbours(cell) {
            let source = &self.parts[from][part];
            has_any |= match self.moves.way(from, cell) {
                Way::Crossing(crossing) => self.add_crossing(crossing, from, cell, part, next),
                _ if source.count() == 0 => false,
                Way::Same => {
                    add(&source.read(), next);
                    true
                }
                Way::Rotation(rotation) => {
                    let global = self.partition.parts_of(self.rank).start + part;
                    let odd = self.turned.oddness(from) ^ self.partition.parity(global);
                    let parities = &self.moves.parities;
                    // From the cell below, the blank comes up; from the cell above, it comes down.
                    rotation.add_moved(from > cell, odd, parities, &source.read(), next, moved);
                    true
                }
            };
        }
        has_any
    }
}
