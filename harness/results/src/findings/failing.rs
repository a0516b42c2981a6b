//! The strategies that failed, each with the smallest board on which it did.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use crate::rows::row::{Row, RunId, Status};
use crate::text::lines::quote;
use crate::text::quantity::counted;

/// A strategy that failed.
#[derive(Clone, Debug)]
pub(super) struct Failing<'a> {
    /// The strategy.
    strategy: &'a str,
    /// How its runs ended, and on which instances.
    ends: BTreeMap<Status, BTreeSet<&'a str>>,
    /// The number of instances on boards that it supports.
    tried: usize,
    /// The run on the smallest board.
    smallest: &'a Row,
}

/// Orders runs by their boards, the smallest first: by cells, then by the optimal length.
pub(super) fn by_board(row: &Row) -> (usize, u32, u64) {
    (row.run.size.cells(), row.optimal.unwrap_or(u32::MAX), row.run.order)
}

impl<'a> Failing<'a> {
    /// The strategies of these of the rows, which are wrong or crashed, those on the smallest boards
    /// first.
    pub(super) fn all(failures: &[&'a Row], rows: &'a [Row]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for &row in failures {
            let strategy = row.run.strategy.as_str();
            let known = all.iter().position(|one| one.strategy == strategy);
            let place = known.unwrap_or_else(|| {
                all.push(Self { strategy, ends: BTreeMap::new(), tried: 0, smallest: row });
                all.len() - 1
            });
            all[place].ends.entry(row.outcome.status).or_default().insert(&row.run.instance);
        }
        for failing in &mut all {
            let own = rows.iter().filter(|row| *row.run.strategy == *failing.strategy);
            let supported = own.filter(|row| row.outcome.status != Status::Unsupported);
            failing.tried = supported.map(|row| &*row.run.instance).collect::<BTreeSet<_>>().len();
        }
        all
    }
}

/// Who failed, on how many instances, and the smallest one, for messages.
impl fmt::Display for Failing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = self.ends.iter().map(|(status, on)| format!("{status} on {}", on.len()));
        let ends = ends.collect::<Vec<_>>().join(", ");
        let Row { run: RunId { instance, size, .. }, optimal, .. } = self.smallest;
        let length = optimal.map(|n| format!(", {}", counted(n as usize, "move")));
        write!(
            f,
            "{}: {ends} of {}; smallest: {} ({size}{})",
            self.strategy,
            self.tried,
            quote(instance),
            length.unwrap_or_default()
        )
    }
}

/// The faults of these rows: the first row of each, and how many have it. Those of a strategy are the
/// same if their reasons are, but for numbers in what the harness found.
pub fn faults<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<(&'a Row, usize)> {
    let mut places = HashMap::new();
    let mut all: Vec<(&Row, usize)> = Vec::new();
    for row in rows {
        let (status, reason) = (row.outcome.status, row.outcome.reason.as_deref());
        let is_kept = |c: &char| status != Status::Wrong || !c.is_ascii_digit();
        let reason: Option<String> = reason.map(|text| text.chars().filter(is_kept).collect());
        let place = *places.entry((status, &row.run.strategy, reason)).or_insert(all.len());
        match all.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => all.push((row, 1)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::verdict::Verdict;
    use crate::storage::results::Results;
    use crate::synthetic::{end, record, row};

    #[test]
    fn the_verdict_names_who_failed_on_how_many_and_the_smallest_board() {
        let names = ["bad", "worse", "good", "c", "d"];
        let mut rows = Vec::new();
        // The longest solutions come first in the plan.
        for length in (1..=5).rev() {
            rows.extend(names.map(|name| row(&length.to_string(), name, length, 10)));
        }
        for row in &mut rows {
            let status = match (row.run.strategy.as_str(), row.outcome.length()) {
                ("bad", Some(3..)) => Status::Wrong,
                ("bad" | "c", Some(2)) | ("worse", Some(1)) => Status::Crashed,
                ("worse", Some(5)) => Status::Unsupported,
                ("d", Some(4)) => Status::Wrong,
                _ => continue,
            };
            end(row, status);
        }
        let results = Results::new(record(&names), rows);
        let verdict = Verdict::of(&results);
        assert_eq!(
            verdict.sentence(),
            "Something is wrong (5 strategies, 5 instances, 24 runs). worse: crashed on 1 of 4; \
             smallest: \"1\" (3x3, 1 move). bad: wrong on 3, crashed on 1 of 5; smallest: \"2\" \
             (3x3, 2 moves). c: crashed on 1 of 5; smallest: \"2\" (3x3, 2 moves). 1 more strategy \
             failed."
        );
        let lengths: Vec<Option<u32>> = verdict.failures.iter().map(|row| row.optimal).collect();
        assert!(lengths.is_sorted(), "{lengths:?}");
    }

    #[test]
    fn faults_are_the_same_but_for_numbers_in_what_the_harness_found() {
        let told = [
            (Status::Wrong, "4 moves, but 2 are optimal"),
            (Status::Crashed, "signal 6"),
            (Status::Wrong, "18 moves, but 16 are optimal"),
            (Status::Crashed, "signal 11"),
            (Status::Crashed, "signal 6"),
        ];
        let mut rows: Vec<Row> = told.iter().map(|_| row("a", "bfs", 4, 9)).collect();
        rows.push(row("a", "bidir", 4, 9));
        for (row, (status, reason)) in rows.iter_mut().zip(told.into_iter().chain([told[0]])) {
            (row.outcome.status, row.outcome.reason) = (status, Some(reason.into()));
        }
        let counts: Vec<usize> = faults(&rows).into_iter().map(|(_, count)| count).collect();
        assert_eq!(counts, [2, 2, 1, 1]);
    }
}
