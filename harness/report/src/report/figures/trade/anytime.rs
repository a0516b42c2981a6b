//! How long the paths of anytime searches are after a time.

use optile_core::Improvement;
use optile_results::improvements;
use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::super::{Chart, entry, headings, number};
use crate::trial::Trials;
use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place, Role};

const TITLE: &str = "Best length against time";

/// How near a strategy's best paths come to the optimum, from each time on: the mean of the optimal
/// length divided by that of the best path.
struct Curve<'a> {
    strategy: &'a str,
    steps: Vec<(f64, f64)>,
}

impl<'a> Curve<'a> {
    /// `runs` are the paths on each instance, and its optimal length. An instance counts 0 as long
    /// as it has no path.
    fn of(strategy: &'a str, runs: &[(Vec<Improvement>, f64)]) -> Self {
        let mut gains: Vec<(u64, f64)> = Vec::new();
        for (paths, optimal) in runs {
            let mut before = 0.0;
            for path in paths {
                let score = optimal / path.length as f64;
                gains.push((path.ns.max(1), score - before));
                before = score;
            }
        }
        gains.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let mut sum = 0.0;
        let steps = gains.chunk_by(|one, next| one.0 == next.0).map(|gains| {
            sum += gains.iter().map(|gain| gain.1).sum::<f64>();
            (gains[0].0 as f64, sum / runs.len() as f64)
        });
        Self { strategy, steps: steps.collect() }
    }

    /// The line and its markers.
    fn layers(&self, palette: &Palette) -> [Layer; 2] {
        let style = palette.style(self.strategy);
        let at = |x: f64, y: f64| (Place::At(x), Place::At(100.0 * y));
        let rises = self.steps.windows(2).flat_map(|pair| {
            let [(x, y), (next_x, next_y)] = [pair[0], pair[1]];
            [at(x, y), at(next_x, y), at(next_x, next_y)]
        });
        let first = self.steps.iter().take(1).flat_map(|&(x, y)| [at(x, 0.0), at(x, y)]);
        let line = first.chain(rises);
        let apart = self.steps.len().div_ceil(8).max(1);
        let marked = self.steps.iter().rev().step_by(apart).map(|&(x, y)| at(x, y));
        [Layer::new(Mark::Line, style, line), Layer::new(Mark::Markers, style, marked)]
    }
}

/// The chart; none if no search told of better and better paths.
pub(in crate::report::figures) fn best_length(
    trials: &Trials<'_>,
    palette: &Palette,
) -> Option<Chart> {
    let run = |strategy: &str, id: &str| {
        Some(trials.get(strategy, id)?.rows().first()?.improvements.as_deref())
    };
    let ids = || trials.instances().iter().map(|instance| instance.id);
    let mut anytime = trials.strategies().to_vec();
    anytime.retain(|strategy| ids().any(|id| run(strategy, id).flatten().is_some()));
    if anytime.is_empty() {
        return None;
    }
    let optimal = |id: &str| trials.instance(id)?.optimal.filter(|&length| length > 0);
    let mut common: Vec<(&str, f64)> =
        ids().filter_map(|id| Some((id, f64::from(optimal(id)?)))).collect();
    common.retain(|&(id, _)| anytime.iter().all(|strategy| run(strategy, id).is_some()));
    if common.is_empty() {
        return Some(Err(format!(
            "{TITLE}: left out, because all anytime searches ran on no common instance whose \
             optimal length is known."
        )));
    }
    let curves = anytime.iter().map(|&strategy| {
        let paths =
            |id| run(strategy, id).flatten().and_then(improvements::read).unwrap_or_default();
        let runs: Vec<_> = common.iter().map(|&(id, optimal)| (paths(id), optimal)).collect();
        Curve::of(strategy, &runs)
    });
    Some(Ok(figure(&curves.collect::<Vec<_>>(), common.len(), palette)))
}

fn figure(curves: &[Curve<'_>], instances: usize, palette: &Palette) -> Figure {
    let steps = || curves.iter().flat_map(|curve| &curve.steps);
    let x = Axis::logarithmic("time, logarithmic", Unit::Nanoseconds, steps().map(|step| step.0));
    let y = Axis::percent("mean optimum ÷ best length, percent");
    let (lines, markers): (Vec<_>, Vec<_>) =
        curves.iter().map(|curve| curve.layers(palette).into()).unzip();
    let (all, (left, right)) = (Place::At(100.0), x.ends());
    let mut numbers =
        vec![headings(&["strategy", "instances", "search_ns", "mean_optimum_over_best_length"])];
    numbers.extend(curves.iter().flat_map(|curve| {
        let record = move |&(ns, ratio): &(f64, f64)| {
            vec![curve.strategy.into(), instances.to_string(), number(ns), number(ratio)]
        };
        curve.steps.iter().map(record)
    }));
    Figure {
        name: "anytime".into(),
        title: TITLE.into(),
        subtitle: "Anytime searches. At 100, all paths are optimal.".into(),
        caption: format!(
            "Mean of the optimal length divided by that of the best path so far, over the {} on \
             which all anytime searches ran and whose optimal length is known. An instance without \
             a path counts as 0. Times are those of the first sample. Proving that a path is \
             optimal takes longer than finding it.",
            counted(instances, "instance"),
        ),
        x,
        y,
        layers: [vec![Layer::rule((left, all), (right, all))], lines, markers].concat(),
        legend: curves.iter().map(|curve| entry(Role::Line, curve.strategy, palette)).collect(),
        numbers,
        ..Figure::default()
    }
}

#[cfg(test)]
mod tests {
    use optile_results::Results;
    use optile_results::row::Status;

    use super::*;
    use crate::report::Analysis;
    use crate::report::figures::palette;
    use crate::synthetic::{end, record, row};

    const ARA: &str = "arastar:manhattan";

    fn drawn(runs: &[(&str, &str, Option<&str>)]) -> Option<Chart> {
        let rows = runs.iter().map(|&(strategy, id, improvements)| {
            let mut row = row(id, strategy, 20, 100);
            (row.optimal, row.improvements) = (Some(20), improvements.map(Into::into));
            row
        });
        let mut rows: Vec<_> = rows.collect();
        // A search that ran out of time has paths too.
        end(&mut rows[0], Status::TimeLimit);
        let results = Results::new(record(&["astar", ARA]), rows);
        let analysis = Analysis::of(&results);
        best_length(&analysis.trials, &palette(&analysis))
    }

    #[test]
    fn a_curve_rises_with_each_better_path() {
        let figure = drawn(&[
            (ARA, "a", Some("40 5 100/25 9 300")),
            (ARA, "b", Some("32 5 200/20 9 300")),
            (ARA, "c", None),
            ("astar", "a", None),
        ]);
        let figure = figure.unwrap().unwrap();
        let numbers: Vec<String> = figure.numbers[1..].iter().map(|line| line.join(" ")).collect();
        let mean = |sum: f64| (sum / 3.0).to_string();
        let expected = [(100, 0.5), (200, 1.125), (300, 1.8)];
        assert_eq!(numbers, expected.map(|(ns, sum)| format!("{ARA} 3 {ns} {}", mean(sum))));
    }

    #[test]
    fn a_chart_without_a_common_instance_is_left_out_with_its_reason() {
        assert!(drawn(&[("astar", "a", None)]).is_none());
        let two = format!("{ARA},w=2");
        let text = Some("20 5 100");
        let left_out = drawn(&[(ARA, "a", text), (&two, "b", text)]);
        assert!(left_out.unwrap().unwrap_err().contains("no common instance"));
    }
}
