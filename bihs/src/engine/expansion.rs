//! The expansion of a batch of nodes of one class.

use optile_core::{BATCH, Board, Meter, Move, Parent, Slid, Stop};
use optile_store::{ClosedList, Encoding, InsertOutcome, PopStatus, Slot};

use super::batch::{Scratch, Selected};
use super::{Engine, Lists, Meeting, Node};
use crate::policy::{Class, Side};

impl<B: Board> Engine<'_, B> {
    /// Expands nodes of one class. If there is a class for each side, it
    /// expands the same number of nodes of both.
    #[inline(never)]
    pub(super) fn expand_step(
        &mut self,
        classes: [Option<Class>; 2],
        selected: &mut [Selected<B>; 2],
        scratch: &mut Scratch<B>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut most = BATCH;
        for side in Side::BOTH {
            let nodes = &mut selected[side as usize];
            nodes.len = 0;
            if let Some(class) = classes[side as usize] {
                self.select(side, class, most, nodes);
                most = nodes.len;
            }
        }
        if classes.iter().all(Option::is_some) {
            self.put_back(Side::Forward, &mut selected[0], most, meter)?;
        }
        Side::BOTH
            .into_iter()
            .try_for_each(|side| self.expand(side, &mut selected[side as usize], scratch, meter))
    }

    /// Puts back all selected nodes but the first `kept`.
    #[inline(never)]
    fn put_back(
        &mut self,
        side: Side,
        selected: &mut Selected<B>,
        kept: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for &node in &selected.nodes[kept..selected.len] {
            self.lists[side as usize].closed.put_back(node, selected.class.g);
            self.put_open(side, node, selected.class, meter)?;
        }
        selected.len = kept;
        Ok(())
    }

    /// Puts a node on the open list, outside of the loop over successors.
    #[inline(never)]
    pub(super) fn put_open(
        &mut self,
        side: Side,
        node: Node<B>,
        class: Class,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let open = &mut self.lists[side as usize].open;
        open.push(node, class.label, class.g, &mut self.memory, meter)
    }

    /// The least f of nodes that are of no use any more.
    #[inline(always)]
    fn limit(&self) -> u32 {
        self.best.map_or(u32::MAX, |meeting| meeting.cost() + u32::from(self.wants_all))
    }

    /// Whether nodes are dropped that the other side has expanded.
    #[inline(always)]
    fn drops(&self) -> bool {
        self.is_consistent && !self.wants_all
    }

    /// Takes at most `most` nodes of a class that are worth expanding from the
    /// open list, and marks them as expanded.
    pub(super) fn select(
        &mut self,
        side: Side,
        class: Class,
        most: usize,
        selected: &mut Selected<B>,
    ) {
        let Class { label, g } = class;
        let most = most.min(BATCH);
        let (limit, drops) = (self.limit(), self.drops());
        let f = self.label.f(label);
        (selected.class, selected.len) = (class, 0);
        while selected.len < most {
            let mut taken = [Node::<B>::default(); BATCH];
            let [own, other] = self.both_mut(side);
            let count = own.open.take(label, g, &mut taken[..most - selected.len]);
            if count == 0 {
                return;
            }
            let mut homes = [[0; BATCH]; 2];
            for (place, &node) in taken[..count].iter().enumerate() {
                homes[0][place] = own.closed.home(node);
                own.closed.prefetch(homes[0][place]);
                if drops {
                    homes[1][place] = other.closed.home(node);
                    other.closed.prefetch(homes[1][place]);
                }
            }
            for (place, &node) in taken[..count].iter().enumerate() {
                let [own, other] = self.both_mut(side);
                if own.closed.expand(node, homes[0][place], g) == PopStatus::Stale {
                    continue;
                }
                if drops {
                    let slot = other.closed.slot(node, homes[1][place]);
                    if slot.closed_entry().is_expanded() {
                        continue;
                    }
                }
                // What is known without another estimate, and all in the end.
                let f = f.or_else(|| {
                    let state = self.encoding.state(node);
                    self.completes.then(|| g + self.estimate(side as usize, &state))
                });
                if f.is_some_and(|f| f >= limit) {
                    continue;
                }
                selected.nodes[selected.len] = node;
                selected.len += 1;
            }
        }
    }

    /// The lists of a side, and those of the other.
    #[inline(always)]
    fn both_mut(&mut self, side: Side) -> [&mut Lists<B>; 2] {
        let [forward, backward] = &mut self.lists;
        match side {
            Side::Forward => [forward, backward],
            Side::Backward => [backward, forward],
        }
    }

    /// Expands the selected nodes.
    pub(super) fn expand(
        &mut self,
        side: Side,
        selected: &mut Selected<B>,
        scratch: &mut Scratch<B>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let count = std::mem::take(&mut selected.len);
        if count == 0 {
            return Ok(());
        }
        let Class { label, g } = selected.class;
        let closed = &mut self.lists[side as usize].closed;
        closed.make_room(count * Move::ALL.len(), &mut self.memory, meter)?;
        // An estimate that was raised to the least one is not known.
        let known = self.label.f(label).map(|f| f - g);
        let known = known.filter(|&h| h > self.label.least_estimate());
        scratch.successors.len = 0;
        let mut end = Ok(());
        scratch.parents.clear();
        for (place, &node) in selected.nodes[..count].iter().enumerate() {
            end = meter.expand();
            if end.is_err() {
                break;
            }
            self.expanded[side as usize] += 1;
            let state = self.encoding.state(node);
            scratch.parents.push(Parent { state, estimate: known });
            for successor in self.encoding.successors(node) {
                let home = closed.home(successor.node);
                closed.prefetch(home);
                scratch.successors.push(successor.node, home, Slid::new(successor.slide, place));
            }
        }
        let expanded = scratch.parents.len() as u64;
        meter.expand_on(side as usize, g, self.label.f(label), expanded);
        // The successors of expanded nodes are all counted, even at a limit.
        self.reach(side, g + 1, scratch, meter);
        self.estimate_kept(side, scratch);
        self.push(side, g + 1, scratch, meter)?;
        end
    }

    /// Looks up the successors on their own side, and keeps those that were not
    /// met before at no greater cost.
    #[inline(always)]
    fn reach(&mut self, side: Side, g: u32, scratch: &mut Scratch<B>, meter: &mut Meter) {
        let [own, other] = self.both_mut(side);
        let successors = &mut scratch.successors;
        let all = successors.len;
        for &home in &successors.homes[..all] {
            own.closed.prefetch_behind(home);
        }
        let (mut kept, mut improved) = (0, 0);
        for number in 0..all {
            let (node, home) = (successors.nodes[number], successors.homes[number]);
            match own.closed.insert(node, home, g) {
                InsertOutcome::Duplicate => continue,
                InsertOutcome::New => {}
                InsertOutcome::Cheaper => improved += 1,
                InsertOutcome::Reopened => {
                    improved += 1;
                    meter.reopen();
                }
            }
            let home = other.closed.home(node);
            other.closed.prefetch(home);
            successors.keep(number, kept);
            successors.homes[kept] = home;
            kept += 1;
        }
        successors.len = kept;
        self.tally.generated += all as u64;
        self.tally.kept += kept as u64;
        self.tally.improved += improved;
    }

    /// Estimates the successors that were kept.
    fn estimate_kept(&mut self, side: Side, scratch: &mut Scratch<B>) {
        if scratch.successors.len == 0 {
            return;
        }
        self.estimate_by(side as usize, true, scratch);
        if self.label.has_d() && self.is_consistent {
            scratch.parents.iter_mut().for_each(|parent| parent.estimate = None);
            self.estimate_by(1 - side as usize, false, scratch);
        }
    }

    /// Asks the estimator with this number about the kept successors: toward
    /// the end that their side searches for, or toward the side's own root.
    #[inline(never)]
    fn estimate_by(&mut self, number: usize, is_ahead: bool, scratch: &mut Scratch<B>) {
        let Scratch { parents, successors, renamed_parents, renamed_slid, estimates_back } =
            scratch;
        let kept = successors.len;
        let (mut parents, mut slid) = (&parents[..], &successors.slid[..kept]);
        self.tally.evaluated += kept as u64;
        if let (Some(labels), 1) = (&self.labels, number) {
            renamed_parents.clear();
            renamed_parents.extend(parents.iter().map(|parent| Parent {
                state: labels.rename(&parent.state),
                estimate: parent.estimate,
            }));
            renamed_slid.clear();
            renamed_slid.extend(slid.iter().map(|&slid| labels.rename_slide(slid)));
            (parents, slid) = (renamed_parents, renamed_slid);
        }
        let estimates: &mut [u32] =
            if is_ahead { &mut successors.estimates } else { estimates_back };
        self.estimators[number].of_successors(parents, slid, estimates);
    }

    /// Looks up the kept successors on the other side, and puts them on the
    /// open list.
    #[inline(always)]
    fn push(
        &mut self,
        side: Side,
        g: u32,
        scratch: &Scratch<B>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let drops = self.drops();
        let parity = self.parity ^ g;
        let has_back = self.label.has_d() && self.is_consistent;
        let successors = &scratch.successors;
        for number in 0..successors.len {
            let (node, home) = (successors.nodes[number], successors.homes[number]);
            let [_, other] = self.both_mut(side);
            let entry = other.closed.slot(node, home).closed_entry();
            if let Some(rest) = entry.cost(parity) {
                if self.best.is_none_or(|best| g + rest < best.cost()) {
                    let costs = if side == Side::Forward { [g, rest] } else { [rest, g] };
                    self.best = Some(Meeting { node, costs });
                }
                if drops && entry.is_expanded() {
                    continue;
                }
            }
            let f = g + successors.estimates[number].max(self.label.least_estimate());
            if f >= self.limit() {
                continue;
            }
            let d = if has_back { g - scratch.estimates_back[number] } else { 0 };
            let label = self.label.of(f, d);
            let open = &mut self.lists[side as usize].open;
            open.push(node, label, g, &mut self.memory, meter)?;
        }
        Ok(())
    }
}
