//! `optile watch`: a page that replays searches, expansion by expansion.

mod ending;
mod still;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use optile_chart::{Drawing, Figure, Sheet};
use optile_core::{Limits, Meter, Problem, Stop};
use optile_results::limits::RunLimits;
use optile_results::rows::row::{Outcome, Status};
use optile_results::text::quantity::{counted, grouped, parse_count, positive};
use optile_results::text::terminal::{self, say};
use optile_runner::check;
use optile_runner::instances::space::is_small;
use optile_runner::interruption::Interruption;
use optile_runner::plan::registry::Entry;
use optile_runner::plan::solver::Solver;
use optile_runner::plan::suite::Suite;
use optile_runner::supervision::program::Programs;
use optile_runner::supervision::supervisor::Supervisor;
use optile_runner::system::machine;

use crate::command::boards::source::Sources;
use crate::command::boards::spelling::Known;
use crate::command::exit::Exit;
use crate::command::output::{self, ending, ensure_ending, ensure_writable};
use crate::command::pdb::TableFolder;
use crate::command::programs::HeuristicPrograms;
use crate::command::runs::selection;
use crate::registry;
use crate::trace::plane::Plane;
use crate::trace::{Estimates, Watched, WatchedSearch, shown_from};

use self::ending::{Fewest, judge, note, summary};
use self::still::still;

/// The time limit of a program whose suite has none.
const PATIENCE: Duration = Duration::from_secs(60);

/// The bytes that an expansion takes at most, from its row and the states beside it to the page.
const BYTES: u64 = 700;

/// The strategies that are watched by default, on boards of up to nine cells and on others.
const DEFAULTS: [&[&str]; 2] = [
    &["bfs", "bidir", "astar:manhattan", "idastar:manhattan"],
    &["idastar:manhattan", "bae:manhattan"],
];

/// Watch searches side by side, expansion by expansion
///
/// Writes one page that replays the searches: where each of them is between start and goal,
/// its open list, its counters and its path. The page needs nothing else, so it can be sent
/// and shown anywhere. A watched search is slower than usual, and counts the same.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile watch 867254301
  optile watch 867254301 --strategy astar:manhattan --strategy astar:linear-conflict
  optile watch 867254301 --svg planes.svg --at 1500
  optile watch --suite korf100 --instance 12 --strategy idastar:pdb:5-5-5
  optile watch 135408762 --suite examples/faults/suite.toml --strategy early-goal

Default strategies:
  up to 9 cells  bfs, bidir, astar:manhattan, idastar:manhattan
  more cells     idastar:manhattan, bae:manhattan

Exit status: 2 if a path is wrong or longer than promised.")]
pub(super) struct Arguments {
    /// A strategy to watch; give it again for more [default: see below]
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
    /// The suite of the instance, or of external programs
    #[arg(long, value_name = "SUITE")]
    suite: Option<String>,
    /// An instance of the suite, in place of a board
    #[arg(long, value_name = "ID")]
    instance: Option<String>,
    /// The goal, if the board has none: blank-first, blank-last, spiral, columns, blank=CELL or a board
    /// [default: blank-last]
    #[arg(long, value_name = "GOAL")]
    goal: Option<String>,
    /// The page to write, or with .json only what it shows; an existing file is replaced
    #[arg(long, short, value_name = "FILE", default_value = "watch.html")]
    output: PathBuf,
    /// Write the planes of the searches at one moment as a picture instead of a page, and show
    /// with it how far each search was; the name may also end in .pdf or .png
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    svg: Option<PathBuf>,
    /// The moment of the picture: a number of expansions, or `end`
    #[arg(long, value_name = "N", requires = "svg", default_value = "end", value_parser = moment)]
    at: Moment,
    /// Most expansions of each search to show, if memory is enough for them; the search goes on
    /// without being shown
    #[arg(long, value_name = "N", value_parser = positive(parse_count), default_value = "200000")]
    show: u64,
    /// Most nodes that each search may expand
    #[arg(long, value_name = "N", value_parser = positive(parse_count), default_value = "100M")]
    node_limit: u64,
    #[command(flatten)]
    heuristics: HeuristicPrograms,
    #[command(flatten)]
    place: TableFolder,
    /// A board such as 867254301
    #[arg(value_name = "BOARD", required_unless_present = "instance", conflicts_with = "instance")]
    inputs: Vec<OsString>,
}

/// How the name of a page may end.
const PAGE: &str = ".html, .htm or .json, or --svg FILE for a picture";

/// A number of expansions; `None` is the end.
type Moment = Option<u64>;

fn moment(text: &str) -> Result<Moment, String> {
    match text {
        "end" => Ok(None),
        number => parse_count(number)
            .map(Some)
            .map_err(|error| format!("{error}, or `end` for the last moment")),
    }
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        // Before any search, so that none is in vain.
        match &self.svg {
            Some(file) => ensure_ending(file, "a picture", ".svg, .pdf or .png")?,
            None if ending(&self.output).is_empty() => {}
            None => ensure_ending(&self.output, "a page", PAGE)?,
        }
        ensure_writable(self.svg.as_ref().unwrap_or(&self.output))?;
        let mut registry = registry::with_tables(self.place.library(false));
        let suite = self.suite.as_deref();
        let (mut suite, programs) = self.heuristics.declare_with(suite, &mut registry)?;
        let problem = self.problem(&mut suite)?;
        ensure!(
            problem.is_solvable(),
            "no moves lead from {} to {}: expected a board with the other parity",
            problem.start(),
            problem.goal()
        );
        let defaults = DEFAULTS[usize::from(!is_small(problem.size()))].iter();
        suite.strategies = defaults.map(|&name| name.to_owned()).collect();
        let solvers = selection::solvers(&self.strategy, &suite, &registry)?;
        let interruption = Interruption::listen(1)?;
        let mut watched = Watched { problem, searches: Vec::new() };
        let mut exit = Exit::Success;
        let most = self.most(solvers.len());
        for solver in &solvers {
            let search = match solver {
                Solver::BuiltIn(entry) => {
                    self.watch(entry, &problem, most, &programs, &interruption)?
                }
                _ => self.ask(solver, &problem, most, suite.limits, &interruption, &mut exit)?,
            };
            say(&summary(&search));
            if (most as u64) < self.show && search.rows.len() == most {
                let most = grouped(&most.to_string());
                say(&format!("memory is enough to show {most} expansions of each search"));
            }
            watched.searches.push(search);
            // What was searched so far is shown.
            if interruption.is_asked() {
                break;
            }
        }
        exit = exit.max(judge(&mut watched, solvers.iter().map(Solver::promise)));
        // Without expansions there is nothing to see, unless none are needed.
        let is_seen = |search: &WatchedSearch| match &search.end {
            Ok(path) if path.is_empty() => true,
            _ => !search.rows.is_empty(),
        };
        watched.searches.retain(is_seen);
        if !watched.searches.is_empty() {
            self.write(&watched)?;
        }
        Ok(if interruption.is_asked() { Exit::Interrupted } else { exit })
    }

    /// The problem that is named.
    fn problem(&self, suite: &mut Suite) -> Result<Problem> {
        if let Some(instance) = &self.instance {
            ensure!(
                self.suite.is_some(),
                "--instance {instance:?} without a suite: add one, such as --suite korf100"
            );
            let mut instances =
                selection::instances(suite.read_instances(&[])?, from_ref(instance))?;
            ensure!(
                instances.len() == 1,
                "{instance:?} selects {}: expected one",
                counted(instances.len(), "instance")
            );
            return Ok(instances.remove(0).problem);
        }
        let known = Known { goal: self.goal.clone(), size: None };
        Sources::of(&self.inputs, &known)?.only()
    }

    /// How many expansions of each search are shown: all of these searches together take at most
    /// half of the memory that one of them may use itself.
    fn most(&self, searches: usize) -> usize {
        let bytes = machine::default_memory_limit(1).unwrap_or(u64::MAX);
        let most = self.show.min(bytes / 2 / BYTES / searches.max(1) as u64);
        usize::try_from(most).unwrap_or(usize::MAX)
    }

    /// Asks an external program to show its expansions. `exit` is told of a false "unsolvable", and
    /// of a program that shows nothing.
    fn ask(
        &self,
        solver: &Solver,
        problem: &Problem,
        most: usize,
        limits: RunLimits,
        interruption: &Interruption,
        exit: &mut Exit,
    ) -> Result<WatchedSearch> {
        let name = solver.name();
        let time = Some(limits.time.unwrap_or(PATIENCE));
        let limits = RunLimits { time, nodes: Some(self.node_limit), ..limits };
        let limits = machine::with_memory_limit(limits, 1);
        let mut supervisor = Supervisor::new(limits, interruption);
        let (outcome, rows) = supervisor.watch(solver, problem, most);
        let interrupted = || Outcome::new(Status::TimeLimit, Some(Stop::Interrupted.to_string()));
        let mut outcome = outcome.unwrap_or_else(interrupted);
        check::judge(problem, solver.promise(), None, &mut outcome);
        if outcome.status == Status::Wrong {
            *exit = Exit::Wrong;
        } else if outcome.status == Status::Solved && rows.is_empty() {
            *exit = Exit::Incomplete.max(*exit);
            say(&format!(
                "{name} shows no expansions: docs/external.md describes the line in which a \
                 program shows one"
            ));
        }
        let words = || outcome.stop().map(|stop| stop.to_string()).unwrap_or_default();
        let end = outcome.path().ok_or_else(|| outcome.reason.clone().unwrap_or_else(words));
        Ok(WatchedSearch {
            strategy: name.to_owned(),
            end,
            fault: None,
            counters: outcome.counters.reported().collect(),
            rows,
            estimates: Estimates::default(),
        })
    }

    fn watch(
        &self,
        entry: &Entry,
        problem: &Problem,
        most: usize,
        programs: &Programs,
        interruption: &Interruption,
    ) -> Result<WatchedSearch> {
        let (name, strategy) = (&entry.name, &*entry.strategy);
        ensure!(
            strategy.supports(problem.size()),
            "{name} does not support boards of {}: choose another strategy",
            problem.size()
        );
        let bytes = machine::default_memory_limit(1);
        let limits = Limits { expanded: Some(self.node_limit), bytes };
        let meter = Meter::new(limits, interruption.interrupt().clone());
        let search = WatchedSearch::run(name, strategy, problem, most, meter);
        let fault = programs.fault(interruption.interrupt());
        match (search, fault) {
            (Ok(search), Some(fault)) => Ok(WatchedSearch { end: Err(fault), ..search }),
            (Err(_), Some(fault)) => bail!(fault),
            (search, None) => {
                search.with_context(|| format!("cannot show the estimates of {name}"))
            }
        }
    }

    fn write(&self, watched: &Watched) -> Result<()> {
        if let Some(file) = &self.svg {
            return write(file, &self.picture(watched, file)?);
        }
        let document = watched.to_json()?;
        if ending(&self.output) == "json" {
            return write(&self.output, document.as_bytes());
        }
        let title = format!("{}: searches in motion", watched.problem.start());
        let page = optile_report::watch::page(&document, &title);
        write(&self.output, page.as_bytes())
    }
}

impl Arguments {
    /// The planes of all searches, side by side.
    fn picture(&self, watched: &Watched, file: &Path) -> Result<Vec<u8>> {
        let step = self.at.map_or(usize::MAX, |step| usize::try_from(step).unwrap_or(usize::MAX));
        let plane = Plane::of(&watched.problem);
        let fewest = Fewest::of(watched);
        let planes = watched.searches.iter().map(|search| {
            let figure = still(&search.strategy, &plane.cells(search, step), plane.is_exact());
            let mut legend = figure.legend;
            // The plane has the states of one iteration, and the numbers of the note are those of all.
            if shown_from(search, step) > 0
                && let Some(expanded) = legend.first_mut()
            {
                expanded.name.push_str(" in this iteration");
            }
            Figure { subtitle: note(search, fewest, step), legend, ..figure }
        });
        let ending = ending(file);
        // Two, three or four planes are in one row.
        let screen = Sheet::screen(match watched.searches.len() {
            ..=2 => 720.0,
            4 => 1280.0,
            _ => 1080.0,
        });
        let sheet = if ending == "pdf" { Sheet::paper(178.0) } else { screen };
        let drawing = Drawing::grid(planes.collect(), &sheet);
        Ok(match ending {
            "svg" => drawing.svg().into_bytes(),
            "pdf" => drawing.pdf(),
            _ => drawing.png()?,
        })
    }
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    output::write(file, bytes)?;
    writeln!(io::stdout(), "{}", terminal::name(file))?;
    Ok(())
}
