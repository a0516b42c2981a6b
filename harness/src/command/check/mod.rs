//! `optile check`: examines one strategy, heuristic or external program, for its author.
//!
//! # The main decision
//!
//! **A fault is shown by its smallest counterexample.** Boards of one size are tried in
//! the order of their distance from the goal, so the first fault is the one that an
//! author can follow by hand. A few boards of every distance come first, because faults
//! far from the goal would otherwise not be found in a limited time.
//!
//! Strategies and external programs run in processes that can be ended. So a search that
//! crashes or does not end breaks a requirement, too. What is required is in
//! [`optile_requirement`]. The distances come from breadth-first searches that share
//! no code with any strategy.

mod boards;
mod class;
mod course;
mod estimates;
mod processes;
mod source;
mod strategies;
mod worth;

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use optile_requirement::{Assessment, Compliance};
use optile_results::limits::RunLimits;
use optile_results::text::lines::quote;
use optile_results::text::quantity::{parse_count, parse_duration, positive};
use optile_results::text::terminal::{width, wrapped};
use optile_runner::interruption::Interruption;
use optile_runner::plan::registry::Registry;
use optile_runner::plan::solver::{External, Solver};
use optile_runner::plan::suite::Suite;
use optile_runner::supervision::estimates::Estimates;
use optile_runner::system::machine;
use serde_json::{Value, json};

use self::class::{Boards, Grading};
use self::course::Course;
use self::processes::{Given, Processes};
use self::source::Source;
use crate::command::boards::answer::rows;
use crate::command::exit::Exit;
use crate::command::pdb::TableFolder;
use crate::command::programs::HeuristicPrograms;
use crate::registry;

/// Time for the boards of each kind, and for one submission of a class.
const TIME: Duration = Duration::from_secs(60);
const TIME_OF_SUBMISSION: Duration = Duration::from_secs(15);

/// The strategy with whose expansions those of a class are compared.
const REFERENCE: &str = "astar:manhattan";

/// The user has interrupted the examination.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("interrupted")]
struct Interrupted;

/// Examine a strategy, a heuristic or an external program, for its author
///
/// A strategy or a program solves 8-puzzles, some without a solution, then some of each
/// distance, then in the order of their distance, then the farthest, and boards of other
/// sizes. At least one board of each kind is tried, however little the time is. A run that a
/// limit of the command ended shows nothing. The command examines whether
/// each answer is optimal, whether the counters fit together, whether runs repeat,
/// whether limits are kept, and whether a strategy gives the lexicographically smallest path
/// if it is asked for. A heuristic is examined on the same boards: whether it is
/// admissible, consistent, and the same by steps. The smallest counterexample is drawn.
/// A hundred faults of a kind are enough, and the rest is not examined then. Ctrl-C prints
/// what was found so far.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// A strategy, a heuristic, a program of the suite [default: all of them], or a folder of
    /// submissions
    ///
    /// The submissions of a folder are its files *.py, *.cpp and *.java, and folders with a file
    /// optile.toml. All are asked the same boards, and files for marks are written.
    /// A strategy without the heuristic that it needs stands for those with each heuristic. They
    /// share the time.
    #[arg(required_unless_present_any = ["suite", "heuristic_program"])]
    name: Vec<String>,
    /// The suite that declares external programs
    #[arg(long, value_name = "FILE")]
    suite: Option<String>,
    /// Time for the boards of each kind
    ///
    /// [default: 1m, and 15s for each submission of a folder]
    #[arg(long, value_name = "T", value_parser = positive(parse_duration))]
    time: Option<Duration>,
    /// Most 8-puzzles to try; for a folder of submissions also a file with their boards
    #[arg(long, value_name = "N|FILE", value_parser = which_boards)]
    boards: Option<Boards>,
    /// Try all 181,440 8-puzzles, however long it takes
    #[arg(long, conflicts_with_all = ["time", "boards"])]
    exhaustive: bool,
    /// Time limit of each run, and of each estimate of a program
    #[arg(long, value_name = "T", default_value = "10s", value_parser = positive(parse_duration))]
    time_limit: Duration,
    /// Compare expanded_before_last and layers with those of this strategy
    #[arg(long, value_name = "NAME")]
    counts_as: Option<String>,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
    /// Submissions of a folder that are examined at the same time, each on its own core
    #[arg(long, short, value_name = "N", default_value = "1")]
    jobs: NonZeroU32,
    /// Seed of the boards for the submissions of a folder
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Where to write class.html, class.csv and class.json [default: optile-results/class-FOLDER]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    heuristics: HeuristicPrograms,
    #[command(flatten)]
    place: TableFolder,
}

/// What a name stands for.
enum Subject<'a> {
    Solver(Solver),
    Heuristic(Source<'a>),
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let library = self.place.library(true);
        let mut registry = registry::with_tables(library.clone());
        if let [folder] = &self.name[..]
            && Path::new(folder).is_dir()
            && !is_known(folder, &registry)
        {
            return self.grade(Path::new(folder), &registry);
        }
        let suite = self.suite.as_deref();
        let (suite, _) = self.heuristics.declare_with(suite, &mut registry)?;
        let interruption = Interruption::listen(1)?;
        let subjects = self.subjects(&suite, &registry, &interruption)?;
        let mut documents = Vec::new();
        let model = match &self.counts_as {
            Some(name) => Some(Solver::BuiltIn(registry.build(name)?)),
            None => None,
        };
        let given = Given { tables: library.folder(), programs: &suite.heuristics };
        let mut exit = Exit::Success;
        let mut course = Course::new(subjects.len(), &interruption, self.quiet);
        course.boards = self.most()?;
        for (name, time, subject) in subjects {
            course.time = (!self.exhaustive).then_some(time);
            course.subject(&name);
            let mut found = Vec::new();
            let end = self.examine(subject, model.as_ref(), given, &mut course, &mut found);
            let is_interrupted = end.is_err() && interruption.is_asked();
            // What was found is told, whatever has ended the examination.
            if end.is_ok() || is_interrupted || !found.is_empty() {
                match self.json {
                    true => documents.push(document(&name, &found, is_interrupted)),
                    false => course.progress.aside(|| print(&name, &found, is_interrupted))?,
                }
            }
            match end {
                Err(_) if is_interrupted => {
                    exit = Exit::Interrupted;
                    break;
                }
                end => end?,
            }
            let is_broken = |one: &Assessment| one.compliance == Compliance::Broken;
            if found.iter().any(is_broken) {
                exit = Exit::Wrong;
            }
        }
        if self.json {
            writeln!(io::stdout(), "{:#}", Value::from(documents))?;
        }
        Ok(exit)
    }

    /// What is examined, each with its time.
    fn subjects<'a>(
        &self,
        suite: &Suite,
        registry: &Registry,
        interruption: &'a Interruption,
    ) -> Result<Vec<(String, Duration, Subject<'a>)>> {
        let programs = [&suite.external[..], &suite.heuristics[..]];
        let all = programs.concat().into_iter().map(|program| program.name);
        let names = if self.name.is_empty() { all.collect() } else { self.name.clone() };
        if names.is_empty() {
            bail!(
                "the suite declares no program: expected [[external]] or [[heuristic]] in it, \
                 or a name"
            );
        }
        let mut subjects = Vec::new();
        for name in names {
            let is_program = programs.iter().flat_map(|all| *all).any(|one| one.name == name);
            let members = if is_program { vec![name] } else { registry.members(&name) };
            // The members of a family share the time.
            let time = self.time.unwrap_or(TIME) / members.len().max(1) as u32;
            for name in members {
                let known = subject(&name, programs, registry, self.time_limit, interruption)?;
                subjects.push((name, time, known));
            }
        }
        Ok(subjects)
    }

    /// The most boards of a subject that is not a class.
    fn most(&self) -> Result<Option<u64>> {
        match &self.boards {
            Some(Boards::File(file)) => {
                bail!("{} is no number, and a file is for a folder of submissions", file.display())
            }
            Some(Boards::Count(most)) => Ok(Some(*most)),
            None => Ok(None),
        }
    }

    /// Examines the submissions of a folder.
    fn grade(&self, folder: &Path, registry: &Registry) -> Result<Exit> {
        let name = folder.canonicalize()?.file_name().unwrap_or_default().to_owned();
        let own = Path::new("optile-results").join(format!("class-{}", name.to_string_lossy()));
        let limits = RunLimits { time: Some(self.time_limit), ..RunLimits::default() };
        let interruption = Interruption::listen(1)?;
        let grading = Grading {
            folder,
            out: std::path::absolute(self.out.clone().unwrap_or(own))?,
            jobs: self.jobs,
            time: self.time.unwrap_or(TIME_OF_SUBMISSION),
            limits: machine::with_memory_limit(limits, self.jobs.get()),
            reference: self.counts_as.as_deref().unwrap_or(REFERENCE),
            interruption: &interruption,
            is_quiet: self.quiet,
        };
        let (class, exit) = grading.grade(self.boards.as_ref(), self.seed, registry)?;
        let lines = class::write(&class, &grading.out)?;
        let text = match self.json {
            true => serde_json::to_string_pretty(&class)?,
            false => lines.join("\n"),
        };
        writeln!(io::stdout(), "{text}")?;
        Ok(exit)
    }

    fn examine<'a>(
        &self,
        subject: Subject<'a>,
        model: Option<&'a Solver>,
        given: Given<'a>,
        course: &mut Course<'a>,
        found: &mut Vec<Assessment>,
    ) -> Result<()> {
        match subject {
            Subject::Solver(solver) => {
                let limits = RunLimits { time: Some(self.time_limit), ..RunLimits::default() };
                let limits = machine::with_memory_limit(limits, 1);
                let interruption = course.interruption;
                let open = |solver| Processes::new(solver, limits, given, interruption);
                let model = model.map(&open);
                let promise = solver.promise();
                let mut subject = open(&solver);
                strategies::examine(&mut subject, promise, model, &boards::eights()?, course, found)
            }
            Subject::Heuristic(mut source) => estimates::examine(&mut source, course, found),
        }
    }
}

/// Whether a family or a heuristic has this name. A crate may have its folder here.
fn is_known(name: &str, registry: &Registry) -> bool {
    registry.families().iter().any(|family| family.name == name)
        || registry.all_heuristics().iter().any(|heuristic| heuristic.name == name)
}

/// Reads a number of boards, or the name of a file.
fn which_boards(text: &str) -> Result<Boards> {
    match text.starts_with(|c: char| c.is_ascii_digit() || c == '-') && !Path::new(text).exists() {
        true => positive(parse_count)(text).map(Boards::Count),
        false => Ok(Boards::File(text.into())),
    }
}

/// What was found about a subject, for other programs.
fn document(name: &str, found: &[Assessment], is_interrupted: bool) -> Value {
    let one = |one: &Assessment| {
        let compliance = match one.compliance {
            Compliance::Met => "met",
            Compliance::Remark => "remark",
            Compliance::Broken => "broken",
        };
        let board = one.board.map(|board| board.to_string());
        json!({"topic": one.topic, "compliance": compliance, "text": one.text, "board": board})
    };
    let found: Vec<Value> = found.iter().map(one).collect();
    json!({"name": name, "interrupted": is_interrupted, "found": found})
}

/// Prints what was found about a subject.
fn print(name: &str, found: &[Assessment], is_interrupted: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let end = if is_interrupted { " (interrupted: this was found before)" } else { "" };
    writeln!(out, "{name}{end}")?;
    for assessment in found {
        let mut text = assessment.to_string();
        for row in assessment.board.iter().flat_map(rows) {
            text.push_str(&format!("\n        {row}"));
        }
        writeln!(out, "{}", wrapped(&text, width(), 0, 8))?;
    }
    Ok(())
}

/// What a name stands for: a program of the suite, otherwise a strategy or a heuristic.
fn subject<'a>(
    name: &str,
    [solvers, heuristics]: [&[External]; 2],
    registry: &Registry,
    time_limit: Duration,
    interruption: &'a Interruption,
) -> Result<Subject<'a>> {
    let find = |programs: &[External]| programs.iter().find(|p| p.name == name).cloned();
    if let Some(program) = find(solvers) {
        return Ok(Subject::Solver(Solver::External(program)));
    }
    if let Some(program) = find(heuristics) {
        let source = Source::Program(Box::new(Estimates::new(program, time_limit, interruption)));
        return Ok(Subject::Heuristic(source));
    }
    if let Ok(heuristic) = registry.heuristics().named(name) {
        return Ok(Subject::Heuristic(Source::BuiltIn(heuristic, None)));
    }
    let word = name.split([':', '(', ',']).next().unwrap_or_default();
    if registry.families().iter().any(|family| family.name == word) {
        return Ok(Subject::Solver(Solver::BuiltIn(registry.build(name)?)));
    }
    let known = registry.all_heuristics().into_iter().map(|heuristic| heuristic.name);
    let known = known.chain(solvers.iter().chain(heuristics).map(|p| p.name.as_str()));
    bail!(
        "unknown strategy, heuristic or program {}: {}`optile list` lists strategies and \
         heuristics, and --suite names a file that declares programs",
        quote(name),
        registry.meant_by(name, &known.collect::<Vec<_>>())
    )
}
