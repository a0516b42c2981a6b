//! `optile verify`: every strategy on every instance, checked.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use optile_core::{PathChoice, Promise, Session, Size, Stop, Strategy};
use optile_instances::instance::{Instance, every_board};
use optile_instances::space::{self, Spaces};
use optile_results::counts::Counts;
use optile_results::lines::quote;
use optile_runner::interruption::Interruption;
use optile_runner::plan::registry::{Entry, Registry};
use optile_runner::plan::suite::Suite;
use optile_runner::progress::Progress;
use optile_runner::run::{End, Measurement, Runner};
use optile_runner::system::machine;
use optile_testkit::requirement::{self, Answers, Compliance, Posed, Run, SolvedCounters};

use super::selection;
use crate::command::boards::spelling::goal;
use crate::command::check;
use crate::command::exit::Exit;
use crate::command::limits::LimitArguments;
use crate::command::pdb::TableFolder;

/// Check every strategy on every instance once, without measuring time
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
    answers: Answers,
    counters: SolvedCounters,
}

/// The answers of a strategy as a sentence; `planned` is the number of instances.
fn sentence(answers: &Answers, planned: u64) -> String {
    let (tried, right) = (answers.tried(), answers.right);
    let mut text = match answers.wrong.text() {
        Some(first) => {
            format!(
                "WRONG: {} of {}, first {first}",
                answers.wrong.count,
                answers.wrong.count + right
            )
        }
        None if tried < planned => {
            format!("interrupted after {tried} of {planned}: {right} right")
        }
        None if right == 0 => "no answer".to_owned(),
        None => format!("OK: {right} right"),
    };
    for (word, count) in &answers.unanswered {
        text.push_str(&format!(", {count} {word}"));
    }
    if answers.wrong.count > 0 && tried < planned {
        text.push_str(&format!(", interrupted after {tried} of {planned}"));
    }
    text
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
        let progress = Progress::of(total, "runs", self.quiet);
        let mut checked: Vec<Checks> = strategies.iter().map(|_| Checks::default()).collect();
        let mut sessions: Vec<_> = strategies.iter().map(Entry::open).collect();
        'all: for (rank, instance) in (0..).zip(&instances) {
            let turns = strategies.iter().zip(&mut sessions).zip(&mut checked);
            for ((entry, session), checks) in turns {
                progress.begin(|| format!("{} with {}", instance.id, entry.name));
                let failure = verification.check(rank, instance, entry, session, checks);
                let Some(failure) = failure else {
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
        Ok((None, every_board(goal(self.goal.as_deref(), size)?)?))
    }

    /// Prints a line per strategy; `planned` is the number of instances.
    fn conclude(&self, strategies: &[Entry], checked: &[Checks], planned: u64) -> Result<Exit> {
        let mut out = io::stdout().lock();
        let longest = strategies.iter().map(|entry| entry.name.chars().count()).max();
        let width = longest.unwrap_or_default().max(20);
        let mut is_right = true;
        for (entry, Checks { answers, counters }) in strategies.iter().zip(checked) {
            let is_wrong = answers.wrong.count > 0;
            if is_wrong || !self.quiet {
                writeln!(out, "{:<width$} {}", entry.name, sentence(answers, planned))?;
            }
            let broken = counters.assessments().into_iter();
            let broken = broken.filter(|one| one.compliance == Compliance::Broken);
            let broken: Vec<_> = broken.map(|one| format!("{}: {}", one.topic, one.text)).collect();
            for text in &broken {
                writeln!(out, "{:<width$} WRONG: {text}", entry.name)?;
            }
            is_right &= !is_wrong && broken.is_empty();
        }
        // A signal after the last run changes nothing.
        Ok(match checked.iter().all(|checks| checks.answers.tried() == planned) {
            true if is_right => Exit::Success,
            true => Exit::Wrong,
            false => Exit::Interrupted,
        })
    }
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
        rank: u64,
        instance: &Instance,
        entry: &Entry,
        session: &mut Session<&dyn Strategy>,
        checks: &mut Checks,
    ) -> Option<bool> {
        let problem = &instance.problem;
        let measurement = self.runner.run(session, problem, self.choice);
        if measurement.end == End::Stop(Stop::Interrupted) {
            return None;
        }
        let published = self.published(instance, entry, &measurement);
        let run = check::run_of(measurement);
        let fault = self.fault(instance, entry, &run).or(published);
        let fault =
            fault.map(|fault| format!("on instance {} ({problem}): {fault}", quote(&instance.id)));
        let failed = fault.is_some();
        if checks.answers.take(problem.start(), rank, &run.end, fault) {
            checks.counters.take(problem, &run);
        }
        Some(failed)
    }

    /// What is wrong with an answer; `None` if it is right or there is none.
    fn fault(&mut self, instance: &Instance, entry: &Entry, run: &Run) -> Option<String> {
        let problem = instance.problem;
        let truth = self.spaces.length(&problem);
        if let (Some(truth), Some(stated)) = (truth, instance.optimal)
            && truth != stated
        {
            return Some(format!("the file states {stated} moves, but {truth} are optimal"));
        }
        let optimal = truth.or(instance.optimal);
        let smallest = match self.choice {
            PathChoice::LexicographicallySmallest => self.spaces.smallest_path(&problem),
            PathChoice::Any => None,
        };
        let promise = entry.strategy.promise();
        let posed = Posed { problem, optimal, smallest };
        if let Some(fault) = requirement::fault(&posed, promise, &run.end) {
            return Some(fault);
        }
        let requirement::End::Path(path) = &run.end else { return None };
        if optimal.is_some() || promise != Promise::Optimal {
            return None;
        }
        let length = path.len() as u32;
        let first = (length, entry.name.clone());
        let (known, by) = self.found.entry(instance.id.clone()).or_insert(first);
        (*known != length).then(|| format!("{length} moves, but {by} found {known}"))
    }

    /// How the counts of a solved instance differ from those in the file.
    fn published(&self, instance: &Instance, entry: &Entry, run: &Measurement) -> Option<String> {
        let counts = instance.counts.filter(|_| self.counts_of.as_ref() == Some(&entry.name))?;
        let made = Counts { expanded: run.tally.expanded, generated: run.tally.generated };
        let agree = counts.agree_with(made.expanded, made.generated);
        let is_other = matches!(run.end, End::Path(_)) && !agree;
        is_other.then(|| format!("{made}, but the file states {counts}"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use optile_testkit::requirement::Faults;

    use super::*;

    #[test]
    fn only_what_was_checked_completely_is_ok() {
        let board = "1203".parse().unwrap();
        let sentence = |right, unsupported, failures: u64| {
            let mut wrong = Faults::default();
            (0..failures).for_each(|rank| wrong.take(rank, &board, "here".to_owned()));
            let unanswered = BTreeMap::from([("unsupported", unsupported)]);
            super::sentence(&Answers { right, unanswered, wrong, ..Answers::default() }, 10)
        };
        assert_eq!(sentence(7, 3, 0), "OK: 7 right, 3 unsupported");
        assert_eq!(sentence(6, 3, 0), "interrupted after 9 of 10: 6 right, 3 unsupported");
        assert_eq!(sentence(6, 3, 1), "WRONG: 1 of 7, first here, 3 unsupported");
        let both = "WRONG: 1 of 3, first here, 3 unsupported, interrupted after 6 of 10";
        assert_eq!(sentence(2, 3, 1), both);
    }
}
