//! `optile list heuristics --eta`.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::Args;
use optile_core::{
    Arrangement, Board, Heuristic, HeuristicInfo, Limits, Meter, Problem, Shaped, Size, State, Stop,
};
use optile_instances::eta::{
    Eta, EtaError, Measure, PublishedEta, SEED, branching_factor, published,
};
use optile_results::limits::RunLimits;
use optile_results::quantity::{grouped, parse_count};
use optile_results::terminal::{prose, table, width};
use optile_results::unit::{Unit, three_digits};
use optile_runner::interruption::Interruption;
use optile_runner::library::{self, Library, TableFile};
use optile_runner::plan::registry::Registry;
use optile_runner::progress::Progress;
use optile_runner::system::machine;

use crate::command::exit::Exit;
use crate::command::heuristics::named;
use crate::command::memory;
use crate::command::pdb::TableFolder;
use crate::registry;

/// The board whose values are published.
const USUAL_SIZE: &str = "5x5";

/// What is measured on this board if its tables are in the folder, beside the heuristics with
/// published values.
const WITH_LARGE_TABLES: &str = "pdb:6-6-6-6";

/// The fewest states of a sample from which an interval is worth printing.
const FEWEST: u64 = 100;

/// The bytes of a state of a sample.
const STATE_BYTES: u128 = size_of::<State<Shaped<u128>>>() as u128;

/// The sign for a missing value.
const NOTHING: &str = "–";

/// How the quality of heuristics is measured.
#[derive(Debug, Args)]
pub(super) struct EtaArguments {
    /// Measure only this heuristic, and build its tables if they are missing [default: those of
    /// the list, and on 5x5 some with large tables if these are in the folder]
    #[arg(requires = "eta")]
    heuristic: Vec<String>,
    /// Measure how good heuristics are for IDA*: eta is the mean of b^-h over all states, where
    /// the tree grows by the factor b with each move. IDA* expands about half the nodes with half
    /// of it
    #[arg(long)]
    pub(super) eta: bool,
    /// Columns and rows of the board [default: 5x5]
    #[arg(long, value_name = "WxH", requires = "eta")]
    size: Option<Size>,
    /// States of the sample for heuristics whose eta is not computed exactly
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "1M", requires = "eta")]
    samples: u64,
    #[command(flatten)]
    place: TableFolder,
    /// Show no progress
    #[arg(long, short, requires = "eta")]
    quiet: bool,
}

/// What the heuristics are measured with.
struct Work<'a> {
    arguments: &'a EtaArguments,
    problem: Problem,
    library: &'a Library,
    registry: &'a Registry,
    interruption: &'a Interruption,
    memory: Option<u64>,
}

/// A heuristic, or the reason why it is not measured.
type Found = Result<Arc<dyn Heuristic>, String>;

/// A row of the table, and the reason if it has no value.
struct Row {
    heuristic: String,
    eta: Result<Eta, String>,
}

impl EtaArguments {
    /// Prints the table.
    pub(super) fn execute(&self) -> Result<Exit> {
        ensure!(
            self.samples >= FEWEST,
            "a sample of {} states gives no interval: ask for {FEWEST} or more with --samples",
            self.samples
        );
        let size = self.size.map_or_else(|| USUAL_SIZE.parse(), Ok)?;
        let goal = Arrangement::goal(size, size.cells() - 1)?;
        let bytes = (8 << size.cells()) + u128::from(self.samples) * STATE_BYTES;
        let takes = Unit::Bytes.text(bytes as f64);
        let samples = grouped(&self.samples.to_string());
        let needs = format!("eta on {size} with {samples} samples takes {takes}");
        memory::afford(bytes, None, needs)?;
        let library = self.place.library(self.quiet);
        let registry = registry::with_tables(library.clone());
        let interruption = Interruption::listen(1)?;
        let work = Work {
            arguments: self,
            problem: Problem::new(goal, goal)?,
            library: &library,
            registry: &registry,
            interruption: &interruption,
            memory: machine::with_memory_limit(RunLimits::default(), 1).memory,
        };
        match work.rows(size) {
            Ok((rows, manhattan)) => {
                print(size, self.samples, &rows, manhattan)?;
                let is_missing = rows.iter().any(|row| row.eta.is_err());
                let is_asked = !self.heuristic.is_empty();
                Ok(if is_asked && is_missing { Exit::Incomplete } else { Exit::Success })
            }
            Err(_) if interruption.is_asked() => Ok(Exit::Interrupted),
            Err(error) => Err(error),
        }
    }
}

impl Work<'_> {
    /// The rows, and eta of Manhattan distance.
    fn rows(&self, size: Size) -> Result<(Vec<Row>, f64)> {
        // All boards fit it, so the measure is compiled once.
        let board = Shaped::<u128>::of(size).with_context(|| format!("no state of {size}"))?;
        let goal_blank = self.problem.goal().blank();
        let heuristics = self.heuristics(size)?;
        let measured = heuristics.iter().filter(|(_, found)| found.is_ok());
        let searches: Vec<String> = measured.map(|(name, _)| search(name)).collect();
        let needs = searches.iter().map(|name| (name.as_str(), &self.problem));
        library::provide(self.library, self.registry, needs, self.memory, self.interruption)?;
        let samples = usize::try_from(self.arguments.samples).context("--samples is too large")?;
        let interrupt = self.interruption.interrupt().clone();
        let measure = Measure::new(board, goal_blank, samples, interrupt.clone());
        let progress = Progress::of(searches.len() as u64, "heuristics", self.arguments.quiet);
        let mut rows = Vec::new();
        for (name, found) in heuristics {
            let eta = match found {
                Err(reason) => Err(reason),
                Ok(heuristic) => {
                    progress.begin(|| name.clone());
                    let limits = Limits { bytes: self.memory, ..Limits::default() };
                    let mut meter = Meter::new(limits, interrupt.clone());
                    let eta = heuristic
                        .toward(size, goal_blank, &mut meter)
                        .map_err(EtaError::from)
                        .and_then(|estimator| measure.of(&*estimator));
                    progress.end(false);
                    match eta {
                        Err(
                            error @ (EtaError::BelowManhattan
                            | EtaError::Stop(Stop::Unsupported(_))),
                        ) => Err(error.to_string()),
                        eta => Ok(eta.with_context(|| format!("{name} on {size}"))?),
                    }
                }
            };
            rows.push(Row { heuristic: name, eta });
        }
        Ok((rows, measure.of_manhattan()?))
    }

    /// The heuristics to show, by their names.
    fn heuristics(&self, size: Size) -> Result<Vec<(String, Found)>> {
        let known = self.registry.heuristics();
        let listed = || optile_heuristics::ALL.iter().flat_map(HeuristicInfo::names);
        let asked: Vec<&str> = match &self.arguments.heuristic[..] {
            [] => listed().collect(),
            names => names.iter().map(String::as_str).collect(),
        };
        let mut heuristics: Vec<(String, Found)> = Vec::new();
        for name in asked {
            if heuristics.iter().all(|(other, _)| other != name) {
                heuristics.push((name.to_owned(), Ok(named(name, known)?)));
            }
        }
        let is_usual = size.to_string() == USUAL_SIZE;
        let large = is_usual.then_some(WITH_LARGE_TABLES).into_iter();
        let others = large.chain(published(size).map(|value| value.heuristic));
        for name in others.filter(|_| self.arguments.heuristic.is_empty()) {
            if heuristics.iter().all(|(other, _)| other != name) {
                let found = match known.named(name) {
                    Err(_) => Err("not a heuristic of optile".to_owned()),
                    Ok(_) if !self.has_tables_of(name) => {
                        Err("its tables are not in the folder; name it to have them built".into())
                    }
                    Ok(heuristic) => Ok(heuristic),
                };
                heuristics.push((name.to_owned(), found));
            }
        }
        Ok(heuristics)
    }

    /// Whether the folder has all tables of a heuristic.
    fn has_tables_of(&self, heuristic: &str) -> bool {
        let keys = library::keys(self.registry, &search(heuristic), &self.problem);
        let folder = self.library.folder();
        let is_there = |folder, key| TableFile::new(folder, key).path().is_file();
        folder.is_some_and(|folder| keys.iter().all(|key| is_there(folder, key)))
    }
}

/// A search with this heuristic, for which the library knows the tables.
fn search(heuristic: &str) -> String {
    format!("astar:{heuristic}")
}

fn print(size: Size, samples: u64, rows: &[Row], manhattan: f64) -> Result<()> {
    let published: Vec<PublishedEta> = published(size).collect();
    let number = |value: f64| format!("{value:.4e}");
    let times =
        |ratio: f64| if ratio < 1e-3 { number(ratio) } else { grouped(&three_digits(ratio)) };
    let (mut cells, mut remarks, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_sampled = false;
    for Row { heuristic, eta } in rows {
        let cell = |value: f64, interval: String| {
            vec![heuristic.clone(), number(value), times(manhattan / value), interval]
        };
        let mut row = match eta {
            Ok(Eta::Exact(value)) => cell(*value, "exact".to_owned()),
            Ok(Eta::Sampled { value, low, high }) => {
                is_sampled = true;
                cell(*value, format!("{} to {}", number(*low), number(*high)))
            }
            Err(reason) => {
                remarks.push(format!("{heuristic}: {reason}."));
                let nothing = [NOTHING; 3].map(str::to_owned);
                [heuristic.clone()].into_iter().chain(nothing).collect()
            }
        };
        let known = published.iter().find(|known| known.heuristic == heuristic);
        if let Some(known) = known.filter(|known| !sources.contains(&known.source)) {
            sources.push(known.source);
        }
        if !published.is_empty() {
            row.push(known.map_or(NOTHING, |known| known.eta).to_owned());
        }
        cells.push(row);
    }
    let mut out = io::stdout().lock();
    let headings = ["heuristic", "eta", "manhattan ÷ it", "95 % interval", "published"];
    let shown = headings.len() - usize::from(published.is_empty());
    writeln!(out, "{}\n", table(&headings[..shown], cells, 1.., width()))?;
    let mut sample = format!(
        "Boards of {size} whose goal has its blank in the last cell; b = {:.4}.",
        branching_factor(size)
    );
    if is_sampled {
        let samples = grouped(&samples.to_string());
        sample.push_str(&format!(" Intervals are from {samples} states, seed {SEED}."));
    }
    let sources = sources.iter().map(|source| format!("Published: {source}."));
    for text in [sample].into_iter().chain(remarks).chain(sources) {
        writeln!(out, "{}", prose(&text))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use optile_pdb::Recipe;
    use optile_runner::library::Console;

    use super::*;

    /// Neither tables nor samples are made here.
    #[test]
    fn large_tables_are_measured_if_they_are_there_or_named() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(Some(folder.path().to_owned()), Console { is_quiet: true });
        let goal = Arrangement::goal("5x5".parse().unwrap(), 24).unwrap();
        let shown = |heuristic: &[&str]| {
            let arguments = EtaArguments {
                heuristic: heuristic.iter().map(ToString::to_string).collect(),
                eta: true,
                size: None,
                samples: FEWEST,
                place: TableFolder::default(),
                quiet: true,
            };
            let work = Work {
                arguments: &arguments,
                problem: Problem::new(goal, goal).unwrap(),
                library: &library,
                registry: &registry::all(),
                interruption: &Interruption::default(),
                memory: None,
            };
            work.heuristics(goal.size())
        };
        let is_measured = |shown: &[(String, Found)], name: &str| {
            shown.iter().filter(|(other, _)| other == name).map(|(_, found)| found.is_ok()).next()
        };
        let all = shown(&[]).unwrap();
        for value in published(goal.size()) {
            let is_plain = !value.heuristic.contains(['.', ' ']);
            assert_eq!(is_measured(&all, value.heuristic), Some(is_plain), "{value:?}");
        }
        assert_eq!(is_measured(&all, "pdb:6-6-6-6"), Some(false));
        assert_eq!(is_measured(&all, "pdb:up-to-4"), Some(true));
        let named = shown(&["pdb:6-6-6-6", "zero", "zero"]).unwrap();
        assert_eq!(named.len(), 2);
        assert_eq!(is_measured(&named, "pdb:6-6-6-6"), Some(true));
        let recipe: Recipe = "6-6-6-6".parse().unwrap();
        for key in recipe.all_keys(goal.size(), goal.blank()).unwrap() {
            std::fs::write(TableFile::new(folder.path(), &key.into()).path(), "").unwrap();
        }
        assert_eq!(is_measured(&shown(&[]).unwrap(), "pdb:6-6-6-6"), Some(true));
        let error = shown(&["linear-conflct"]).unwrap_err().to_string();
        assert!(error.contains("did you mean \"linear-conflict\"?"), "{error}");
    }
}
