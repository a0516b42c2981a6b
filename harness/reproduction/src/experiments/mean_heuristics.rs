//! Mean values of heuristics on the 8-puzzle and the 15-puzzle.

use anyhow::{Context, Result};
use optile_core::{Arrangement, Rect};
use optile_instances::depth_counts;
use optile_instances::sampling::Sampling;
use optile_instances::space::Oracle;
use optile_results::quantity::grouped;
use serde::Deserialize;

use super::Experiment;
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::sample::Sample;
use crate::comparison::table::{ComparisonRow, ComparisonTable, Findings};
use crate::laboratory::Laboratory;

/// The number of random 15-puzzles, and their seed.
const BOARDS: usize = 1_000_000;
const QUICK_BOARDS: usize = 20_000;
const SEED: u64 = 15;

/// The name of the true distance in the literature.
const DISTANCE: &str = "distance";
const NO_SEARCH: &str = "Computed without a search: the mean over all boards, from the published \
                         counts of the depth tables (R. E. Korf, P. Schultze, 2005).";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    measured: Vec<Means>,
    /// Those that follow by counting.
    counted: Vec<Means>,
}

/// The means of a heuristic over all 8-puzzles, and over 15-puzzles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Means {
    heuristic: String,
    eight: PublishedFigure,
    fifteen: PublishedFigure,
}

pub(super) fn run(experiment: &Experiment, laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = experiment.figures();
    let boards = if laboratory.is_quick { QUICK_BOARDS } else { BOARDS };
    let (mut eights, mut fifteens, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for Means { heuristic, eight, fifteen } in &figures.measured {
        let name = spelt(heuristic);
        eights.push(ComparisonRow::new(&name, eight, all_eight(heuristic, laboratory)?));
        let sample = some_fifteen(heuristic, boards, laboratory)?;
        let row = ComparisonRow::new(&name, fifteen, sample);
        fifteens.push(if heuristic == DISTANCE { row.noted(NO_SEARCH) } else { row });
    }
    for Means { heuristic, eight, fifteen } in &figures.counted {
        let [small, large] = ["8", "15"].map(|side| format!("{side}-puzzle, {}", spelt(heuristic)));
        counts.push(ComparisonRow::new(small, eight, all_eight(heuristic, laboratory)?));
        let sample = some_fifteen(heuristic, boards, laboratory)?;
        counts.push(ComparisonRow::new(large, fifteen, sample));
    }
    let random = format!("{} random 15-puzzles, seed {SEED}", grouped(&boards.to_string()));
    Ok(Findings {
        subset: laboratory.is_quick.then(|| format!("{boards} random 15-puzzles, not {BOARDS}")),
        tables: vec![
            ComparisonTable::new("All 181,440 8-puzzles, exact", eights),
            ComparisonTable::new(random, fifteens),
            ComparisonTable::new("The same boards and the means that follow by counting", counts),
        ],
    })
}

fn spelt(name: &str) -> String {
    match name {
        DISTANCE => "true distance".into(),
        "manhattan" => "Manhattan distance".into(),
        other => other.replace('-', " "),
    }
}

/// The values of a heuristic on all 8-puzzles.
fn all_eight(heuristic: &str, laboratory: &Laboratory) -> Result<Sample> {
    laboratory.go_on()?;
    let goal = Arrangement::goal("3x3".parse()?, 8)?;
    let space = Oracle::new(Rect::<3, 3>, goal.blank());
    let values: Vec<f64> = match heuristic {
        DISTANCE => space.iter().map(|(_, distance)| f64::from(distance)).collect(),
        _ => {
            let estimates = laboratory.estimates(heuristic, &goal)?;
            let values = space.iter().map(|(state, _)| estimates.of(&state.arrangement()));
            let values = values.map(|value| Some(f64::from(value?)));
            values.collect::<Option<_>>().context("a heuristic is not for the 8-puzzle")?
        }
    };
    Ok(Sample::of(&values, values.len()))
}

/// The values of a heuristic on random 15-puzzles.
fn some_fifteen(heuristic: &str, boards: usize, laboratory: &Laboratory) -> Result<Sample> {
    if heuristic == DISTANCE {
        let published = depth_counts::fifteen_puzzle_distance();
        let (mean, deviation) = published.context("no published counts of 4x4")?;
        return Ok(Sample::exact(mean, deviation));
    }
    let goal = Arrangement::goal("4x4".parse()?, 15)?;
    let estimates = laboratory.estimates(heuristic, &goal)?;
    let go_on = &|| laboratory.go_on();
    let values = Sampling { goal, states: boards, seed: SEED, go_on }.values(&estimates)?;
    Ok(Sample::new(&values.into_iter().map(f64::from).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::super::EXPERIMENTS;
    use super::*;

    /// The mean of a heuristic on a square board whose goal has its blank in a corner, as the
    /// remark of the experiment derives it.
    fn expectation(name: &str, side: f64) -> f64 {
        let cells = side * side;
        match name {
            "manhattan" => 2.0 * (cells - 1.0) / (3.0 * side) * cells - (side - 1.0),
            "misplaced" => (cells - 1.0) * (cells - 1.0) / cells,
            other => panic!("no expectation of {other}"),
        }
    }

    #[test]
    fn counted_means_are_those_of_the_remark_and_of_all_boards() {
        let experiment = EXPERIMENTS.iter().find(|other| other.name == "mean-heuristics").unwrap();
        let figures: Figures = experiment.figures();
        for Means { heuristic, eight, fifteen } in &figures.counted {
            for (side, figure) in [(3.0, eight), (4.0, fifteen)] {
                let expected = format!("{:.4}", expectation(heuristic, side));
                assert_eq!(figure, &PublishedFigure::of_digits(&expected), "{heuristic}");
            }
            let all = all_eight(heuristic, &crate::tests::laboratory()).unwrap();
            assert!((all.mean - expectation(heuristic, 3.0)).abs() < 1e-12, "{heuristic}");
        }
    }
}
