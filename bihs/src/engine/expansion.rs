//! The expansion of a batch of nodes of one class.

use optile_core::{
    Asked, BATCH, Board, Estimates, Expansion, Meter, Move, Parent, Stop, knows_type,
};
use optile_store::{ClosedEntry, ClosedList, Encoding};

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
            self.closed.slot(self.closed.key(node)).set(side as usize, open);
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
                selected.keys[place] = self.closed.key(selected.nodes[place]);
                self.closed.prefetch(selected.keys[place]);
            }
            for place in begin..end {
                let mut slot = self.closed.slot(selected.keys[place]);
                let [own, other] = [slot.get(side as usize), slot.get(1 - side as usize)];
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
        let Scratch { parents, successors, .. } = &mut *scratch;
        parents.clear();
        let (mut end, mut expanded, mut len) = (Ok(()), 0, 0);
        for &node in &selected.nodes[..count] {
            let state = self.encoding.state(node);
            end = meter.expand(|| Expansion::new(&state, g).with_h(known).on_side(side as usize));
            if end.is_err() {
                break;
            }
            let parent = |h| Parent { state, h };
            let mut both = [parent(known); 2];
            if knows_type::<V>() {
                let h = known.unwrap_or_else(|| self.estimators[side as usize].of_state(&state));
                both = [h, self.label.estimate_back(label, g, h)].map(|h| parent(Some(h)));
            } else {
                parents.push(both[0]);
            }
            for successor in self.encoding.successors(node) {
                let key = self.closed.key(successor.node);
                self.closed.prefetch(key);
                (successors.nodes[len], successors.keys[len]) = (successor.node, key);
                if knows_type::<V>() {
                    for (direction, parent) in both.iter().enumerate() {
                        successors.estimates[direction][len] = self.estimators
                            [side as usize ^ direction]
                            .of_successor(parent, successor.slide);
                    }
                } else {
                    successors.asked[len] = Asked::new(successor.slide, expanded);
                }
                len += 1;
            }
            expanded += 1;
        }
        successors.len = len;
        self.expanded[side as usize] += expanded as u64;
        meter.expand_on(side as usize, g, self.label.f(label), expanded as u64);
        // The successors of expanded nodes are all counted, even at a limit.
        self.reach(side, g + 1, scratch, meter)?;
        if !knows_type::<V>() {
            self.estimate_kept(side, scratch);
            for number in 0..scratch.successors.len {
                self.put(side, g + 1, number, scratch.successors.others[number], scratch, meter)?;
            }
        }
        end
    }

    /// Looks up the successors, and keeps those that their own side has not met
    /// before at no greater cost. If their estimates are known, they go to the
    /// open list.
    #[inline(always)]
    fn reach(
        &mut self,
        side: Side,
        g: u32,
        scratch: &mut Scratch<B>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let all = scratch.successors.len;
        for &key in &scratch.successors.keys[..all] {
            self.closed.prefetch_behind(key);
        }
        let (mut end, mut kept, mut improved) = (Ok(()), 0, 0);
        for number in 0..all {
            let mut slot = self.closed.slot(scratch.successors.keys[number]);
            let [own, other] = [slot.get(side as usize), slot.get(1 - side as usize)];
            if own.is_within(g) {
                continue;
            }
            slot.set(side as usize, ClosedEntry::open(g));
            if own.is_met() {
                improved += 1;
                meter.reopen_all(own.is_expanded().into());
            }
            if !knows_type::<V>() {
                let successors = &mut scratch.successors;
                successors.nodes[kept] = successors.nodes[number];
                successors.asked[kept] = successors.asked[number];
                successors.others[kept] = other;
            } else if end.is_ok() {
                end = self.put(side, g, number, other, scratch, meter);
            }
            kept += 1;
        }
        scratch.successors.len = kept;
        self.tally.generated += all as u64;
        self.tally.kept += kept as u64;
        self.tally.improved += improved;
        self.tally.evaluated += if self.has_back { 2 * kept } else { kept } as u64;
        end
    }

    /// Estimates the successors that were kept.
    fn estimate_kept(&mut self, side: Side, scratch: &mut Scratch<B>) {
        if scratch.successors.len == 0 {
            return;
        }
        self.estimate_by(side as usize, 0, scratch);
        if self.has_back {
            scratch.parents.iter_mut().for_each(|parent| parent.h = None);
            self.estimate_by(1 - side as usize, 1, scratch);
        }
    }

    /// Asks the estimator with this number about the kept successors: toward
    /// the end that their side searches for, or toward the side's own root.
    #[inline(never)]
    fn estimate_by(&mut self, number: usize, direction: usize, scratch: &mut Scratch<B>) {
        let Scratch { parents, successors, renamed_parents, renamed_asked } = scratch;
        let (mut parents, mut asked) = (&parents[..], &successors.asked[..successors.len]);
        if let (Some(labels), 1) = (&self.labels, number) {
            renamed_parents.clear();
            renamed_parents.extend(
                parents
                    .iter()
                    .map(|parent| Parent { state: labels.rename(&parent.state), h: parent.h }),
            );
            renamed_asked.clear();
            renamed_asked.extend(asked.iter().map(|&asked| labels.rename_slide(asked)));
            (parents, asked) = (renamed_parents, renamed_asked);
        }
        let estimates = &mut successors.estimates[direction];
        self.estimators[number].of_successors(parents, asked, estimates);
    }

    /// Puts a kept successor on the open list, if it is of use. Notes where it
    /// meets the other side.
    #[inline(always)]
    fn put(
        &mut self,
        side: Side,
        g: u32,
        number: usize,
        other: ClosedEntry,
        scratch: &Scratch<B>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let node = scratch.successors.nodes[number];
        if let Some(rest) = other.cost(self.parity ^ g) {
            if self.best.is_none_or(|best| g + rest < best.cost()) {
                let costs = if side == Side::Forward { [g, rest] } else { [rest, g] };
                self.best = Some(Meeting { node, costs });
            }
            if self.drops() && other.is_expanded() {
                return Ok(());
            }
        }
        let [ahead, back] = scratch.successors.estimates(number);
        let f = g + ahead.max(self.label.least_estimate());
        if f >= self.limit() {
            return Ok(());
        }
        let label = self.label.of(f, if self.has_back { g - back } else { 0 });
        self.open[side as usize].push(node, label, g, &mut self.memory, meter)
    }
}
