//! Words to somebody who waits for a long search.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use optile_core::Problem;
use optile_results::strategy_name::StrategyName;
use optile_results::terminal::say;

use super::choice::TABLES;

/// After this time it is said what is searched, and what is quicker.
const PATIENCE: Duration = Duration::from_secs(10);

/// A search: when it began, what is to be said of it.
type Search = (Instant, Box<dyn FnOnce() -> String + Send>);

/// Watches searches, and speaks once about each long one.
pub(super) struct Patience {
    current: Arc<Mutex<Option<Search>>>,
}

impl Patience {
    pub(super) fn new() -> Self {
        Self::with(PATIENCE, say)
    }

    fn with(patience: Duration, say: impl Fn(&str) + Send + 'static) -> Self {
        let current = Arc::new(Mutex::new(None::<Search>));
        let watched = Arc::downgrade(&current);
        thread::spawn(move || {
            while let Some(current) = watched.upgrade() {
                let mut search = current.lock().unwrap_or_else(PoisonError::into_inner);
                let long = search.take_if(|(begun, _)| begun.elapsed() >= patience);
                drop(search);
                drop(current);
                if let Some((_, text)) = long {
                    say(&text());
                }
                thread::sleep(patience / 10);
            }
        });
        Self { current }
    }

    /// Says `text` if [`Patience::end`] does not come in time.
    pub(super) fn begin(&self, text: impl FnOnce() -> String + Send + 'static) {
        self.set(Some((Instant::now(), Box::new(text))));
    }

    pub(super) fn end(&self) {
        self.set(None);
    }

    fn set(&self, search: Option<Search>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = search;
    }
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
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_long_search_is_spoken_of_once_and_a_finished_one_never() {
        let (send, said) = channel();
        let patience = Patience::with(Duration::ZERO, move |text| drop(send.send(text.to_owned())));
        patience.begin(|| "long".to_owned());
        assert_eq!(said.recv().unwrap(), "long");
        patience.begin(|| "next".to_owned());
        assert_eq!(said.recv().unwrap(), "next");
        drop(patience);
        assert!(said.recv().is_err());
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
