//! How a rank expands its nodes and sends their successors.

use optile_core::{
    Asked, BATCH, Board, Estimates, Parent, PathChoice, Slide, Stop, Word, knows_type,
};
use optile_search::{Popped, PoppedOf, SUCCESSORS, Successors};
use optile_store::{CloseOutcome, ClosedList, Encoding};

use crate::plan::{Plan, Report};
use crate::rank::Rank;
use crate::worker::Node;

/// The successors of a batch: those that the rank owns, and those that others own.
///
/// No processor can predict which rank owns a successor. So the successor is always written to
/// both lists, and it is kept in one of them by counting it.
struct Generated<N> {
    local: Successors<N>,
    remote: Successors<N>,
    /// The owners of the remote ones.
    owners: [u16; SUCCESSORS],
}

impl<B: Board, S: Encoding<B>, V: Estimates<B> + ?Sized> Rank<'_, B, S, V> {
    /// Expands nodes up to the bound, as many as the quota allows. Expands
    /// fewer if there are no more, or if the goal is among them.
    pub(crate) fn expand(
        &mut self,
        plan: &Plan,
        left: u64,
        report: &mut Report,
    ) -> Result<(), Stop> {
        let mut popped = Popped::new(self.goal);
        let (local, remote) = (Successors::default(), Successors::default());
        let mut generated = Generated { local, remote, owners: [0; SUCCESSORS] };
        // A successor with a lower f must be expanded before the rest of a
        // batch.
        let is_consistent = self.job.estimates.is_consistent();
        let together = if is_consistent { S::ClosedList::BATCH.min(BATCH) } else { 1 };
        let mut quota = plan.quota;
        while quota > 0 && self.open.least_f().is_some_and(|f| f <= plan.bound) {
            self.meter.hold(self.tally.open + self.tally.closed, self.memory.bytes());
            let most = together.min(quota);
            let Some((f, nodes)) = self.open.pop(&mut popped.nodes[..most]) else { break };
            popped.len = nodes.len();
            quota -= popped.len;
            self.tally.open -= popped.len as u64;
            self.closed.make_room(popped.len, &mut self.memory, &mut self.meter)?;
            popped.prefetch(&self.closed);
            let end = self.expand_batch(&mut popped, f, left, &mut generated, report);
            self.send(&popped, &mut generated, report)?;
            if end? {
                break;
            }
        }
        Ok(())
    }

    /// Expands the nodes of a batch. Says whether the step is finished.
    #[inline(always)]
    fn expand_batch(
        &mut self,
        popped: &mut PoppedOf<B, S>,
        f: u32,
        left: u64,
        generated: &mut Generated<S::Node>,
        report: &mut Report,
    ) -> Result<bool, Stop> {
        for place in 0..popped.len {
            let node = popped.nodes[place];
            let state = self.job.encoding.state(node.item);
            if f == node.g && state == self.goal {
                report.is_begun = true;
                report.goal = Some(node.g);
                if self.job.task.choice == PathChoice::Any {
                    return Ok(true);
                }
                continue;
            }
            match self.closed.close(popped.keys[place], node.g) {
                CloseOutcome::New => self.tally.closed += 1,
                CloseOutcome::Cheaper => self.meter.reopen(),
                CloseOutcome::Same | CloseOutcome::Dearer => {
                    self.tally.duplicates += 1;
                    continue;
                }
            }
            report.is_begun = true;
            if report.expanded == left {
                return Err(Stop::Nodes);
            }
            self.meter.expand()?;
            report.expanded += 1;
            let parent = Parent { state, h: Some(f - node.g) };
            popped.parents[place] = parent;
            let word = state.word();
            for successor in self.job.encoding.successors(node.item) {
                let (node, asked) = (successor.node, Asked::new(successor.slide, place));
                let h = match knows_type::<V>() {
                    true => self.job.estimates.of_successor(&parent, successor.slide),
                    false => 0,
                };
                let Slide { tile, from, to } = successor.slide;
                // This is cheaper than unpacking the successor's node.
                let owner =
                    self.job.owner_of_successor(word.slide(tile, from, to), tile, self.number);
                let is_own = owner == self.number;
                generated.local.push_if(is_own, node, asked, h);
                generated.owners[generated.remote.count()] = owner as u16;
                generated.remote.push_if(!is_own, node, asked, h);
            }
        }
        Ok(false)
    }

    /// Puts the successors of a batch on the open list or in the mailboxes of their owners.
    #[inline(always)]
    fn send(
        &mut self,
        popped: &PoppedOf<B, S>,
        generated: &mut Generated<S::Node>,
        report: &mut Report,
    ) -> Result<(), Stop> {
        let Generated { local, remote, owners } = generated;
        if !knows_type::<V>() {
            local.estimate(self.job.estimates, &popped.parents);
            remote.estimate(self.job.estimates, &popped.parents);
        }
        self.tally.generated += (local.count() + remote.count()) as u64;
        for (node, asked, h) in local.iter() {
            let g = popped.nodes[asked.parent()].g + 1;
            self.push(node, g + h, g)?;
        }
        for ((node, asked, h), &owner) in remote.iter().zip(&*owners) {
            let g = popped.nodes[asked.parent()].g + 1;
            let f = g + h;
            report.least = Some(report.least.map_or(f, |least| least.min(f)));
            self.put(owner.into(), Node { item: node, f, g })?;
        }
        local.clear();
        remote.clear();
        Ok(())
    }
}
