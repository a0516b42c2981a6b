//! `optile check`: examines one strategy, heuristic or external program.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use optile_core::Heuristic;
use optile_results::limits::RunLimits;
use optile_results::lines::quote;
use optile_results::names::{nearest, suggestion};
use optile_results::quantity::{parse_count, parse_duration};
use optile_results::terminal::{width, wrapped};
use optile_runner::estimates::Estimates;
use optile_runner::interruption::Interruption;
use optile_runner::machine;
use optile_runner::registry::Registry;
use optile_runner::solver::{External, Solver};
use optile_runner::suite::Suite;

use super::Exit;
use super::pdb::TableFolder;
use crate::check::{self, Bench, Extent, Finding, Interrupted, Source, Verdict};
use crate::registry;

/// Examine a strategy, a heuristic or an external program, for its author
///
/// A strategy or a program solves 8-puzzles, first some of each distance and then in
/// the order of their distance, and boards of other sizes. The command examines whether
/// each answer is optimal, whether the counters fit together, whether runs repeat, and
/// whether limits are kept. A heuristic is examined on the same boards: whether it is
/// admissible, consistent, and the same by steps. The smallest counterexample is drawn.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// A strategy, a heuristic, or a program of the suite [default: all programs of the suite]
    #[arg(required_unless_present = "suite")]
    name: Vec<String>,
    /// The suite that declares external programs
    #[arg(long, value_name = "FILE")]
    suite: Option<String>,
    /// Time for the boards of each kind
    #[arg(long, value_name = "T", default_value = "1m", value_parser = parse_duration)]
    time: Duration,
    /// Most 8-puzzles to try
    #[arg(long, value_name = "N", value_parser = parse_count)]
    boards: Option<u64>,
    /// Try all 181,440 8-puzzles, however long it takes
    #[arg(long, conflicts_with_all = ["time", "boards"])]
    exhaustive: bool,
    /// Time limit of each run
    #[arg(long, value_name = "T", default_value = "10s", value_parser = parse_duration)]
    time_limit: Duration,
    /// Compare expanded_before_last and layers with those of this strategy
    #[arg(long, value_name = "NAME")]
    counts_as: Option<String>,
    #[command(flatten)]
    place: TableFolder,
}

/// What a name stands for.
enum Subject {
    Solver(Solver),
    Heuristic(External),
    BuiltInHeuristic(Arc<dyn Heuristic>),
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let library = self.place.library(true);
        let registry = registry::with_tables(library.clone());
        let suite = match &self.suite {
            Some(name) => Some(Suite::find(name, &registry)?),
            None => None,
        };
        let programs = suite.as_ref().map(|s| (&s.external[..], &s.heuristics[..]));
        let (solvers, heuristics) = programs.unwrap_or_default();
        let all = solvers.iter().chain(heuristics).map(|program| program.name.clone());
        let names = if self.name.is_empty() { all.collect() } else { self.name.clone() };
        if names.is_empty() {
            bail!(
                "the suite declares no program: expected [[external]] or [[heuristic]] in it, \
                 or a name"
            );
        }
        let mut subjects = Vec::new();
        for name in &names {
            subjects.push(subject(name, solvers, heuristics, &registry)?);
        }
        let model = match &self.counts_as {
            Some(name) => Some(Solver::BuiltIn(registry.build(name)?)),
            None => None,
        };
        let interruption = Interruption::listen(1)?;
        let mut exit = Exit::Success;
        for (name, subject) in names.iter().zip(subjects) {
            writeln!(io::stdout(), "{name}")?;
            let findings =
                match self.findings(subject, model.as_ref(), library.folder(), &interruption) {
                    Err(error) if error.is::<Interrupted>() => return Ok(Exit::Interrupted),
                    findings => findings?,
                };
            for finding in &findings {
                writeln!(io::stdout(), "{}", wrapped(&finding.to_string(), width(), 0, 8))?;
            }
            let is_well = findings.iter().all(|finding| finding.verdict != Verdict::Fault);
            exit = exit.max(Exit::of(is_well));
        }
        Ok(exit)
    }

    fn findings(
        &self,
        subject: Subject,
        model: Option<&Solver>,
        tables: Option<&Path>,
        interruption: &Interruption,
    ) -> Result<Vec<Finding>> {
        let extent = Extent { time: (!self.exhaustive).then_some(self.time), boards: self.boards };
        match subject {
            Subject::Solver(solver) => {
                let limits = RunLimits { time: Some(self.time_limit), ..RunLimits::default() };
                let limits = machine::with_memory_limit(limits, 1);
                let solver = &solver;
                check::solver(&Bench { solver, limits, extent, tables, interruption }, model)
            }
            Subject::Heuristic(program) => {
                let program = Estimates::new(program, interruption);
                check::heuristic(&mut Source::Program(Box::new(program)), extent)
            }
            Subject::BuiltInHeuristic(heuristic) => {
                check::heuristic(&mut Source::BuiltIn(heuristic), extent)
            }
        }
    }
}

/// What a name stands for: a program of the suite, otherwise a strategy or a heuristic.
fn subject(
    name: &str,
    solvers: &[External],
    heuristics: &[External],
    registry: &Registry,
) -> Result<Subject> {
    let find = |programs: &[External]| programs.iter().find(|p| p.name == name).cloned();
    if let Some(program) = find(solvers) {
        return Ok(Subject::Solver(Solver::External(program)));
    }
    if let Some(program) = find(heuristics) {
        return Ok(Subject::Heuristic(program));
    }
    if let Ok(heuristic) = registry.heuristics().named(name) {
        return Ok(Subject::BuiltInHeuristic(heuristic));
    }
    let word = name.split([':', '(', ',']).next().unwrap_or_default();
    if registry.families().iter().any(|family| family.name == word) {
        return Ok(Subject::Solver(Solver::BuiltIn(registry.build(name)?)));
    }
    let strategies = registry.names();
    let known = optile_heuristics::ALL.iter().map(|heuristic| heuristic.name);
    let known = known.chain(strategies.iter().map(String::as_str));
    let known = known.chain(solvers.iter().chain(heuristics).map(|p| p.name.as_str()));
    bail!(
        "unknown strategy, heuristic or program {}: {}`optile list` lists strategies and \
         heuristics, and --suite names a file that declares programs",
        quote(name),
        suggestion(nearest(name, known))
    )
}
