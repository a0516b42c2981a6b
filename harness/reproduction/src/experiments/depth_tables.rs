//! Published counts of boards at each distance from a goal.

use anyhow::Result;
use optile_core::{Board, Size, State, with_shaped_board};
use optile_instances::depth_counts::{self, DepthCounts};
use optile_results::quantity::grouped;
use optile_retrograde::Exploration;
use serde::de::IgnoredAny;

use crate::comparison::findings::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::published_figure::{Grade, PublishedFigure};
use crate::comparison::verdict::{Measured, Published};
use crate::experiment::Experiment;
use crate::laboratory::Laboratory;
use crate::literature;

const NAME: &str = "depth-tables";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "The number of boards at each distance from a goal",
    about: "The whole space of every published size up to 3x4 and 2x6 is explored. For 4x4 and \
            5x5, breadth-first search counts the first depths.",
    cost: "20 seconds",
    run,
};

/// The most boards of one layer that are kept, in the experiment and in its quick part.
const LAYER: u64 = 8_000_000;
const QUICK_LAYER: u64 = 20_000;

/// Counts of all depths, or of the first ones.
enum Counted {
    /// Of all depths.
    All(Vec<u64>),
    /// Of the first depths.
    First(Vec<u64>),
}

fn run(laboratory: &Laboratory) -> Result<Findings> {
    literature::section::<IgnoredAny>(NAME)?;
    let published = depth_counts::all();
    let most = if laboratory.is_quick { QUICK_LAYER } else { LAYER };
    // A single table or layer may take all the memory.
    let alone = Laboratory {
        threads: 1,
        registry: laboratory.registry.clone(),
        interruption: laboratory.interruption.clone(),
        ..*laboratory
    };
    let tables = alone.each("depth tables", &published, |published| {
        let counted = count(published, most, laboratory)?;
        compare(published, counted, most)
    })?;
    Ok(Findings {
        subset: laboratory
            .is_quick
            .then(|| "boards of at most ten cells, and the first depths of larger ones".into()),
        tables,
        remarks: vec![
            "Sizes are width by height. A board and its transpose have the same counts. The last \
             row of a complete table is the greatest distance: 31 moves on the 8-puzzle with the \
             blank in a corner, 53 on 3x4."
                .into(),
        ],
    })
}

fn count(published: &DepthCounts, most: u64, laboratory: &Laboratory) -> Result<Counted> {
    let size = published.size;
    let cell = published.blank.cell(size);
    let is_whole = size.cells() <= if laboratory.is_quick { 10 } else { 12 };
    Ok(match is_whole {
        true => Counted::All(explore(size, cell, laboratory)?),
        false => Counted::First(with_shaped_board!(size, board => {
            layers(board, cell, most, laboratory)?
        })),
    })
}

/// The counts of a whole space.
fn explore(size: Size, goal_blank: usize, laboratory: &Laboratory) -> Result<Vec<u64>> {
    let sides = [size.width(), size.height()];
    let mut exploration = Exploration::alone(sides, goal_blank, laboratory.threads)?;
    exploration.finish(laboratory.interruption.interrupt())?;
    Ok(exploration.depth_counts().to_vec())
}

/// The counts of the first layers, up to the last of at most `most` boards.
///
/// A neighbour of a layer is in the previous layer or in the next one, so two
/// layers are enough to recognise new states.
fn layers<B: Board>(
    board: B,
    goal_blank: usize,
    most: u64,
    laboratory: &Laboratory,
) -> Result<Vec<u64>> {
    let mut counts = vec![1];
    let mut before: Vec<B::Word> = Vec::new();
    let mut layer = vec![State::goal(board, goal_blank).word()];
    loop {
        laboratory.go_on()?;
        let mut next: Vec<B::Word> = Vec::with_capacity(2 * layer.len() + 4);
        for &word in &layer {
            let state = State::from_word(board, word);
            next.extend(state.moves().map(|m| state.successor(m).word()));
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|word| before.binary_search(word).is_err());
        if next.is_empty() || next.len() as u64 > most {
            return Ok(counts);
        }
        counts.push(next.len() as u64);
        before = std::mem::replace(&mut layer, next);
    }
}

/// Compares the counts. Those of layers with more than `most` boards may be
/// missing.
fn compare(published: &DepthCounts, counted: Counted, most: u64) -> Result<ComparisonTable> {
    let DepthCounts { size, blank, source, complete, counts } = published;
    let title = format!("{size}, blank in {} ({source})", blank.text());
    let figure = |text: String| -> Result<Published> {
        Ok(Published::exact(&PublishedFigure {
            value: text.parse()?,
            of: None,
            grade: Grade::Read,
        }))
    };
    let (counted, is_whole) = match counted {
        Counted::All(counted) => (counted, true),
        Counted::First(counted) => (counted, false),
    };
    let mut rows = Vec::new();
    if is_whole && *complete {
        let farthest = Measured::Count(counted.len() as u64 - 1);
        rows.push(ComparisonRow::new(
            "greatest depth",
            figure((counts.len() - 1).to_string())?,
            farthest,
        ));
    }
    let compared = counts.len().min(counted.len());
    for (depth, (count, counted)) in counts.iter().zip(&counted).enumerate() {
        let quantity = format!("depth {depth}");
        rows.push(ComparisonRow::new(
            quantity,
            figure(count.to_string())?,
            Measured::Count(*counted),
        ));
    }
    if compared < counts.len() {
        let quantity = format!("depths {compared} to {}", counts.len() - 1);
        let left: u64 = counts[compared..].iter().sum();
        let most = grouped(&most.to_string());
        let why = format!("Depths with more than {most} boards are left out.");
        rows.push(ComparisonRow::not_run(quantity, figure(left.to_string())?, &why));
    }
    Ok(ComparisonTable::folded(title, rows))
}

#[cfg(test)]
mod tests {
    use optile_core::Shaped;

    use super::*;
    use optile_runner::interruption::Interruption;

    #[test]
    fn layers_have_the_counts_of_the_tables() {
        let registry = std::sync::Arc::new(optile::registry::all());
        let interruption = Interruption::default();
        let laboratory =
            Laboratory { is_quick: true, threads: 1, is_quiet: true, registry, interruption };
        let eight = Shaped::<u64>::of("3x3".parse().unwrap()).unwrap();
        for cell in [0, 1, 4] {
            let all = layers(eight, cell, u64::MAX, &laboratory).unwrap();
            assert_eq!(all, explore(eight.size(), cell, &laboratory).unwrap());
            assert_eq!(all.iter().sum::<u64>(), 181_440);
        }
        let first = layers(eight, 8, 100, &laboratory).unwrap();
        assert_eq!(first, [1, 2, 4, 8, 16, 20, 39, 62]);
    }

    #[test]
    fn a_wrong_count_is_different_and_so_is_a_missing_depth() {
        let published = |counts: &[u64]| DepthCounts {
            size: "2x3".parse().unwrap(),
            blank: depth_counts::Place::Corner,
            source: "nobody".into(),
            complete: true,
            counts: counts.to_vec(),
        };
        let wrong = |counts: &[u64], counted: &[u64]| {
            let table = compare(&published(counts), Counted::All(counted.to_vec()), 9).unwrap();
            table.rows.iter().filter(|row| row.verdict.is_unexplained()).count()
        };
        assert_eq!(wrong(&[1, 2, 3], &[1, 2, 3]), 0);
        assert_eq!(wrong(&[1, 2, 3], &[1, 2, 4]), 1);
        assert_eq!(wrong(&[1, 2, 3], &[1, 2]), 1);
        assert_eq!(wrong(&[1, 2], &[1, 2, 3]), 1);
    }
}
