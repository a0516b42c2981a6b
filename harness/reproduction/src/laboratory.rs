//! What experiments need to measure: strategies, threads, instances and the user's
//! interruption.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, anyhow};
use optile_core::{Counters, Limits, Meter, Path, PathChoice, Problem, Session, Stop, Strategy};
use optile_instances::bundle;
use optile_instances::instance::{Instance, InstanceSet};
use optile_runner::crash;
use optile_runner::interruption::Interruption;
use optile_runner::pool::{self, Queue};
use optile_runner::progress::Progress;
use optile_runner::registry::Registry;

/// A strategy returned a path that does not lead to the goal.
#[derive(Debug, thiserror::Error)]
#[error("wrong: {0}")]
pub struct WrongPath(String);

/// A path to the goal, and the counters of the search that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The path.
    pub path: Path,
    /// The counters of the search.
    pub counters: Counters,
}

impl Solved {
    /// The number of moves.
    pub fn length(&self) -> u32 {
        self.path.len() as u32
    }
}

/// The sessions of several threads with one strategy. A session that is not in
/// use goes to the next thread that asks.
pub struct Sessions {
    strategy: Arc<dyn Strategy>,
    free: Mutex<Vec<Session<Arc<dyn Strategy>>>>,
}

impl Sessions {
    /// No sessions yet.
    pub fn new(strategy: Box<dyn Strategy>) -> Self {
        Self { strategy: strategy.into(), free: Mutex::default() }
    }

    fn free(&self) -> MutexGuard<'_, Vec<Session<Arc<dyn Strategy>>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn solve(&self, problem: &Problem, meter: &mut Meter) -> Result<Path, Stop> {
        let free = self.free().pop();
        let mut session = free.unwrap_or_else(|| Session::new(Arc::clone(&self.strategy)));
        let result = session.solve(problem, PathChoice::Any, meter);
        self.free().push(session);
        result
    }
}

/// What all experiments share: the strategies, the number of threads, and the
/// user's interruption.
#[derive(Debug)]
pub struct Laboratory {
    /// Whether to run only a small part of each experiment.
    pub is_quick: bool,
    /// The number of threads. Counts do not depend on it.
    pub threads: usize,
    /// Whether to show no progress.
    pub is_quiet: bool,
    /// The strategies that experiments may measure with.
    pub registry: Arc<Registry>,
    /// The user's interruption.
    pub interruption: Interruption,
}

impl Laboratory {
    /// Calls `work` with each of `items`, on several threads, and returns the
    /// results in the order of `items`.
    ///
    /// # Errors
    ///
    /// The first error of `work` that arrives, or [`Stop::Interrupted`]
    /// after an interruption. Calls that have begun are finished first.
    pub fn each<I: Sync, T: Send>(
        &self,
        what: &str,
        items: &[I],
        work: impl Fn(&I) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let results: Vec<Mutex<Option<T>>> = items.iter().map(|_| Mutex::default()).collect();
        self.each_number(what, items.len(), &|number| {
            let result = work(&items[number])?;
            *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            Ok(())
        })?;
        let results = results.into_iter().map(Mutex::into_inner);
        let ended_early = || anyhow!("a thread ended early");
        results.map(|result| result.ok().flatten().ok_or_else(ended_early)).collect()
    }

    /// [`Laboratory::each`] with the numbers below `length`. It is not generic, so
    /// that threads and channels are compiled once for all experiments.
    fn each_number(
        &self,
        what: &str,
        length: usize,
        work: &(dyn Fn(usize) -> Result<()> + Sync),
    ) -> Result<()> {
        let progress = Progress::of(length as u64, "runs", self.is_quiet);
        progress.begin(|| what.to_owned());
        let queue = Queue::new(length as u64);
        let work = |_| {
            while let Some(number) = queue.take() {
                self.go_on()?;
                work(number as usize)?;
                progress.end(false);
            }
            Ok(())
        };
        pool::run(&queue, 0..self.threads.clamp(1, length.max(1)), work)
    }

    /// Fails after an interruption.
    ///
    /// # Errors
    ///
    /// [`Stop::Interrupted`].
    pub fn go_on(&self) -> Result<()> {
        Ok(self.interruption.interrupt().check()?)
    }

    /// Solves a problem without limits.
    ///
    /// # Errors
    ///
    /// [`WrongPath`] if the path does not lead to the goal, and otherwise what
    /// ended the search, such as [`Stop::Interrupted`].
    pub fn solve(&self, sessions: &Sessions, problem: &Problem) -> Result<Solved> {
        let mut meter = Meter::new(Limits::default(), self.interruption.interrupt().clone());
        let on = || format!("on {problem}");
        let solved = crash::catch(|| sessions.solve(problem, &mut meter));
        let path = solved.map_err(|message| anyhow!("{message}")).with_context(on)?;
        let path = path.with_context(on)?;
        path.verify(problem).map_err(|error| WrongPath(format!("{error}, {}", on())))?;
        Ok(Solved { path, counters: *meter.counters() })
    }
}

/// The instances of a bundled set.
///
/// # Errors
///
/// If there is no such set.
pub(crate) fn bundled(name: &str) -> Result<Vec<Instance>> {
    let text = bundle::instances(name).ok_or_else(|| anyhow!("no bundled instances {name:?}"))?;
    Ok(InstanceSet::read(&format!("{name}.tsv"), name, text.as_bytes())?.instances)
}

#[cfg(test)]
mod tests {
    use optile_testkit::{Behaviour, Mock};
    use proptest::prelude::*;

    use super::*;

    fn laboratory(threads: usize) -> Laboratory {
        let registry = Arc::new(Registry::new(Vec::new(), |_| "none", ()));
        let interruption = Interruption::default();
        Laboratory { is_quick: true, threads, is_quiet: true, registry, interruption }
    }

    proptest! {
        #[test]
        fn results_are_in_order_on_any_number_of_threads(
            items in prop::collection::vec(0u32..100, 0..40),
            threads in 0usize..9,
        ) {
            let doubled = laboratory(threads).each("items", &items, |&item| Ok(2 * item));
            let expected: Vec<u32> = items.iter().map(|item| 2 * item).collect();
            prop_assert_eq!(doubled.unwrap(), expected);
        }
    }

    #[test]
    fn a_failure_ends_all_and_is_returned() {
        let items: Vec<u32> = (0..1000).collect();
        let error = laboratory(3)
            .each("items", &items, |&item| {
                anyhow::ensure!(item != 7, "seven is not wanted");
                Ok(())
            })
            .unwrap_err();
        assert_eq!(error.to_string(), "seven is not wanted");
    }

    #[test]
    fn wrong_paths_crashes_and_interruptions_are_told_apart() {
        let problem: Problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        let laboratory = laboratory(1);
        let sessions = |behaviour| Sessions::new(Box::new(Mock::new(behaviour)));
        let solve = |behaviour| laboratory.solve(&sessions(behaviour), &problem);
        assert_eq!(solve(Behaviour::Right).unwrap().length(), 1);
        assert!(solve(Behaviour::Elsewhere).unwrap_err().is::<WrongPath>());
        let crash = format!("{:#}", solve(Behaviour::Panics).unwrap_err());
        assert!(crash.contains("told to panic") && crash.contains("1 2 3"), "{crash}");
        laboratory.interruption.interrupt().interrupt();
        let error = solve(Behaviour::Endless).unwrap_err();
        assert_eq!(error.downcast_ref::<Stop>(), Some(&Stop::Interrupted));
    }
}
