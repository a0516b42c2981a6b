//! `optile verify`: every strategy on every instance, checked.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use optile_core::{Arrangement, PathChoice, Session, Size, Stop, Strategy};
use optile_instances::instance::Instance;
use optile_instances::space::{self, Spaces};
use optile_results::counts::Counts;
use optile_results::lines::quote;
use optile_results::row::Status;
use optile_runner::check::judge;
use optile_runner::interruption::Interruption;
use optile_runner::machine;
use optile_runner::progress::{LiveProgress, Progress};
use optile_runner::registry::{Entry, Registry};
use optile_runner::run::{End, Measurement, Runner};
use optile_runner::suite::Suite;

use super::selection;
use crate::check;
use crate::command::pdb::TableFolder;
use crate::command::{Exit, LimitArguments};
use crate::spelling::goal;

#[derive(Debug, Args)]
pub(in crate::command) struct Arguments {
    /// A TOML file or the name of a bundled suite [default: eight]
    #[arg(conflicts_with = "exhaustive")]
    suite: Option<String>,
    /// Use every solvable board of this size, up to 3x3, instead of a suite
    #[arg(long, value_name = "WxH", value_parser = parse_small)]
    exhaustive: Option<Size>,
    /// The goal of all these boards: blank-first, blank-last or a board [default: blank-last]
    #[arg(long, requires = "exhaustive")]
    goal: Option<String>,
    /// Check only this instance of the suite: an id, or a pattern such as '1*'; may be repeated
    #[arg(long, value_name = "ID", conflicts_with = "exhaustive")]
    instance: Vec<String>,
    /// Check this strategy instead of the suite's, or those of the suite that match a pattern
    /// such as 'astar:*'; may be repeated
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
    /// Ask for the lexicographically smallest paths and compare the moves too
    #[arg(long)]
    lexicographic: bool,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    place: TableFolder,
    /// Print only failures
    #[arg(long, short)]
    quiet: bool,
}

fn parse_small(text: &str) -> Result<Size> {
    let size: Size = text.parse()?;
    anyhow::ensure!(space::is_small(size), "{size} boards have too many states to check them all");
    Ok(size)
}

/// The results of checking one strategy.
#[derive(Debug, Default)]
struct Checks {
    /// Instances with a correct answer.
    right: u64,
    /// Instances without an answer, by status.
    unanswered: BTreeMap<Status, u64>,
    failures: u64,
    /// The first failure.
    first: Option<String>,
}

impl Checks {
    /// Instances that were checked.
    fn tried(&self) -> u64 {
        self.right + self.failures + self.unanswered.values().sum::<u64>()
    }

    /// The results as a sentence; `planned` is the number of instances.
    fn sentence(&self, planned: u64) -> String {
        let tried = self.tried();
        let mut text = match (&self.first, self.right) {
            (Some(first), right) => {
                format!("WRONG: {} of {}, first {first}", self.failures, self.failures + right)
            }
            (None, right) if tried < planned => {
                format!("interrupted after {tried} of {planned}: {right} right")
            }
            (None, 0) => "no answer".to_owned(),
            (None, right) => format!("OK: {right} right"),
        };
        for (status, count) in &self.unanswered {
            text.push_str(&format!(", {count} {status}"));
        }
        if self.first.is_some() && tried < planned {
            text.push_str(&format!(", interrupted after {tried} of {planned}"));
        }
        text
    }
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let registry = self.place.registry(self.quiet);
        let (suite, instances) = self.instances(&registry)?;
        let suites = suite.as_ref().map(|suite| &suite.strategies[..]).unwrap_or_default();
        let strategies = selection::entries(&self.strategy, suites, &registry)?;
        let limits = suite.as_ref().map(|suite| suite.limits).unwrap_or_default();
        let limits = machine::with_memory_limit(self.limits.over(limits), 1);
        let interruption = Interruption::listen(1)?;
        let mut verification = Verification {
            runner: Runner::new(limits, interruption.interrupt()),
            choice: match self.lexicographic {
                true => PathChoice::LexicographicallySmallest,
                false => PathChoice::Any,
            },
            counts_of: suite.and_then(|suite| suite.counts_of),
            spaces: Spaces::default(),
            found: BTreeMap::new(),
        };
        let total = instances.len() as u64 * strategies.len() as u64;
        let progress = LiveProgress::new(Progress::new(total, self.quiet));
        let mut checked: Vec<Checks> = strategies.iter().map(|_| Checks::default()).collect();
        let mut sessions: Vec<_> = strategies.iter().map(Entry::open).collect();
        'all: for instance in &instances {
            let turns = strategies.iter().zip(&mut sessions).zip(&mut checked);
            for ((entry, session), checks) in turns {
                progress.begin(|| format!("{} with {}", instance.id, entry.name));
                let Some(failure) = verification.check(instance, entry, session, checks) else {
                    break 'all;
                };
                progress.end(failure);
                if interruption.is_asked() {
                    break 'all;
                }
            }
        }
        drop(progress);
        self.conclude(&strategies, &checked, instances.len() as u64)
    }

    /// The instances, and the suite if they are from one.
    fn instances(&self, registry: &Registry) -> Result<(Option<Suite>, Vec<Instance>)> {
        let Some(size) = self.exhaustive else {
            let name = self.suite.as_deref().unwrap_or("eight");
            let suite = Suite::find(name, registry)?;
            let instances = selection::instances(suite.instances()?, &self.instance)?;
            return Ok((Some(suite), instances));
        };
        let goal = match &self.goal {
            Some(text) => goal(text, size)?,
            None => Arrangement::goal(size, size.cells() - 1)?,
        };
        Ok((None, every_board(goal)?))
    }

    /// Prints a line per strategy; `planned` is the number of instances.
    fn conclude(&self, strategies: &[Entry], checked: &[Checks], planned: u64) -> Result<Exit> {
        let mut out = io::stdout().lock();
        let longest = strategies.iter().map(|entry| entry.name.chars().count()).max();
        let width = longest.unwrap_or_default().max(20);
        for (entry, checks) in strategies.iter().zip(checked) {
            if checks.first.is_some() || !self.quiet {
                writeln!(out, "{:<width$} {}", entry.name, checks.sentence(planned))?;
            }
        }
        // A signal after the last run changes nothing.
        Ok(match checked.iter().all(|checks| checks.tried() == planned) {
            true => Exit::of(checked.iter().all(|checks| checks.first.is_none())),
            false => Exit::Interrupted,
        })
    }
}

/// Every board from which this goal can be reached.
fn every_board(goal: Arrangement) -> Result<Vec<Instance>> {
    let boards = check::by_distance(goal)?.into_iter().zip(0_u64..);
    let instance = |((problem, _), number): (_, u64)| Instance {
        id: number.to_string(),
        problem,
        optimal: None,
        counts: None,
    };
    Ok(boards.map(instance).collect())
}

struct Verification {
    runner: Runner,
    choice: PathChoice,
    counts_of: Option<String>,
    spaces: Spaces,
    /// The length first found for each instance, and the strategy that found it.
    found: BTreeMap<String, (u32, String)>,
}

impl Verification {
    /// Runs one strategy on one instance. Returns whether that failed, or `None` if
    /// the user interrupted it.
    fn check(
        &mut self,
        instance: &Instance,
        entry: &Entry,
        session: &mut Session<&dyn Strategy>,
        checks: &mut Checks,
    ) -> Option<bool> {
        let measurement = self.runner.run(session, &instance.problem, self.choice);
        if measurement.end == End::Stop(Stop::Interrupted) {
            return None;
        }
        let failure = match self.judge(instance, entry, &measurement) {
            Ok(Status::Solved | Status::Unsolvable) => {
                checks.right += 1;
                return Some(false);
            }
            Ok(status) => {
                *checks.unanswered.entry(status).or_insert(0) += 1;
                return Some(false);
            }
            Err(failure) => failure,
        };
        checks.failures += 1;
        checks.first.get_or_insert_with(|| {
            format!("on instance {} ({}): {failure}", quote(&instance.id), instance.problem)
        });
        Some(true)
    }

    /// The status of a correct answer or of no answer; an error for a wrong answer.
    fn judge(
        &mut self,
        instance: &Instance,
        entry: &Entry,
        measurement: &Measurement,
    ) -> Result<Status, String> {
        let problem = &instance.problem;
        let truth = self.spaces.length(problem);
        if let (Some(truth), Some(stated)) = (truth, instance.optimal)
            && truth != stated
        {
            return Err(format!("the file states {stated} moves, but {truth} are optimal"));
        }
        let optimal = truth.or(instance.optimal);
        let (status, reason) = judge(problem, optimal, &measurement.end);
        if matches!(status, Status::Wrong | Status::Crashed) {
            return Err(reason.unwrap_or_default());
        }
        let End::Path(path) = &measurement.end else { return Ok(status) };
        if optimal.is_none() {
            let length = path.len() as u32;
            let first = (length, entry.name.clone());
            let (known, by) = self.found.entry(instance.id.clone()).or_insert(first);
            if *known != length {
                return Err(format!("{length} moves, but {by} found {known}"));
            }
        }
        if self.choice == PathChoice::LexicographicallySmallest
            && let Some(smallest) = self.spaces.smallest_path(problem)
            && smallest != *path
        {
            return Err(format!("{path} is not the smallest path, which is {smallest}"));
        }
        if self.counts_of.as_ref() == Some(&entry.name)
            && let Some(counts) = instance.counts
        {
            let (expanded, generated) = (measurement.tally.expanded, measurement.tally.generated);
            if !counts.agree_with(expanded, generated) {
                let made = Counts { expanded, generated };
                return Err(format!("{made}, but the file states {counts}"));
            }
        }
        Ok(status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_checked_completely_is_ok() {
        let checks = |right, unsupported, failures| Checks {
            right,
            unanswered: BTreeMap::from([(Status::Unsupported, unsupported)]),
            failures,
            first: (failures > 0).then(|| "here".to_owned()),
        };
        let sentence = |right, unsupported, failures| {
            let checks = checks(right, unsupported, failures);
            checks.sentence(10)
        };
        assert_eq!(sentence(7, 3, 0), "OK: 7 right, 3 unsupported");
        assert_eq!(sentence(6, 3, 0), "interrupted after 9 of 10: 6 right, 3 unsupported");
        assert_eq!(sentence(6, 3, 1), "WRONG: 1 of 7, first here, 3 unsupported");
        let both = "WRONG: 1 of 3, first here, 3 unsupported, interrupted after 6 of 10";
        assert_eq!(sentence(2, 3, 1), both);
    }
}
