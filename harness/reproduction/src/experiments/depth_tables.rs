//! Published counts of boards at each distance from a goal.

use anyhow::Result;
use optile_core::{Board, Size, State, with_shaped_board};
use optile_instances::depth_counts::{self, DepthCounts};
use optile_results::quantity::grouped;
use optile_retrograde::Exploration;

use super::Experiment;
use crate::comparison::table::{ComparisonRow, ComparisonTable, Findings};
use crate::laboratory::Laboratory;

/// The most cells of a board whose whole space is explored, and the most boards of
/// one layer that are kept of larger ones. In the experiment, and in its quick part.
const ALL: (usize, u64) = (12, 8_000_000);
const QUICK: (usize, u64) = (10, 20_000);

pub(super) fn run(_: &Experiment, laboratory: &Laboratory) -> Result<Findings> {
    let (cells, most) = if laboratory.is_quick { QUICK } else { ALL };
    // A single table or layer may take all the memory.
    let alone = Laboratory { threads: 1, ..laboratory.clone() };
    let published = depth_counts::all();
    let tables = alone.each(
        "depth tables",
        &published,
        || (),
        |(), published| {
            let size = published.size;
            let goal_blank = published.blank.cell(size);
            let is_whole = size.cells() <= cells;
            let counted = match is_whole {
                true => explore(size, goal_blank, laboratory)?,
                false => with_shaped_board!(size, board => {
                    layers(board, goal_blank, most, laboratory)?
                }),
            };
            Ok(compare(published, &counted, (!is_whole).then_some(most)))
        },
    )?;
    Ok(Findings {
        subset: laboratory
            .is_quick
            .then(|| "boards of at most ten cells, and the first depths of larger ones".into()),
        tables,
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

/// Compares the counts. If only layers of at most `most` boards were counted, others may
/// be missing.
fn compare(published: &DepthCounts, counted: &[u64], most: Option<u64>) -> ComparisonTable {
    let DepthCounts { size, blank, source, complete, counts } = published;
    let mut rows = Vec::new();
    if most.is_none() && *complete {
        let [published, counted] = [counts.len(), counted.len()].map(|depths| depths as u64 - 1);
        rows.push(ComparisonRow::new("greatest depth", published, counted));
    }
    rows.extend(counts.iter().zip(counted).enumerate().map(|(depth, (&count, &counted))| {
        ComparisonRow::new(format!("depth {depth}"), count, counted)
    }));
    if let (Some(most), Some(left @ [_, ..])) = (most, counts.get(counted.len()..)) {
        let quantity = format!("depths {} to {}", counted.len(), counts.len() - 1);
        let most = grouped(&most.to_string());
        let why = format!("Depths with more than {most} boards are left out.");
        rows.push(ComparisonRow::not_run(quantity, left.iter().sum::<u64>(), why));
    }
    ComparisonTable::folded(format!("{size}, blank in {} ({source})", blank.text()), rows)
}

#[cfg(test)]
mod tests {
    use optile_core::Shaped;

    use super::*;
    use crate::comparison::verdict::Kind;
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
            let table = compare(&published(counts), counted, None);
            let unexplained = Some(Kind::Unexplained);
            table.rows.iter().filter(|row| row.verdict.kind() == unexplained).count()
        };
        assert_eq!(wrong(&[1, 2, 3], &[1, 2, 3]), 0);
        assert_eq!(wrong(&[1, 2, 3], &[1, 2, 4]), 1);
        assert_eq!(wrong(&[1, 2, 3], &[1, 2]), 1);
        assert_eq!(wrong(&[1, 2], &[1, 2, 3]), 1);
    }
}
