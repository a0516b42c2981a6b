//! The expansion of a batch of nodes of one class.

use optile_core::{Board, Expansion, Meter, Move, State, Stop, Values};
use optile_store::{BATCH, ClosedEntry, ClosedList, Encoding};

use super::batch::{Generated, Selected};
use super::{Engine, Meeting, Node};
use crate::policy::{Class, Side};

impl<B: Board, V: Values<B>> Engine<'_, B, V> {
    /// Expands nodes of one class. If there is a class for each side, it
    /// expands the same number of nodes of both.
    #[inline(never)]
    pub(super) fn expand_step(
        &mut self,
        classes: [Option<Class>; 2],
        selected: &mut [Selected<B>; 2],
        successors: &mut Vec<Generated<B>>,
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
            .try_for_each(|side| self.expand(side, &mut selected[side as usize], successors, meter))
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
        successors: &mut Vec<Generated<B>>,
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
        let (mut end, mut expanded) = (Ok(()), 0);
        for &node in &selected.nodes[..count] {
            let state = self.encoding.state(node);
            end = meter.expand(|| Expansion::new(&state, g).with_h(known).on_side(side as usize));
            if end.is_err() {
                break;
            }
            expanded += 1;
            self.generate(side, node, &state, selected.class, known, successors);
        }
        self.expanded[side as usize] += expanded;
        meter.expand_on(side as usize, g, self.label.f(label), expanded);
        // The successors of expanded nodes are all counted, even at a limit.
        self.reach(side, g + 1, successors, meter)?;
        end
    }

    /// Makes the successors of a node with their estimates.
    #[inline(always)]
    fn generate(
        &mut self,
        side: Side,
        node: Node<B>,
        state: &State<B>,
        Class { label, g }: Class,
        known: Option<u32>,
        successors: &mut Vec<Generated<B>>,
    ) {
        let (own, other) = (side as usize, 1 - side as usize);
        let (h, here) = self.value(own, state, known);
        let back = self.has_back.then(|| {
            let back = self.label.estimate_back(label, g, h);
            self.values[other].resume(state, back)
        });
        for successor in self.encoding.successors(node) {
            let key = self.closed.key(successor.node);
            self.closed.prefetch(key);
            let (slide, next) = (successor.slide, state.after(successor.slide));
            let mut estimate = |number: usize, value| {
                let values = &mut self.values[number];
                let there = values.step(value, slide, &next);
                values.h(there)
            };
            successors.push(Generated {
                node: successor.node,
                key,
                ahead: estimate(own, here),
                back: back.map_or(0, |back| estimate(other, back)),
            });
        }
    }

    /// The estimate and the value of a node whose estimate may be known.
    #[inline(always)]
    fn value(&mut self, number: usize, state: &State<B>, known: Option<u32>) -> (u32, V::Value) {
        let values = &mut self.values[number];
        match known {
            Some(h) => (h, values.resume(state, h)),
            None => {
                let value = values.root(state);
                (values.h(value), value)
            }
        }
    }

    /// Looks up the successors. Those that their own side has not met before at no
    /// greater cost go to the open list.
    #[inline(always)]
    fn reach(
        &mut self,
        side: Side,
        g: u32,
        successors: &mut Vec<Generated<B>>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for successor in &*successors {
            self.closed.prefetch_behind(successor.key);
        }
        let (mut end, mut kept, mut improved) = (Ok(()), 0, 0);
        self.tally.generated += successors.len() as u64;
        for successor in successors.drain(..) {
            let mut slot = self.closed.slot(successor.key);
            let [own, other] = [slot.get(side as usize), slot.get(1 - side as usize)];
            if own.is_within(g) {
                continue;
            }
            slot.set(side as usize, ClosedEntry::open(g));
            if own.is_met() {
                improved += 1;
                meter.reopen_all(own.is_expanded().into());
            }
            if end.is_ok() {
                end = self.put(side, g, successor, other, meter);
            }
            kept += 1;
        }
        self.tally.kept += kept;
        self.tally.improved += improved;
        self.tally.evaluated += if self.has_back { 2 * kept } else { kept };
        end
    }

    /// Puts a kept successor on the open list, if it is of use. Notes where it
    /// meets the other side.
    #[inline(always)]
    fn put(
        &mut self,
        side: Side,
        g: u32,
        Generated { node, ahead, back, .. }: Generated<B>,
        other: ClosedEntry,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if let Some(rest) = other.cost(self.parity ^ g) {
            if self.best.is_none_or(|best| g + rest < best.cost()) {
                let costs = if side == Side::Forward { [g, rest] } else { [rest, g] };
                self.best = Some(Meeting { node, costs });
            }
            if self.drops() && other.is_expanded() {
                return Ok(());
            }
        }
        let f = g + ahead.max(self.label.least_estimate());
        if f >= self.limit() {
            return Ok(());
        }
        let label = self.label.of(f, if self.has_back { g - back } else { 0 });
        self.open[side as usize].push(node, label, g, &mut self.memory, meter)
    }
}
