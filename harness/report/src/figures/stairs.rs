//! Lines that rise in steps over time: instances solved, and lengths of paths.

use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place, Role};
use optile_core::Improvement;
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use super::{entry, headings, number};
use crate::missing::Lacks;
use crate::trial::Trials;
use optile_results::number::TIME;

/// A strategy's times, ascending, with what it has reached from each time on.
struct Stairs<'a> {
    strategy: &'a str,
    steps: Vec<(f64, f64)>,
}

impl Stairs<'_> {
    /// The line and its markers. `ends` are those of the axis of times.
    fn layers(&self, palette: &Palette, ends: (Place, Place)) -> [Layer; 2] {
        let style = palette.style(self.strategy);
        let (mut line, mut before) = (Vec::new(), 0.0);
        for &(time, reached) in &self.steps {
            line.extend([before, reached].map(|up| (Place::At(time), Place::At(up))));
            before = reached;
        }
        if line.is_empty() {
            // A strategy that reached nothing has a line all the same, so its name is beside zero.
            line.extend([ends.0, ends.1].map(|end| (end, Place::At(0.0))));
        }
        // About eight markers at the tops of steps, the last one at the end.
        let apart = self.steps.len().div_ceil(8).max(1);
        let tops = line.iter().rev().step_by(2 * apart).copied();
        let markers = Layer::new(Mark::Markers, style, tops);
        [Layer::new(Mark::Line, style, line), markers]
    }
}

/// The lines below a dashed one at all that can be reached, and their legend.
fn chart(stairs: &[Stairs<'_>], all: f64, axes: [Axis; 2], palette: &Palette) -> Figure {
    let [x, y] = axes;
    let ends = x.ends();
    let drawn = stairs.iter().map(|one| one.layers(palette, ends).into());
    let (lines, markers): (Vec<_>, Vec<_>) = drawn.unzip();
    let all = Layer::rule((Place::Low, Place::At(all)), (Place::High, Place::At(all)));
    Figure {
        x,
        y,
        layers: [vec![all], lines, markers].concat(),
        legend: stairs.iter().map(|one| entry(Role::Line, one.strategy, palette)).collect(),
        ..Figure::default()
    }
}

/// How many instances each strategy solves within a time, known as a cactus plot.
pub(super) fn solved(trials: &Trials<'_>, palette: &Palette) -> Result<Figure, String> {
    let tried = |strategy: &str| trials.with_path(strategy).count();
    let strategies = trials.strategies().iter().filter(|strategy| tried(strategy) > 0);
    let stairs = strategies.map(|&strategy| {
        let solved = trials.with_path(strategy).filter_map(|(_, one)| one.solved(&TIME));
        let mut times: Vec<f64> = solved.collect();
        times.sort_by(f64::total_cmp);
        Stairs { strategy, steps: times.into_iter().zip((1u32..).map(f64::from)).collect() }
    });
    let stairs: Vec<Stairs<'_>> = stairs.collect();
    let times: Vec<f64> = stairs.iter().flat_map(|one| &one.steps).map(|step| step.0).collect();
    if times.is_empty() {
        return Err("no instance was solved".into());
    }
    let costs = stairs.iter().flat_map(|one| trials.with_path(one.strategy));
    let lacks: Lacks = costs.filter_map(|(_, one)| one.cost(&TIME).err()).collect();
    let most = stairs.iter().map(|one| tried(one.strategy)).max().unwrap_or(0);
    let axes = [
        Axis::magnitudes("search time, logarithmic", Unit::Nanoseconds, times),
        Axis::linear("instances solved", Unit::Count, [0.0, most as f64]),
    ];
    let mut figure = chart(&stairs, most as f64, axes, palette);
    let mut numbers = vec![headings(&["strategy", "search_ns", "solved"])];
    for (one, entry) in stairs.iter().zip(&mut figure.legend) {
        let (solved, tried) = (one.steps.len(), tried(one.strategy));
        if solved < tried {
            entry.beside = format!("{solved}/{tried}");
        }
        let record = |step: &(f64, f64)| vec![one.strategy.into(), number(step.0), number(step.1)];
        numbers.extend(one.steps.iter().map(record));
    }
    Ok(Figure {
        subtitle: "Further left is faster, further up is more. Dashed line: all instances.".into(),
        caption: format!(
            "Each curve rises by one at the time of each instance that the strategy solved, out \
             of {} (the median of the samples, without preparation). {}",
            counted(most, "instance"),
            lacks.sentence("keeps its curve below the dashed line; the legend shows solved/tried"),
        ),
        numbers: numbers.into(),
        columns: [Some(1), Some(2)],
        ..figure
    })
}

/// How near a strategy's best paths come to the optimum, from each time on: the mean of the optimal
/// length divided by that of the best path. `runs` are the paths on each instance, and
/// its optimal length. An instance counts 0 as long as it has no path.
fn nearness(runs: &[(&[Improvement], f64)]) -> Vec<(f64, f64)> {
    let mut gains: Vec<(u64, f64)> = Vec::new();
    for (paths, optimal) in runs {
        let mut before = 0.0;
        for path in *paths {
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
    steps.collect()
}

/// Whether a run told of no path that is longer than optimal.
fn has_only_optimal(&(paths, optimal): &(&[Improvement], f64)) -> bool {
    !paths.is_empty() && paths.iter().all(|path| path.length as f64 <= optimal)
}

/// How long the paths of anytime searches are after a time; none if no search told of better and
/// better paths, or all paths are optimal. It is about those that told of a longer one.
pub(super) fn best_length(
    trials: &Trials<'_>,
    palette: &Palette,
) -> Option<Result<Figure, String>> {
    let run = |strategy: &str, id: &str| {
        Some(&*trials.get(strategy, id)?.rows().first()?.outcome.improvements)
    };
    let ids = || trials.instances().iter().map(|instance| instance.id);
    let mut anytime = trials.strategies().to_vec();
    anytime.retain(|strategy| {
        ids().any(|id| run(strategy, id).is_some_and(|paths| !paths.is_empty()))
    });
    if anytime.is_empty() {
        return None;
    }
    let optimal = |id: &str| trials.instance(id)?.optimal.filter(|&length| length > 0);
    let mut common: Vec<(&str, f64)> =
        ids().filter_map(|id| Some((id, f64::from(optimal(id)?)))).collect();
    common.retain(|&(id, _)| anytime.iter().all(|strategy| run(strategy, id).is_some()));
    if common.is_empty() {
        let reason = "all anytime searches ran on no common instance whose optimal length is known";
        return Some(Err(reason.into()));
    }
    let columns = ["strategy", "instances", "search_ns", "mean_optimum_over_best_length_percent"];
    let mut numbers = vec![headings(&columns)];
    let (mut stairs, mut about) = (Vec::new(), Vec::new());
    for &strategy in &anytime {
        let paths = |id| run(strategy, id).unwrap_or_default();
        let runs: Vec<_> = common.iter().map(|&(id, optimal)| (paths(id), optimal)).collect();
        about.extend((!runs.iter().all(has_only_optimal)).then(|| strategy.to_owned()));
        let steps: Vec<_> =
            nearness(&runs).into_iter().map(|(ns, ratio)| (ns, 100.0 * ratio)).collect();
        numbers.extend(steps.iter().map(|&(ns, percent)| {
            vec![strategy.into(), common.len().to_string(), number(ns), number(percent)]
        }));
        stairs.push(Stairs { strategy, steps });
    }
    if about.is_empty() {
        return None;
    }
    let times = stairs.iter().flat_map(|one| &one.steps).map(|step| step.0);
    let axes = [
        Axis::magnitudes("time, logarithmic", Unit::Nanoseconds, times),
        Axis::percent("mean optimum ÷ best length, percent"),
    ];
    Some(Ok(Figure {
        subtitle: "Anytime searches. At 100, all paths are optimal.".into(),
        caption: format!(
            "Mean of the optimal length divided by that of the best path so far, over the {} on \
             which all anytime searches ran and whose optimal length is known. An instance without \
             a path counts as 0. Times are those of the first sample. Proving that a path is \
             optimal takes longer than finding it.",
            counted(common.len(), "instance"),
        ),
        numbers: numbers.into(),
        about,
        columns: [Some(2), Some(3)],
        ..chart(&stairs, 100.0, axes, palette)
    }))
}

#[cfg(test)]
mod tests {
    use optile_results::Results;
    use optile_results::rows::row::Status;

    use super::*;
    use crate::figures::palette;
    use crate::synthetic::{end, record, row};
    use crate::verdict::Analysis;

    const ARA: &str = "arastar:manhattan";

    fn drawn(runs: &[(&str, &str, &[[u64; 3]])]) -> Option<Result<Figure, String>> {
        let rows = runs.iter().map(|&(strategy, id, paths)| {
            let mut row = row(id, strategy, 20, 100);
            let path = |&[length, expanded, ns]: &[u64; 3]| Improvement { length, expanded, ns };
            row.optimal = Some(20);
            row.outcome.improvements = paths.iter().map(path).collect();
            row
        });
        let mut rows: Vec<_> = rows.collect();
        // A search that ran out of time has paths too.
        end(&mut rows[0], Status::TimeLimit);
        let results = Results::new(record(&["astar", ARA]), rows);
        let analysis = Analysis::of(&results);
        best_length(&analysis.trials, &palette(&results, &analysis.trials))
    }

    #[test]
    fn a_curve_rises_with_each_better_path() {
        let figure = drawn(&[
            (ARA, "a", &[[40, 5, 100], [25, 9, 300]]),
            (ARA, "b", &[[32, 5, 200], [20, 9, 300]]),
            (ARA, "c", &[]),
            ("astar", "a", &[]),
        ]);
        let figure = figure.unwrap().unwrap();
        let numbers: Vec<String> = figure.numbers[1..].iter().map(|line| line.join(" ")).collect();
        assert!(figure.numbers[0][3].ends_with("_percent"), "the unit of the axis");
        let mean = |sum: f64| (100.0 * (sum / 3.0)).to_string();
        let expected = [(100, 0.5), (200, 1.125), (300, 1.8)];
        assert_eq!(numbers, expected.map(|(ns, sum)| format!("{ARA} 3 {ns} {}", mean(sum))));
    }

    #[test]
    fn a_chart_without_a_common_instance_is_left_out_with_its_reason() {
        assert!(drawn(&[("astar", "a", &[])]).is_none());
        let two = format!("{ARA},w=2");
        let found: &[_] = &[[20, 5, 100]];
        assert!(drawn(&[(ARA, "b", &[]), (ARA, "a", found)]).is_some(), "one has no path");
        assert!(drawn(&[(ARA, "a", found)]).is_none(), "all paths are optimal");
        let left_out = drawn(&[(ARA, "a", found), (&two, "b", found)]);
        assert!(left_out.unwrap().unwrap_err().contains("no common instance"));
    }
}
