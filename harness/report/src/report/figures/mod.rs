//! Every chart of a report, as data.

use std::collections::BTreeSet;

use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::strategy_name::StrategyName;

use crate::sides::both_ends;
use optile_statistics::ascending;

use crate::report::{Summary, summary};
use crate::trial::Trials;
use optile_chart::{Figure, Layer, Palette, Place, Style};

mod against_length;
mod depths;
mod heuristics;
mod ranks;
mod scatter;
mod solved;
mod spread;
mod tables;

pub(crate) use scatter::pairs;

/// The label of the lanes for runs without a value.
const UNSOLVED: &str = "not solved";

/// A chart, or a sentence that says why it is left out.
pub(crate) type Chart = Result<Figure, String>;

/// The most lines that a chart shows before a reader chooses others.
const MOST_LINES: usize = 7;

/// The strategies whose lines charts hide until a reader chooses them: all but the best of
/// each family, or the best of some families. With few strategies, none.
fn hidden(summaries: &[Summary]) -> Vec<&str> {
    if summaries.len() <= MOST_LINES {
        return Vec::new();
    }
    // The fastest first; without a ratio, those that solved most.
    let rank = |summary: &Summary| match (summary.time_ratio, summary.instances) {
        (Some(ratio), _) => ratio.log10(),
        (None, 0) => f64::INFINITY,
        (None, tried) => 1e3 * (2.0 - summary.solved as f64 / tried as f64),
    };
    let ranks: Vec<f64> = summaries.iter().map(rank).collect();
    let best_first = ascending(&ranks).into_iter().map(|place| &summaries[place]);
    let family = |summary: &Summary| StrategyName::of(&summary.strategy).family.to_owned();
    let mut families = BTreeSet::new();
    // The first of each family, then the others.
    let (first, others): (Vec<&Summary>, Vec<&Summary>) =
        best_first.partition(|summary| families.insert(family(summary)));
    let ranked = first.into_iter().chain(others);
    ranked.skip(MOST_LINES).map(|summary| summary.strategy.as_str()).collect()
}

/// Every chart of a report, in the order of the page.
pub(crate) fn figures(results: &Results, trials: &Trials<'_>) -> Vec<Chart> {
    let palette = Palette::new(&results.registry)
        .and(trials.strategies().iter().copied())
        .and_heuristics(results.heuristics.iter().map(|point| point.heuristic.as_str()));
    let mut charts = against_length::expansions(results, trials, &palette);
    charts.extend(against_length::time(trials, &palette));
    charts.push(solved::within_time(trials, &palette));
    charts.extend(scatter::scatters(results, trials, &palette));
    charts.extend(depths::charts(&both_ends(trials), &palette));
    charts.push(spread::peak_memory(trials, &palette));
    charts.push(spread::bytes_per_node(trials, &palette));
    charts.push(spread::nodes_per_second(trials, &palette));
    charts.extend(ranks::times(results));
    charts.push(tables::trade(trials, &palette));
    charts.extend(heuristics::values(results, &palette));
    let summaries = summary(results);
    let hidden = hidden(&summaries);
    // Two strategies may have the same file name.
    let mut names = BTreeSet::new();
    for figure in charts.iter_mut().flatten() {
        for entry in &mut figure.legend {
            entry.is_first &= !hidden.contains(&entry.name());
        }
        let name = figure.name.clone();
        let mut copy = 1;
        while !names.insert(figure.name.clone()) {
            copy += 1;
            figure.name = format!("{name}-{copy}");
        }
    }
    charts
}

/// The layers of a chart with one line per strategy, from back to front.
#[derive(Default)]
struct Stack {
    bands: Vec<Layer>,
    trends: Vec<Layer>,
    lines: Vec<Layer>,
    markers: Vec<Layer>,
}

impl Stack {
    /// Adds a line with a marker at every `apart`-th point, because markers at
    /// all points would hide the line. `shift` moves the markers along the line,
    /// so that lines that coincide show the markers of both.
    fn line(&mut self, style: Style, points: Vec<(Place, Place)>, apart: usize, shift: usize) {
        let is_single = points.len() == 1;
        let marked = points.iter().enumerate();
        let marked = marked.filter(|(place, _)| is_single || (place + shift).is_multiple_of(apart));
        let marked = marked.map(|(_, &point)| point).collect();
        self.markers.push(Layer::Markers { style, points: marked });
        self.lines.push(Layer::Line { style, points });
    }

    /// From back to front.
    fn layers(mut self) -> Vec<Layer> {
        self.bands.append(&mut self.trends);
        self.bands.append(&mut self.lines);
        self.bands.append(&mut self.markers);
        self.bands
    }
}

/// Points from one marker to the next on a line of `points`.
fn between_markers(points: usize) -> usize {
    points.div_ceil(12).max(1)
}

/// What a caption says about attempts that were not solved.
fn unsolved_sentence(count: usize, what: &str) -> String {
    match count {
        0 => "All attempts were solved.".into(),
        1 => format!("1 attempt was not solved; it {what}."),
        n => format!("{} were not solved; each {what}.", counted(n, "attempt")),
    }
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
    use super::*;
    use crate::synthetic::{record, row};

    #[test]
    fn the_best_of_each_family_is_shown_first() {
        let names = ["a:x", "a:y", "b:x", "c:x", "d:x", "e:x", "f:x", "g:x", "h:x"];
        let rows = names.iter().zip(1..).map(|(name, place)| row("1", name, 1, 90 + 40 * place));
        let summaries = summary(&Results::new(record(&names), rows.collect(), vec![]));
        assert_eq!(hidden(&summaries), ["h:x", "a:y"]);
        assert_eq!(hidden(&summaries[..7]), [""; 0]);
    }
}
