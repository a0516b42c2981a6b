//! Every chart of a report, as data.

use std::collections::{BTreeMap, BTreeSet};

use optile_core::Promise;
use optile_results::Results;
use optile_results::quantity::counted;

use crate::measure::Measure;
use crate::quantity::Quantity;
use crate::report::Analysis;
use crate::trial::Trials;
use first_lines::FirstLines;
use optile_chart::{Figure, LegendEntry, Palette, Role};

mod by_instance;
mod first_lines;
mod line;
mod order;
mod relation;
pub(super) mod scatter;
mod solved;
mod spread;
mod trade;

pub use relation::{Average, Relation};
pub(crate) use scatter::pairs;

/// A chart, or a sentence that says why it is left out.
pub(crate) type Chart = Result<Figure, String>;

/// Every chart of a report, in the order of the page.
pub(crate) fn figures(analysis: &Analysis<'_>) -> Vec<Chart> {
    figures_as(analysis, None)
}

/// The charts of one relation, for all board sizes, or every chart of a report.
pub(crate) fn figures_as(analysis: &Analysis<'_>, relation: Option<Relation>) -> Vec<Chart> {
    let Analysis { results, trials, .. } = analysis;
    let first_lines = FirstLines::of(&analysis.summaries);
    let palette = palette_for(analysis, &first_lines);
    let mut charts = match relation {
        Some(relation) => relation.charts(trials, &palette, usize::MAX),
        None => of_report(results, trials, &palette),
    };
    if relation.is_none() {
        order::put(&mut charts, trials);
    }
    let promises: BTreeMap<&str, Promise> =
        results.rows.iter().map(|row| (row.strategy.as_str(), row.promise)).collect();
    for entry in charts.iter_mut().flatten().flat_map(|figure| &mut figure.legend) {
        let promise = promises.get(entry.name.as_str());
        if let Some(promise) = promise.filter(|&&promise| promise != Promise::Optimal) {
            entry.below = format!("{} {promise}", entry.below).trim_start().to_owned();
        }
    }
    // Two strategies may have the same file name.
    let mut names = BTreeSet::new();
    for figure in charts.iter_mut().flatten() {
        first_lines.choose(figure);
        let name = figure.name.clone();
        let mut copy = 1;
        while !names.insert(figure.name.clone()) {
            copy += 1;
            figure.name = format!("{name}-{copy}");
        }
    }
    charts
}

fn of_report(results: &Results, trials: &Trials<'_>, palette: &Palette) -> Vec<Chart> {
    let mut charts = Vec::new();
    for measure in [Measure::Expanded, Measure::Time] {
        let relation = Relation::against_length(Quantity::Measure(measure));
        charts.extend(relation.charts(trials, palette, relation::MOST_SIZES));
    }
    charts.push(solved::within_time(trials, palette));
    charts.extend(by_instance::expansions(results, trials, palette));
    charts.extend(scatter::scatters(results, trials, palette));
    charts.push(spread::peak_memory(trials, palette));
    charts.push(spread::bytes_per_node(trials, palette));
    charts.push(spread::nodes_per_second(trials, palette));
    charts.extend(trade::trade(trials, palette));
    charts.extend(trade::quality(trials, palette));
    charts.extend(trade::best_length(trials, palette));
    charts
}

/// The style of each strategy and heuristic of a report.
pub(crate) fn palette(analysis: &Analysis<'_>) -> Palette {
    palette_for(analysis, &FirstLines::of(&analysis.summaries))
}

fn palette_for(analysis: &Analysis<'_>, first_lines: &FirstLines) -> Palette {
    let Analysis { results, trials, .. } = analysis;
    let strategies = trials.strategies();
    let with_tables = trade::with_tables(trials).iter().map(|&(strategy, _)| strategy).collect();
    let together = [first_lines.together(), with_tables];
    Palette::new(&results.registry).and(strategies.iter().copied(), &together)
}

/// What a caption says about attempts that were not solved.
fn unsolved_sentence(count: usize, what: &str) -> String {
    match count {
        0 => "All attempts were solved.".into(),
        1 => format!("1 attempt was not solved; it {what}."),
        n => format!("{} were not solved; each {what}.", counted(n, "attempt")),
    }
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
