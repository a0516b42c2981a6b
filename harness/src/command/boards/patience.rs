//! Words to somebody who waits for a long search.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use optile_core::{Interrupt, Problem};
use optile_results::text::strategy_name::StrategyName;

use super::choice::TABLES;

/// After this time it is said what is searched, and what is quicker.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// In so many checks, which are between hundreds of expansions, a search asks for the time once.
const CHECKS: u32 = 8;

/// The same signal for a search that begins now, which also speaks once if the search takes so long.
pub(super) fn watched(
    interrupt: &Interrupt,
    patience: Duration,
    speak: impl Fn() + Send + Sync + 'static,
) -> Interrupt {
    let (begun, checks, spoken) = (Instant::now(), AtomicU32::new(1), AtomicBool::new(false));
    interrupt.or(move || {
        let is_due = checks.fetch_add(1, Ordering::Relaxed).is_multiple_of(CHECKS);
        if is_due && begun.elapsed() >= patience && !spoken.swap(true, Ordering::Relaxed) {
            speak();
        }
        Ok(())
    })
}

/// What is said of a long search.
pub(super) fn advice(problem: &Problem, strategy: &str) -> String {
    let (size, blank) = (problem.size(), problem.goal().blank());
    let place = match blank + 1 == size.cells() {
        true => String::new(),
        false => format!(" --goal-blank {blank}"),
    };
    let weight = if size.cells() < 19 { "1.2" } else { "1.5" };
    let has_tables = StrategyName::of(strategy).heuristic.starts_with("pdb:7-8");
    let tables = (size.to_string() == "4x4" && !has_tables).then(|| {
        format!(
            "; or `optile pdb build --size 4x4{place} {}` makes tables of 288 MB once, in about a \
             minute, and solve then uses them",
            TABLES[0]
        )
    });
    format!(
        "still searching {} with {strategy}; quicker: --within {weight} or more answers with a path that is \
         at most so many times as long{}",
        problem.start(),
        tables.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_long_search_is_spoken_of_once_and_a_short_one_never() {
        for (patience, expected) in [(Duration::ZERO, 1), (Duration::from_secs(3600), 0)] {
            let said = Arc::new(AtomicU32::new(0));
            let count = said.clone();
            let speak = move || {
                count.fetch_add(1, Ordering::Relaxed);
            };
            let whole = Interrupt::default();
            let watched = watched(&whole, patience, speak);
            assert!((0..5 * CHECKS).all(|_| watched.check().is_ok()));
            assert_eq!(said.load(Ordering::Relaxed), expected);
            whole.interrupt();
            assert!(watched.check().is_err());
        }
    }

    #[test]
    fn the_advice_fits_the_size_and_the_goal() {
        let said = |problem: &str, strategy| advice(&problem.parse().unwrap(), strategy);
        let devil = "1 5 9 13 / 2 6 10 14 / 3 7 11 15 / 4 8 12 0";
        let text = said(devil, "idastar:pdb:6-6-3+reflected");
        assert!(
            text.contains("--within 1.2 ") && text.contains("pdb build --size 4x4 7-8"),
            "{text}"
        );
        let text = said(&format!("{devil} -> blank-first"), "idastar:manhattan");
        assert!(text.contains("--size 4x4 --goal-blank 0 7-8"), "{text}");
        assert!(!said("1 2 3 4 5 0 / 6 7 8 9 10 11 / 12 13 14 15 16 17", "bfs").contains("288 MB"));
        assert!(!said(devil, "idastar:pdb:7-8+reflected").contains("288 MB"));
    }
}
