//! The expansion of a batch of nodes of one class.

use std::mem::take;

use optile_core::{Board, Expansion, Meter, Move, Slide, State, Stop, Values};
use optile_store::{BATCH, ClosedEntry, ClosedList, Encoding};

use super::batch::Generated;
use super::{Engine, Meeting};
use crate::policy::{Class, Side};

impl<B: Board, V: Values<B>> Engine<'_, B, V> {
    /// Expands nodes of one class. If there is a class for each side, it
    /// expands the same number of nodes of both.
    #[inline(never)]
    pub(super) fn expand_step(
        &mut self,
        classes: [Option<Class>; 2],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut most = BATCH;
        for side in Side::BOTH {
            if let Some(class) = classes[side as usize] {
                most = self.select(side, class, most);
            }
        }
        if classes.iter().all(Option::is_some) {
            self.put_back(Side::Forward, most, meter)?;
        }
        Side::BOTH.into_iter().try_for_each(|side| self.expand(side, meter))
    }

    /// Puts back all nodes of a batch but the first `kept`.
    #[inline(never)]
    fn put_back(&mut self, side: Side, kept: usize, meter: &mut Meter) -> Result<(), Stop> {
        let half = &mut self.halves[side as usize];
        let Class { label, g } = half.batch.class;
        for &node in &half.batch.nodes[kept..half.batch.len] {
            self.closed.slot(self.closed.key(node)).set(side as usize, ClosedEntry::open(g));
            half.open.push(node, label, g, meter)?;
        }
        half.batch.len = kept;
        Ok(())
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
    /// open list into the batch, and marks them as expanded. Returns how many.
    pub(super) fn select(&mut self, side: Side, class: Class, most: usize) -> usize {
        let Class { label, g } = class;
        let most = most.min(BATCH);
        let (limit, drops, f) = (self.limit(), self.drops(), self.label.f(label));
        let half = &mut self.halves[side as usize];
        let batch = &mut half.batch;
        (batch.class, batch.len) = (class, 0);
        while batch.len < most {
            let begin = batch.len;
            let end = begin + half.open.take(label, g, &mut batch.nodes[begin..most]);
            if begin == end {
                break;
            }
            for place in begin..end {
                batch.keys[place] = self.closed.key(batch.nodes[place]);
                self.closed.prefetch(batch.keys[place]);
            }
            for place in begin..end {
                let mut slot = self.closed.slot(batch.keys[place]);
                let [own, other] = side.own_first([slot.get(0), slot.get(1)]);
                // The state may have been reached in fewer moves since.
                if own.is_below(g) {
                    continue;
                }
                slot.set(side as usize, own.expanded());
                if drops && other.is_expanded() {
                    continue;
                }
                let node = batch.nodes[place];
                // What is known without another estimate, and all in the end.
                let f = f.or_else(|| {
                    self.completes
                        .then(|| g + estimate(&mut half.values, &self.encoding.state(node)))
                });
                if f.is_some_and(|f| f >= limit) {
                    continue;
                }
                batch.nodes[batch.len] = node;
                batch.len += 1;
            }
        }
        batch.len
    }

    /// Expands the batch of a side: makes the successors with their estimates,
    /// and then looks them up.
    pub(super) fn expand(&mut self, side: Side, meter: &mut Meter) -> Result<(), Stop> {
        let [own, other] = side.own_first(self.halves.each_mut());
        let (count, Class { label, g }) = (take(&mut own.batch.len), own.batch.class);
        if count == 0 {
            return Ok(());
        }
        self.closed.make_room(count * Move::ALL.len(), meter)?;
        // An estimate that was raised to the least one is not known.
        let known = self.label.f(label).map(|f| f - g);
        let known = known.filter(|&h| h > self.label.least_estimate());
        let (mut end, mut expanded) = (Ok(()), 0);
        for &node in &own.batch.nodes[..count] {
            let state = self.encoding.state(node);
            end = meter.expand(|| Expansion::new(&state, g).with_h(known).on_side(side as usize));
            if end.is_err() {
                break;
            }
            expanded += 1;
            let here = match known {
                Some(h) => own.values.resume(&state, h),
                None => own.values.root(&state),
            };
            let back = self.has_back.then(|| {
                let h = known.unwrap_or_else(|| own.values.h(here));
                other.values.resume(&state, self.label.estimate_back(label, g, h))
            });
            let successors = self.encoding.successors(node);
            self.successors.extend(successors.map(|successor| {
                let key = self.closed.key(successor.node);
                self.closed.prefetch(key);
                let (slide, next) = (successor.slide, state.after(successor.slide));
                let after = |values: &mut V, value| estimate_after(values, value, slide, &next);
                let ahead = after(&mut own.values, here);
                let back = back.map_or(0, |back| after(&mut other.values, back));
                Generated { node: successor.node, key, ahead, back }
            }));
        }
        own.expanded += expanded;
        meter.expand_on(side as usize, g, self.label.f(label), expanded);
        // The successors of expanded nodes are all counted, even at a limit.
        self.reach(side, g + 1, meter)?;
        end
    }

    /// Looks up the successors. Those that their own side has not met before at
    /// no greater cost are kept. They go to the open list if they are of use.
    /// Notes where they meet the other side.
    #[inline(always)]
    fn reach(&mut self, side: Side, g: u32, meter: &mut Meter) -> Result<(), Stop> {
        for successor in &self.successors {
            self.closed.prefetch_behind(successor.key);
        }
        let (mut end, mut kept, mut improved) = (Ok(()), 0, 0);
        let mut successors = take(&mut self.successors);
        self.tally.generated += successors.len() as u64;
        for &Generated { node, key, ahead, back } in &successors {
            let mut slot = self.closed.slot(key);
            let [own, other] = side.own_first([slot.get(0), slot.get(1)]);
            if own.is_within(g) {
                continue;
            }
            slot.set(side as usize, ClosedEntry::open(g));
            kept += 1;
            if own.is_met() {
                improved += 1;
                meter.reopen_all(own.is_expanded().into());
            }
            if let Some(rest) = other.cost(self.parity ^ g) {
                if self.best.is_none_or(|best| g + rest < best.cost()) {
                    self.best = Some(Meeting { node, costs: side.own_first([g, rest]) });
                }
                if self.drops() && other.is_expanded() {
                    continue;
                }
            }
            let f = g + ahead.max(self.label.least_estimate());
            if f < self.limit() && end.is_ok() {
                let label = self.label.of(f, if self.has_back { g - back } else { 0 });
                let open = &mut self.halves[side as usize].open;
                end = open.push(node, label, g, meter);
            }
        }
        successors.clear();
        self.successors = successors;
        self.tally.kept += kept;
        self.tally.improved += improved;
        self.tally.evaluated += if self.has_back { 2 * kept } else { kept };
        end
    }
}

/// The estimate of a state.
pub(super) fn estimate<B: Board, V: Values<B>>(values: &mut V, state: &State<B>) -> u32 {
    let value = values.root(state);
    values.h(value)
}

/// The estimate of a state that `slide` has made from the state with `value`.
#[inline(always)]
fn estimate_after<B: Board, V: Values<B>>(
    values: &mut V,
    value: V::Value,
    slide: Slide,
    state: &State<B>,
) -> u32 {
    let there = values.step(value, slide, state);
    values.h(there)
}
