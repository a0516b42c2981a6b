//! In which order a thread expands its nodes, and what it does with their successors.

use optile_core::{Board, Expansion, Meter, PathChoice, Slide, Stop, Values};
use optile_search::{Lists, Popped};
use optile_store::{CloseOutcome, ClosedList, Encoding, Ties};

use crate::mailboxes::Node;
use crate::plan::{Plan, Report};
use crate::worker::{Job, Worker};

impl<B: Board, S: Encoding<B>, V: Values<B>> Worker<'_, B, S, V> {
    /// Empty lists, which decide the order of nodes with equal f.
    pub(crate) fn lists(
        job: &Job<'_, B, S>,
        values: &V,
        meter: &mut Meter,
    ) -> Result<Lists<S::Node, S::ClosedList>, Stop> {
        let closed = job.encoding.closed_list(meter)?;
        Ok(Lists::new(closed, Ties::default(), values.is_consistent()))
    }

    /// Opens the start, if this thread owns it.
    pub(crate) fn begin(&mut self) -> Result<(), Stop> {
        let start = self.job.encoding.root(&self.job.task.start);
        if self.job.owner(start).1 != self.number {
            return Ok(());
        }
        let value = self.values.root(&self.job.task.start);
        let f = self.values.h(value);
        self.lists.push(start, f, 0, &mut self.meter)
    }

    /// Opens the nodes that another thread has sent.
    pub(crate) fn take_in(&mut self, from: usize) -> Result<(), Stop> {
        let (nodes, lists) = (&mut self.mailboxes.nodes[from], &mut self.lists);
        let mut sent = nodes.iter();
        let end = sent.try_for_each(|&Node { item, f, g }| lists.push(item, f, g, &mut self.meter));
        nodes.clear();
        end
    }

    /// Expands nodes up to the bound, as many as the quota allows. Expands
    /// fewer if there are no more, or if the goal is among them.
    pub(crate) fn expand(
        &mut self,
        plan: &Plan,
        left: u64,
        report: &mut Report,
    ) -> Result<(), Stop> {
        let Job { encoding, task, .. } = *self.job;
        let goal = task.goal();
        let mut popped = Popped::default();
        let mut quota = plan.quota;
        while let Some(f) = self.pop(&mut popped, quota, plan.bound)? {
            quota -= popped.len;
            for place in 0..popped.len {
                let node = popped.nodes[place];
                let state = encoding.state(node.item);
                if f == node.g && state == goal {
                    report.is_begun = true;
                    report.goal = Some(node.g);
                    self.lists.shrink();
                    if task.choice == PathChoice::Any {
                        return Ok(());
                    }
                    continue;
                }
                match self.lists.close(&popped, place) {
                    CloseOutcome::New => {}
                    CloseOutcome::Cheaper => {
                        self.lists.shrink();
                        self.meter.reopen();
                    }
                    CloseOutcome::Same | CloseOutcome::Dearer => {
                        self.lists.drop_duplicate();
                        continue;
                    }
                }
                report.is_begun = true;
                if report.expanded == left {
                    return Err(Stop::Nodes);
                }
                self.meter.expand(|| Expansion::new(&state, node.g).with_h(f - node.g))?;
                report.expanded += 1;
                let here = self.values.resume(&state, f - node.g);
                let g = node.g + 1;
                for successor in encoding.successors(node.item) {
                    let slide = successor.slide;
                    let there = self.values.step(here, slide, &state.after(slide));
                    let node = Node { item: successor.node, f: g + self.values.h(there), g };
                    self.deal(node, slide)?;
                }
            }
        }
        Ok(())
    }

    /// Pops nodes of the least f, at most `quota`, if this f is within the bound.
    /// Returns it.
    #[inline(always)]
    fn pop(
        &mut self,
        popped: &mut Popped<S::Node, <S::ClosedList as ClosedList<S::Node>>::Key>,
        quota: usize,
        bound: u32,
    ) -> Result<Option<u32>, Stop> {
        if quota == 0 || self.lists.least_f().is_none_or(|f| f > bound) {
            return Ok(None);
        }
        let Some(f) = self.lists.pop(popped, quota) else { return Ok(None) };
        self.lists.fetch(popped, &mut self.meter)?;
        Ok(Some(f))
    }

    /// Opens a successor, or puts it in the mailbox of the thread that owns its state.
    #[inline(always)]
    fn deal(&mut self, node: Node<S::Node>, slide: Slide) -> Result<(), Stop> {
        self.generated += 1;
        let Some(owner) = self.job.owners.of_successor(self.number, slide) else {
            return self.lists.push(node.item, node.f, node.g, &mut self.meter);
        };
        self.least_sent = self.least_sent.min(node.f);
        let nodes = &mut self.mailboxes.nodes[owner];
        if nodes.is_empty() {
            self.mailboxes.filled.push(owner);
        }
        self.meter.make_room_of(nodes, 1, self.least_room)?;
        nodes.push(node);
        Ok(())
    }
}
