use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// What a search counted. `docs/methodology.md` defines each in words; they
/// mean the same in every strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes whose successors were asked for. A node expanded twice counts
    /// twice.
    pub expanded: u64,
    /// Successors made, without those never made because they would take back
    /// the move that led to their parent. Starts and roots are not generated.
    pub generated: u64,
    /// Heuristic values asked for, roots included.
    pub evaluated: u64,
    /// Generated successors that were met before, at no greater cost, and
    /// dropped for that.
    pub duplicates: u64,
    /// Nodes put back on the open list after their expansion, because a
    /// cheaper path to them was found.
    pub reopened: u64,
    /// The most nodes held at once.
    pub peak_stored: u64,
    /// The most bytes held at once in tables, queues and stacks that grow with
    /// the search, free slots included.
    pub peak_bytes: u64,
    /// Rounds: depths of breadth-first search, f-bounds of A* and IDA*.
    pub layers: u64,
    /// Expansions in all rounds before the last, which do not depend on how
    /// ties are broken.
    pub expanded_before_last: u64,
    /// Bytes of tables that the heuristic looks up.
    pub table_bytes: u64,
}

/// What a search may spend. Nothing is limited by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Expansions, exactly: a search stops before the next one.
    pub expanded: Option<u64>,
    /// Bytes in tables and queues, as [`Counters::peak_bytes`] and
    /// [`Counters::table_bytes`] count them, together.
    pub bytes: Option<u64>,
}

/// Why a search ended without a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The pair has no solution.
    #[error("unsolvable")]
    Unsolvable,
    /// The limit of expansions is reached.
    #[error("the limit of expanded nodes is reached")]
    Nodes,
    /// The limit of bytes would be passed.
    #[error("the memory limit is reached")]
    Memory,
    /// The time is up, says whoever holds the [`Interrupt`].
    #[error("the time limit is reached")]
    Time,
    /// The user wants no answer any more.
    #[error("interrupted")]
    Interrupted,
    /// The strategy does not do this; the reason says what.
    #[error("unsupported: {0}")]
    Unsupported(String),
}

/// A signal from another thread that a search ought to end. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    const GO_ON: u8 = 0;
    const TIME: u8 = 1;
    const INTERRUPTED: u8 = 2;

    /// Tells searches that their time is up.
    pub fn time_is_up(&self) {
        // An interruption by the user stands above the clock.
        let _ =
            self.0.compare_exchange(Self::GO_ON, Self::TIME, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Tells searches that nobody waits for them any more.
    pub fn interrupt(&self) {
        self.0.store(Self::INTERRUPTED, Ordering::Relaxed);
    }

    /// Takes the signal back, for the next search.
    pub fn clear(&self) {
        self.0.store(Self::GO_ON, Ordering::Relaxed);
    }

    /// Takes back that the time is up, for the next search. An interruption
    /// stays: it is about all searches that follow, too.
    pub fn restart_time(&self) {
        let _ =
            self.0.compare_exchange(Self::TIME, Self::GO_ON, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Fails once a signal was given.
    ///
    /// # Errors
    ///
    /// [`Stop::Time`] or [`Stop::Interrupted`].
    #[inline]
    pub fn check(&self) -> Result<(), Stop> {
        match self.0.load(Ordering::Relaxed) {
            Self::GO_ON => Ok(()),
            Self::TIME => Err(Stop::Time),
            _ => Err(Stop::Interrupted),
        }
    }
}

/// Counts what a search does and stops it at its limits.
///
/// It is handed to a search rather than returned by it, so that the counts
/// survive every way in which a search can end. The limit of expansions is
/// exact; signals are looked at every [`Meter::PACE`] expansions.
#[derive(Debug, Default)]
pub struct Meter {
    counters: Counters,
    limits: Limits,
    interrupt: Interrupt,
    /// The count of expansions at which to look again; never past the limit.
    next_check: u64,
    /// The tables that are counted.
    tables: Vec<u64>,
}

impl Meter {
    /// Expansions between two looks at the signals.
    pub const PACE: u64 = 4096;

    /// A meter at zero.
    pub fn new(limits: Limits, interrupt: Interrupt) -> Self {
        Self { counters: Counters::default(), limits, interrupt, next_check: 0, tables: Vec::new() }
    }

    /// Sets all counters to zero, for the next search under the same limits.
    pub fn reset(&mut self) {
        self.counters = Counters::default();
        self.next_check = 0;
        self.tables.clear();
    }

    /// What was counted so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// What the search may spend.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The signal that this meter looks at.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Counts one expansion that is about to be made.
    ///
    /// # Errors
    ///
    /// When a limit is reached or a signal was given; the expansion is then
    /// neither counted nor to be made.
    #[inline(always)]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.counters.expanded >= self.next_check {
            self.check()?;
        }
        self.counters.expanded += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), Stop> {
        self.interrupt.check()?;
        let limit = self.limits.expanded.unwrap_or(u64::MAX);
        if self.counters.expanded >= limit {
            return Err(Stop::Nodes);
        }
        self.next_check = limit.min(self.counters.expanded.saturating_add(Self::PACE));
        Ok(())
    }

    /// Counts `spent` expansions that were made under the last grant and says
    /// how many more may be made before asking again, at least one.
    ///
    /// For inner loops that keep their own count down to zero; the first call
    /// has nothing spent, and [`Meter::settle`] must follow the last.
    ///
    /// # Errors
    ///
    /// As for [`Meter::expand`]; what was spent is counted even then.
    pub fn grant(&mut self, spent: u64) -> Result<u64, Stop> {
        self.settle(spent);
        self.check()?;
        Ok(self.next_check - self.counters.expanded)
    }

    /// Counts `spent` expansions that were made under the last grant.
    pub fn settle(&mut self, spent: u64) {
        self.counters.expanded += spent;
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
        self.counters.reopened += 1;
    }

    /// Says that a round begins: a depth, or a bound on f.
    #[inline]
    pub fn begin_layer(&mut self) {
        self.counters.layers += 1;
        self.counters.expanded_before_last = self.counters.expanded;
    }

    /// Asks whether so many bytes may be held at once, beside the tables that
    /// are looked up. To be called before taking them, so that a limit ends the
    /// search and never the process.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below `bytes` and these tables.
    #[inline]
    pub fn allow(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.bytes {
            Some(limit) if bytes.saturating_add(self.counters.table_bytes) > limit => {
                Err(Stop::Memory)
            }
            _ => Ok(()),
        }
    }

    /// Notes that a heuristic looks up a table of so many bytes. A table has
    /// the same `name` whenever it is noted, and counts once.
    pub fn look_up(&mut self, name: u64, bytes: u64) {
        if !self.tables.contains(&name) {
            self.tables.push(name);
            self.counters.table_bytes += bytes;
        }
    }

    /// Notes how many nodes and bytes are held now; the greatest of each are
    /// kept.
    #[inline]
    pub fn hold(&mut self, nodes: u64, bytes: u64) {
        self.counters.peak_stored = self.counters.peak_stored.max(nodes);
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expansion_limit_is_exact() {
        for limit in [0, 1, 4095, 4096, 4097, 10_000] {
            let limits = Limits { expanded: Some(limit), ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            let stop = loop {
                if let Err(stop) = meter.expand() {
                    break stop;
                }
            };
            assert_eq!((stop, meter.counters().expanded), (Stop::Nodes, limit));
        }
    }

    #[test]
    fn grants_never_pass_the_limit_and_add_up() {
        let limits = Limits { expanded: Some(10_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut spent = 0;
        let stop = loop {
            match meter.grant(spent) {
                Ok(more) => spent = more,
                Err(stop) => break stop,
            }
        };
        assert_eq!((stop, meter.counters().expanded), (Stop::Nodes, 10_000));
    }

    #[test]
    fn signals_are_seen_within_the_pace() {
        let mut meter = Meter::default();
        meter.expand().unwrap();
        meter.interrupt().clone().time_is_up();
        let more = (0..2 * Meter::PACE).take_while(|_| meter.expand().is_ok()).count() as u64;
        assert!(more < Meter::PACE);
        assert_eq!(meter.expand(), Err(Stop::Time));
        meter.interrupt().interrupt();
        meter.interrupt().time_is_up();
        assert_eq!(meter.expand(), Err(Stop::Interrupted));
        meter.interrupt().restart_time();
        assert_eq!(meter.expand(), Err(Stop::Interrupted));
        meter.interrupt().clear();
        assert_eq!(meter.expand(), Ok(()));
        meter.interrupt().time_is_up();
        meter.interrupt().restart_time();
        assert_eq!(meter.interrupt().check(), Ok(()));
    }

    #[test]
    fn rounds_and_peaks_are_kept() {
        let mut meter = Meter::default();
        meter.begin_layer();
        meter.expand().unwrap();
        meter.begin_layer();
        meter.expand().unwrap();
        meter.hold(3, 30);
        meter.hold(1, 50);
        let counters = meter.counters();
        assert_eq!((counters.layers, counters.expanded_before_last), (2, 1));
        assert_eq!((counters.peak_stored, counters.peak_bytes), (3, 50));
        assert_eq!(meter.allow(u64::MAX), Ok(()));
    }

    #[test]
    fn tables_count_once_and_against_the_limit() {
        let limits = Limits { bytes: Some(100), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        for (name, bytes, all) in [(7, 40, 40), (8, 30, 70), (7, 40, 70)] {
            meter.look_up(name, bytes);
            assert_eq!(meter.counters().table_bytes, all);
        }
        assert_eq!((meter.allow(30), meter.allow(31)), (Ok(()), Err(Stop::Memory)));
        meter.reset();
        assert_eq!(meter.allow(100), Ok(()));
        meter.look_up(7, 40);
        assert_eq!(meter.counters().table_bytes, 40);
    }
}
