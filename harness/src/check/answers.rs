//! Answers: whether they are optimal, and whether their counters fit together.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use optile_core::Problem;
use optile_results::quantity::grouped;
use optile_results::row::Status;
use optile_runner::check;
use optile_runner::run::{End, Measurement};
use optile_runner::solver::Solver;

use crate::check::bench::{Bench, Runs};
use crate::check::boards::{self, Posed};
use crate::check::finding::Finding;
use crate::check::relations::RELATIONS;

/// One run in this many of the boards that come first is kept for later parts.
const KEPT: usize = 8;

/// What the answers show, and runs that can be compared with later ones.
pub(crate) struct Answers {
    pub(crate) findings: Vec<Finding>,
    pub(crate) kept: Vec<(Problem, Measurement)>,
}

/// Tries all 8-puzzles, or as many as the extent allows, and boards of other sizes.
pub(crate) fn examine(bench: &Bench<'_>, counts_as: Option<&Solver>) -> Result<Answers> {
    let model = counts_as.map(|solver| Bench { solver, ..*bench });
    let mut trial = Trial {
        runs: bench.open(bench.limits),
        model: model.as_ref().map(|model| (model.solver.name(), model.open(bench.limits))),
        kept: Vec::new(),
        counters: Counters::default(),
    };
    let begun = Instant::now();
    let goal = boards::last("3x3".parse()?)?;
    let all = boards::by_distance(goal)?;
    let distances: Vec<u32> = all.iter().map(|&(_, distance)| distance).collect();
    let (order, first) = boards::order(&distances);
    let mut ledger = Ledger::default();
    let mut tried = order.len();
    for (turn, &place) in order.iter().enumerate() {
        if turn > 0 && bench.extent.is_used_up(turn as u64, begun) {
            tried = turn;
            break;
        }
        let (problem, distance) = all[place];
        let posed = Posed { problem, optimal: Some(distance) };
        trial.solve(place, posed, turn < first && turn % KEPT == 0, &mut ledger)?;
    }
    let number = |count: usize| grouped(&count.to_string());
    let whole = number(order.len());
    let extent = match order.get(tried) {
        None => format!("all {whole} boards"),
        Some(_) if tried < first => format!("{} boards of {whole}", number(tried)),
        Some(&next) => format!(
            "{} boards of {whole}: all up to distance {} and some of each greater distance",
            number(tried),
            distances[next].saturating_sub(1)
        ),
    };
    let mut findings = vec![ledger.finding("answers on 3x3", &extent)];

    let begun = Instant::now();
    let mut ledger = Ledger::default();
    let others = boards::others()?;
    let mut tried = 0;
    for (place, posed) in others.iter().enumerate() {
        if tried > 0 && bench.extent.time.is_some_and(|time| begun.elapsed() > time) {
            break;
        }
        trial.solve(place, *posed, place % KEPT == 0, &mut ledger)?;
        tried += 1;
    }
    let extent = match tried == others.len() {
        true => format!("all {tried} boards, of 10 sizes and with many goals"),
        false => format!("{tried} boards of {}, of 10 sizes and with many goals", others.len()),
    };
    findings.push(ledger.finding("answers on other boards", &extent));
    findings.push(trial.counters.finding());
    let named = trial.model.as_ref().map(|(name, _)| *name);
    findings.extend(named.map(|name| trial.counters.comparison(name)));
    Ok(Answers { findings, kept: trial.kept })
}

/// A solver that is being tried.
struct Trial<'a> {
    runs: Runs<'a>,
    /// The strategy whose counts the solver should have.
    model: Option<(&'a str, Runs<'a>)>,
    kept: Vec<(Problem, Measurement)>,
    counters: Counters,
}

impl Trial<'_> {
    fn solve(
        &mut self,
        place: usize,
        posed: Posed,
        is_kept: bool,
        ledger: &mut Ledger,
    ) -> Result<()> {
        let Posed { problem, optimal } = posed;
        let measurement = self.runs.run(&problem)?;
        let (status, reason) = check::judge(&problem, optimal, &measurement.end);
        match status {
            Status::Solved | Status::Unsolvable => ledger.right += 1,
            Status::Wrong | Status::Crashed => {
                ledger.wrong += 1;
                if ledger.smallest.as_ref().is_none_or(|(known, ..)| place < *known) {
                    let text = explain(posed, &measurement.end, &reason.unwrap_or_default());
                    ledger.smallest = Some((place, problem, text));
                }
            }
            other => *ledger.unanswered.entry(other).or_insert(0) += 1,
        }
        if let (Status::Solved, Some(length)) = (status, optimal) {
            self.counters.take(&problem, length, &measurement);
            if let Some((_, model)) = &mut self.model {
                let expected = model.run(&problem)?;
                self.counters.compare(&problem, length, &measurement, &expected);
            }
        }
        if is_kept && matches!(status, Status::Solved | Status::Unsolvable) {
            self.kept.push((problem, measurement));
        }
        Ok(())
    }
}

/// What is wrong with an answer, and what would be right.
fn explain(posed: Posed, end: &End, reason: &str) -> String {
    let Posed { problem, optimal } = posed;
    let distance = match optimal {
        Some(distance) => format!("distance {distance}"),
        None => "which has no solution".to_owned(),
    };
    let mut text = format!("`{}`, {distance}: {reason}", boards::shown(&problem));
    if let End::Path(path) = end {
        text.push_str(&format!("; it answers {path:?}", path = path.to_string()));
        if optimal.is_some() {
            text.push_str(&format!(", and {:?} is optimal", boards::shortest(&problem)));
        }
    }
    text
}

/// The answers to boards of one kind.
#[derive(Default)]
struct Ledger {
    right: u64,
    unanswered: BTreeMap<Status, u64>,
    wrong: u64,
    /// The first wrong answer by place, with its text.
    smallest: Option<(usize, Problem, String)>,
}

impl Ledger {
    fn finding(&self, topic: &'static str, extent: &str) -> Finding {
        let unanswered: String =
            self.unanswered.iter().map(|(status, count)| format!("; {count} {status}")).collect();
        if let Some((_, problem, text)) = &self.smallest {
            let wrong = match self.wrong {
                1 => "1 wrong answer".to_owned(),
                many => format!("{} wrong answers", grouped(&many.to_string())),
            };
            let text =
                format!("{wrong} on {extent}{unanswered}\n        smallest counterexample: {text}");
            return Finding::fault(topic, text).on(problem.start());
        }
        match (self.right, unanswered.as_str()) {
            (0, _) => Finding::fault(topic, format!("no answer on {extent}{unanswered}")),
            (_, "") => Finding::right(topic, format!("right on {extent}")),
            _ => Finding::remark(topic, format!("right on {extent}, except{}", &unanswered[1..])),
        }
    }
}

/// What the counters of solved boards show.
#[derive(Default)]
struct Counters {
    runs: u64,
    /// How often each relation was compared.
    compared: [u64; RELATIONS.len()],
    /// How often each relation was broken, and the first time.
    broken: BTreeMap<usize, (u64, Problem, String)>,
    /// How often counts were compared with those of another strategy.
    same: u64,
    /// The shortest board with other counts, its length, and the counts.
    other: Option<(u32, Problem, String)>,
}

impl Counters {
    fn take(&mut self, problem: &Problem, length: u32, measurement: &Measurement) {
        self.runs += 1;
        for (place, relation) in RELATIONS.iter().enumerate() {
            let Some(holds) = (relation.holds)(length.into(), &measurement.tally) else { continue };
            self.compared[place] += 1;
            if !holds {
                let text = || format!("length {length}, {}", listed(measurement));
                let first = self.broken.entry(place).or_insert_with(|| (0, *problem, text()));
                first.0 += 1;
            }
        }
    }

    fn finding(&self) -> Finding {
        let topic = "counters";
        if let Some((place, (count, problem, text))) = self.broken.first_key_value() {
            let text = format!(
                "not {} in {count} of {} runs\n        an example: `{}`: {text}",
                RELATIONS[*place].text,
                self.compared[*place],
                boards::shown(problem)
            );
            return Finding::fault(topic, text).on(problem.start());
        }
        let held = self.compared.iter().filter(|&&count| count > 0).count();
        let runs = grouped(&self.runs.to_string());
        match held {
            0 => Finding::remark(topic, format!("none are reported in {runs} runs")),
            _ => Finding::right(
                topic,
                format!("{held} of {} relations hold in {runs} runs", RELATIONS.len()),
            ),
        }
    }

    /// Compares the counters that do not depend on the order among equal nodes.
    fn compare(&mut self, problem: &Problem, length: u32, run: &Measurement, model: &Measurement) {
        let of = |run: &Measurement| [run.tally.expanded_before_last, run.tally.layers];
        for (place, (mine, expected)) in of(run).into_iter().zip(of(model)).enumerate() {
            let (Some(mine), Some(expected)) = (mine, expected) else { continue };
            self.same += 1;
            let is_smaller = self.other.as_ref().is_none_or(|(known, ..)| length < *known);
            if mine != expected && is_smaller {
                let name = ["expanded_before_last", "layers"][place];
                let text = format!("{name} is {mine}: expected {expected}");
                self.other = Some((length, *problem, text));
            }
        }
    }

    fn comparison(&self, model: &str) -> Finding {
        let topic = "counts as expected";
        match &self.other {
            Some((length, problem, text)) => {
                let text = format!(
                    "not those of {model} on `{}`, distance {length}: {text}",
                    boards::shown(problem)
                );
                Finding::fault(topic, text).on(problem.start())
            }
            None if self.same == 0 => Finding::remark(
                topic,
                "not compared: expanded_before_last and layers are not reported",
            ),
            None => Finding::right(topic, format!("{} are those of {model}", self.same)),
        }
    }
}

/// The counters that a run reports.
fn listed(measurement: &Measurement) -> String {
    let values = serde_json::to_value(measurement.tally).unwrap_or_default();
    let values = values.as_object().into_iter().flatten();
    values.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}
