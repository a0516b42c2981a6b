//! Words to somebody who waits for a long search.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use optile_core::{Interrupt, Problem, Promise};
use optile_results::text::strategy_name::StrategyName;

use super::choice::TABLES;

/// After this time it is said what is searched, and what is quicker.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// In so many checks, which are between hundreds of expansions, a search asks for the time once.
const CHECKS: u32 = 8;

/// Speaks once of each search that takes long. It is made once for all searches, because most of
/// them take less time than making it.
#[derive(Default)]
pub(super) struct Patience {
    checks: AtomicU32,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    /// The search of which nothing was said yet.
    search: Option<(Instant, Problem)>,
    strategy: String,
    promise: Promise,
}

impl Patience {
    /// The same signal for searches, whose checks speak of one that takes so long.
    pub(super) fn watching(
        self: Arc<Self>,
        interrupt: &Interrupt,
        patience: Duration,
        speak: impl Fn(&str) + Send + Sync + 'static,
    ) -> Interrupt {
        interrupt.or(move || {
            if self.checks.fetch_add(1, Ordering::Relaxed) % CHECKS == CHECKS - 1 {
                let mut waiting = self.waiting();
                let is_due = |(begun, _): &mut (Instant, _)| begun.elapsed() >= patience;
                if let Some((_, problem)) = waiting.search.take_if(is_due) {
                    speak(&advice(&problem, &waiting.strategy, waiting.promise));
                }
            }
            Ok(())
        })
    }

    /// A search begins now.
    pub(super) fn begin(&self, now: Instant, problem: &Problem, strategy: &str, promise: Promise) {
        let mut waiting = self.waiting();
        waiting.promise = promise;
        waiting.search = Some((now, *problem));
        if waiting.strategy != strategy {
            waiting.strategy = strategy.to_owned();
        }
    }

    /// The search has ended. What follows is not spoken of.
    pub(super) fn end(&self) {
        self.waiting().search = None;
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is said of a long search.
fn advice(problem: &Problem, strategy: &str, promise: Promise) -> String {
    let (size, blank) = (problem.size(), problem.goal().blank());
    let place = match blank + 1 == size.cells() {
        true => String::new(),
        false => format!(" --goal-blank {blank}"),
    };
    let weight = if size.cells() < 19 { "1.2" } else { "1.4" };
    let way = match promise {
        Promise::Within(given) if weight.parse().is_ok_and(|weight| given >= weight) => {
            format!("--within with a weight above {given}")
        }
        _ => format!("--within {weight} or more"),
    };
    let has_tables = StrategyName::of(strategy).heuristic.starts_with("pdb:7-8");
    let tables = (size.to_string() == "4x4" && !has_tables).then(|| {
        format!(
            "; or `optile pdb build --size 4x4{place} {}` makes tables of 288 MB once, in about a \
             minute, and solve then uses them",
            TABLES[0]
        )
    });
    format!(
        "still searching {} with {strategy}; quicker: {way}, with a path that is \
         at most so many times as long{}",
        problem.start(),
        tables.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEVIL: &str = "1 5 9 13 / 2 6 10 14 / 3 7 11 15 / 4 8 12 0";

    #[test]
    fn a_long_search_is_spoken_of_once_and_a_short_one_never() {
        for (patience, expected) in [(Duration::ZERO, 1), (Duration::from_secs(3600), 0)] {
            let (all, said) = (Arc::new(Patience::default()), Arc::new(Mutex::new(Vec::new())));
            let list = said.clone();
            let speak = move |text: &str| list.lock().unwrap().push(text.to_owned());
            let whole = Interrupt::default();
            let watched = all.clone().watching(&whole, patience, speak);
            let check = || assert!((0..5 * CHECKS).all(|_| watched.check().is_ok()));
            for (number, problem) in [(1, DEVIL), (2, "1 2 3 / 0 4 5 / 7 8 6")] {
                all.begin(Instant::now(), &problem.parse().unwrap(), "bfs", Promise::Optimal);
                check();
                all.end();
                // The time between two searches belongs to neither.
                check();
                let said = said.lock().unwrap();
                assert_eq!(said.len(), number * expected);
                assert!(said.last().is_none_or(|said| said.contains(problem)), "{said:?}");
            }
            whole.interrupt();
            assert!(watched.check().is_err());
        }
    }

    #[test]
    fn a_search_that_has_ended_is_not_spoken_of() {
        let all = Arc::new(Patience::default());
        let speak = |text: &str| panic!("{text}");
        let watched = all.clone().watching(&Interrupt::default(), Duration::ZERO, speak);
        all.begin(Instant::now(), &DEVIL.parse().unwrap(), "bfs", Promise::Optimal);
        all.end();
        assert!((0..5 * CHECKS).all(|_| watched.check().is_ok()));
    }

    #[test]
    fn the_advice_fits_the_size_and_the_goal() {
        let said =
            |problem: &str, strategy| advice(&problem.parse().unwrap(), strategy, Promise::Optimal);
        let text = said(DEVIL, "idastar:pdb:6-6-3+reflected");
        assert!(
            text.contains("--within 1.2 ") && text.contains("pdb build --size 4x4 7-8"),
            "{text}"
        );
        let text = said(&format!("{DEVIL} -> blank-first"), "idastar:manhattan");
        assert!(text.contains("--size 4x4 --goal-blank 0 7-8"), "{text}");
        let given = |weight: &str| {
            let promise = Promise::within(weight.parse().unwrap());
            advice(&DEVIL.parse().unwrap(), "idastar:manhattan", promise)
        };
        assert!(given("1.05").contains("--within 1.2 or more,"));
        assert!(given("1.2").contains("--within with a weight above 1.2,"));
        assert!(!said("1 2 3 4 5 0 / 6 7 8 9 10 11 / 12 13 14 15 16 17", "bfs").contains("288 MB"));
        assert!(!said(DEVIL, "idastar:pdb:7-8+reflected").contains("288 MB"));
    }
}
