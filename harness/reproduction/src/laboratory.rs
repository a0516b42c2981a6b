//! What experiments need to measure: strategies, threads, instances and the user's
//! interruption.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, anyhow};
use optile_core::{Arrangement, Counters, Limits, Meter, Path, PathChoice, Problem};
use optile_core::{Session, Strategy};
use optile_heuristics::BoardEstimates;
use optile_runner::interruption::Interruption;
use optile_runner::plan::registry::Registry;
use optile_runner::progress::Progress;
use optile_runner::run::crash;
use optile_runner::session::pool::{self, Queue};

/// A strategy returned a path that does not lead to the goal.
#[derive(Debug, thiserror::Error)]
#[error("wrong: {0}")]
pub struct WrongPath(String);

/// A path to the goal, and the counters of the search that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) path: Path,
    pub(crate) counters: Counters,
}

/// What all experiments share: the strategies, the number of threads, and the
/// user's interruption.
#[derive(Clone, Debug)]
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
    /// results in the order of `items`. `begin` makes what `work` keeps on each thread.
    ///
    /// # Errors
    ///
    /// The first error of `work` that arrives, or that of an interruption. Calls that
    /// have begun are finished first.
    pub(crate) fn each<S, I: Sync, T: Send>(
        &self,
        what: &str,
        items: &[I],
        begin: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &I) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let progress = Progress::of(items.len() as u64, "runs", self.is_quiet);
        progress.begin(|| what.to_owned());
        let queue = Queue::new(items.len() as u64);
        let results = Mutex::new(Vec::new());
        let work = |_| {
            let mut kept = begin();
            while let Some(number) = queue.take() {
                self.go_on()?;
                let result = work(&mut kept, &items[number as usize])?;
                results.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                progress.end(false);
            }
            Ok(())
        };
        pool::run(&queue, 0..self.threads.clamp(1, items.len().max(1)), work)?;
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_unstable_by_key(|&(number, _)| number);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }

    /// Fails after an interruption.
    pub(crate) fn go_on(&self) -> Result<()> {
        Ok(self.interruption.interrupt().check()?)
    }

    /// A meter without limits. An interruption stops what it meters.
    pub(crate) fn meter(&self) -> Meter {
        Meter::new(Limits::default(), self.interruption.interrupt().clone())
    }

    /// The strategy of a name.
    pub(crate) fn strategy(&self, name: &str) -> Result<Box<dyn Strategy>> {
        Ok(self.registry.build(name)?.strategy)
    }

    /// Solves each problem with the strategy of this name, on several threads.
    ///
    /// # Errors
    ///
    /// Those of [`Laboratory::solve`].
    pub(crate) fn solve_each(
        &self,
        what: &str,
        strategy: &str,
        problems: &[Problem],
    ) -> Result<Vec<Solved>> {
        let strategy = self.strategy(strategy)?;
        let begin = || Session::new(&*strategy);
        self.each(what, problems, begin, |session, problem| self.solve(session, problem))
    }

    /// Solves a problem without limits.
    ///
    /// # Errors
    ///
    /// [`WrongPath`] if the path does not lead to the goal, and otherwise what
    /// ended the search, such as an interruption.
    pub(crate) fn solve(
        &self,
        session: &mut Session<&dyn Strategy>,
        problem: &Problem,
    ) -> Result<Solved> {
        let mut meter = self.meter();
        let on = || format!("on {problem}");
        let solved = crash::catch(|| session.solve(problem, PathChoice::Any, &mut meter));
        let path = solved.map_err(|message| anyhow!("{message}")).with_context(on)?;
        let path = path.with_context(on)?;
        path.verify(problem).map_err(|error| WrongPath(format!("{error}, {}", on())))?;
        Ok(Solved { path, counters: *meter.counters() })
    }

    /// The estimates of the heuristic of this name toward a goal.
    pub(crate) fn estimates(&self, name: &str, goal: &Arrangement) -> Result<BoardEstimates> {
        let heuristics = self.registry.heuristics();
        Ok(BoardEstimates::new(heuristics, name, goal, &mut self.meter())?)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::Stop;
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
            let doubled = laboratory(threads).each("items", &items, || (), |(), &item| Ok(2 * item));
            let expected: Vec<u32> = items.iter().map(|item| 2 * item).collect();
            prop_assert_eq!(doubled.unwrap(), expected);
        }
    }

    #[test]
    fn a_failure_ends_all_and_is_returned() {
        let items: Vec<u32> = (0..1000).collect();
        let error = laboratory(3)
            .each(
                "items",
                &items,
                || (),
                |(), &item| {
                    anyhow::ensure!(item != 7, "seven is not wanted");
                    Ok(())
                },
            )
            .unwrap_err();
        assert_eq!(error.to_string(), "seven is not wanted");
    }

    #[test]
    fn wrong_paths_crashes_and_interruptions_are_told_apart() {
        let problem: Problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        let laboratory = laboratory(1);
        let solve = |behaviour| {
            let mock = Mock::new(behaviour);
            laboratory.solve(&mut Session::new(&mock), &problem)
        };
        assert_eq!(solve(Behaviour::Right).unwrap().path.len(), 1);
        assert!(solve(Behaviour::Elsewhere).unwrap_err().is::<WrongPath>());
        let crash = format!("{:#}", solve(Behaviour::Panics).unwrap_err());
        assert!(crash.contains("told to panic") && crash.contains("1 2 3"), "{crash}");
        laboratory.interruption.interrupt().interrupt();
        let error = solve(Behaviour::Endless).unwrap_err();
        assert_eq!(error.downcast_ref::<Stop>(), Some(&Stop::Interrupted));
    }
}
