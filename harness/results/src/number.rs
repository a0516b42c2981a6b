//! The numbers of a run.
//!
//! # The main decision
//!
//! **A number is told once, in [`NUMBERS`].** `results.csv`, `chart --x` and `--y`, comparisons,
//! `export`, the data and scripts of the page, and the table in `docs/formats.md` take from this list
//! what they show. So a new counter is a field of [`optile_core::Counters`] and an entry here.
//! `NUMBERS=overwrite cargo test -p optile --test all lists_every_number` writes the table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use optile_core::{Counters, Meter};
use serde::{Serialize, Serializer};

use crate::branching::effective_branching_factor;
use crate::rows::row::Row;
use crate::text::unit::Unit;

/// A number of a run.
#[derive(Debug)]
pub struct Number {
    /// The name in files and on the command line. Names of times end in `_ns`, of memory in `_bytes`.
    pub name: &'static str,
    /// The name in headings and sentences.
    pub about: &'static str,
    /// The unit in which it is shown.
    pub unit: Unit,
    /// How it is drawn.
    pub scale: Scale,
    /// Where people see it.
    pub rank: Rank,
    /// Where it comes from.
    pub of: Of,
}

/// How a number is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Values are near each other, and many instances have the same one, so that there are averages
    /// over these.
    Linear,
    /// Values of all magnitudes occur.
    Log,
    /// Values of all magnitudes occur, and many instances have the same one.
    LogShared,
}

/// Where people see a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// Strategies are compared by it.
    Cost,
    /// The table of runs has it.
    Column,
    /// Lists of all numbers have it.
    Detail,
}

/// Where a number comes from.
#[derive(Debug)]
pub enum Of {
    /// What a search counts; `None` if the run does not report it.
    Counter(fn(&Counters<Option<u64>>) -> Option<u64>),
    /// The row of a run.
    Row(fn(&Row) -> Option<u64>),
    /// What the strategy counts besides, by this name.
    Extra(&'static str),
    /// The instance: all runs on it have the same.
    Instance(fn(&Row) -> Option<u64>),
    /// The first number divided by the second one, see [`Number::over`]. It is per second if the
    /// second one is a time.
    Ratio(&'static Number, &'static Number),
    /// A fraction that follows from the row of a solved run. That of several runs is their mean.
    Fraction(fn(&Row) -> Option<f64>),
}

const fn number(name: &'static str, about: &'static str, unit: Unit, of: Of) -> Number {
    Number { name, about, unit, scale: Scale::Log, rank: Rank::Detail, of }
}

impl Number {
    const fn ranked(self, rank: Rank) -> Self {
        Self { rank, ..self }
    }

    const fn drawn(self, scale: Scale) -> Self {
        Self { scale, ..self }
    }

    /// The value of one run; `None` if it does not report it, and for what is derived from others.
    pub fn of(&self, row: &Row) -> Option<u64> {
        match self.of {
            Of::Counter(of) => of(&row.outcome.counters),
            Of::Row(of) | Of::Instance(of) => of(row),
            Of::Extra(name) => row.outcome.extra.get(name),
            Of::Ratio(..) | Of::Fraction(_) => None,
        }
    }

    /// The value of several runs as a whole: of a ratio, the sum of the first number divided by that
    /// of the second one, over the runs that report both; of a fraction, the mean. `None` if there is
    /// none, and for others.
    pub fn over<'a>(&self, rows: impl IntoIterator<Item = &'a Row>) -> Option<f64> {
        let (above, below) = match self.of {
            Of::Ratio(above, below) => (above, below),
            Of::Fraction(of) => {
                let values: Vec<f64> = rows.into_iter().filter_map(of).collect();
                return (!values.is_empty())
                    .then(|| values.iter().sum::<f64>() / values.len() as f64);
            }
            _ => return None,
        };
        let both = |row| Some((above.of(row)? as f64, below.of(row)? as f64));
        let all = rows.into_iter().filter_map(both);
        let (above, sum) = all.fold((0.0, 0.0), |sum, run| (sum.0 + run.0, sum.1 + run.1));
        let unit = if below.unit == Unit::Nanoseconds { 1e9 } else { 1.0 };
        (sum > 0.0).then(|| above * unit / sum)
    }

    /// The name of the column with its value over the samples of an instance. Times differ between
    /// samples, so their name says that this is a median.
    pub fn over_samples(&self) -> String {
        match self.unit {
            Nanoseconds if *self == TIME => "time_median_ns".into(),
            Nanoseconds => self.name.replace("_ns", "_median_ns"),
            _ => self.name.into(),
        }
    }

    /// The name of the column with its value over instances: of counts the mean, of times the median,
    /// of memory the most, and of ratios that of all runs.
    pub fn over_instances(&self) -> String {
        match self.unit {
            Count if !self.is_derived() => format!("{}_mean", self.name),
            _ => self.over_samples(),
        }
    }

    /// Whether it is derived from others, and no row has it.
    pub fn is_derived(&self) -> bool {
        matches!(self.of, Of::Ratio(..) | Of::Fraction(_))
    }

    /// The number with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        NUMBERS.iter().copied().find(|number| number.name == name)
    }

    /// The numbers by which strategies are compared.
    pub fn costs() -> impl Iterator<Item = &'static Self> {
        NUMBERS.iter().copied().filter(|number| number.rank == Rank::Cost)
    }

    /// The numbers that a run has, if these are all runs.
    pub fn of_rows<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<&'static Self> {
        numbers(rows).into_iter().filter(|number| !number.is_derived()).collect()
    }

    /// The number `extra.NAME` of a counter that is a strategy's own. There is one for each name as long
    /// as the program runs, so that it can stand beside the others.
    ///
    /// # Errors
    ///
    /// When no such counter can have this name.
    pub fn extra(name: &str) -> Result<&'static Self, String> {
        static ALL: Mutex<BTreeMap<String, &'static Number>> = Mutex::new(BTreeMap::new());
        if !Meter::is_extra_name(name) {
            return Err(format!(
                "no counter can be called {name:?}: expected letters, digits and -"
            ));
        }
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = all.get(name) {
            return Ok(number);
        }
        let full: &'static str = format!("extra.{name}").leak();
        let own = number(full, full, Count, Of::Extra(&full[6..])).ranked(Column);
        let own: &'static Self = Box::leak(Box::new(own));
        all.insert(name.to_owned(), own);
        Ok(own)
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Number {}

/// As its name.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// As its name.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

use Of::{Counter, Fraction, Instance, Ratio, Row as OfRow};
use Rank::{Column, Cost};
use Scale::{Linear, LogShared};
use Unit::{Bytes, Count, Nanoseconds, PerSecond};

/// The optimal length of the instance.
pub static OPTIMAL: Number =
    number("optimal", "optimal length", Count, Instance(|row| row.optimal.map(u64::from)))
        .ranked(Column)
        .drawn(Linear);
/// Nodes expanded.
pub static EXPANDED: Number =
    number("expanded", "nodes expanded", Count, Counter(|all| all.expanded)).ranked(Cost);
/// Successors generated.
pub static GENERATED: Number =
    number("generated", "nodes generated", Count, Counter(|all| all.generated)).ranked(Cost);
static STORED: Number =
    number("peak_stored", "nodes stored", Count, Counter(|all| all.peak_stored));
/// Search time.
pub static TIME: Number =
    number("search_ns", "search time", Nanoseconds, OfRow(|row| Some(row.outcome.search_ns)))
        .ranked(Cost);
static OWN_BYTES: Number =
    number("peak_bytes", "memory of the search", Bytes, Counter(|all| all.peak_bytes));
/// Bytes of the tables that the heuristic looks up.
pub static TABLE_BYTES: Number =
    number("table_bytes", "table size", Bytes, Counter(|all| all.table_bytes)).drawn(LogShared);
/// The most bytes held at once, with the tables that the heuristic looks up. The memory limit is on
/// the same sum.
pub static MEMORY: Number =
    number("memory_bytes", "peak memory", Bytes, Counter(memory)).ranked(Cost);
/// How fast a strategy generates nodes, in all runs, including those that a limit ended.
pub static NODES_PER_SECOND: Number =
    number("nodes_per_second", "nodes generated per second", PerSecond, Ratio(&GENERATED, &TIME));
/// The effective branching factor of a solved run, with the length of its path.
pub static BRANCHING: Number =
    number("branching_factor", "effective branching factor", Count, Fraction(branching))
        .drawn(Linear);

fn branching(row: &Row) -> Option<f64> {
    let generated = row.outcome.counters.generated? as f64;
    effective_branching_factor(generated, row.outcome.solution()?)
}

fn memory(all: &Counters<Option<u64>>) -> Option<u64> {
    Some(all.peak_bytes?.saturating_add(all.table_bytes.unwrap_or(0)))
}

/// All numbers, in the order of columns.
pub static NUMBERS: &[&Number] = &[
    &number("length", "length", Count, OfRow(|row| row.outcome.length().map(u64::from)))
        .ranked(Column)
        .drawn(Linear),
    &OPTIMAL,
    &EXPANDED,
    &number(
        "expanded_before_last",
        "nodes expanded before the last iteration",
        Count,
        Counter(|all| all.expanded_before_last),
    ),
    &GENERATED,
    &number("evaluated", "heuristic values computed", Count, Counter(|all| all.evaluated)),
    &number("duplicates", "duplicates dropped", Count, Counter(|all| all.duplicates)),
    &number("reopened", "nodes reopened", Count, Counter(|all| all.reopened)),
    &STORED,
    &number("peak_open", "open nodes", Count, Counter(|all| all.peak_open)).ranked(Column),
    &number("deepest", "greatest depth", Count, Counter(|all| all.deepest))
        .ranked(Column)
        .drawn(Linear),
    &number("layers", "iterations", Count, Counter(|all| all.layers)).drawn(Linear),
    &number(
        "prepare_ns",
        "time to prepare",
        Nanoseconds,
        OfRow(|row| Some(row.outcome.prepare_ns)),
    )
    .ranked(Column),
    &TIME,
    &number(
        "program_ns",
        "time of the heuristic's program",
        Nanoseconds,
        OfRow(|row| row.outcome.program_ns),
    ),
    &number("pipe_ns", "time of its questions", Nanoseconds, OfRow(|row| row.outcome.pipe_ns)),
    &number("cpu_ns", "processor time", Nanoseconds, OfRow(|row| row.outcome.cpu_ns))
        .ranked(Column),
    &OWN_BYTES,
    &TABLE_BYTES,
    &MEMORY,
    &number("peak_rss_bytes", "resident memory", Bytes, OfRow(|row| row.outcome.peak_rss))
        .ranked(Column),
    &BRANCHING,
    &NODES_PER_SECOND,
    &number("bytes_per_node", "bytes per stored node", Bytes, Ratio(&OWN_BYTES, &STORED)),
];

/// The numbers of a folder with these rows, in the order of columns: [`NUMBERS`], and what strategies of
/// these rows count besides.
pub fn numbers<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<&'static Number> {
    let names: BTreeSet<&str> =
        rows.into_iter().flat_map(|row| row.outcome.extra.names()).collect();
    let own = names.into_iter().filter_map(|name| Number::extra(name).ok());
    NUMBERS.iter().copied().chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::row::Status;
    use crate::synthetic::row;

    #[test]
    fn every_counter_is_a_number_with_its_value() {
        let mut row = row("a", "bfs", 3, 9);
        for (place, name) in <Counters>::NAMES.iter().enumerate() {
            let json = format!("{{\"{name}\":{}}}", place + 1);
            row.outcome.counters = serde_json::from_str(&json).unwrap();
            let number = Number::named(name).unwrap_or_else(|| panic!("no number {name:?}"));
            assert_eq!(number.of(&row), Some(place as u64 + 1), "{name}");
        }
    }

    #[test]
    fn a_name_is_that_of_one_number_and_tells_its_unit() {
        for (place, number) in NUMBERS.iter().enumerate() {
            assert!(NUMBERS[..place].iter().all(|other| other != number), "{number}");
            assert_eq!(number.name.ends_with("_ns"), number.unit == Nanoseconds, "{number}");
            assert_eq!(
                number.name.ends_with("_bytes"),
                number.unit == Bytes && !number.is_derived(),
                "{number}"
            );
        }
    }

    #[test]
    fn branching_is_that_of_the_path_which_was_found() {
        let mut solved = row("a", "astar", 5, 26);
        assert_eq!(solved.outcome.counters.generated, Some(52));
        solved.optimal = Some(3);
        let textbook = BRANCHING.over([&solved]).unwrap();
        assert!((textbook - 1.92).abs() < 0.005, "{textbook}");
        let mut stopped = row("a", "bfs", 5, 26);
        stopped.outcome.status = Status::Wrong;
        assert_eq!(BRANCHING.over([&stopped]), None, "it has no path that counts");
        let wide = row("b", "astar", 1, 2);
        assert_eq!(BRANCHING.over([&solved, &stopped, &wide]), Some((textbook + 4.0) / 2.0));
    }

    #[test]
    fn memory_is_that_of_the_search_and_of_the_tables_of_its_heuristic() {
        let mut row = row("a", "idastar:pdb", 9, 1);
        let mut of = |own, tables| {
            row.outcome.counters.peak_bytes = own;
            row.outcome.counters.table_bytes = tables;
            MEMORY.of(&row)
        };
        assert_eq!(of(Some(0), Some(2_300_000_000)), Some(2_300_000_000));
        assert_eq!(of(Some(7), Some(2_300_000_000)), Some(2_300_000_007));
        assert_eq!(of(Some(7), None), Some(7), "a program that reports no tables");
        assert_eq!(of(None, Some(5)), None, "a sum without one part would be too small");
    }
}
