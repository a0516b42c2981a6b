//! The expansion of a batch: nodes are looked up, and their successors made.

use optile_core::{Board, Meter, Move, Parent, PathChoice, Slid, Stop};

use super::batch::{Popped, Successor, inspect_popped};
use super::{BatchOf, BestFirst, Estimates, HomeOf};
use crate::{ClosedList, Encoding, Open};

impl<B, S, V, const PARTIAL: bool> BestFirst<'_, B, S, V, PARTIAL>
where
    B: Board,
    S: Encoding<B>,
    V: Estimates<B>,
{
    /// Expands the nodes of a batch, which have the same f. Says whether the
    /// search is finished.
    #[inline(always)]
    pub(super) fn expand_all(
        &mut self,
        f: u32,
        count: usize,
        batch: &mut BatchOf<B, S>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.closed.make_room(count * Move::ALL.len(), &mut self.memory, meter)?;
        for (node, home) in batch.nodes[..count].iter().zip(&mut batch.homes) {
            *home = self.closed.home(node.item);
            self.closed.prefetch(*home);
        }
        batch.successors.len = 0;
        batch.estimated.clear();
        batch.rests_len = 0;
        let mut again = 0u32;
        let mut end = Ok(false);
        for place in 0..count {
            match self.next(&batch.nodes[place], f, batch.homes[place], meter) {
                Ok(Popped::Skip) => {}
                Ok(Popped::Goal) => end = Ok(true),
                Ok(Popped::Expand { state, is_again }) => {
                    let node = batch.nodes[place];
                    // For a node that was put back, f is no longer g plus the
                    // estimate.
                    let mut estimate = (!is_again).then_some(f - node.g);
                    if V::AT_ONCE && is_again {
                        estimate = Some(self.estimates.of_state(&state));
                    }
                    let parent = Parent { state, estimate };
                    if Self::IS_PLAIN {
                        self.expand_alone(f, &node, &parent, is_again, meter)?;
                        continue;
                    }
                    if V::AT_ONCE {
                        self.generate_estimated(f, &node, &parent, is_again, batch);
                        continue;
                    }
                    batch.parents[place] = parent;
                    again |= u32::from(is_again) << place;
                    self.generate(place, batch);
                }
                Err(stop) => end = Err(stop),
            }
            if end != Ok(false) {
                break;
            }
        }
        if Self::IS_PLAIN {
            return end;
        }
        if PARTIAL && !V::AT_ONCE {
            self.choose(f, again, batch);
        }
        // A single node goes back to the open list after its successors. The
        // nodes of a larger batch go back before their successors.
        if self.batch > 1 {
            self.put_back(batch, meter)?;
        }
        // The successors of expanded nodes are all counted, even at a limit.
        self.reach_all(batch, meter)?;
        if self.batch == 1 {
            self.put_back(batch, meter)?;
        }
        end
    }

    /// Whether nodes are expanded one by one and successors are estimated one
    /// by one. Then no batch is needed.
    const IS_PLAIN: bool = S::ClosedList::BATCH == 1 && V::AT_ONCE;

    /// Whether a successor whose f is `f_then` is due, if its parent was taken
    /// out with `f`.
    #[inline(always)]
    fn is_due(f_then: u32, f: u32, is_again: bool) -> bool {
        !PARTIAL || f_then == f || !is_again && f_then < f
    }

    /// Expands a node completely.
    #[inline(always)]
    fn expand_alone(
        &mut self,
        f: u32,
        node: &Open<S::Node>,
        parent: &Parent<B>,
        is_again: bool,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let g = node.g + 1;
        let mut rest = u32::MAX;
        for successor in self.encoding.successors(node.item) {
            let mut estimate = 0;
            if PARTIAL {
                estimate = self.estimates.of_successor(parent, successor.slide);
                if !Self::is_due(g + estimate, f, is_again) {
                    rest = self.pass_over(g + estimate, f, rest);
                    continue;
                }
            }
            let home = self.closed.home(successor.node);
            if self.reach(successor.node, home, g, meter) {
                if !PARTIAL {
                    estimate = self.estimates.of_successor(parent, successor.slide);
                }
                self.push(successor.node, g, estimate, meter)?;
            }
        }
        if PARTIAL && rest < u32::MAX {
            self.open.push(node.item, rest, node.g, &mut self.memory, meter)?;
        }
        Ok(())
    }

    /// Counts a successor that is not due. Returns the least f of its parent's
    /// successors that are due later.
    #[inline(always)]
    fn pass_over(&mut self, f_then: u32, f: u32, rest: u32) -> u32 {
        self.tally.passed_over += 1;
        if f_then > f { rest.min(f_then) } else { rest }
    }

    /// Says what to do with a node that was taken from the open list. At
    /// [`Popped::Goal`] the search is finished.
    #[inline(always)]
    fn next(
        &mut self,
        node: &Open<S::Node>,
        f: u32,
        home: HomeOf<B, S>,
        meter: &mut Meter,
    ) -> Result<Popped<B>, Stop> {
        let next = inspect_popped(self.encoding, &mut self.closed, node, f, home, &self.goal);
        if let Popped::Skip = next {
            return Ok(next);
        }
        if f >= self.next_f_layer {
            if self.cost.is_some() {
                return Ok(Popped::Goal);
            }
            self.next_f_layer = f + 1;
            meter.begin_iteration();
        }
        if let Popped::Goal = next {
            self.cost = Some(node.g);
            if self.task.choice == PathChoice::Any {
                return Ok(next);
            }
            self.unfinished.push((f, *node));
            return Ok(Popped::Skip);
        }
        meter.expand()?;
        Ok(next)
    }

    /// Makes the successors of a node with their estimates, and prefetches
    /// their entries. With partial expansion, only the successors that are due.
    #[inline(always)]
    fn generate_estimated(
        &mut self,
        f: u32,
        node: &Open<S::Node>,
        parent: &Parent<B>,
        is_again: bool,
        batch: &mut BatchOf<B, S>,
    ) {
        let g = node.g + 1;
        let mut rest = u32::MAX;
        for successor in self.encoding.successors(node.item) {
            let estimate = self.estimates.of_successor(parent, successor.slide);
            if !Self::is_due(g + estimate, f, is_again) {
                rest = self.pass_over(g + estimate, f, rest);
                continue;
            }
            let home = self.closed.home(successor.node);
            self.closed.prefetch(home);
            batch.estimated.push(Successor { node: successor.node, home, g, estimate });
        }
        if PARTIAL && rest < u32::MAX {
            batch.leave(rest, *node);
        }
    }

    /// Makes the successors of a node. Without partial expansion, prefetches
    /// their entries.
    #[inline(always)]
    fn generate(&mut self, place: usize, batch: &mut BatchOf<B, S>) {
        for successor in self.encoding.successors(batch.nodes[place].item) {
            let mut home = HomeOf::<B, S>::default();
            if !PARTIAL {
                home = self.closed.home(successor.node);
                self.closed.prefetch(home);
            }
            batch.successors.push(successor.node, home, Slid::new(successor.slide, place));
        }
    }

    /// Keeps the successors of a batch that are due.
    #[inline(always)]
    fn choose(&mut self, f: u32, again: u32, batch: &mut BatchOf<B, S>) {
        let all = batch.successors.len;
        batch.estimate(self.estimates, 0..all);
        let (mut number, mut due) = (0, 0);
        while number < all {
            let parent = batch.successors.slid[number].parent();
            let (node, is_again) = (batch.nodes[parent], again >> parent & 1 == 1);
            let mut rest = u32::MAX;
            while number < all && batch.successors.slid[number].parent() == parent {
                let f_then = node.g + 1 + batch.successors.estimates[number];
                if Self::is_due(f_then, f, is_again) {
                    let home = self.closed.home(batch.successors.nodes[number]);
                    self.closed.prefetch(home);
                    batch.successors.keep(number, due);
                    batch.successors.homes[due] = home;
                    due += 1;
                } else {
                    rest = self.pass_over(f_then, f, rest);
                }
                number += 1;
            }
            if rest < u32::MAX {
                batch.leave(rest, node);
            }
        }
        batch.successors.len = due;
    }

    /// Puts the nodes that have successors left back on the open list.
    fn put_back(&mut self, batch: &BatchOf<B, S>, meter: &mut Meter) -> Result<(), Stop> {
        let Self { open, memory, .. } = self;
        let mut rests = batch.rests[..batch.rests_len].iter();
        rests.try_for_each(|(f, node)| open.push(node.item, *f, node.g, memory, meter))
    }
}
