use std::collections::BTreeSet;

use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::row::Status;

use crate::report::outcome::{Outcome, Outcomes};
use optile_chart::{Figure, Layer, Palette, Place, Style};

mod against_length;
mod heuristics;
mod scatter;
mod solved;
mod spread;
mod tables;

/// What the lanes for runs without a value are labelled with.
const UNSOLVED: &str = "not solved";

/// A chart, or the sentence that says why there is none.
pub(crate) type Chart = Result<Figure, String>;

/// Every chart of a report, in the order of the page.
pub(crate) fn figures(results: &Results, outcomes: &Outcomes<'_>) -> Vec<Chart> {
    let palette = Palette::new(&results.registry).and(outcomes.strategies.iter().copied());
    let mut charts = vec![
        against_length::expansions(outcomes, &palette),
        against_length::time(outcomes, &palette),
        solved::within_time(outcomes, &palette),
    ];
    charts.extend(scatter::scatters(results, outcomes, &palette));
    charts.push(spread::peak_memory(outcomes, &palette));
    charts.push(spread::bytes_per_node(outcomes, &palette));
    charts.push(spread::nodes_per_second(outcomes, &palette));
    charts.push(tables::trade(outcomes, &palette));
    charts.extend(heuristics::values(results));
    // Two strategies may differ only in what file names leave out.
    let mut names = BTreeSet::new();
    for figure in charts.iter_mut().flatten() {
        let name = figure.name.clone();
        let mut copy = 1;
        while !names.insert(figure.name.clone()) {
            copy += 1;
            figure.name = format!("{name}-{copy}");
        }
    }
    charts
}

/// The layers of a chart with a line for each strategy, by what covers what.
#[derive(Default)]
struct Stack {
    bands: Vec<Layer>,
    lines: Vec<Layer>,
    markers: Vec<Layer>,
}

impl Stack {
    /// Adds a line with a marker every `apart` points. A marker at every point would
    /// hide the line; `shift` moves them along it, so that lines that coincide
    /// show the markers of both.
    fn line(&mut self, style: Style, points: Vec<(Place, Place)>, apart: usize, shift: usize) {
        let alone = points.len() == 1;
        let marked = points.iter().enumerate();
        let marked = marked.filter(|(place, _)| alone || (place + shift).is_multiple_of(apart));
        let marked = marked.map(|(_, &point)| point).collect();
        self.markers.push(Layer::Markers { style, points: marked });
        self.lines.push(Layer::Line { style, points });
    }

    /// From back to front.
    fn layers(mut self) -> Vec<Layer> {
        self.bands.append(&mut self.lines);
        self.bands.append(&mut self.markers);
        self.bands
    }
}

/// Points from one marker to the next on a line of `points`.
fn between_markers(points: usize) -> usize {
    points.div_ceil(12).max(1)
}

/// The outcomes of a strategy's attempts on instances that have a path.
fn with_path<'a>(outcomes: &'a Outcomes<'_>, strategy: usize) -> impl Iterator<Item = &'a Outcome> {
    outcomes.attempts(strategy).filter(|outcome| outcome.status != Status::Unsolvable)
}

/// What becomes of runs that were not solved, for a caption.
fn unsolved_sentence(count: usize, what: &str) -> String {
    match count {
        0 => "Nothing was left unsolved.".into(),
        1 => format!("1 attempt was not solved; it {what}."),
        n => format!("{} were not solved; each {what}.", counted(n, "attempt")),
    }
}

fn headings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).into()).collect()
}

/// A value as CSV holds it; nothing for what is not solved.
fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}
