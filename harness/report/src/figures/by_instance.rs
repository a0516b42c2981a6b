//! Nodes expanded on each instance, the easiest first.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use optile_results::Results;
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use super::line::{self, Line, Point};
use super::{entry, headings, number};
use optile_chart::{Axis, Figure, Palette, Role};

use crate::missing::Lacks;
use crate::trial::{InstanceFacts, Trials};
use optile_results::number::EXPANDED;
use optile_statistics::ascending;

/// The chart; none if the lengths of most instances are known, because a chart against the
/// length then tells more.
///
/// The order is that of the costs of one strategy, as is usual for instances that have nothing
/// else in common: the one that solved the most instances.
pub(super) fn chart(
    results: &Results,
    trials: &Trials<'_>,
    palette: &Palette,
) -> Option<Result<Figure, String>> {
    let tried: BTreeSet<&str> = trials
        .strategies()
        .iter()
        .flat_map(|strategy| trials.with_path(strategy).map(|(instance, _)| instance.id))
        .collect();
    let instances: Vec<&InstanceFacts<'_>> =
        trials.instances().iter().filter(|instance| tried.contains(instance.id)).collect();
    if unknown_lengths(results, &tried, &instances) * 2 <= instances.len() {
        return None;
    }
    let cost = |name: &str, id: &str| trials.cost(name, id, &EXPANDED);
    let known = |name: &&&str| tried.iter().filter(|id| cost(name, id).is_ok()).count();
    let reference = *trials.strategies().iter().min_by_key(|name| Reverse(known(name)))?;
    let costs = trials.strategies().iter().flat_map(|name| tried.iter().map(|id| cost(name, id)));
    let lacks: Lacks = costs.filter_map(Result::err).collect();
    if known(&&reference) == 0 {
        return Some(Err(lacks.why_none(EXPANDED.about)));
    }
    // Those without a cost are the last.
    let instances =
        ascending(&instances, |facts| cost(reference, facts.id).unwrap_or(f64::INFINITY));
    let (lines, numbers) = lines(trials, &instances, palette);
    let count = instances.len();
    let x = Axis::linear("place of the instance", Unit::Count, (1..=count).map(|n| n as f64));
    let y = |values| Axis::magnitudes("nodes expanded, logarithmic", Unit::Count, values);
    Some(Ok(Figure {
        subtitle: format!("Instances in the order of {reference}."),
        caption: format!(
            "Nodes expanded on each of {}, using the median of the samples. The instances are in \
             the order of the nodes expanded by {reference}, which solved most. {}",
            counted(count, "instance"),
            lacks.sentence("appears above the dashed line at its instance"),
        ),
        numbers: numbers.into(),
        columns: [Some(1), Some(3)],
        ..line::chart(&lines, |_| x, y)
    }))
}

/// A line for each strategy over these instances, and the table of their numbers.
fn lines(
    trials: &Trials<'_>,
    instances: &[&InstanceFacts<'_>],
    palette: &Palette,
) -> (Vec<Line>, Vec<Vec<String>>) {
    let mut lines = Vec::new();
    let mut numbers = vec![headings(&["strategy", "place", "instance", "expanded"])];
    for &strategy in trials.strategies() {
        let mut points = Vec::new();
        for (place, instance) in (1u32..).zip(instances) {
            let cost = trials.cost(strategy, instance.id, &EXPANDED);
            let lacks: Lacks = cost.err().into_iter().collect();
            let cost = match cost {
                Ok(cost) => cost,
                Err(missing) if missing.is_unsolved() => f64::INFINITY,
                Err(_) => continue,
            };
            let cells = [place.to_string(), instance.id.into(), number(cost)];
            numbers.push([strategy.to_owned()].into_iter().chain(cells).collect());
            points.push(Point { lacks, ..Point::new(f64::from(place), cost) });
        }
        if !points.is_empty() {
            lines.push(Line::new(entry(Role::Line, strategy, palette), points));
        }
    }
    (lines, numbers)
}

/// Of how many of these instances the suite says no optimal length.
fn unknown_lengths(
    results: &Results,
    tried: &BTreeSet<&str>,
    instances: &[&InstanceFacts<'_>],
) -> usize {
    if results.instances.is_empty() {
        // Without the boards of the suite, its lengths are those of the runs.
        return instances.iter().filter(|instance| instance.optimal.is_none()).count();
    }
    let boards = results.instances.iter().filter(|board| tried.contains(&*board.instance));
    boards.filter(|board| board.optimal.is_none()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::figures;
    use crate::synthetic::fifteen;
    use crate::verdict::Analysis;
    use optile_chart::Place;

    fn chart(results: &Results) -> Option<Figure> {
        let figures = figures(&Analysis::of(results)).into_iter().flatten();
        figures.into_iter().find(|figure| figure.name == "by-instance")
    }

    #[test]
    fn instances_of_unknown_length_are_in_the_order_of_the_strategy_that_solved_most() {
        let mut results = fifteen();
        assert!(chart(&results).is_none(), "lengths are known");
        results.instances.iter_mut().for_each(|board| board.optimal = None);
        let figure = chart(&results).unwrap();
        insta::assert_snapshot!("by-instance.caption", figure.caption);
        let reference = "idastar:manhattan";
        assert!(figure.caption.contains(&format!("nodes expanded by {reference}")));
        let of = |name: &str| -> Vec<Option<f64>> {
            let rows = figure.numbers[1..].iter().filter(|row| row[0] == name);
            rows.map(|row| row[3].parse().ok()).collect()
        };
        let costs = of(reference);
        assert!(costs.len() == 100 && costs.is_sorted_by_key(|cost| cost.unwrap_or(f64::MAX)));
        // What was not solved is a gap in the numbers and a marker in the lane.
        let gaps = of("astar:manhattan").iter().filter(|cost| cost.is_none()).count();
        let style = figure.legend.iter().find(|e| e.name == "astar:manhattan").unwrap().style;
        let own = figure.layers.iter().filter(|layer| layer.style == style);
        let in_lanes =
            own.flat_map(|layer| layer.points.iter()).filter(|(_, y)| matches!(y, Place::Lane(_)));
        assert_eq!(in_lanes.count(), gaps);
        assert!(gaps > 0);
        // What is solved and not counted is not unsolved.
        for row in results.rows.iter_mut().filter(|row| row.run.strategy == reference) {
            row.outcome.counters.expanded = None;
        }
        let silent = chart(&results).unwrap();
        assert!(silent.caption.contains(" solved attempts did not report the number."));
        assert!(silent.numbers.iter().all(|row| row[0] != reference || row[3].is_empty()));
        results.rows.iter_mut().for_each(|row| row.outcome.counters.expanded = None);
        let reason = figures(&Analysis::of(&results)).into_iter().filter_map(Result::err);
        let reason: Vec<String> = reason.filter(|reason| reason.contains("by instance")).collect();
        let why = "no strategy that solved an instance reports the nodes expanded.";
        assert_eq!(reason, [format!("Nodes expanded by instance: left out, because {why}")]);
    }
}
