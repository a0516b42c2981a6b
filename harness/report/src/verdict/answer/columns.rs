//! The columns of the table of strategies.
//!
//! # The main decision
//!
//! **A column is told once, in [`COLUMNS`].** The terminal, the page with its list of words,
//! Markdown, papers and `summary.csv` take from this list what they show. So a new column
//! is a new entry in [`LISTED`], and a number of a run is a column for programs without any, as is
//! what only some strategies count.

use std::borrow::Cow;
use std::sync::LazyLock;

use anyhow::{Result, bail};
use optile_core::Promise;
use optile_results::rows::row::{Row, Status};
use optile_results::text::names::expected_one_of;
use optile_results::text::unit::Unit;

use super::runs::Runs;
use crate::table::Value;
use optile_results::number::{
    BRANCHING, EXPANDED, GENERATED, MEMORY, NODES_PER_SECOND, NUMBERS, Number, TABLE_BYTES, TIME,
    numbers,
};
use optile_statistics::{mean, median};

/// A column of the table of strategies.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    /// The heading, unless only programs read the column.
    pub(crate) heading: Option<&'static str>,
    /// Whether CSV files have it.
    in_csv: bool,
    /// Whether the LaTeX table has it, unless other columns are asked for.
    in_papers: bool,
    /// Whether the terminal and Markdown have it, with its importance: a narrow terminal shows only
    /// the most important columns.
    pub(crate) importance: Option<u8>,
    /// A word that the page explains, and its meaning.
    pub(crate) word: Option<[&'static str; 2]>,
    of: Of,
}

/// What a column tells of a strategy.
#[derive(Clone, Copy)]
enum Of {
    /// A number over all instances, see [`Number::over_instances`]. A mean or a median is over those
    /// that the strategy solved.
    Number(&'static Number),
    /// How many runs ended in this way.
    Ended(Status),
    /// What has this name.
    Runs(&'static str, fn(&Runs<'_>) -> Value),
}

impl Column {
    /// The name in CSV files and on the command line.
    pub(crate) fn name(&self) -> Cow<'static, str> {
        match self.of {
            Of::Number(number) => number.over_instances().into(),
            Of::Ended(status) => format!("runs_{}", status.name().replace('-', "_")).into(),
            Of::Runs(name, _) => name.into(),
        }
    }

    /// The name in CSV files, unless only people read the column.
    pub(crate) fn field(&self) -> Option<Cow<'static, str>> {
        self.in_csv.then(|| self.name())
    }

    /// Whether people read the column.
    pub(crate) fn is_shown(&self) -> bool {
        self.heading.is_some()
    }

    /// What it tells of a strategy.
    pub(super) fn value(&self, runs: &Runs<'_>) -> Value {
        let number = match self.of {
            Of::Runs(_, value) => return value(runs),
            Of::Ended(status) => {
                return runs.rows().filter(|row| row.outcome.status == status).count().into();
            }
            Of::Number(number) => number,
        };
        let value = match number.unit {
            _ if number.is_derived() => number.over(runs.rows()),
            Unit::Count => mean(&runs.solved(number)),
            Unit::Nanoseconds => median(&runs.solved(number)),
            Unit::Bytes | Unit::PerSecond => runs.most(number),
        };
        match number.unit {
            Unit::PerSecond => value.map_or(Value::Nothing, Value::PerSecond),
            unit => Value::measured(unit, value),
        }
    }

    const fn headed(self, heading: &'static str) -> Self {
        Self { heading: Some(heading), ..self }
    }

    const fn in_papers(self) -> Self {
        Self { in_papers: true, ..self }
    }

    const fn in_terminal(self, importance: u8) -> Self {
        Self { importance: Some(importance), ..self }
    }

    const fn explained(self, word: &'static str, meaning: &'static str) -> Self {
        Self { word: Some([word, meaning]), ..self }
    }
}

/// A column for programs.
const fn of(of: Of) -> Column {
    Column { heading: None, in_csv: true, in_papers: false, importance: None, word: None, of }
}

/// A column for programs: a number over all instances.
const fn number(number: &'static Number) -> Column {
    of(Of::Number(number))
}

/// A column for programs.
const fn field(name: &'static str, value: fn(&Runs<'_>) -> Value) -> Column {
    of(Of::Runs(name, value))
}

/// A column for people and programs.
const fn column(
    name: &'static str,
    heading: &'static str,
    value: fn(&Runs<'_>) -> Value,
) -> Column {
    field(name, value).headed(heading)
}

/// A column for people.
const fn shown(name: &'static str, heading: &'static str, value: fn(&Runs<'_>) -> Value) -> Column {
    Column { in_csv: false, ..column(name, heading, value) }
}

/// The places of the columns of these names in [`COLUMNS`], or of those of papers if there are
/// none. The strategy is always the first.
///
/// # Errors
///
/// When people do not read a column of such a name.
pub(crate) fn chosen(names: &[String]) -> Result<Vec<usize>> {
    let all = || COLUMNS.iter().enumerate().filter(|(_, column)| column.heading.is_some());
    if names.is_empty() {
        return Ok(all().filter(|(_, one)| one.in_papers).map(|(place, _)| place).collect());
    }
    let mut places = vec![0];
    for name in names {
        let found = all().find(|(_, column)| column.name() == *name);
        let Some((place, _)) = found else {
            let names: Vec<Cow<'_, str>> = all().map(|(_, column)| column.name()).collect();
            let known: Vec<&str> = names.iter().map(|name| &**name).collect();
            bail!("no column {name:?}: {}", expected_one_of(name, &known));
        };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Ok(places)
}

/// The columns of the table of strategies: those that are listed, and for programs how runs ended and
/// each other number of a run.
pub(crate) static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    // A column with the name of a number tells it in another way.
    let is_listed = |one: &&Number| {
        LISTED.iter().any(|column| [one.name, &one.over_instances()].contains(&&*column.name()))
    };
    let others = NUMBERS.iter().copied().filter(|one| !is_listed(one));
    let endings = Status::ALL.into_iter().map(|status| of(Of::Ended(status)));
    LISTED.iter().copied().chain(endings).chain(others.map(number)).collect()
});

/// [`COLUMNS`], and for programs what strategies of these rows count besides.
pub(super) fn columns(rows: &[Row]) -> Vec<Column> {
    let own = numbers(rows).into_iter().skip(NUMBERS.len());
    COLUMNS.iter().copied().chain(own.map(number)).collect()
}

/// The columns with a place or a heading of their own.
///
/// Averages are over the instances that the strategy solved, and use the median of the samples
/// of each instance. Only the ratios are over the instances that all strategies solved.
static LISTED: &[Column] = &[
    column("strategy", "strategy", |runs| Value::Strategy(runs.strategy.into()))
        .in_papers()
        .in_terminal(12),
    field("runs", |runs| {
        runs.rows().filter(|row| row.outcome.status != Status::Unsupported).count().into()
    }),
    field("instances", |runs| Value::Count(runs.tried() as f64)),
    column("solved", "solved", |runs| Value::Share(runs.answered(), runs.tried()))
        .in_papers()
        .in_terminal(11)
        .explained("solved", SOLVED),
    shown("not_solved", "not solved", |runs| runs.not_solved().into())
        .in_terminal(10)
        .explained("not solved", NOT_SOLVED),
    shown("published", "published", |runs| runs.published.clone())
        .in_terminal(9)
        .explained("published", PUBLISHED),
    field("unsupported", |runs| runs.unsupported().into()),
    field("promise", |runs| {
        runs.promise().map_or(Value::Nothing, |promise| promise.to_string().into())
    }),
    shown("promise", "promise", |runs| {
        let other = runs.promise().filter(|&promise| promise != Promise::Optimal);
        other.map_or(Value::Nothing, |promise| promise.to_string().into())
    })
    .explained("promise", PROMISE),
    column("length_ratio", "length ÷\u{a0}optimum", |runs| {
        let is_optimal = runs.promise() == Some(Promise::Optimal);
        let ratios = runs.length_ratios();
        let mean = mean(&ratios).filter(|_| !is_optimal);
        Value::ratio(mean).if_it_tells(ratios.iter().any(|&ratio| ratio > 1.0))
    })
    .in_terminal(8)
    .explained("length ÷ optimum", LENGTH_RATIO),
    number(&EXPANDED).headed("expanded, mean").explained(
        "expanded",
        "nodes whose successors were made; a node expanded twice counts twice",
    ),
    column("expanded_median", "expanded, median", |runs| {
        Value::measured(Unit::Count, median(&runs.solved(&EXPANDED)))
    })
    .in_papers()
    .in_terminal(5),
    number(&GENERATED).headed("generated, mean").explained("generated", SUCCESSORS),
    number(&TIME).headed("time, median").in_papers().in_terminal(6).explained("time", SEARCH),
    column("time_with_preparing_median_ns", "with preparing", |runs| {
        let time = Value::measured(Unit::Nanoseconds, median(&runs.times_with_share()));
        time.if_it_tells(runs.preparation.total() >= 1.0)
    })
    .explained("with preparing", WITH_PREPARING),
    number(&NODES_PER_SECOND).headed("nodes/s").in_terminal(3).explained("nodes/s", RATE),
    number(&MEMORY).headed("peak memory").in_terminal(4).explained("peak memory", PEAK_MEMORY),
    number(&TABLE_BYTES),
    column("branching_factor", "branching factor", |runs| {
        Value::measured(BRANCHING.unit, mean(&runs.solved(&BRANCHING)))
    })
    .explained("branching factor", BRANCHES),
    column("growth", "growth per\u{a0}move", |runs| {
        runs.growth.map_or(Value::Nothing, |growth| Value::Factor(growth.factor))
    })
    .explained("growth per move", GROWTH),
    shown("growth_lengths", "growth, moves", |runs| {
        runs.growth.map(|growth| growth.lengths.map(|end| end.to_string()).join("–")).into()
    })
    .explained(
        "growth, moves",
        "the lengths of the instances to which the growth per move is fitted",
    ),
    field("growth_from", |runs| runs.growth.map(|growth| growth.lengths[0]).into()),
    field("growth_to", |runs| runs.growth.map(|growth| growth.lengths[1]).into()),
    field("growth_low", |runs| runs.growth.and_then(|one| Some(one.factor.interval?.low)).into()),
    field("growth_high", |runs| runs.growth.and_then(|one| Some(one.factor.interval?.high)).into()),
    shown("prepare_ns", "preparing, once", |runs| {
        let time = Some(runs.preparation.total().floor()).filter(|&time| time > 0.0);
        Value::measured(Unit::Nanoseconds, time)
    })
    .explained("preparing, once", PREPARING),
    field("prepare_ns", |runs| Value::Number(runs.preparation.total() as u64)),
    field("common", |runs| runs.to_best.common.into()),
    column("expanded_ratio", "nodes ÷\u{a0}best", |runs| runs.to_best.expanded.clone())
        .explained("÷ best", TO_BEST),
    shown("expanded_ratio_interval", "nodes, 95\u{a0}%\u{a0}interval", |runs| {
        runs.to_best.expanded.interval().into()
    }),
    column("time_ratio", "time ÷\u{a0}best", |runs| runs.to_best.time.clone())
        .in_papers()
        .in_terminal(7),
    shown("time_ratio_interval", "time, 95\u{a0}%\u{a0}interval", |runs| {
        runs.to_best.time.interval().into()
    })
    .in_terminal(1)
    .explained("95 % interval", INTERVAL),
    field("time_ratio_low", |runs| runs.to_best.time.interval().map(|ends| ends.low).into()),
    field("time_ratio_high", |runs| runs.to_best.time.interval().map(|ends| ends.high).into()),
    column("par2_ns", "PAR-2", |runs| Value::measured(Unit::Nanoseconds, runs.par2()))
        .in_terminal(2)
        .explained("PAR-2", PAR2),
    field("family", |runs| runs.name().family.into()),
    field("heuristic", |runs| runs.name().heuristic.into()),
    field("options", |runs| runs.name().options.into()),
    field("runs_missing", |runs| {
        runs.planned.map(|planned| planned.saturating_sub(runs.rows().count())).into()
    }),
];

const SOLVED: &str = "instances with an optimal path in every sample, or with the proof that there is no path, out of the instances tried; boards that the strategy does not support are not tried";
const NOT_SOLVED: &str = "how the other instances ended; of several samples, the worst one counts";
const PUBLISHED: &str = "the figures of the strategy beside published ones, over all instances of the suite: “equal” if they round to what was printed, “within the error” if they differ by at most three standard errors, and otherwise what differs";
const PROMISE: &str = "what the strategy says of its paths: “within W” is at most W times the optimal length, “any path” is nothing, and “may fail” that a search may end without a path; without an entry, paths are optimal";
const LENGTH_RATIO: &str = "moves of the path divided by the optimal length, as a mean over the solved instances whose optimal length is known; shown if a path is longer, for strategies that do not promise optimal paths";
const SUCCESSORS: &str =
    "successors generated; the successor that would undo the last move is never generated";
const SEARCH: &str = "search time only, without preparing (tables that later runs share) and without checking the answer; with several samples, the median";
const WITH_PREPARING: &str = "search time and an equal share of the tables that the strategy prepared for this goal; each table counts once, however many processes built it";
const RATE: &str = "nodes generated in all runs, including runs that a limit ended, divided by the seconds of search time in these runs";
const PEAK_MEMORY: &str = "the most bytes held at once in tables, queues and stacks that grow with the search, including free slots, and the tables that the heuristic looks up";
const GROWTH: &str = "the factor b for which nodes expanded ≈ a\u{a0}·\u{a0}b^length fits best: least squares of logarithms over the solved instances of one board size, on the lengths where the line is straight and at most half of the states are expanded, with its 95\u{a0}% interval";
const BRANCHES: &str = "the effective branching factor b*: how many successors each node of a full tree would have that is as deep as the path is long and has as many nodes as were generated, and the root; a mean over the solved instances";
const PREPARING: &str = "the time to prepare each table once: for each board size and each cell of the goal's blank; pattern databases that were already in files count with the time to read them";
const TO_BEST: &str = "the value divided by that of the best strategy on the same instance, as a geometric mean over the boards that all strategies solved, without those that solved less than half as many as the best; times include the share of preparing; strategies that only read answers from finished tables, and those that do not promise optimal paths, have no ratios";

const INTERVAL: &str =
    "what the ratio may be on other instances of this kind; it needs six instances";
const PAR2: &str = "mean search time over all instances with a path, where an instance that was not solved, for any reason, counts as twice the time limit; shown if there is a time limit and a run on each instance";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_one_name_and_one_importance_each() {
        fn are_different<T: Ord>(values: impl Iterator<Item = T>) -> bool {
            let mut values: Vec<T> = values.collect();
            let all = values.len();
            values.sort_unstable();
            values.dedup();
            all == values.len()
        }
        assert!(are_different(COLUMNS.iter().filter_map(Column::field)));
        assert!(are_different(COLUMNS.iter().filter_map(|column| column.heading)));
        assert!(are_different(COLUMNS.iter().filter_map(|column| column.importance)));
        assert!(COLUMNS.iter().all(|column| column.in_csv || column.is_shown()));
        let is_headed = |column: &&Column| column.in_papers || column.importance.is_some();
        assert!(COLUMNS.iter().filter(is_headed).all(|column| column.heading.is_some()));
        assert_eq!(COLUMNS[0].name(), "strategy");
    }

    #[test]
    fn columns_are_chosen_by_their_names() {
        let of = |names: &[&str]| -> Result<Vec<Cow<'_, str>>> {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            Ok(chosen(&names)?.into_iter().map(|place| COLUMNS[place].name()).collect())
        };
        let usual = ["strategy", "solved", "expanded_median", "time_median_ns", "time_ratio"];
        assert_eq!(of(&[]).unwrap(), usual);
        assert_eq!(
            of(&["par2_ns", "strategy", "solved"]).unwrap(),
            ["strategy", "par2_ns", "solved"]
        );
        let error = of(&["par2_n"]).unwrap_err().to_string();
        assert!(error.contains("did you mean \"par2_ns\"?"), "{error}");
        // Only programs read it.
        assert!(of(&["table_bytes"]).is_err());
    }
}
