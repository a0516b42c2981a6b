//! `optile solve`: answers to boards from a file or a pipe.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use optile_core::{Arrangement, Counters, Limits, Meter, Path, PathChoice, Problem, Size, Stop};
use optile_results::row::Status;
use optile_results::tally::Tally;
use optile_runner::check;
use optile_runner::interruption::Interruption;
use optile_runner::library;
use optile_runner::machine;
use optile_runner::registry::Entry;
use optile_runner::run::End;
use serde::Serialize;

use crate::command::Exit;
use crate::command::pdb::PlaceArguments;
use crate::judge::{Cases, JUDGES, Judge, write_moves};
use crate::registry;
use crate::spelling::Boards;

#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 each board has an answer, which may be that it is unsolvable; \
    1 bad usage or input, or a board has no answer for lack of memory, time or support, as its \
    line says; 2 an answer is wrong; 130 interrupted."
)]
pub(in crate::command) struct Arguments {
    /// The strategy [default: one that suits the size, such as retrograde for 3x3
    /// and idastar:pdb:6-6-3+reflected for 4x4]
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Use the input and output format of this online judge
    #[arg(long, value_name = "NAME", value_parser = judge_names())]
    judge: Option<String>,
    /// Answer with the lexicographically smallest optimal path
    #[arg(long)]
    lexicographic: bool,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArguments,
    /// A file of boards [default: standard input]
    file: Option<PathBuf>,
}

fn judge_names() -> PossibleValuesParser {
    JUDGES.iter().flat_map(|judge| judge.names).copied().collect::<Vec<_>>().into()
}

/// The source of the problems.
enum ProblemSource<R> {
    Judge(Cases<R>),
    People(Boards<R>),
}

impl<R: Read> ProblemSource<R> {
    fn is_drained(&mut self) -> bool {
        match self {
            Self::Judge(cases) => cases.is_drained(),
            Self::People(boards) => boards.is_drained(),
        }
    }

    fn advance(&mut self) -> Result<Option<Problem>> {
        match self {
            Self::Judge(cases) => cases.advance(),
            Self::People(boards) => boards.advance(),
        }
    }
}

/// How answers are written.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Judge(&'static Judge),
    Lines,
}

/// An answer as `--json` prints it.
#[derive(Serialize)]
struct JsonAnswer<'a> {
    start: String,
    goal: String,
    status: Status,
    length: Option<usize>,
    moves: Option<String>,
    strategy: &'a str,
    #[serde(flatten)]
    tally: Tally,
}

impl<'a> JsonAnswer<'a> {
    fn new(
        problem: &Problem,
        status: Status,
        path: Option<&Path>,
        strategy: &'a str,
        counters: &Counters,
    ) -> Self {
        Self {
            start: problem.start().to_string(),
            goal: problem.goal().to_string(),
            status,
            length: path.map(Path::len),
            moves: path.map(ToString::to_string),
            strategy,
            tally: Tally::from(*counters),
        }
    }
}

/// Chooses the strategy for each board and prepares it for the board's goal.
struct StrategyChoice {
    /// The strategy that the user named.
    asked: Option<Entry>,
    /// The strategies chosen by size, each built once.
    chosen: Vec<Entry>,
    /// Size, goal and index in `chosen` of the previous board.
    last: Option<(Size, Arrangement, usize)>,
}

impl StrategyChoice {
    fn new(name: Option<&str>) -> Result<Self> {
        let asked = name.map(|name| registry::all().build(name)).transpose()?;
        Ok(Self { asked, chosen: Vec::new(), last: None })
    }

    /// The strategy for this problem.
    fn strategy_for(
        &mut self,
        problem: &Problem,
        meter: &mut Meter,
    ) -> Result<(&Entry, Option<Stop>)> {
        let (size, goal) = (problem.size(), *problem.goal());
        let (place, is_new) = match self.last {
            Some((last_size, last_goal, place)) if last_size == size => (place, last_goal != goal),
            _ => (self.place_for(size)?, true),
        };
        self.last = Some((size, goal, place));
        let entry = self.asked.as_ref().unwrap_or_else(|| &self.chosen[place]);
        if is_new {
            library::estimate_memory(&registry::all(), &entry.name, problem, meter.limits().bytes);
        }
        let stop = (is_new && problem.is_solvable())
            .then(|| entry.strategy.prepare(problem, meter).err())
            .flatten();
        Ok((entry, stop))
    }

    fn place_for(&mut self, size: Size) -> Result<usize> {
        if self.asked.is_some() {
            return Ok(0);
        }
        let name = registry::all().default_for(size);
        if let Some(place) = self.chosen.iter().position(|entry| entry.name == name) {
            return Ok(place);
        }
        self.chosen.push(registry::all().build(name)?);
        Ok(self.chosen.len() - 1)
    }
}

/// An answer that took this many expansions is written at once, because a user
/// may be waiting for it.
const LONG_SEARCH: u64 = 100_000;

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let judge = self.judge.as_deref().and_then(Judge::find);
        let choice = match (self.lexicographic, judge) {
            (true, _) => PathChoice::LexicographicallySmallest,
            (false, Some(judge)) => judge.choice(),
            (false, None) => PathChoice::Any,
        };
        let form = match (self.json, judge) {
            (true, _) => Form::Json,
            (false, Some(judge)) => Form::Judge(judge),
            (false, None) => Form::Lines,
        };
        let (name, reader): (String, Box<dyn Read>) = match &self.file {
            Some(path) if path.as_os_str() != "-" => {
                let name = path.display().to_string();
                let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
                (name, Box::new(file))
            }
            _ => ("standard input".to_owned(), Box::new(io::stdin().lock())),
        };
        let mut source = match judge {
            Some(judge) => ProblemSource::Judge(Cases::new(judge, name, reader)?),
            None => ProblemSource::People(Boards::new(name, reader)),
        };
        self.place.install(false);
        let mut solver = StrategyChoice::new(self.strategy.as_deref())?;
        let interruption = Interruption::listen(1)?;
        let limits = Limits { bytes: machine::default_memory_limit(1), ..Limits::default() };
        let mut meter = Meter::new(limits, interruption.interrupt().clone());
        let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
        let result =
            answer_all(&mut source, &mut solver, choice, form, &mut meter, &interruption, &mut out);
        // The answers before a bad board are written too.
        let flushed = out.flush();
        let exit = result?;
        flushed?;
        Ok(exit)
    }
}

/// Answers each problem of `source`, in order.
fn answer_all(
    source: &mut ProblemSource<impl Read>,
    solver: &mut StrategyChoice,
    choice: PathChoice,
    form: Form,
    meter: &mut Meter,
    interruption: &Interruption,
    out: &mut impl Write,
) -> Result<Exit> {
    let mut exit = Exit::Well;
    for number in 1.. {
        let problem = if source.is_drained() {
            // An answer must not wait for the next board.
            out.flush()?;
            interruption.idle(|| source.advance())?
        } else {
            source.advance()?
        };
        let Some(problem) = problem else { break };
        let (entry, stop) = solver.strategy_for(&problem, meter)?;
        // The counts of the preparation do not belong to this board.
        meter.reset();
        let end = match stop {
            None => entry.strategy.solve(&problem, choice, meter).into(),
            Some(stop) => End::Stop(stop),
        };
        if interruption.is_asked() && end == End::Stop(Stop::Interrupted) {
            return Ok(Exit::Interrupted);
        }
        let (status, reason) = check::judge(&problem, None, &end);
        let path = match &end {
            End::Path(path) => Some(path),
            _ => None,
        };
        if status == Status::Wrong {
            exit = Exit::Wrong;
            let reason = reason.unwrap_or_default();
            let _ = writeln!(io::stderr(), "wrong: {} on {problem}: {reason}", entry.name);
        } else if !matches!(status, Status::Solved | Status::Unsolvable) && exit == Exit::Well {
            exit = Exit::Short;
        }
        write(out, form, number, &BoardAnswer { problem: &problem, status, path, entry }, meter)?;
        if meter.counters().expanded >= LONG_SEARCH {
            out.flush()?;
        }
        if interruption.is_asked() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
}

/// What a strategy said about a problem.
struct BoardAnswer<'a> {
    problem: &'a Problem,
    status: Status,
    path: Option<&'a Path>,
    entry: &'a Entry,
}

/// Writes the answer to the problem of this number, from 1.
fn write(
    out: &mut impl Write,
    form: Form,
    number: u64,
    answer: &BoardAnswer<'_>,
    meter: &Meter,
) -> Result<()> {
    let &BoardAnswer { problem, status, path, entry } = answer;
    match (form, path) {
        (Form::Json, _) => {
            let object = JsonAnswer::new(problem, status, path, &entry.name, meter.counters());
            serde_json::to_writer(&mut *out, &object).map_err(io::Error::from)?;
            out.write_all(b"\n")?;
        }
        (Form::Judge(judge), _) if matches!(status, Status::Solved | Status::Unsolvable) => {
            judge.write(out, number, path)?;
        }
        (Form::Judge(_), _) => bail!("{status}: {} on {problem}", entry.name),
        (Form::Lines, Some(path)) if status == Status::Solved => write_moves(out, path, false)?,
        (Form::Lines, _) => writeln!(out, "{status}")?,
    }
    Ok(())
}
