//! Whether the strategies agree, in numbers and in a sentence.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use optile_core::Promise;

use crate::findings::failing::{Failing, by_board};
use crate::rows::row::{Row, Status};
use crate::storage::results::Results;
use crate::text::lines::quote;
use crate::text::quantity::counted;

/// Whether the strategies agree.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// The number of runs, without unsupported boards.
    pub runs: usize,
    /// The number of instances with a run.
    pub instances: usize,
    /// The number of strategies with a run.
    pub strategies: usize,
    /// The number of instances that two or more strategies answered that promise optimal paths.
    compared: usize,
    /// The number of runs of each status.
    pub statuses: BTreeMap<Status, usize>,
    /// The runs that are wrong or crashed, those on the smallest boards first.
    pub failures: Vec<&'a Row>,
    /// The strategies that failed, those on the smallest boards first.
    failing: Vec<Failing<'a>>,
    /// The instances with different answers, the smallest boards first.
    pub disagreements: Vec<Disagreement<'a>>,
    /// Where the instance files are wrong.
    wrong_files: Option<String>,
}

/// The most strategies that the sentence names.
const MOST_NAMED: usize = 3;

/// An instance on which strategies contradict each other.
#[derive(Clone, Debug)]
pub struct Disagreement<'a> {
    /// The instance.
    pub instance: &'a str,
    /// Which strategies gave which length; `None` is "unsolvable".
    pub answers: BTreeMap<Option<u32>, BTreeSet<&'a str>>,
}

/// Which strategies gave which answer, for messages.
impl fmt::Display for Disagreement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers = self.answers.iter().map(|(length, strategies)| {
            let answer = length.map_or("no path".into(), |n| counted(n as usize, "move"));
            let names: Vec<&str> = strategies.iter().copied().collect();
            format!("{answer} by {}", names.join(", "))
        });
        f.write_str(&answers.collect::<Vec<_>>().join("; "))
    }
}

impl<'a> Verdict<'a> {
    /// The verdict on all rows.
    pub fn of(results: &'a Results) -> Self {
        let mut statuses = BTreeMap::new();
        let mut answers: HashMap<&str, BTreeMap<Option<u32>, BTreeSet<&str>>> = HashMap::new();
        let mut strategies: BTreeSet<&str> = BTreeSet::new();
        let mut boards = HashMap::new();
        for row in &results.rows {
            *statuses.entry(row.outcome.status).or_insert(0) += 1;
            if row.outcome.status != Status::Unsupported {
                strategies.insert(&row.run.strategy);
            }
            boards.entry(row.run.instance.as_str()).or_insert_with(|| by_board(row));
            let answers = answers.entry(&row.run.instance).or_default();
            match row.outcome.status {
                // A longer path contradicts nobody unless its promise is broken.
                Status::Solved if row.run.promise != Promise::Optimal => continue,
                Status::Solved if row.outcome.length().is_some() => {
                    answers.entry(row.outcome.length()).or_default().insert(&row.run.strategy)
                }
                Status::Unsolvable => answers.entry(None).or_default().insert(&row.run.strategy),
                _ => continue,
            };
        }
        let unsupported = statuses.get(&Status::Unsupported).copied().unwrap_or(0);
        let failed = |row: &&Row| row.outcome.status.is_failure();
        let mut failures: Vec<&Row> = results.rows.iter().filter(failed).collect();
        failures.sort_by_key(|row| by_board(row));
        let mut disagreements: Vec<Disagreement<'_>> = answers
            .iter()
            .filter(|(_, answers)| answers.len() > 1)
            .map(|(instance, answers)| Disagreement { instance, answers: answers.clone() })
            .collect();
        disagreements.sort_by_key(|one| (boards.get(one.instance).copied(), one.instance));
        Self {
            runs: results.rows.len() - unsupported,
            instances: answers.len(),
            strategies: strategies.len(),
            compared: answers.values().filter(|answers| answered_by_two(answers)).count(),
            statuses,
            failing: Failing::all(&failures, &results.rows),
            failures,
            disagreements,
            wrong_files: results.wrong_files(),
        }
    }

    /// Whether the strategies are clean, and the instance files are not wrong.
    pub fn is_sound(&self) -> bool {
        self.is_clean() && self.wrong_files.is_none()
    }

    /// Whether no run is wrong or crashed, and no two answers differ.
    pub fn is_clean(&self) -> bool {
        self.failures.is_empty() && self.disagreements.is_empty()
    }

    /// The number of runs that a limit ended.
    pub fn limited(&self) -> usize {
        self.statuses.iter().filter(|(status, _)| status.is_limit()).map(|(_, runs)| runs).sum()
    }

    /// The verdict in a sentence.
    pub fn sentence(&self) -> String {
        if self.runs == 0 {
            return "No run was made.".into();
        }
        let over = format!(
            "{}, {}, {}",
            counted(self.strategies, "strategy"),
            counted(self.instances, "instance"),
            counted(self.runs, "run")
        );
        let files = self.wrong_files.as_ref().map_or(String::new(), |text| format!("; {text}"));
        if !self.is_clean() {
            return format!("Something is wrong ({over}). {}{files}.", self.faults().join(". "));
        }
        let is_answer = |status: &&Status| matches!(status, Status::Solved | Status::Unsolvable);
        let agreement = match self.compared {
            0 if !self.statuses.keys().any(|status| is_answer(&status)) => {
                "no run gave an answer".into()
            }
            0 if self.strategies == 1 => "there was nothing to compare".into(),
            0 => "no instance was answered by two that promise optimal paths".into(),
            all if all == self.instances => "all optimal lengths agree, all promises kept".into(),
            some => format!(
                "all optimal lengths agree on the {} that two or more answered, all promises kept",
                counted(some, "instance")
            ),
        };
        let limited = match self.limited() {
            0 => String::new(),
            1 => "; 1 run was ended by a limit".into(),
            many => format!("; {} were ended by a limit", counted(many, "run")),
        };
        let empty = match self.statuses.get(&Status::NotFound) {
            None => String::new(),
            Some(&runs) => format!("; {} found nothing", counted(runs, "run")),
        };
        format!("{over}: {agreement}{limited}{empty}{files}.")
    }

    /// Who failed, and where answers differ.
    fn faults(&self) -> Vec<String> {
        let mut parts: Vec<String> =
            self.failing.iter().take(MOST_NAMED).map(Failing::to_string).collect();
        match self.failing.len().saturating_sub(MOST_NAMED) {
            0 => {}
            more => parts.push(format!("{} failed", counted(more, "more strategy"))),
        }
        if let Some(smallest) = self.disagreements.first() {
            let count = counted(self.disagreements.len(), "instance");
            let smallest = quote(smallest.instance);
            parts.push(format!("Answers differ on {count}; smallest: {smallest}"));
        }
        parts
    }
}

fn answered_by_two(answers: &BTreeMap<Option<u32>, BTreeSet<&str>>) -> bool {
    answers.values().map(BTreeSet::len).sum::<usize>() > 1
}
