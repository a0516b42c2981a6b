//! How a rank expands its nodes and sends their successors.

use optile_core::{BATCH, Board, Move, Parent, PathChoice, Slid, Slide, Stop, Word};
use optile_search::{Batch, Estimates, Popped, SUCCESSORS, inspect_popped};
use optile_store::{ClosedList, Encoding};

use crate::plan::{Plan, Report};
use crate::rank::{HomeOf, Rank};
use crate::worker::Message;

/// Nodes that a rank expands together, and their successors. The batch holds
/// the successors that the rank owns.
struct Work<B: Board, S: Encoding<B>> {
    batch: Batch<B, S::Node, HomeOf<B, S>>,
    /// Successors that other ranks own.
    remote: [Remote<S::Node>; SUCCESSORS],
    remote_len: usize,
    /// A bit for each place in the batch whose node is expanded.
    expanded: u32,
}

/// A successor that another rank owns.
#[derive(Clone, Copy, Default)]
struct Remote<N> {
    node: N,
    slid: Slid,
    owner: u16,
}

impl<B: Board, S: Encoding<B>, V: Estimates<B>> Rank<'_, B, S, V> {
    /// Expands nodes up to the bound, as many as the quota allows. Expands
    /// fewer if there are no more, or if the goal is among them.
    pub(crate) fn expand(
        &mut self,
        plan: &Plan,
        left: u64,
        report: &mut Report,
    ) -> Result<(), Stop> {
        let mut work = Work::<B, S> {
            batch: Batch::new(self.goal),
            remote: [Remote::default(); SUCCESSORS],
            remote_len: 0,
            expanded: 0,
        };
        // A successor with a lower f must be expanded before the rest of a
        // batch.
        let is_consistent = self.job.estimates.is_consistent();
        let together = if is_consistent { S::ClosedList::BATCH.min(BATCH) } else { 1 };
        let mut quota = plan.quota;
        while quota > 0 && self.open.least_f().is_some_and(|f| f <= plan.bound) {
            let most = together.min(quota);
            let Some((f, nodes)) = self.open.pop(&mut work.batch.nodes[..most]) else { break };
            let count = nodes.len();
            quota -= count;
            self.closed.make_room(count * Move::ALL.len(), &mut self.memory, &mut self.meter)?;
            self.fetch(&mut work, count);
            let end = self.inspect_nodes(&mut work, count, f, left, report);
            self.insert_local(&mut work)?;
            self.send_remote(&mut work, report)?;
            if end? {
                break;
            }
        }
        Ok(())
    }

    /// Makes the successors of a batch's nodes, and prefetches the entries of
    /// nodes and successors before they are needed.
    ///
    /// No processor can predict which rank owns a successor. So the successor
    /// is always written to both lists, and it is kept in one of them by
    /// counting it.
    #[inline(always)]
    fn fetch(&self, work: &mut Work<B, S>, count: usize) {
        let Work { batch, remote, .. } = work;
        let (mut local_len, mut remote_len) = (0, 0);
        for place in 0..count {
            let node = batch.nodes[place].item;
            let home = self.closed.home(node);
            self.closed.prefetch(home);
            batch.homes[place] = home;
            let word = self.job.encoding.state(node).word();
            for successor in self.job.encoding.successors(node) {
                let Slide { tile, from, to } = successor.slide;
                // This is cheaper than unpacking the successor's node.
                let owner =
                    self.job.owner_of_successor(word.slide(tile, from, to), tile, self.number);
                let slid = Slid::new(successor.slide, place);
                let node = successor.node;
                batch.successors.nodes[local_len] = node;
                batch.successors.slid[local_len] = slid;
                remote[remote_len] = Remote { node, slid, owner: owner as u16 };
                local_len += usize::from(owner == self.number);
                remote_len += usize::from(owner != self.number);
            }
        }
        for (node, home) in
            batch.successors.nodes[..local_len].iter().zip(&mut batch.successors.homes)
        {
            *home = self.closed.home(*node);
            self.closed.prefetch(*home);
        }
        batch.successors.len = local_len;
        work.remote_len = remote_len;
    }

    /// Inspects a batch's nodes, and records those that are expanded. Says
    /// whether the step is finished.
    #[inline(always)]
    fn inspect_nodes(
        &mut self,
        work: &mut Work<B, S>,
        count: usize,
        f: u32,
        left: u64,
        report: &mut Report,
    ) -> Result<bool, Stop> {
        work.expanded = 0;
        for place in 0..count {
            let (node, home) = (&work.batch.nodes[place], work.batch.homes[place]);
            match inspect_popped(self.job.encoding, &mut self.closed, node, f, home, &self.goal) {
                Popped::Skip => {}
                Popped::Goal => {
                    report.is_begun = true;
                    report.goal = Some(node.g);
                    if self.job.task.choice == PathChoice::Any {
                        return Ok(true);
                    }
                }
                Popped::Expand { state, .. } => {
                    report.is_begun = true;
                    if report.expanded == left {
                        return Err(Stop::Nodes);
                    }
                    self.meter.expand()?;
                    report.expanded += 1;
                    let estimate = Some(f - node.g);
                    work.batch.parents[place] = Parent { state, estimate };
                    work.expanded |= 1 << place;
                }
            }
        }
        Ok(false)
    }

    /// Looks up the successors that this rank owns.
    #[inline(always)]
    fn insert_local(&mut self, work: &mut Work<B, S>) -> Result<(), Stop> {
        let Work { batch, expanded, .. } = work;
        let all = batch.successors.len;
        for &home in &batch.successors.homes[..all] {
            self.closed.prefetch_behind(home);
        }
        let mut kept = 0;
        for number in 0..all {
            if *expanded >> batch.successors.slid[number].parent() & 1 == 0 {
                continue;
            }
            self.tally.generated += 1;
            let (node, home) = (batch.successors.nodes[number], batch.successors.homes[number]);
            let g = batch.g(number);
            if !self.reach(node, home, g) {
                continue;
            }
            if V::AT_ONCE {
                let slid = batch.successors.slid[number];
                let parent = &batch.parents[slid.parent()];
                self.push(node, g, self.job.estimates.of_successor(parent, slid.slide()))?;
            } else {
                batch.successors.keep(number, kept);
                kept += 1;
            }
        }
        batch.estimate(self.job.estimates, 0..kept);
        (0..kept).try_for_each(|number| {
            self.push(
                batch.successors.nodes[number],
                batch.g(number),
                batch.successors.estimates[number],
            )
        })
    }

    #[inline(always)]
    fn push(&mut self, node: S::Node, g: u32, estimate: u32) -> Result<(), Stop> {
        self.tally.evaluated += 1;
        self.open.push(node, g + estimate, g, &mut self.memory, &mut self.meter)
    }

    /// Puts the other successors in the mailboxes of their owners.
    #[inline(always)]
    fn send_remote(&mut self, work: &mut Work<B, S>, report: &mut Report) -> Result<(), Stop> {
        let Work { batch, remote, remote_len, expanded } = work;
        let mut owners = [0; SUCCESSORS];
        let mut count = 0;
        for &Remote { node, slid, owner } in &remote[..*remote_len] {
            if *expanded >> slid.parent() & 1 == 1 {
                batch.successors.nodes[count] = node;
                batch.successors.slid[count] = slid;
                owners[count] = owner;
                count += 1;
            }
        }
        batch.estimate(self.job.estimates, 0..count);
        for (number, &owner) in owners[..count].iter().enumerate() {
            self.tally.generated += 1;
            self.tally.evaluated += 1;
            let (node, g) = (batch.successors.nodes[number], batch.g(number));
            let f = g + batch.successors.estimates[number];
            report.least = Some(report.least.map_or(f, |least| least.min(f)));
            self.put(owner.into(), Message { node, f, g })?;
        }
        Ok(())
    }
}
