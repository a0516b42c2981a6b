//! Every chart of a report, as data.

use std::collections::{BTreeMap, BTreeSet};

use optile_core::{Promise, Size};
use optile_results::Results;
use optile_results::number::{EXPANDED, Number, TIME};
use optile_results::text::quantity::enumerated;

use crate::standing::Standing;
use crate::trial::Trials;
use crate::verdict::{Analysis, Answer};
use first_lines::covered;
use optile_chart::{Figure, LegendEntry, Palette, Role};
use spread::Spread;

mod by_instance;
mod first_lines;
mod line;
mod means;
mod relation;
pub(super) mod scatter;
mod spread;
mod stairs;

pub(crate) use first_lines::first_lines;
pub use relation::{Average, Relation};
pub(crate) use scatter::first_pair;

/// A figure, or a sentence that says why it is left out.
pub(crate) type Outcome = Result<Figure, String>;

/// A chart as data. One function draws all charts of a shape.
#[derive(Clone, Copy, Debug)]
struct Chart {
    /// The name of its files, and on the command line. Of several sizes of boards, each has its own
    /// in addition.
    name: &'static str,
    title: &'static str,
    shape: Shape,
    place: Position,
}

/// What is drawn, and of which numbers.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A line for each strategy: an average at each place across.
    Curve(Relation<'static>),
    /// A line for each strategy: nodes expanded on the instances, the easiest first.
    ByInstance,
    /// A line for each strategy that rises with each instance that is solved.
    Cactus,
    /// A line for each anytime search that rises with each better path.
    Anytime,
    /// A point for each strategy: a mean against the size of its tables.
    Tables(&'static Number),
    /// A point for each strategy: how much longer its paths are, against the nodes expanded.
    Quality,
    /// A point for each strategy, with its spread.
    Dots(&'static Spread),
    /// A point for each instance that two strategies tried: a number of both.
    Pair(&'static Number),
}

/// Where a chart is on the page. The first two are on the first screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Position {
    /// Where most strategies look up tables, those about tables come before the others.
    Top,
    Below,
    /// Only on the command line: the page has a chart of any two strategies in its place.
    Command,
}

use Position::{Below, Command, Top};

const fn chart(name: &'static str, title: &'static str, shape: Shape, place: Position) -> Chart {
    Chart { name, title, shape, place }
}

const fn pair(number: &'static Number) -> Chart {
    chart("scatter", "Two strategies on each instance", Shape::Pair(number), Command)
}

/// All charts, in the order of the page.
static REPORT: [Chart; 11] = [
    chart(
        "expansions",
        "Nodes expanded against optimal length",
        Shape::Curve(Relation::against_length(&EXPANDED)),
        Top,
    ),
    chart(
        "time",
        "Search time against optimal length",
        Shape::Curve(Relation::against_length(&TIME)),
        Top,
    ),
    chart("tables", "Nodes expanded against table size", Shape::Tables(&EXPANDED), Top),
    chart("tables-time", "Search time against table size", Shape::Tables(&TIME), Top),
    chart("cactus", "Instances solved within a time", Shape::Cactus, Top),
    chart("by-instance", "Nodes expanded by instance", Shape::ByInstance, Top),
    chart("memory", "Peak memory", Shape::Dots(&spread::PEAK), Below),
    chart("nodes-per-second", "Nodes generated per second", Shape::Dots(&spread::RATE), Below),
    chart("quality", "Length against effort", Shape::Quality, Below),
    chart("anytime", "Best length against time", Shape::Anytime, Below),
    pair(&EXPANDED),
];

/// Every chart of a report, in the order of the page.
pub(crate) fn figures(analysis: &Analysis<'_>) -> Vec<Outcome> {
    figures_as(analysis.results, &analysis.trials, &analysis.answers, Wanted::Report)
}

/// Which charts are drawn.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// Those of a report.
    Report,
    /// These, and the chart of a pair, in place of which a report has one of any two strategies.
    All,
    /// Those of one relation, for all board sizes.
    Relation(Relation<'a>),
    /// That of a pair by this number.
    Pair(&'static Number),
}

/// These charts, in the order of the page.
pub(crate) fn figures_as(
    results: &Results,
    trials: &Trials<'_>,
    answers: &[Answer],
    wanted: Wanted<'_>,
) -> Vec<Outcome> {
    let scene = Scene {
        results,
        trials,
        palette: &palette(results, trials),
        shown: &first_lines(results, trials, answers),
    };
    let mut charts = match wanted {
        Wanted::Relation(relation) => relation.charts(trials, scene.palette, usize::MAX),
        Wanted::Pair(number) => pair(number).draw(&scene),
        wanted => of_report(&scene, wanted),
    };
    let promises: BTreeMap<&str, Promise> =
        results.rows.iter().map(|row| (row.run.strategy.as_str(), row.run.promise)).collect();
    for figure in charts.iter_mut().flatten() {
        for entry in &mut figure.legend {
            // A chart of two is square, and shows both.
            entry.is_first = figure.is_square || scene.shown.contains(&&*entry.name);
            let promise = promises.get(entry.name.as_str());
            if let Some(promise) = promise.filter(|&&promise| promise != Promise::Optimal) {
                entry.below = format!("{} {promise}", entry.below).trim_start().to_owned();
            }
        }
        let covered = covered(figure);
        figure.caption.push_str(&covered);
    }
    charts
}

/// What charts are drawn from.
struct Scene<'s, 'a> {
    results: &'a Results,
    trials: &'s Trials<'a>,
    palette: &'s Palette,
    /// The strategies that are shown before a reader chooses others.
    shown: &'s [&'a str],
}

fn of_report(scene: &Scene<'_, '_>, wanted: Wanted<'_>) -> Vec<Outcome> {
    let trials = scene.trials;
    let is_wanted = |chart: &&Chart| chart.place != Command || matches!(wanted, Wanted::All);
    let are_tables_in_most = means::with_tables(trials).len() * 4 >= trials.strategies().len() * 3;
    let has_lengths = most_lengths(trials) >= LEAST_LENGTHS;
    let mut charts: Vec<((bool, Position), Outcome)> = Vec::new();
    for chart in REPORT.iter().filter(is_wanted) {
        let is_about_tables = are_tables_in_most && matches!(chart.shape, Shape::Tables(_));
        for (number, outcome) in chart.draw(scene).into_iter().enumerate() {
            // Of several sizes, the one with the most lengths comes first.
            let is_lower = matches!(chart.shape, Shape::Curve(_)) && (number > 0 || !has_lengths);
            let place = if is_lower { chart.place.max(Below) } else { chart.place };
            charts.push(((!is_about_tables, place), outcome));
        }
    }
    charts.sort_by_key(|&(place, _)| place);
    charts.into_iter().map(|(_, outcome)| outcome).collect()
}

/// The least number of optimal lengths that make a line.
const LEAST_LENGTHS: usize = 3;

/// The most optimal lengths of instances of one size.
fn most_lengths(trials: &Trials<'_>) -> usize {
    let mut lengths: BTreeMap<Size, BTreeSet<u32>> = BTreeMap::new();
    for facts in trials.instances() {
        lengths.entry(facts.size).or_default().extend(facts.optimal);
    }
    lengths.values().map(BTreeSet::len).max().unwrap_or(0)
}

impl Chart {
    /// The figures, of which only those of curves are several: one for each size of boards. None if
    /// the chart is about what is not in the results.
    fn draw(&self, scene: &Scene<'_, '_>) -> Vec<Outcome> {
        let &Scene { results, trials, palette, shown } = scene;
        let is_any_longer = || {
            let mut names = trials.strategies().iter();
            names.any(|name| trials.standing(name) == Standing::NotOptimal)
        };
        let drawn = match self.shape {
            Shape::Curve(relation) => {
                return relation.charts(trials, palette, relation::MOST_SIZES);
            }
            Shape::ByInstance => by_instance::chart(results, trials, palette),
            Shape::Cactus => Some(stairs::solved(trials, palette)),
            // Where every strategy promises optimal paths, there is nothing to see in lengths.
            Shape::Anytime if !is_any_longer() => None,
            Shape::Anytime => stairs::best_length(trials, palette),
            Shape::Tables(measure) => means::against_tables(measure, trials, palette),
            Shape::Quality => means::quality(trials, palette),
            Shape::Dots(spread) => Some(spread.chart(trials, palette, shown)),
            Shape::Pair(number) => Some(scatter::first(results, trials, palette, number)),
        };
        drawn.map(|drawn| self.named(drawn, &pooled(trials))).into_iter().collect()
    }

    /// With the name and the title, unless what is drawn has one of its own, and with what is pooled.
    fn named(&self, drawn: Result<Figure, String>, pooled: &str) -> Outcome {
        let mut figure = drawn.or_else(|reason| left_out(self.title, &reason))?;
        figure.name = self.name.into();
        if figure.title.is_empty() {
            figure.title = self.title.into();
        }
        figure.subtitle += pooled;
        figure.caption += pooled;
        Ok(figure)
    }
}

/// What a chart that is not of one size says of the sizes of the boards, if they are several.
pub(crate) fn pooled(trials: &Trials<'_>) -> String {
    let sizes: Vec<String> = trials.sizes().iter().map(Size::to_string).collect();
    let names: Vec<&str> = sizes.iter().map(String::as_str).collect();
    match names.len() {
        0 | 1 => String::new(),
        few @ ..4 => format!(" Boards of {} are not told apart.", enumerated(&names[..few])),
        many => format!(" Boards of {many} sizes are not told apart."),
    }
}

/// The style of each strategy of a folder.
pub(crate) fn palette(results: &Results, trials: &Trials<'_>) -> Palette {
    let of_folder = results.strategies.iter().map(String::as_str);
    Palette::of(of_folder.chain(trials.strategies().iter().copied()))
}

/// A chart that cannot be drawn.
fn left_out(title: &str, reason: &str) -> Outcome {
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
    use optile_results::rows::row::Status;

    use crate::figures::figures;
    use crate::synthetic::{eight, end, small};
    use crate::verdict::Analysis;

    fn first(results: &optile_results::Results) -> Vec<String> {
        let figures = figures(&Analysis::of(results));
        figures.into_iter().flatten().take(2).map(|figure| figure.name).collect()
    }

    #[test]
    fn a_chart_of_boards_of_several_sizes_says_so() {
        let mut results = small();
        results.instances[3].size = "4x3".parse().unwrap();
        let figures = figures(&Analysis::of(&results));
        assert!(figures.len() > 4);
        for figure in figures.into_iter().flatten() {
            let is_of_one = figure.name.ends_with("-3x3");
            for text in [&figure.subtitle, &figure.caption] {
                let is_pooled = text.contains("Boards of 3x3 and 4x3 are not told apart.");
                assert_eq!(is_pooled, !is_of_one, "{}: {text}", figure.name);
            }
        }
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
