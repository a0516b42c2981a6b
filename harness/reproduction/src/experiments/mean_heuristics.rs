//! Mean values of heuristics on the 8-puzzle and the 15-puzzle.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use optile_core::{Arrangement, Heuristics, Meter, Problem};
use optile_heuristics::{BoardEstimates, BoardEstimatesError};
use optile_instances::sampling::Sampling;
use optile_instances::{analysis, depth_counts};
use optile_results::quantity::grouped;
use optile_results::record::HeuristicPoint;
use serde::Deserialize;

use crate::comparison::findings::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::published_figure::{Grade, PublishedFigure};
use crate::comparison::sample::Sample;
use crate::comparison::verdict::{Measured, Published};
use crate::experiment::Experiment;
use crate::laboratory::Laboratory;
use crate::literature;

const NAME: &str = "mean-heuristics";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "Mean values of heuristics on the 8-puzzle and the 15-puzzle",
    about: "The mean of each heuristic over all 181,440 8-puzzles and over a million random \
            15-puzzles, and the means that follow without any search.",
    cost: "5 seconds",
    run,
};

/// The number of random 15-puzzles, and their seed.
const BOARDS: usize = 1_000_000;
const QUICK_BOARDS: usize = 20_000;
const SEED: u64 = 15;

/// The name of the true distance in the literature.
const DISTANCE: &str = "distance";
const NOT_HERE: &str = "This version does not have this heuristic.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedFigures {
    /// Means over all 8-puzzles, by heuristic.
    eight: BTreeMap<String, PublishedFigure>,
    /// Means over random 15-puzzles, by heuristic.
    fifteen: BTreeMap<String, PublishedFigure>,
}

fn run(laboratory: &Laboratory) -> Result<Findings> {
    let figures: PublishedFigures = literature::section(NAME)?.figures;
    laboratory.go_on()?;
    let points = eight_points(laboratory.registry.heuristics())?;
    let boards = if laboratory.is_quick { QUICK_BOARDS } else { BOARDS };
    let tables = vec![
        eight(&figures.eight, &points),
        fifteen(&figures.fifteen, boards, laboratory)?,
        expectations(&points, boards, laboratory)?,
    ];
    Ok(Findings {
        subset: laboratory.is_quick.then(|| format!("{boards} random 15-puzzles, not {BOARDS}")),
        tables,
        remarks: vec![
            "On a board of n cells, each tile of a random solvable arrangement is at each cell \
             equally often. So (n − 1)²/n tiles are misplaced on average. On a square board of \
             side s, two random cells have the mean distance 2(s² − 1)/3s. The mean Manhattan \
             distance is n times this, less the mean distance to the goal's blank, which is s − 1 \
             from a corner. This gives exactly 14 and 37."
                .into(),
        ],
    })
}

/// Every heuristic on all 8-puzzles.
fn eight_points(heuristics: &dyn Heuristics) -> Result<Vec<HeuristicPoint>> {
    let goal = Arrangement::goal("3x3".parse()?, 8)?;
    let problems = [Problem::new(goal, goal)?];
    Ok(analysis::heuristic_points(heuristics, problems.iter(), &BTreeSet::new(), None))
}

/// The mean over all 8-puzzles.
fn eight(
    figures: &BTreeMap<String, PublishedFigure>,
    points: &[HeuristicPoint],
) -> ComparisonTable {
    let rows = figures.iter().map(|(name, figure)| {
        let mean = if name == DISTANCE {
            mean_of(points.iter().filter(|point| point.heuristic == "zero"), |p| {
                p.distance.unwrap_or(0)
            })
        } else {
            mean_of(points.iter().filter(|point| point.heuristic == *name), |p| p.value)
        };
        let published = Published::exact(figure);
        let what = spelt(name);
        match mean {
            Some(value) => {
                ComparisonRow::new(what, published, Measured::Mean { value, error: 0.0 })
            }
            None => ComparisonRow::not_run(what, published, NOT_HERE),
        }
    });
    ComparisonTable::new("All 181,440 8-puzzles, exact", rows.collect())
}

/// The mean over the states of these points; `None` if there are none.
fn mean_of<'a>(
    points: impl Iterator<Item = &'a HeuristicPoint>,
    value: fn(&HeuristicPoint) -> u32,
) -> Option<f64> {
    let (sum, states) = points.fold((0, 0), |(sum, states), point| {
        (sum + point.states * u64::from(value(point)), states + point.states)
    });
    (states > 0).then(|| sum as f64 / states as f64)
}

fn spelt(name: &str) -> String {
    match name {
        DISTANCE => "true distance".into(),
        "manhattan" => "Manhattan distance".into(),
        other => other.replace('-', " "),
    }
}

/// The mean over random 15-puzzles.
fn fifteen(
    figures: &BTreeMap<String, PublishedFigure>,
    boards: usize,
    laboratory: &Laboratory,
) -> Result<ComparisonTable> {
    let mut rows = Vec::new();
    for (name, figure) in figures {
        let size = figure.of.context("a mean over random boards needs their number")? as f64;
        let row = if name == DISTANCE {
            let published = depth_counts::fifteen_puzzle_distance();
            let (mean, deviation) = published.context("no published counts of 4x4")?;
            let error = deviation / size.sqrt();
            let published = Published::Figure { figure: figure.clone(), error };
            ComparisonRow::new(spelt(name), published, Measured::Mean { value: mean, error: 0.0 }).noted(
                "Computed without a search: the mean over all boards, from the published counts of \
                 the depth tables (R. E. Korf, P. Schultze, 2005).",
            )
        } else {
            match sample(name, boards, laboratory)? {
                Some(sample) => {
                    let error = sample.error_of_mean_of(size);
                    let published = Published::Figure { figure: figure.clone(), error };
                    ComparisonRow::new(spelt(name), published, sample.measured())
                }
                None => ComparisonRow::not_run(spelt(name), Published::exact(figure), NOT_HERE),
            }
        };
        rows.push(row);
    }
    let boards = grouped(&boards.to_string());
    Ok(ComparisonTable::new(format!("{boards} random 15-puzzles, seed {SEED}"), rows))
}

/// The mean of a heuristic on a square board whose goal has its blank in a corner.
/// It follows by counting; see the remark.
fn expectation(name: &str, side: f64) -> Option<f64> {
    let cells = side * side;
    match name {
        "manhattan" => Some(2.0 * (cells - 1.0) / (3.0 * side) * cells - (side - 1.0)),
        "misplaced" => Some((cells - 1.0) * (cells - 1.0) / cells),
        _ => None,
    }
}

/// The measured means and those that follow by counting.
fn expectations(
    points: &[HeuristicPoint],
    boards: usize,
    laboratory: &Laboratory,
) -> Result<ComparisonTable> {
    let mut rows = Vec::new();
    for info in optile_heuristics::ALL {
        for (side, puzzle) in [(3.0, "8-puzzle"), (4.0, "15-puzzle")] {
            let Some(expected) = expectation(info.name, side) else { continue };
            let value = format!("{expected:.4}").parse()?;
            let published =
                Published::exact(&PublishedFigure { value, of: None, grade: Grade::Read });
            let measured = match side == 3.0 {
                true => mean_of(points.iter().filter(|p| p.heuristic == info.name), |p| p.value)
                    .map(|value| Measured::Mean { value, error: 0.0 }),
                false => sample(info.name, boards, laboratory)?.map(|sample| sample.measured()),
            };
            let quantity = format!("{puzzle}, {}", spelt(info.name));
            rows.push(ComparisonRow::new(
                quantity,
                published,
                measured.unwrap_or(Measured::Nothing),
            ));
        }
    }
    Ok(ComparisonTable::new("The same boards and the means that follow by counting", rows))
}

/// The values of one heuristic; `None` if there is no such heuristic.
fn sample(name: &str, boards: usize, laboratory: &Laboratory) -> Result<Option<Sample>> {
    let goal = Arrangement::goal("4x4".parse()?, 15)?;
    let go_on = &|| laboratory.go_on();
    let heuristics = laboratory.registry.heuristics();
    let bound = match BoardEstimates::new(heuristics, name, &goal, &mut Meter::default()) {
        Err(BoardEstimatesError::Name(_)) => return Ok(None),
        bound => bound?,
    };
    let values = Sampling { goal, states: boards, seed: SEED, go_on }.values(&bound)?;
    Ok(Some(Sample::new(values.into_iter().map(f64::from).collect())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_the_means_over_every_board() {
        let points = eight_points(&optile_heuristics::Catalogue::default()).unwrap();
        for name in ["manhattan", "misplaced"] {
            let of_name = points.iter().filter(|point| point.heuristic == name);
            let mean = mean_of(of_name, |point| point.value).unwrap();
            assert!((mean - expectation(name, 3.0).unwrap()).abs() < 1e-12, "{name}");
        }
        assert_eq!(expectation("manhattan", 4.0), Some(37.0));
        assert_eq!(expectation("misplaced", 4.0), Some(14.0625));
        assert_eq!(expectation("zero", 4.0), None);
    }
}
