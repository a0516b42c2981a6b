//! The meter: counters, limits and signals of one search.

mod counters;
mod held;
mod profile;
mod pulse;
mod room;
mod stop;
#[cfg(test)]
mod tests;
mod trace;

pub use counters::{Counters, Limits};
pub use profile::{Improvement, Profile};
pub use pulse::{Pulse, Stage};
pub use room::{filled, leave_some, room_for, room_for_threads};
pub use stop::{Interrupt, Stop};
pub use trace::{Expansion, Trace, Traced};

use crate::Board;

/// Counts what a search does and stops it at its limits.
///
/// It is passed to a search and not returned by it, so that the counts survive
/// every way in which a search can end. The limit of expansions is exact.
/// Signals are checked every [`Meter::PACE`] expansions.
#[derive(Debug, Default)]
pub struct Meter {
    counters: Counters,
    limits: Limits,
    interrupt: Interrupt,
    /// The number of expansions at which to check again. Never above the limit.
    next_check: u64,
    /// The names and bytes of the tables that were counted.
    tables: Vec<(u64, u64)>,
    /// Bytes that the search's structures hold now.
    held: u64,
    /// A limit of these besides that of the search.
    limit_held: Option<u64>,
    profile: Profile,
    /// Tells the time in nanoseconds.
    clock: Option<fn() -> u64>,
    /// Present if the search is watched.
    trace: Option<Trace>,
    /// Present if other threads may see how far the search has come.
    pulse: Option<Pulse>,
    /// Expansions that the pulse knows.
    told: u64,
}

impl Meter {
    /// Expansions between two checks for signals.
    pub const PACE: u64 = 256;

    /// A meter at zero.
    pub fn new(limits: Limits, interrupt: Interrupt) -> Self {
        Self { limits, interrupt, ..Self::default() }
    }

    /// A meter at zero for building what later searches share, with the rest of
    /// this meter's memory limit and the same signal.
    pub fn apart(&self) -> Self {
        let rest = |bytes: u64| bytes.saturating_sub(self.counters.table_bytes);
        let limits = Limits { expanded: None, bytes: self.limits.bytes.map(rest) };
        Self::new(limits, self.interrupt.clone())
    }

    /// Counts the tables and bytes that a meter [apart](Self::apart) has
    /// counted, as if they were built under this meter.
    pub(crate) fn count_memory_of(&mut self, apart: &Self) -> Result<(), Stop> {
        let Counters { table_bytes, peak_bytes, .. } = apart.counters;
        self.allow(table_bytes)?;
        for &(name, bytes) in &apart.tables {
            self.look_up(name, bytes);
        }
        self.allow(peak_bytes)?;
        self.hold(0, peak_bytes);
        Ok(())
    }

    /// A meter at zero for a part of the same search, under limits of its own,
    /// with the same signal, the same trace and the same pulse.
    pub fn part(&self, limits: Limits) -> Self {
        let (interrupt, trace) = (self.interrupt.clone(), self.trace.clone());
        Self { limits, interrupt, trace, pulse: self.pulse.clone(), ..Self::default() }
    }

    /// The same meter, which checks this signal.
    #[must_use]
    pub fn checking(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// The same meter, whose search tells `pulse` how far it has come.
    pub fn telling(self, pulse: Pulse) -> Self {
        Self { pulse: Some(pulse), ..self }
    }

    /// The same meter, which reads this clock when an anytime search finds a path. The clock tells
    /// nanoseconds.
    pub fn reading(self, clock: fn() -> u64) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The same meter, whose searches write each expansion to `trace`.
    ///
    /// A watched search runs on a board whose size is a value ([`crate::Shaped`]),
    /// because only that code has the hook. It is slower, and counts the same.
    pub fn watched(self, trace: Trace) -> Self {
        Self { trace: Some(trace), ..self }
    }

    /// Whether its searches are watched.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.trace.is_some()
    }

    /// Sets all counters to zero, for the next search under the same limits.
    pub fn reset(&mut self) {
        self.counters = Counters::default();
        self.next_check = 0;
        self.told = 0;
        self.tables.clear();
        self.begin_holding();
        self.profile = Profile::default();
    }

    /// The counts so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Makes the counts those of another meter, which has counted this search.
    pub fn take_over(&mut self, counters: Counters) {
        self.counters = counters;
        self.told = counters.expanded;
    }

    /// What the search has told besides its counters.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Records that an anytime search has found a path of this length, shorter than those before.
    #[inline(never)]
    pub fn improve(&mut self, length: u64) {
        let (expanded, ns) = (self.counters.expanded, self.clock.map_or(0, |clock| clock()));
        self.profile.improvements.push(Improvement { length, expanded, ns });
    }

    /// The most names that a search may give to [`Meter::extra`].
    pub const MOST_EXTRA: usize = 16;

    /// Whether a counter of a search's own may have this name: 1 to 40 letters, digits and `-`.
    pub fn is_extra_name(name: &str) -> bool {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=40).contains(&name.len()) && name.bytes().all(is_allowed)
    }

    /// Records the value of a counter of the search's own, such as `max-queue`. Results have it as
    /// `extra.max-queue`. The last value of a name is kept.
    ///
    /// # Panics
    ///
    /// When [a name](Self::is_extra_name) has other characters, or is one too many.
    #[inline(never)]
    pub fn extra(&mut self, name: &'static str, value: u64) {
        let all = &mut self.profile.extra;
        match all.iter_mut().find(|one| one.0 == name) {
            Some(one) => one.1 = value,
            None => {
                assert!(Self::is_extra_name(name), "{name:?}: expected letters, digits and '-'");
                assert!(all.len() < Self::MOST_EXTRA, "{name:?}: more than 16 own counters");
                all.push((name, value));
            }
        }
    }

    /// The limits of the search.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The signal that this meter checks.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Counts one expansion that is about to be made. `expansion` says which,
    /// and is called only if the search is watched.
    ///
    /// ```
    /// use optile_core::{Expansion, Meter, Rect, State};
    /// let (state, g) = (State::goal(Rect::<3, 3>, 0), 0);
    /// let mut meter = Meter::default();
    /// meter.expand(|| Expansion::new(&state, g))?;
    /// assert_eq!(meter.counters().expanded, 1);
    /// # Ok::<(), optile_core::Stop>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a limit is reached or a signal was given. The expansion is not
    /// counted then, and must not be made.
    #[inline(always)]
    pub fn expand<B: Board>(
        &mut self,
        expansion: impl FnOnce() -> Expansion<B>,
    ) -> Result<(), Stop> {
        if self.counters.expanded >= self.next_check {
            self.check()?;
        }
        self.counters.expanded += 1;
        self.watch(expansion);
        Ok(())
    }

    /// Tells which node is expanded, in loops that count with [`Meter::grant`].
    /// The code of constant boards does not have it.
    #[inline(always)]
    pub fn watch<B: Board>(&self, expansion: impl FnOnce() -> Expansion<B>) {
        if const { B::SHAPE.is_none() }
            && let Some(trace) = &self.trace
        {
            trace.add(&expansion(), self.counters.layers);
        }
    }

    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), Stop> {
        if let Some(pulse) = &self.pulse {
            pulse.add(self.counters.expanded - self.told);
            self.told = self.counters.expanded;
        }
        self.interrupt.check()?;
        let limit = self.limits.expanded.unwrap_or(u64::MAX);
        if self.counters.expanded >= limit {
            return Err(Stop::Nodes);
        }
        self.next_check = limit.min(self.counters.expanded.saturating_add(Self::PACE));
        Ok(())
    }

    /// Counts `spent` expansions that were made under the last grant. Returns
    /// how many more may be made before the next call, at least one.
    ///
    /// This is for inner loops that count down to zero themselves. In the first
    /// call `spent` is 0. [`Meter::settle`] must follow the last call.
    ///
    /// # Errors
    ///
    /// See [`Meter::expand`]. The `spent` expansions are counted even then.
    pub fn grant(&mut self, spent: u64) -> Result<u64, Stop> {
        self.settle(spent);
        self.check()?;
        Ok(self.next_check - self.counters.expanded)
    }

    /// Counts `spent` expansions that were made under the last grant.
    pub fn settle(&mut self, spent: u64) {
        self.counters.expanded += spent;
    }

    /// Records that a search from both ends expanded `count` nodes with this g
    /// on a side, 0 for forward and 1 for backward. All had this f, if it is
    /// known. [`Meter::expand`] counts each of them besides.
    #[inline(never)]
    pub fn expand_on(&mut self, side: usize, g: u32, f: Option<u32>, count: u64) {
        self.profile.expand(side, g, f, count);
    }

    /// Records that the sides of a search met after this many moves of the path
    /// that it returns.
    pub fn meet(&mut self, moves: u32) {
        self.profile.meeting = Some(u64::from(moves));
    }

    /// Counts generated successors.
    #[inline(always)]
    pub fn generate(&mut self, count: u64) {
        self.counters.generated += count;
    }

    /// Counts heuristic values.
    #[inline(always)]
    pub fn evaluate(&mut self, count: u64) {
        self.counters.evaluated += count;
    }

    /// Counts one dropped duplicate.
    #[inline(always)]
    pub fn duplicate(&mut self) {
        self.counters.duplicates += 1;
    }

    /// Counts dropped duplicates.
    #[inline(always)]
    pub fn duplicates(&mut self, count: u64) {
        self.counters.duplicates += count;
    }

    /// Counts one node put back on the open list.
    #[inline(always)]
    pub fn reopen(&mut self) {
        self.reopen_all(1);
    }

    /// Counts nodes put back on the open list.
    #[inline(always)]
    pub fn reopen_all(&mut self, count: u64) {
        self.counters.reopened += count;
    }

    /// Records that an iteration begins: one of IDA* or of breadth-first heuristic
    /// search, an f-layer of A*, or a depth of breadth-first search.
    #[inline]
    pub fn begin_iteration(&mut self) {
        self.counters.layers += 1;
        self.counters.expanded_before_last = self.counters.expanded;
    }

    /// Records that an iteration within this threshold begins, as
    /// [`Meter::begin_iteration`] does, and tells the pulse.
    #[inline(never)]
    pub fn begin_threshold(&mut self, threshold: u32) {
        self.begin_iteration();
        self.told = self.counters.expanded;
        if let Some(pulse) = &self.pulse {
            pulse.begin(threshold, self.told);
        }
    }

    /// Asks whether `bytes` bytes may be held at once, in addition to the
    /// tables of the heuristic. Call it before taking them, so that a limit
    /// ends the search and never the process.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below the sum of `bytes` and these
    /// tables.
    #[inline]
    pub fn allow(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.bytes {
            Some(limit) if bytes.saturating_add(self.counters.table_bytes) > limit => {
                Err(Stop::Memory)
            }
            _ => Ok(()),
        }
    }

    /// Records that a heuristic uses a table of `bytes` bytes. A table always
    /// has the same `name`, and counts once.
    pub fn look_up(&mut self, name: u64, bytes: u64) {
        if self.tables.iter().all(|table| table.0 != name) {
            self.tables.push((name, bytes));
            self.counters.table_bytes += bytes;
        }
    }

    /// Records how many nodes wait now to be expanded. The greatest number is kept.
    #[inline]
    pub fn hold_open(&mut self, nodes: u64) {
        self.counters.peak_open = self.counters.peak_open.max(Some(nodes));
    }

    /// Records the g of a node that was made. The greatest is kept.
    #[inline]
    pub fn reach(&mut self, g: u32) {
        self.counters.deepest = self.counters.deepest.max(Some(g.into()));
    }

    /// Records how many nodes and bytes are held now. The greatest numbers are
    /// kept.
    #[inline]
    pub fn hold(&mut self, nodes: u64, bytes: u64) {
        self.counters.peak_stored = self.counters.peak_stored.max(nodes);
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
    }
}
