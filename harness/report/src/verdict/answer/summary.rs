//! The table of strategies, with one line per strategy, and sentences that
//! explain it.

use anyhow::Result;
use optile_results::Results;
use optile_results::text::quantity::counted;

use super::columns::{COLUMNS, Column, chosen, columns};
use super::runs::{Runs, ToBest, planned_of_each};
use crate::preparation::{Preparation, goal};
use crate::standing::{self, Standing};
use crate::table::{Table, Value, is_tie};
use crate::trial::{InstanceFacts, Trial, Trials};
use crate::verdict::published;
use optile_results::number::{EXPANDED, Number, TIME};
use optile_statistics::{
    FEWEST_COMMON, Interval, Ratios, geometric_mean, geometric_mean_estimates, ratios_to_best,
};

/// A strategy's line in the table: the values of its columns, and what sentences and charts
/// take from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The strategy.
    pub strategy: String,
    /// Instances on boards that the strategy supports, and those that it solved.
    instances: usize,
    solved: usize,
    /// Instances on boards that the strategy does not support.
    pub unsupported: usize,
    /// Whether the strategy is compared with the others.
    pub standing: Standing,
    /// Geometric mean of the search time with its share of preparing, divided by
    /// that of the fastest strategy; `None` for strategies that are not
    /// compared.
    pub time_ratio: Option<f64>,
    /// Whether it solved enough instances for a ratio.
    is_part: bool,
    /// Instances that the ratios are over: those that all strategies solved which are compared and
    /// solved enough.
    pub common: usize,
    /// The value of each of the [`columns`], which begin with [`COLUMNS`].
    values: Vec<Value>,
}

impl Summary {
    /// The columns with the values of this line.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (&'static Column, &Value)> {
        COLUMNS.iter().zip(&self.values)
    }

    /// The value of the column with this name in CSV files.
    #[cfg(test)]
    pub(crate) fn value(&self, field: &str) -> Option<f64> {
        self.cells()
            .find(|(column, _)| column.field().as_deref() == Some(field))
            .unwrap()
            .1
            .number()
    }
}

/// The columns that programs read, with the lines of all strategies.
pub(crate) fn fields(results: &Results, summaries: &[Summary]) -> Table {
    let columns = columns(&results.rows);
    let row = |summary: &Summary| {
        let cells = columns.iter().zip(&summary.values);
        let cells = cells.filter(|(column, _)| column.field().is_some());
        cells.map(|(_, value)| value.clone()).collect()
    };
    let names = columns.iter().filter_map(Column::field);
    Table::new(names, 1, summaries.iter().map(row).collect())
}

/// Those of the columns with a heading that are wanted.
pub(crate) fn table(summaries: &[Summary], is_wanted: impl Fn(&Column) -> bool) -> Table {
    let is_wanted = |&n: &usize| COLUMNS[n].is_shown() && is_wanted(&COLUMNS[n]);
    of_columns(summaries, &(0..COLUMNS.len()).filter(is_wanted).collect::<Vec<_>>())
}

/// The columns of these names, or those of papers, for papers.
///
/// # Errors
///
/// When there is no column of such a name.
pub(crate) fn paper_table(summaries: &[Summary], names: &[String]) -> Result<Table> {
    let mut table = of_columns(summaries, &chosen(names)?);
    // What is asked for is there, whatever it says.
    for value in table.rows.iter_mut().flatten() {
        if let Value::Quiet(loud) = value {
            *value = *loud.clone();
        }
    }
    Ok(table)
}

/// The columns that the page shows: first how each strategy compares with the best one. Intervals
/// are beside their ratios.
pub(crate) fn page_table(summaries: &[Summary]) -> Table {
    const FIRST: [&str; 3] = ["strategy", "expanded_ratio", "time_ratio"];
    let of = |place: usize| &COLUMNS[place];
    let is_shown = |&n: &usize| of(n).is_shown() && !of(n).name().ends_with("_ratio_interval");
    let mut places: Vec<usize> = (0..COLUMNS.len()).filter(is_shown).collect();
    places.sort_by_key(|&n| !FIRST.contains(&&*of(n).name()));
    of_columns(summaries, &places).without_empty_columns()
}

fn of_columns(summaries: &[Summary], places: &[usize]) -> Table {
    let is_ratio = |place: usize| {
        summaries.iter().any(|one| matches!(one.values[place], Value::ToBest { .. }))
    };
    let common = summaries.first().map_or(0, |one| one.common);
    let headings = places.iter().filter_map(|&place| match COLUMNS[place].heading? {
        heading if is_ratio(place) => Some(format!("{heading}, n\u{a0}=\u{a0}{common}")),
        heading => Some(heading.into()),
    });
    let row = |summary: &Summary| places.iter().map(|&n| summary.values[n].clone()).collect();
    Table::new(headings, 1, summaries.iter().map(row).collect())
}

/// The words that the columns that say something need, and their meanings.
pub(crate) fn words(summaries: &[Summary]) -> Vec<[&'static str; 2]> {
    let tells = |place: usize| summaries.iter().any(|one| one.values[place].tells());
    let columns = COLUMNS.iter().enumerate().filter(|&(place, _)| tells(place));
    columns.filter_map(|(_, column)| column.word).collect()
}

/// The table as it fits into a terminal of this many columns, if any: without its least
/// important columns if the terminal is narrow.
pub fn terminal_table(summaries: &[Summary], room: Option<u16>) -> String {
    let draw = |least: u8| {
        let is_wanted = |column: &Column| column.importance >= Some(least);
        let mut table = table(summaries, is_wanted).without_empty_columns();
        // Each word of a heading takes a line, which keeps columns narrow.
        table.headings.iter_mut().for_each(|heading| *heading = heading.replace(' ', "\n"));
        table.terminal(None)
    };
    let room = room.map_or(usize::MAX, usize::from);
    let fits = |text: &String| text.lines().all(|line| line.chars().count() <= room);
    let most = COLUMNS.iter().filter_map(|column| column.importance).max().unwrap_or(0);
    // The strategy is never alone.
    (1..most - 1).map(draw).find(fits).unwrap_or_else(|| draw(most - 1))
}

/// One line per strategy, in the order of the record, with the values of the columns that are wanted.
pub(crate) fn summary(
    results: &Results,
    trials: &Trials<'_>,
    is_wanted: fn(&Column) -> bool,
) -> Vec<Summary> {
    let strategies = trials.strategies();
    let preparations = preparations(trials);
    let [expanded, times] = [&EXPANDED, &TIME].map(|one| ratios(trials, &preparations, one));
    let both = [&expanded.ratios, &times.ratios];
    let known: Vec<&[f64]> = both.into_iter().flatten().flatten().map(Vec::as_slice).collect();
    let mut estimates = geometric_mean_estimates(&known).into_iter();
    let mut interval =
        |ratios: &Option<Vec<f64>>| ratios.as_ref().and_then(|_| estimates.next()??.interval);
    let [of_expanded, of_time]: [Vec<Option<Interval>>; 2] =
        both.map(|ratios| ratios.iter().map(&mut interval).collect());
    let (common, is_part) = (times.instances, times.is_part.clone());
    let [expanded, time] = [expanded, times].map(|ratios| means(&ratios));
    let (columns, planned) = (columns(&results.rows), planned_of_each(results));
    let value = |column: &Column, runs: &Runs<'_>| match is_wanted(column) {
        true => column.value(runs),
        false => Value::Nothing,
    };
    let line = |(place, strategy): (usize, &&str)| {
        let to_best = ToBest {
            expanded: marked(&expanded, place, of_expanded[place]),
            time: marked(&time, place, of_time[place]),
            common,
        };
        let published = published(results, trials, strategy);
        let runs = Runs::of(strategy, planned, trials, &preparations[place], to_best, published);
        Summary {
            strategy: (*strategy).into(),
            instances: runs.tried(),
            solved: runs.answered(),
            unsupported: runs.unsupported(),
            standing: trials.standing(strategy),
            time_ratio: time[place],
            is_part: is_part[place],
            common,
            values: columns.iter().map(|column| value(column, &runs)).collect(),
        }
    };
    strategies.iter().enumerate().map(line).collect()
}

/// For each strategy, its time divided by that of the fastest one: the `time_ratio` of its summary.
pub(crate) fn time_ratios(trials: &Trials<'_>) -> Vec<Option<f64>> {
    means(&ratios(trials, &preparations(trials), &TIME))
}

fn preparations(trials: &Trials<'_>) -> Vec<Preparation> {
    trials.strategies().iter().map(|name| Preparation::of(name, trials)).collect()
}

fn means(ratios: &Ratios) -> Vec<Option<f64>> {
    ratios.ratios.iter().map(|ratios| geometric_mean(ratios.as_ref()?)).collect()
}

/// The ratios to the best of what strategies paid for each instance that they solved. Times include
/// an equal share of what was prepared. Only strategies that are compared have costs: a lookup is no
/// search, and its cost is that of its table.
fn ratios(trials: &Trials<'_>, preparations: &[Preparation], measure: &'static Number) -> Ratios {
    let costs = |(strategy, preparation): (&&str, &Preparation)| {
        let is_compared = trials.standing(strategy).is_compared();
        let cost = |(instance, trial): (&InstanceFacts<'_>, Option<&Trial<'_>>)| {
            let share = if *measure == TIME { preparation.share(goal(instance)) } else { 0.0 };
            Some(trial.filter(|_| is_compared)?.solved(measure)? + share)
        };
        trials.by_name(strategy).map(cost).collect()
    };
    let costs: Vec<Vec<Option<f64>>> =
        trials.strategies().iter().zip(preparations).map(costs).collect();
    ratios_to_best(&costs)
}

/// The ratio of one of several strategies, with a mark if it is the best.
fn marked(ratios: &[Option<f64>], place: usize, interval: Option<Interval>) -> Value {
    let (Some(ratio), Some(least)) =
        (ratios[place], ratios.iter().flatten().copied().reduce(f64::min))
    else {
        return Value::Nothing;
    };
    Value::ToBest { ratio, interval, is_best: ratios.len() > 1 && is_tie(ratio / least) }
}

/// What a reader of the table must know about its averages.
pub fn note(summaries: &[Summary]) -> String {
    sentences(summaries).join(" ")
}

/// What readers of several tables must know: of each table, and of all.
pub fn notes(tables: &[&[Summary]]) -> (Vec<String>, String) {
    let each: Vec<Vec<String>> = tables.iter().map(|summaries| sentences(summaries)).collect();
    let is_of_all = |sentence: &String| each.iter().all(|own| own.contains(sentence));
    let of = |own: &[String], is_wanted: &dyn Fn(&String) -> bool| {
        let some = own.iter().filter(|sentence| is_wanted(sentence));
        some.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    let all = each.first().map_or(String::new(), |own| of(own, &is_of_all));
    (each.iter().map(|own| of(own, &|sentence| !is_of_all(sentence))).collect(), all)
}

fn sentences(summaries: &[Summary]) -> Vec<String> {
    let unsupported: Vec<String> = summaries
        .iter()
        .filter(|summary| summary.unsupported > 0)
        .map(|summary| {
            let boards = counted(summary.unsupported, "instance");
            format!("{} does not support the boards of {boards}.", summary.strategy)
        })
        .collect();
    let common = summaries.first().map_or(0, |summary| summary.common);
    let (parts, others): (Vec<&Summary>, Vec<&Summary>) =
        summaries.iter().filter(|one| one.standing.is_compared()).partition(|one| one.is_part);
    let who = match parts.len() == summaries.len() {
        true => "all strategies",
        false => "all compared strategies",
    };
    let ratios = match common {
        // Why none is compared is said of each.
        _ if parts.len() < 2 => String::new(),
        0 => format!("No instance was solved by {who}, so there are no ratios to the best."),
        n if n < FEWEST_COMMON => format!(
            "Ratios to the best need {FEWEST_COMMON} instances that {who} solved; there {}.",
            if n == 1 { "is 1".into() } else { format!("are {n}") }
        ),
        n => format!(
            "Ratios to the best are geometric means over the {} that {who} solved.",
            counted(n, "instance")
        ),
    };
    let solved =
        |one: &&Summary| format!("{} solved {} of {}", one.strategy, one.solved, one.instances);
    // Of boards without a solution, all may be answered, and there is nothing to compare.
    let tried = others.iter().filter(|one| one.solved < one.instances);
    let others = match tried.map(solved).collect::<Vec<_>>() {
        few if few.is_empty() || summaries.len() == 1 => String::new(),
        few => format!("{}: not compared.", few.join(", ")),
    };
    let standings = summaries.iter().map(|one| (one.strategy.as_str(), one.standing));
    let apart = standing::note(standings).unwrap_or_default();
    let has_par2 = |one: &Summary| {
        one.cells().any(|(column, value)| column.name() == "par2_ns" && *value != Value::Nothing)
    };
    let par2 = match summaries.iter().any(has_par2) {
        true => "PAR-2 is the mean time with twice the limit for each instance not solved.",
        false => "",
    };
    let average = "Each average is over the instances that the strategy solved.".into();
    let mut all = vec![average, ratios, others, apart, par2.into()];
    all.extend(unsupported);
    all.retain(|sentence| !sentence.is_empty());
    all
}
