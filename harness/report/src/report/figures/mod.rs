//! Every chart of a report, as data.

use std::collections::{BTreeMap, BTreeSet};

use optile_core::Promise;
use optile_results::Results;

use crate::report::Analysis;
use crate::standing::Standing;
use crate::trial::Trials;
use first_lines::FirstLines;
use optile_chart::{Figure, LegendEntry, Palette, Role};

mod by_instance;
mod first_lines;
mod line;
mod means;
mod relation;
pub(super) mod scatter;
mod spread;
mod stairs;

pub use relation::{Average, Relation};
pub(crate) use scatter::pairs;

/// A chart, or a sentence that says why it is left out.
pub(crate) type Chart = Result<Figure, String>;

/// Every chart of a report, in the order of the page.
pub(crate) fn figures(analysis: &Analysis<'_>) -> Vec<Chart> {
    figures_as(analysis.results, &analysis.trials, Wanted::Report)
}

/// Which charts are drawn.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// Those of a report.
    Report,
    /// These, and the chart of a pair, in place of which a report has one of any two strategies.
    All,
    /// Those of one relation, for all board sizes.
    Relation(Relation),
}

/// These charts, in the order of the page.
pub(crate) fn figures_as(results: &Results, trials: &Trials<'_>, wanted: Wanted) -> Vec<Chart> {
    let first_lines = FirstLines::of(results, trials);
    let palette = palette(results, trials);
    let mut charts = match wanted {
        Wanted::Relation(relation) => relation.charts(trials, &palette, usize::MAX),
        _ => of_report(results, trials, &palette),
    };
    if matches!(wanted, Wanted::All) {
        charts.push(scatter::first(results, trials, &palette));
    }
    let promises: BTreeMap<&str, Promise> =
        results.rows.iter().map(|row| (row.run.strategy.as_str(), row.run.promise)).collect();
    for entry in charts.iter_mut().flatten().flat_map(|figure| &mut figure.legend) {
        let promise = promises.get(entry.name.as_str());
        if let Some(promise) = promise.filter(|&&promise| promise != Promise::Optimal) {
            entry.below = format!("{} {promise}", entry.below).trim_start().to_owned();
        }
    }
    for figure in charts.iter_mut().flatten() {
        first_lines.choose(figure);
    }
    charts
}

fn of_report(results: &Results, trials: &Trials<'_>, palette: &Palette) -> Vec<Chart> {
    let mut charts = Vec::new();
    for (_, relation) in relation::REPORT {
        charts.extend(relation.charts(trials, palette, relation::MOST_SIZES));
    }
    charts.push(stairs::solved(trials, palette));
    charts.extend(by_instance::expansions(results, trials, palette));
    charts.extend(spread::SPREADS.iter().map(|spread| spread.chart(trials, palette)));
    charts.extend(means::against_tables(trials, palette));
    // Where every strategy promises optimal paths, there is nothing to see in lengths.
    if trials.strategies().iter().any(|name| trials.standing(name) == Standing::NotOptimal) {
        charts.extend(means::quality(trials, palette));
        charts.extend(stairs::best_length(trials, palette));
    }
    put_in_order(&mut charts, trials);
    charts
}

/// The least number of optimal lengths that make a line.
const LEAST_LENGTHS: usize = 3;

/// Puts the charts in order. The first two are on the first screen of the page. If at least
/// three in four strategies look up tables, they are about tables; without known lengths, they are
/// about instances.
fn put_in_order(charts: &mut [Chart], trials: &Trials<'_>) {
    let named = |name: &str| charts.iter().flatten().find(|figure| figure.name.starts_with(name));
    // Of several sizes, the one with the most lengths comes first.
    let has_lengths = |figure: &&Figure| lengths(figure) >= LEAST_LENGTHS;
    let against_length =
        relation::REPORT.iter().filter_map(|&(name, ..)| named(name).filter(has_lengths));
    let against_length = against_length.map(|figure| figure.name.clone());
    let of_tables = ["tables", "tables-time"].map(str::to_owned);
    let are_in_most = means::with_tables(trials).len() * 4 >= trials.strategies().len() * 3;
    let mut first: Vec<String> = match are_in_most {
        true => of_tables.into_iter().chain(against_length).collect(),
        false => against_length.chain(of_tables).collect(),
    };
    first.extend(["cactus", "by-instance"].map(str::to_owned));
    let rank = |figure: &Figure| first.iter().position(|name| *name == figure.name);
    charts.sort_by_key(|chart| chart.as_ref().ok().and_then(rank).unwrap_or(usize::MAX));
}

/// The number of optimal lengths at which a figure has values.
fn lengths(figure: &Figure) -> usize {
    let mut records = figure.numbers.iter();
    let column = records.next().and_then(|names| names.iter().position(|name| name == "optimal"));
    let Some(column) = column else { return 0 };
    records.map(|record| record[column].as_str()).collect::<BTreeSet<_>>().len()
}

/// The style of each strategy of a folder.
pub(crate) fn palette(results: &Results, trials: &Trials<'_>) -> Palette {
    let of_folder = results.strategies.iter().map(String::as_str);
    Palette::of(of_folder.chain(trials.strategies().iter().copied()))
}

/// A chart that cannot be drawn.
fn left_out(title: &str, reason: &str) -> Chart {
    Err(format!("{title}: left out, because {reason}."))
}

/// The entry of a strategy in a legend.
fn entry(role: Role, strategy: &str, palette: &Palette) -> LegendEntry {
    LegendEntry::new(role, strategy, palette.style(strategy))
}

fn headings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).into()).collect()
}

/// A value as CSV holds it; empty if not solved.
fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use optile_results::row::Status;

    use crate::report::Analysis;
    use crate::report::figures::figures;
    use crate::synthetic::{eight, end};

    fn first(results: &optile_results::Results) -> Vec<String> {
        let figures = figures(&Analysis::of(results));
        figures.into_iter().flatten().take(2).map(|figure| figure.name).collect()
    }

    #[test]
    fn the_first_charts_are_those_that_the_results_are_about() {
        let mut results = eight();
        assert_eq!(first(&results), ["expansions", "time"]);
        let mut unknown = results.clone();
        unknown.instances.clear();
        for row in &mut unknown.rows {
            row.optimal = None;
            end(row, Status::TimeLimit);
        }
        assert_eq!(first(&unknown)[0], "memory", "nothing else can be drawn");

        // A blind search beside those with tables changes nothing.
        let names = results.record.strategies.clone();
        for row in results.rows.iter_mut().filter(|row| row.run.strategy != names[0]) {
            row.outcome.counters.table_bytes = Some(row.run.strategy.len() as u64);
        }
        assert_eq!(first(&results), ["tables", "tables-time"]);
        // One whose tables are too large solves nothing, and has no point.
        for row in results.rows.iter_mut().filter(|row| row.run.strategy == names[1]) {
            end(row, Status::MemoryLimit);
        }
        assert_eq!(first(&results), ["tables", "tables-time"]);
    }
}
