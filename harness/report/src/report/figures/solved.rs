//! How many instances each strategy solves within a time, known as a cactus plot.

use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::{Chart, entry, headings, number, unsolved_sentence};
use crate::measure::Measure;
use crate::trial::Trials;
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Palette, Place, Role, Style};

/// The times of the instances that a strategy solved, ascending.
struct Curve<'a> {
    strategy: &'a str,
    times: Vec<f64>,
    tried: usize,
}

impl<'a> Curve<'a> {
    fn of(trials: &Trials<'_>, strategy: &'a str) -> Self {
        let with_path = || trials.with_path(strategy);
        let mut times: Vec<f64> =
            with_path().filter_map(|(_, trial)| trial.solved(Measure::Time)).collect();
        times.sort_by(f64::total_cmp);
        Self { strategy, times, tried: with_path().count() }
    }

    /// The line and its markers. `ends` are those of the axis of times.
    fn layers(&self, style: Style, ends: (Place, Place)) -> [Layer; 2] {
        let mut steps = Vec::new();
        if self.times.is_empty() {
            // A strategy that solved nothing has a line all the same, so its name is beside zero.
            steps.extend([ends.0, ends.1, ends.1].map(|end| (end, Place::At(0.0))));
        }
        for (before, &time) in self.times.iter().enumerate() {
            steps.push((Place::At(time), Place::At(before as f64)));
            steps.push((Place::At(time), Place::At((before + 1) as f64)));
        }
        // About eight markers at the tops of steps, the last one at the last
        // instance.
        let apart = self.times.len().div_ceil(8).max(1);
        let tops = steps.iter().skip(1).step_by(2).copied();
        let markers = Layer::new(Mark::Markers, style, tops.rev().step_by(apart));
        [Layer::new(Mark::Line, style, steps), markers]
    }

    /// The legend, with the share that was solved if it is not all.
    fn legend(&self, palette: &Palette) -> LegendEntry {
        let mut entry = entry(Role::Line, self.strategy, palette);
        if self.times.len() < self.tried {
            entry.beside = format!("{}/{}", self.times.len(), self.tried);
        }
        entry
    }
}

/// The chart.
pub(super) fn within_time(trials: &Trials<'_>, palette: &Palette) -> Chart {
    const TITLE: &str = "Instances solved within a time";
    let curves: Vec<Curve<'_>> = trials
        .strategies()
        .iter()
        .map(|strategy| Curve::of(trials, strategy))
        .filter(|curve| curve.tried > 0)
        .collect();
    if curves.iter().all(|curve| curve.times.is_empty()) {
        return Err(format!("{TITLE}: left out, because no instance was solved."));
    }
    let times = curves.iter().flat_map(|curve| curve.times.iter().copied());
    let x = Axis::logarithmic("search time, logarithmic", Unit::Nanoseconds, times);
    let most = curves.iter().map(|curve| curve.tried).max().unwrap_or(0);
    let ends = x.ends();
    let total = Place::At(most as f64);
    let legend: Vec<LegendEntry> = curves.iter().map(|curve| curve.legend(palette)).collect();
    let drawn = curves.iter().zip(&legend).map(|(curve, key)| curve.layers(key.style, ends));
    let (lines, markers): (Vec<_>, Vec<_>) = drawn.map(Into::<(_, _)>::into).unzip();
    let all = Layer::rule((Place::Low, total), (Place::High, total));
    let mut numbers = vec![headings(&["strategy", "search_ns", "solved"])];
    numbers.extend(curves.iter().flat_map(|curve| {
        (1..).zip(&curve.times).map(|(solved, &time): (usize, _)| {
            vec![curve.strategy.into(), number(time), solved.to_string()]
        })
    }));
    let unsolved = curves.iter().map(|curve| curve.tried - curve.times.len()).sum();
    Ok(Figure {
        name: "cactus".into(),
        title: TITLE.into(),
        subtitle: "Further left is faster, further up is more. Dashed line: all instances.".into(),
        caption: format!(
            "Each curve rises by one at the time of each instance that the strategy solved, out \
             of {} (the median of the samples, without preparation). {}",
            counted(most, "instance"),
            unsolved_sentence(
                unsolved,
                "keeps its curve below the dashed line; the legend shows solved/tried"
            ),
        ),
        x,
        y: Axis::linear("instances solved", Unit::Count, [0.0, most as f64]),
        layers: [vec![all], lines, markers].concat(),
        legend,
        numbers,
        ..Figure::default()
    })
}
