//! How watched searches ended, for the terminal.

use optile_core::{Path, Promise};
use optile_results::text::quantity::{counted, grouped};
use optile_results::text::terminal::say;
use optile_runner::instances::space::Spaces;

use crate::command::exit::Exit;
use crate::trace::{Watched, WatchedSearch};

/// What a search did, in one line.
pub(super) fn summary(search: &WatchedSearch) -> String {
    let WatchedSearch { strategy, rows, .. } = search;
    let shown = rows.len() as u64;
    let expanded = search.counter("expanded").unwrap_or(shown);
    let part = match shown == expanded {
        true => String::new(),
        false => format!(", of which {} are shown", grouped(&shown.to_string())),
    };
    format!("{strategy}: {}, {} expanded{part}", search.verdict(), grouped(&expanded.to_string()))
}

/// The fewest moves that are known: those of an optimal path on small boards, and on others those
/// of the shortest path that was found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fewest {
    Optimal(usize),
    Found(usize),
}

impl Fewest {
    pub(super) fn of(watched: &Watched) -> Option<Self> {
        let optimal = Spaces::default().length(&watched.problem);
        if let Some(length) = optimal {
            return Some(Self::Optimal(length as usize));
        }
        let lengths = watched.searches.iter().filter_map(|search| search.end.as_ref().ok());
        lengths.map(Path::len).min().map(Self::Found)
    }

    /// Why a path of this length breaks a promise.
    fn fault(self, length: usize, promise: Promise) -> Option<String> {
        let (least, word) = match self {
            Self::Optimal(least) => (least, "optimal"),
            Self::Found(least) => (least, "possible"),
        };
        let verb = if least == 1 { "is" } else { "are" };
        let is_kept = promise.is_kept(length as u64, least as u64);
        (!is_kept).then(|| format!("{least} {verb} {word}"))
    }
}

/// How a search ended and how far it is, for the picture of the moment after `step` expansions.
pub(super) fn note(search: &WatchedSearch, fewest: Option<Fewest>, step: usize) -> String {
    let end = match &search.end {
        Ok(path) => {
            let fault = fewest.and_then(|fewest| fewest.fault(path.len(), Promise::Optimal));
            let fault = fault.map_or(String::new(), |fault| format!(" ({fault})"));
            format!("{}{fault}", counted(path.len(), "move"))
        }
        Err(words) => words.clone(),
    };
    let all = search.counter("expanded").unwrap_or(search.rows.len() as u64);
    let shown = step.min(search.rows.len()) as u64;
    let part = match shown == all {
        true => String::new(),
        false => format!("{} of ", grouped(&shown.to_string())),
    };
    format!("{end}; {part}{} expanded", grouped(&all.to_string()))
}

/// Finds and says which paths are wrong, and which are longer than their search promises. The
/// promises are in the order of the searches.
pub(super) fn judge(watched: &mut Watched, promises: impl Iterator<Item = Promise>) -> Exit {
    let mut exit = Exit::Success;
    let fewest = Fewest::of(watched);
    for (search, promise) in watched.searches.iter_mut().zip(promises) {
        exit = exit.max(match &search.end {
            Err(_) => Exit::Incomplete,
            Ok(path) => {
                let too_long = || {
                    let fault = fewest?.fault(path.len(), promise)?;
                    let promised = match promise {
                        Promise::Optimal => String::new(),
                        promise => format!(", and it promises {promise}"),
                    };
                    Some(format!("{}, but {fault}{promised}", counted(path.len(), "move")))
                };
                let broken = path.verify(&watched.problem).err().map(|error| error.to_string());
                search.fault = broken.or_else(too_long);
                search.fault.as_ref().map_or(Exit::Success, |fault| {
                    say(&format!("wrong: {}: {fault}", search.strategy));
                    Exit::Wrong
                })
            }
        });
    }
    exit
}

#[cfg(test)]
mod tests {
    use std::iter;

    use crate::trace::Estimates;
    use optile_core::Problem;

    use super::*;

    fn watched(board: &str, paths: &[&str]) -> Watched {
        let problem: Problem = board.parse().unwrap();
        let search = |path: &&str| WatchedSearch {
            strategy: "mine".to_owned(),
            end: Ok(path.parse().unwrap()),
            fault: None,
            counters: vec![("expanded", 1234)],
            rows: Vec::new(),
            estimates: Estimates::default(),
        };
        Watched { problem, searches: paths.iter().map(search).collect() }
    }

    #[test]
    fn a_path_that_is_too_long_is_told_even_if_nothing_else_was_watched() {
        let mut watched = watched("123456708", &["lrr"]);
        let mut exit = |promise: &str| judge(&mut watched, [promise.parse().unwrap()].into_iter());
        assert_eq!(exit("optimal"), Exit::Wrong);
        assert_eq!(exit("within 2"), Exit::Wrong);
        assert_eq!(exit("within 3"), Exit::Success);
        assert_eq!(exit("any path"), Exit::Success);
        let note = note(&watched.searches[0], Fewest::of(&watched), 0);
        assert_eq!(note, "3 moves (1 is optimal); 0 of 1,234 expanded");
    }

    #[test]
    fn on_large_boards_the_shortest_path_counts() {
        let board = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15";
        let mut watched = watched(board, &["r", "lrr"]);
        assert_eq!(judge(&mut watched, iter::repeat(Promise::Optimal)), Exit::Wrong);
        let verdicts = watched.searches.iter().map(WatchedSearch::verdict).collect::<Vec<_>>();
        assert_eq!(verdicts, ["1 move", "wrong: 3 moves, but 1 is possible"]);
        let fewest = Fewest::of(&watched);
        let notes = watched.searches.iter().map(|search| note(search, fewest, usize::MAX));
        let wanted =
            ["1 move; 0 of 1,234 expanded", "3 moves (1 is possible); 0 of 1,234 expanded"];
        assert_eq!(notes.collect::<Vec<_>>(), wanted);
    }
}
