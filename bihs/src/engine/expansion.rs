//! The expansion of a batch of nodes of one class.

use optile_core::{BATCH, Board, Estimates, Meter, Move, Parent, Slid, Stop, knows_type};
use optile_store::{ClosedEntry, Encoding};

use super::batch::{Scratch, Selected};
use super::{Engine, Meeting, Node};
use crate::policy::{Class, Side};

impl<B: Board, V: Estimates<B> + ?Sized> Engine<'_, B, V> {
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
            let open = ClosedEntry::open(selected.class.g);
            self.closed.slot(self.closed.home(node)).set(side as usize, open);
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
        let open = &mut self.open[side as usize];
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
            let begin = selected.len;
            let free = &mut selected.nodes[begin..most];
            let end = begin + self.open[side as usize].take(label, g, free);
            if begin == end {
                return;
            }
            for place in begin..end {
                selected.homes[place] = self.closed.home(selected.nodes[place]);
                self.closed.prefetch(selected.homes[place]);
            }
            for place in begin..end {
                let slot = self.closed.slot(selected.homes[place]);
                let [own, other] = [slot.entries[side as usize], slot.entries[1 - side as usize]];
                // The state may have been reached in fewer moves since.
                if own.is_below(g) {
                    continue;
                }
                slot.set(side as usize, own.expanded());
                if drops && other.is_expanded() {
                    continue;
                }
                let node = selected.nodes[place];
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

    /// Whether the estimates toward a side's own root are needed.
    #[inline(always)]
    fn has_back(&self) -> bool {
        self.label.has_d() && self.is_consistent
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
        self.closed.make_room(count * Move::ALL.len(), &mut self.memory, meter)?;
        // An estimate that was raised to the least one is not known.
        let known = self.label.f(label).map(|f| f - g);
        let known = known.filter(|&h| h > self.label.least_estimate());
        scratch.successors.len = 0;
        let (mut end, mut expanded) = (Ok(()), 0);
        for &node in &selected.nodes[..count] {
            end = meter.expand();
            if end.is_err() {
                break;
            }
            let state = self.encoding.state(node);
            let mut estimates = [known, None];
            if knows_type::<V>() {
                let h = known.unwrap_or_else(|| self.estimators[side as usize].of_state(&state));
                estimates = [Some(h), Some(self.label.estimate_back(label, g, h))];
            }
            for (parents, estimate) in scratch.parents.iter_mut().zip(estimates) {
                parents[expanded] = Parent { state, estimate };
            }
            for successor in self.encoding.successors(node) {
                let home = self.closed.home(successor.node);
                self.closed.prefetch(home);
                let slid = Slid::new(successor.slide, expanded);
                scratch.successors.push(successor.node, home, slid);
            }
            expanded += 1;
        }
        self.expanded[side as usize] += expanded as u64;
        meter.expand_on(side as usize, g, self.label.f(label), expanded as u64);
        // The successors of expanded nodes are all counted, even at a limit.
        self.reach(side, g + 1, scratch, meter);
        if !knows_type::<V>() {
            self.estimate_kept(side, expanded, scratch);
        }
        self.push(side, g + 1, scratch, meter)?;
        end
    }

    /// Looks up the successors, and keeps those that their own side has not met
    /// before at no greater cost.
    #[inline(always)]
    fn reach(&mut self, side: Side, g: u32, scratch: &mut Scratch<B>, meter: &mut Meter) {
        let successors = &mut scratch.successors;
        let (mut kept, mut improved) = (0, 0);
        for number in 0..successors.len {
            let slot = self.closed.slot(successors.homes[number]);
            let [own, other] = [slot.entries[side as usize], slot.entries[1 - side as usize]];
            if own.is_within(g) {
                continue;
            }
            slot.set(side as usize, ClosedEntry::open(g));
            if own.is_met() {
                improved += 1;
                meter.reopen_all(own.is_expanded().into());
            }
            successors.keep(number, kept, other);
            kept += 1;
        }
        self.tally.generated += successors.len as u64;
        self.tally.kept += kept as u64;
        self.tally.improved += improved;
        self.tally.evaluated += if self.has_back() { 2 * kept } else { kept } as u64;
        successors.len = kept;
    }

    /// Estimates the successors that were kept.
    fn estimate_kept(&mut self, side: Side, parents: usize, scratch: &mut Scratch<B>) {
        if scratch.successors.len == 0 {
            return;
        }
        self.estimate_by(side as usize, 0, parents, scratch);
        if self.has_back() {
            self.estimate_by(1 - side as usize, 1, parents, scratch);
        }
    }

    /// Asks the estimator with this number about the kept successors: toward
    /// the end that their side searches for, or toward the side's own root.
    #[inline(never)]
    fn estimate_by(
        &mut self,
        number: usize,
        direction: usize,
        parents: usize,
        scratch: &mut Scratch<B>,
    ) {
        let Scratch { parents: all, successors, renamed_parents, renamed_slid } = scratch;
        let (mut parents, mut slid) =
            (&all[direction][..parents], &successors.slid[..successors.len]);
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
        let estimates = &mut successors.estimates[direction];
        self.estimators[number].of_successors(parents, slid, estimates);
    }

    /// The estimates of a kept successor toward the end that its side searches
    /// for, and toward the side's own root.
    #[inline(always)]
    fn estimates_of(&self, side: Side, number: usize, scratch: &Scratch<B>) -> [u32; 2] {
        if !knows_type::<V>() {
            return scratch.successors.estimates.each_ref().map(|estimates| estimates[number]);
        }
        let slid = scratch.successors.slid[number];
        let of = |direction: usize| {
            let parent = &scratch.parents[direction][slid.parent()];
            self.estimators[side as usize ^ direction].of_successor(parent, slid.slide())
        };
        [of(0), if self.has_back() { of(1) } else { 0 }]
    }

    /// Puts the kept successors on the open list.
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
        let has_back = self.has_back();
        let successors = &scratch.successors;
        for number in 0..successors.len {
            let (node, entry) = (successors.nodes[number], successors.others[number]);
            if let Some(rest) = entry.cost(parity) {
                if self.best.is_none_or(|best| g + rest < best.cost()) {
                    let costs = if side == Side::Forward { [g, rest] } else { [rest, g] };
                    self.best = Some(Meeting { node, costs });
                }
                if drops && entry.is_expanded() {
                    continue;
                }
            }
            let [ahead, back] = self.estimates_of(side, number, scratch);
            let f = g + ahead.max(self.label.least_estimate());
            if f >= self.limit() {
                continue;
            }
            let label = self.label.of(f, if has_back { g - back } else { 0 });
            let open = &mut self.open[side as usize];
            open.push(node, label, g, &mut self.memory, meter)?;
        }
        Ok(())
    }
}
