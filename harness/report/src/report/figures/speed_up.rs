//! How many times as fast a search is on more ranks and threads than on the fewest.

use std::collections::{BTreeMap, BTreeSet};

use optile_results::quantity::counted;
use optile_results::strategy_name::StrategyName;
use optile_results::unit::Unit;
use optile_statistics::geometric_mean;

use super::{Chart, headings, number};
use crate::measure::Measure;
use crate::trial::Trials;
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Palette, Place, Role, Style};

/// The rest of a strategy's name, its ranks, and its threads per rank.
pub(super) fn team(name: &str) -> (String, Option<u64>, Option<u64>) {
    let options = StrategyName::of(name).options;
    let search = name.strip_suffix(options).unwrap_or(name).trim_end_matches(',');
    let (mut rest, mut ranks, mut threads) = (search.to_owned(), None, None);
    for option in options.split(',').filter(|option| !option.is_empty()) {
        match option.split_once('=').map(|(key, value)| (key, value.parse())) {
            Some(("ranks", Ok(number))) => ranks = Some(number),
            Some(("threads", Ok(number))) => threads = Some(number),
            _ => rest += &format!(",{option}"),
        }
    }
    (rest, ranks, threads)
}

/// The threads of all ranks, and the ranks.
type Size = (u64, Option<u64>);

/// The time of each instance on each size.
type Times<'a> = BTreeMap<(Size, &'a str), f64>;

/// A strategy on several sizes.
struct Series<'a> {
    name: String,
    style: Style,
    /// Each instance on each size, the smallest first: how many times as fast as on that one.
    points: Vec<(Size, &'a str, f64)>,
}

impl<'a> Series<'a> {
    /// Those of all strategies that solved an instance on several sizes.
    fn all(trials: &'a Trials<'_>, palette: &Palette) -> Vec<Self> {
        let mut all: BTreeMap<_, Times<'a>> = BTreeMap::new();
        for strategy in trials.strategies() {
            let (rest, ranks, threads) = team(strategy);
            let size = ranks.unwrap_or(1).checked_mul(threads.unwrap_or(1)).filter(|&all| all > 0);
            // Otherwise the name does not say it.
            let Some(all_threads) = ranks.or(threads).and(size) else { continue };
            for (instance, trial) in trials.with_path(strategy) {
                if let Some(time) = trial.solved(Measure::Time) {
                    let times = all.entry(rest.clone()).or_default();
                    times.insert(((all_threads, ranks), instance.id), time.max(1.0));
                }
            }
        }
        let series = all.into_iter().map(|(name, times)| {
            let first = times.keys().next().map(|(size, _)| *size);
            let point = |(&(size, instance), time): (&(Size, &'a str), &f64)| {
                Some((size, instance, times.get(&(first?, instance))? / time))
            };
            let style = palette.style(&name);
            Self { name, style, points: times.iter().filter_map(point).collect() }
        });
        let is_drawn = |series: &Self| {
            let mut threads = series.points.iter().map(|((threads, _), ..)| threads);
            threads.next() < threads.next_back()
        };
        series.filter(is_drawn).collect()
    }

    /// A line through the geometric means over `common` instances, and a marker for each instance.
    fn layers(&self, common: &BTreeMap<&str, usize>) -> [Layer; 2] {
        let mut values: BTreeMap<Size, Vec<f64>> = BTreeMap::new();
        for (size, _, value) in self.points.iter().filter(|point| common.contains_key(point.1)) {
            values.entry(*size).or_default().push(*value);
        }
        let mean = |(size, values): (&Size, &Vec<f64>)| Some(at(size.0, geometric_mean(values)?));
        let spots = self.points.iter().map(|(size, _, value)| at(size.0, *value));
        [
            Layer::new(Mark::Line, self.style, values.iter().filter_map(mean)),
            Layer::new(Mark::Markers, self.style, spots),
        ]
    }
}

fn at(threads: u64, speed_up: f64) -> (Place, Place) {
    (Place::At(threads as f64), Place::At(speed_up))
}

/// The chart; none if no strategy solved an instance on several numbers of ranks or threads.
pub(super) fn chart(trials: &Trials<'_>, palette: &Palette) -> Option<Chart> {
    let mut all = Series::all(trials, palette);
    let fewest = all.iter().map(|series| series.points[0].0.0).min()?;
    all.retain(|series| series.points[0].0.0 == fewest);
    let points =
        || all.iter().flat_map(|series| series.points.iter().map(move |p| (&*series.name, p)));
    let runs: BTreeSet<(&str, Size)> = points().map(|(name, (size, ..))| (name, *size)).collect();
    let mut solved: BTreeMap<&str, usize> = BTreeMap::new();
    points().for_each(|(_, point)| *solved.entry(point.1).or_default() += 1);
    solved.retain(|_, count| *count == runs.len());
    let layers = all.iter().map(|series| series.layers(&solved));
    let (lines, markers): (Vec<_>, Vec<_>) = layers.map(Into::<(_, _)>::into).unzip();
    let values = || points().map(|(_, point)| point.2);
    let sizes = || runs.iter().map(|(_, (threads, _))| *threads as f64);
    let ideal = (sizes().fold(0.0, f64::max) / fewest as f64).min(values().fold(2.0, f64::max));
    let end = (Place::At(fewest as f64 * ideal), Place::At(ideal));
    let what = match () {
        () if runs.iter().all(|(_, (threads, ranks))| *ranks == Some(*threads)) => "ranks",
        () if runs.iter().all(|(_, (_, ranks))| ranks.is_none()) => "threads",
        () => "threads of all ranks",
    };
    let least = counted(fewest as usize, if what == "ranks" { "rank" } else { "thread" });
    let mut numbers = vec![headings(&["instance", "strategy", "ranks", "threads", "speed_up"])];
    numbers.extend(points().map(|(name, ((threads, ranks), instance, value))| {
        let ranks = ranks.map(|ranks| ranks.to_string()).unwrap_or_default();
        vec![(*instance).into(), name.into(), ranks, threads.to_string(), number(*value)]
    }));
    let legend = |s: &Series<'_>| LegendEntry::new(Role::Line, s.name.clone(), s.style);
    Some(Ok(Figure {
        name: "speed-up".into(),
        title: format!("Speed-up by number of {what}"),
        subtitle: "Dashed: ideal.".into(),
        caption: format!(
            "The search time on {least} divided by that on more. A marker is an instance. Lines \
             are geometric means over {}, solved on all these numbers. An instance or a strategy \
             that was not solved on {least} is left out.",
            counted(solved.len(), "instance")
        ),
        x: Axis::logarithmic(what, Unit::Count, sizes()),
        y: Axis::logarithmic("speed-up", Unit::Count, values().chain([ideal])),
        layers: [vec![Layer::rule(at(fewest, 1.0), end)], lines, markers].concat(),
        legend: all.iter().map(legend).collect(),
        numbers,
        ..Figure::default()
    }))
}

#[cfg(test)]
mod tests;
