//! `optile solve`: answers to boards from arguments, files or a pipe.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use clap::builder::PossibleValuesParser;
use optile_core::{Limits, Meter, Path, PathChoice, Problem, Promise, Size, Stop, Weight};
use optile_results::rows::row::Status;
use optile_results::text::terminal::say;
use optile_runner::check;
use optile_runner::interruption::Interruption;
use optile_runner::supervision::program::Programs;
use optile_runner::system::machine;

use super::answer::{BoardAnswer, Form, Mover, Moves, Signs};
use super::choice::{Bound, StrategyChoice};
use super::claim::{Claim, write_worth};
use super::convert::advice;
use super::doubt;
use super::patience::{PATIENCE, Patience};
use super::problems::BlankSign;
use super::source::Sources;
use super::spelling::Known;
use crate::command::boards::judge::{JUDGES, Judge};
use crate::command::exit::Exit;
use crate::command::pdb::TableFolder;
use crate::command::programs::HeuristicPrograms;
use crate::registry;

/// The default strategies. A test compares this text with the registry.
const DEFAULTS: &str = "Default strategies:
  up to 10 cells             retrograde
  4x4                        idastar:pdb:6-6-3+reflected
  11 to 18 cells except 4x4  idastar:pdb:up-to-6
  19 and more cells          idastar:manhattan

If the folder of --pdb-dir has the tables of pdb:7-8+reflected for 4x4, with nibbles or without, \
they are used in place of smaller ones. After ten seconds, a line on standard error says what is \
quicker.

A strategy with pdb builds its tables when they are first needed, and keeps tables of a \
mebibyte or more as files in the folder of --pdb-dir. It then says so on standard error. The \
tables for 4x4 have 11.5 MB and are built in a fifth of a second.

Exit status: 0 each board has an answer, which may be that it is unsolvable; 1 bad usage or \
input, or a board has no answer for lack of memory, time or support, as its line says; 2 an \
answer is wrong; 130 interrupted.";

/// Solve boards: arguments, files or standard input
///
/// The answer to a board is one line: the number of moves, and a letter for each of them. The
/// blank moves up (u), left (l), right (r) or down (d); a tile moves the other way.
#[derive(Debug, Args)]
#[command(after_help = DEFAULTS)]
pub(in crate::command) struct Arguments {
    /// The strategy [default: depends on the size, see below]
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Answer boards that are too hard with paths of at most W times the optimal length
    ///
    /// Boards of up to 10 cells get optimal answers all the same, and up to 18 cells with W from 1.4,
    /// weighted A* answers. Otherwise IDA* shows that a quick path, with shorter parts on larger boards,
    /// is near enough: on the hardest 4x4 boards in 1.5 seconds with 1.15 and in five with 1.1, on 5x5
    /// boards in one with 1.4 and mostly in two with 1.25; with less in minutes or more. The answer says
    /// how near to optimal its path is at least.
    #[arg(long, value_name = "W", conflicts_with_all = ["strategy", "judge", "lexicographic"])]
    within: Option<Weight>,
    /// Use the input and output format of this online judge
    #[arg(long, value_name = "NAME", value_parser = judge_names())]
    judge: Option<String>,
    /// The goal of boards that have none: blank-first, blank-last, spiral, columns, blank=CELL or a
    /// board [default: blank-last]
    #[arg(long, value_name = "GOAL", conflicts_with = "judge")]
    goal: Option<String>,
    /// The size of boards that do not stand in rows [default: a square]
    #[arg(long, value_name = "WxH", conflicts_with = "judge")]
    size: Option<Size>,
    /// Take each two boards for a start and its goal
    #[arg(long, conflicts_with_all = ["judge", "goal"])]
    pairs: bool,
    /// Answer with the lexicographically smallest optimal path
    #[arg(long)]
    lexicographic: bool,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
    /// Draw the board before the first move and after each move
    #[arg(long, conflicts_with_all = ["json", "judge"])]
    show: bool,
    /// Write each move as a word on its own line: up, left, right or down
    #[arg(long, conflicts_with_all = ["tiles", "json", "judge", "show"])]
    words: bool,
    /// Write each move as the number of the tile that moves
    #[arg(long, conflicts_with_all = ["of", "json", "judge", "show"])]
    tiles: bool,
    /// Whose directions moves are, here and in --check
    #[arg(long, value_name = "blank|tiles", default_value = "blank", hide_possible_values = true,
        hide_default_value = true, conflicts_with_all = ["json", "judge", "show"])]
    of: Mover,
    /// Say whether these moves lead to the goal, and whether they are as few as possible
    ///
    /// They are letters, words, arrows, run lengths such as R2, lists of these, the numbers of tiles,
    /// or a line that `solve` wrote.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["words", "tiles", "json", "judge", "show", "within", "strategy"])]
    check: Option<Claim>,
    /// A suite that declares heuristics of programs, for --strategy
    #[arg(long, value_name = "SUITE", requires = "strategy")]
    suite: Option<String>,
    #[command(flatten)]
    heuristics: HeuristicPrograms,
    #[command(flatten)]
    place: TableFolder,
    /// Boards such as 123x46758 or '1 2 3 / x 4 6 / 7 5 8', also as lists in brackets, and files
    /// of boards [default: standard input]
    ///
    /// An argument that reads as a board is a board. Any other argument is a file; write
    /// ./123x46758 for a file with the name of a board, and - for standard input. Arguments
    /// that make one board together are one board, so a board needs no quotes.
    #[arg(value_name = "BOARD|FILE")]
    inputs: Vec<OsString>,
}

fn judge_names() -> PossibleValuesParser {
    JUDGES.iter().flat_map(|judge| judge.names).copied().collect::<Vec<_>>().into()
}

/// An answer that took this long is written at once, because a user may be waiting for it.
const LONG_SEARCH: Duration = Duration::from_millis(5);

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let judge = self.judge.as_deref().and_then(Judge::find);
        let choice = match (self.lexicographic, judge) {
            (true, _) => PathChoice::LexicographicallySmallest,
            (false, Some(judge)) => judge.choice(),
            (false, None) => PathChoice::Any,
        };
        let signs = match (self.words, self.tiles) {
            (true, _) => Signs::Words,
            (false, true) => Signs::Tiles,
            (false, false) => Signs::Letters,
        };
        let form = match (self.json, judge, self.show) {
            (true, _, _) => Form::Json,
            (false, Some(judge), _) => Form::Judge(judge),
            (false, None, true) => Form::Drawing,
            (false, None, false) => Form::Lines(Moves { signs, of: self.of }),
        };
        let known = Known { goal: self.goal.clone(), size: self.size };
        let sources = match judge {
            Some(judge) => Sources::of_judge(&self.inputs, judge)?,
            None => Sources::of(&self.inputs, &known)?,
        };
        let sources = if self.pairs { sources.paired() } else { sources };
        let is_typed = sources.has_standard_input() && io::stdin().is_terminal();
        let interruption = Interruption::listen(1)?;
        let limits = Limits { bytes: machine::default_memory_limit(1), ..Limits::default() };
        let library = self.place.library(false);
        let mut registry = registry::with_tables(library.clone());
        let suite = self.suite.as_deref();
        let (_, programs) = self.heuristics.declare_with(suite, &mut registry)?;
        let patience = Arc::new(Patience::default());
        let interrupt = interruption.interrupt();
        let watched = patience.clone().watching(interrupt, PATIENCE, say);
        let mut answering = Answering {
            solver: StrategyChoice::new(self.strategy.as_deref(), self.within, registry, library)?,
            programs,
            sources,
            choice,
            form,
            claim: self.check.map(|claim| (claim, self.of)),
            meter: Meter::new(limits, watched),
            lookups: Meter::new(limits, interrupt.clone()),
            patience,
            interruption: &interruption,
            is_typed,
        };
        if let Some(note) = answering.claim.as_ref().and_then(|(claim, _)| claim.note.as_ref()) {
            say(note);
        }
        if is_typed && judge.is_none() {
            say("Type boards such as 123x46758. An empty line ends a board. Ctrl-D ends.");
        }
        let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
        let result = answering.answer_all(&mut out);
        let result = result.map_err(|fault| match self.inputs.iter().find_map(advice) {
            Some(advice) => fault.context(advice),
            None => fault,
        });
        // The answers before a bad board are written too.
        let flushed = out.flush();
        let exit = result?;
        flushed?;
        Ok(exit)
    }
}

/// Solving one board after the other.
struct Answering<'a> {
    solver: StrategyChoice,
    /// The programs behind heuristics.
    programs: Programs,
    sources: Sources,
    choice: PathChoice,
    form: Form,
    /// Moves to be checked, in place of an answer, and whose they are.
    claim: Option<(Claim, Mover)>,
    meter: Meter,
    /// The meter of look-ups, which are over before it is worth while to watch how long they take.
    lookups: Meter,
    patience: Arc<Patience>,
    interruption: &'a Interruption,
    /// Whether somebody types the boards, who can type a faulty one again.
    is_typed: bool,
}

impl Answering<'_> {
    /// Answers each problem, in order.
    fn answer_all(&mut self, out: &mut dyn Write) -> Result<Exit> {
        let mut exit = Exit::Success;
        for number in 1.. {
            let problem = match self.advance(out) {
                Ok(Some(problem)) => problem,
                Ok(None) => break,
                // A person can type the board again.
                Err(error)
                    if self.is_typed
                        && !error
                            .chain()
                            .any(|cause| cause.downcast_ref::<io::Error>().is_some()) =>
                {
                    say(&format!("error: {error:#}"));
                    exit = exit.max(Exit::Incomplete);
                    continue;
                }
                Err(error) => return Err(error),
            };
            // A path that leads nowhere needs no search.
            let status = match self.refuted(&problem) {
                Some(fault) => {
                    writeln!(out, "no path to the goal: {fault}")?;
                    Some(Status::Wrong)
                }
                None => self.answer(number, &problem, out)?,
            };
            let Some(status) = status else { return Ok(Exit::Interrupted) };
            exit = exit.max(match status {
                Status::Solved | Status::Unsolvable => Exit::Success,
                Status::Wrong => Exit::Wrong,
                _ => Exit::Incomplete,
            });
            if self.interruption.is_asked() {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(exit)
    }

    /// The next problem.
    fn advance(&mut self, out: &mut dyn Write) -> Result<Option<Problem>> {
        if self.sources.is_drained() {
            // An answer must not wait for the next board.
            out.flush()?;
            self.interruption.idle(|| self.sources.advance())
        } else {
            self.sources.advance()
        }
    }

    /// Why the path that somebody found is none to the goal.
    fn refuted(&self, problem: &Problem) -> Option<String> {
        let (claim, of) = self.claim.as_ref()?;
        let board = if problem.is_solvable() { "" } else { "this board is unsolvable; " };
        let fault = |of| match claim.path(problem.start(), of) {
            Ok(path) => check::fault(problem, Promise::AnyPath, Ok(&path)),
            Err(fault) => Some(format!("{fault:#}")),
        };
        let found = fault(*of)?;
        let (other, whose) = match of {
            Mover::Blank => (Mover::Tiles, "tiles"),
            Mover::Tiles => (Mover::Blank, "blank"),
        };
        let hint = fault(other).is_none().then(|| format!("; with --of {whose} it is one"));
        Some(format!("{board}{found}{}", hint.unwrap_or_default()))
    }

    fn doubt(&mut self, blank: BlankSign, problem: &Problem, length: Option<usize>) -> Result<()> {
        let interrupt = self.interruption.interrupt();
        let note = doubt::note(blank, problem, length, &mut self.solver, interrupt)?;
        note.iter().for_each(|note| say(note));
        Ok(())
    }

    /// Prepares the strategy for a problem, and searches. While that takes long, it says what is
    /// quicker.
    fn search(&mut self, problem: &Problem) -> Result<Searched> {
        let begun = Instant::now();
        let (place, stop) = self.solver.prepare_for(problem, &mut self.meter)?;
        let prepared = begun.elapsed();
        let (begun, named) = (Instant::now(), self.solver.named_mut(place));
        let meter = if named.is_lookup {
            &mut self.lookups
        } else {
            self.patience.begin(begun, problem, &named.name, named.promise);
            &mut self.meter
        };
        meter.reset();
        let end = match stop {
            None => named.session.solve(problem, self.choice, meter),
            Some(stop) => Err(stop),
        };
        if !named.is_lookup {
            self.patience.end();
        }
        let searched = begun.elapsed();
        Ok(Searched { place, end, prepared, searched })
    }

    /// Solves a problem and writes the answer. Returns its status, or `None` if the user
    /// interrupted it.
    fn answer(
        &mut self,
        number: u64,
        problem: &Problem,
        out: &mut dyn Write,
    ) -> Result<Option<Status>> {
        let blank = self.sources.blank();
        let Searched { place, end, prepared, searched } = self.search(problem)?;
        if self.interruption.is_asked() && end == Err(Stop::Interrupted) {
            return Ok(None);
        }
        let (mut status, mut reason) = self.solver.named_mut(place).judge(problem, &end);
        if let Some(fault) = self.programs.fault(self.interruption.interrupt()) {
            (status, reason) = (Status::Crashed, Some(fault));
        }
        let path = end.as_ref().ok().filter(|_| status != Status::Crashed);
        let named = self.solver.named(place);
        let strategy = named.name.as_str();
        let bound = path.and_then(|path| {
            Bound::of(named, self.solver.heuristics(), problem, path.len() as u32)
        });
        if let (Status::Wrong | Status::Unsupported | Status::Crashed, Some(reason)) =
            (status, reason)
        {
            say(&format!("{status}: {strategy} on {problem}: {reason}"));
        }
        let counters = if named.is_lookup { &self.lookups } else { &self.meter }.counters();
        let answer = BoardAnswer {
            number,
            problem,
            status,
            path,
            bound,
            strategy,
            counters,
            prepared,
            searched,
        };
        match (&self.claim, path) {
            (Some((claim, of)), Some(path)) if status == Status::Solved => {
                write_worth(&claim.path(problem.start(), *of)?, path, out)?;
            }
            _ => answer.write(self.form, out)?,
        }
        if let Some(blank) = blank {
            self.doubt(blank, problem, path.map(Path::len))?;
        }
        if searched >= LONG_SEARCH {
            out.flush()?;
        }
        Ok(Some(status))
    }
}

/// How a search ended, by the strategy at a place, and what it took.
struct Searched {
    place: usize,
    end: Result<Path, Stop>,
    prepared: Duration,
    searched: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_the_default_of_every_size() {
        let named = |size: Size| match (size.cells(), size.width()) {
            (..=10, _) => "up to 10 cells",
            (16, 4) => "4x4 ",
            (..=18, _) => "11 to 18 cells",
            _ => "19 and more cells",
        };
        for size in Size::all() {
            let default = registry::default_for(size);
            let mut lines = DEFAULTS.lines().map(str::trim);
            let line = lines.find(|line| line.starts_with(named(size))).unwrap();
            assert_eq!(line.rsplit(' ').next(), Some(default), "{size}");
        }
    }
}
