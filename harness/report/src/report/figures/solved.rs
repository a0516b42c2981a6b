use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::{Chart, Stack, headings, number, unsolved_sentence, with_path};
use crate::report::outcome::Outcomes;
use optile_chart::{Axis, Figure, Key, Layer, Palette, Place};

/// The times in which a strategy solved what it solved, ascending.
struct Curve<'a> {
    strategy: &'a str,
    times: Vec<f64>,
    tried: usize,
}

impl<'a> Curve<'a> {
    fn of(outcomes: &Outcomes<'a>, strategy: usize) -> Self {
        let mut times: Vec<f64> = with_path(outcomes, strategy)
            .filter(|outcome| outcome.is_solved())
            .map(|outcome| outcome.search_ns)
            .collect();
        times.sort_by(f64::total_cmp);
        let tried = with_path(outcomes, strategy).count();
        Self { strategy: outcomes.strategies[strategy], times, tried }
    }

    fn draw(&self, stack: &mut Stack, palette: &Palette) {
        let style = palette.style(self.strategy);
        let mut steps = Vec::new();
        for (before, &time) in self.times.iter().enumerate() {
            steps.push((Place::At(time), Place::At(before as f64)));
            steps.push((Place::At(time), Place::At((before + 1) as f64)));
        }
        // About eight markers on top of steps, the last on the last instance.
        let apart = self.times.len().div_ceil(8).max(1);
        let tops = steps.iter().skip(1).step_by(2).copied();
        stack.markers.push(Layer::Markers { style, points: tops.rev().step_by(apart).collect() });
        stack.lines.push(Layer::Line { style, points: steps });
    }
}

/// How many instances each strategy solves within a time, known as a cactus
/// plot.
pub(super) fn within_time(outcomes: &Outcomes<'_>, palette: &Palette) -> Chart {
    const TITLE: &str = "Instances solved within a time";
    let curves: Vec<Curve<'_>> = (0..outcomes.strategies.len())
        .map(|strategy| Curve::of(outcomes, strategy))
        .filter(|curve| curve.tried > 0)
        .collect();
    if curves.iter().all(|curve| curve.times.is_empty()) {
        return Err(format!("{TITLE}: left out, because no instance was solved."));
    }
    let times = curves.iter().flat_map(|curve| curve.times.iter().copied());
    let x = Axis::logarithmic("time of searching, logarithmic", Unit::Nanoseconds, times);
    let most = curves.iter().map(|curve| curve.tried).max().unwrap_or(0);
    let (left, right) = x.ends();
    let total = Place::At(most as f64);
    let mut stack = Stack::default();
    stack.bands.push(Layer::Rule { from: (left, total), to: (right, total) });
    let mut legend = Vec::new();
    let mut numbers = vec![headings(&["strategy", "search_ns", "solved"])];
    for curve in &curves {
        curve.draw(&mut stack, palette);
        let solved = curve.times.len();
        let mut label = curve.strategy.to_owned();
        if solved < curve.tried {
            label += &format!("\n({solved}/{})", curve.tried);
        }
        legend.push(Key { label, style: palette.style(curve.strategy), line: true });
        numbers.extend(curve.times.iter().enumerate().map(|(before, &time)| {
            vec![curve.strategy.into(), number(time), (before + 1).to_string()]
        }));
    }
    let unsolved = curves.iter().map(|curve| curve.tried - curve.times.len()).sum();
    Ok(Figure {
        name: "cactus".into(),
        title: TITLE.into(),
        subtitle: "Further left is faster, higher is more. Dashed: all instances.".into(),
        caption: format!(
            "Each curve rises by one at the time of each instance that the strategy solved, out \
             of {} (the median of its samples, preparing not counted). {}",
            counted(most, "instance"),
            unsolved_sentence(
                unsolved,
                "keeps its curve below the dashed line, by as many as the legend says"
            ),
        ),
        x,
        y: Axis::linear("instances solved", Unit::Count, [0.0, most as f64]),
        layers: stack.layers(),
        legend,
        numbers,
    })
}
