//! The successors of a batch: they are looked up, and put on the open list.

use std::ops::Range;

use optile_core::{Board, Meter, Stop};

use super::batch::Successor;
use super::{BatchOf, BestFirst, Estimates, HomeOf, ROOM, SuccessorOf};
use crate::{ClosedList, Encoding, InsertOutcome, Open};

impl<B, S, V, const PARTIAL: bool> BestFirst<'_, B, S, V, PARTIAL>
where
    B: Board,
    S: Encoding<B>,
    V: Estimates<B>,
{
    /// Looks up the successors of a batch. Puts those that were not met before,
    /// or only at a higher cost, on the open list.
    #[inline(always)]
    pub(super) fn reach_all(
        &mut self,
        batch: &mut BatchOf<B, S>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if V::AT_ONCE {
            return self.reach_estimated(batch.estimated.all(), meter);
        }
        let all = batch.successors.len;
        for &home in &batch.successors.homes[..all] {
            self.closed.prefetch_behind(home);
        }
        if self.memory.has_room(ROOM, meter) {
            return self.reach_some(0..all, batch, meter);
        }
        // Near the limit of memory, each successor is put on the open list
        // before the next one is looked up, because the limit may stop the
        // search.
        (0..all).try_for_each(|number| self.reach_some(number..number + 1, batch, meter))
    }

    /// Like [`BestFirst::reach_all`], for successors with known estimates.
    #[inline(always)]
    fn reach_estimated(
        &mut self,
        successors: &[SuccessorOf<B, S>],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for successor in successors {
            self.closed.prefetch_behind(successor.home);
        }
        for &Successor { node, home, g, estimate } in successors {
            if self.reach(node, home, g, meter) {
                self.push(node, g, estimate, meter)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn reach_some(
        &mut self,
        numbers: Range<usize>,
        batch: &mut BatchOf<B, S>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut end = numbers.start;
        for number in numbers.clone() {
            let (node, home) = (batch.successors.nodes[number], batch.successors.homes[number]);
            let slid = batch.successors.slid[number];
            let g = batch.nodes[slid.parent()].g + 1;
            if !self.reach(node, home, g, meter) {
                continue;
            }
            batch.successors.keep(number, end);
            end += 1;
        }
        let kept = numbers.start..end;
        if !PARTIAL {
            batch.estimate(self.estimates, kept.clone());
        }
        let mut result = Ok(());
        for number in kept {
            let (node, g) = (batch.successors.nodes[number], batch.g(number));
            let estimate = batch.successors.estimates[number];
            if result.is_ok() {
                result = self.push(node, g, estimate, meter);
            } else {
                self.unfinished.push((g + estimate, Open { item: node, g }));
            }
        }
        result
    }

    #[inline(always)]
    pub(super) fn push(
        &mut self,
        item: S::Node,
        g: u32,
        estimate: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let f = g + estimate;
        let pushed = self.open.push(item, f, g, &mut self.memory, meter);
        if pushed.is_err() {
            self.unfinished.push((f, Open { item, g }));
        }
        pushed
    }

    /// Looks up a successor, and says whether it goes to the open list.
    #[inline(always)]
    pub(super) fn reach(
        &mut self,
        node: S::Node,
        home: HomeOf<B, S>,
        g: u32,
        meter: &mut Meter,
    ) -> bool {
        self.tally.generated += 1;
        match self.closed.insert(node, home, g) {
            InsertOutcome::Duplicate => {
                self.tally.passed_over += u64::from(PARTIAL);
                return false;
            }
            InsertOutcome::New => {}
            InsertOutcome::Cheaper => self.tally.improved += 1,
            InsertOutcome::Reopened => {
                self.tally.improved += 1;
                meter.reopen();
            }
        }
        self.tally.kept += 1;
        true
    }
}
