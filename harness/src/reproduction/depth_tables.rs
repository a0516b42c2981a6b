use anyhow::{Context, Result};
use optile_core::{Board, Meter, Rect, Size, State};
use optile_retrograde::Table as DistanceTable;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::figure::{Figure, Grade};
use super::findings::{Findings, Row, Table};
use super::laboratory::Laboratory;
use super::verdict::{Measured, Published};
use super::{Experiment, literature, number};

const NAME: &str = "depth-tables";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "How many boards there are at each distance from a goal",
    about: "The distance tables of retrograde for every published size up to 3x4, and \
            breadth-first search by layers for the first depths of 4x4 and 5x5.",
    cost: "20 seconds",
    run,
};

/// The published tables, as they stand in the repository.
const TABLES: &str = include_str!("../../../instances/depth-counts.toml");

/// Boards to keep of one layer at most, and when quick.
const LAYER: u64 = 8_000_000;
const QUICK_LAYER: u64 = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    table: Vec<PublishedTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedTable {
    /// Width and height, which may be beyond what optile does.
    size: String,
    /// Where the goal's blank is.
    blank: Place,
    source: String,
    #[serde(default = "complete")]
    complete: bool,
    /// By depth.
    counts: Vec<u64>,
}

fn complete() -> bool {
    true
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Place {
    Corner,
    Edge,
    Centre,
}

impl Place {
    /// A cell of this kind.
    fn cell(self, size: Size) -> usize {
        match self {
            Self::Corner => size.cells() - 1,
            Self::Edge => size.width() - 1 + size.height() / 2 * size.width(),
            Self::Centre => size.cells() / 2,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Corner => "a corner",
            Self::Edge => "the middle of a side",
            Self::Centre => "the centre",
        }
    }
}

/// How far the counts of a board can be had.
enum Counted {
    /// To the farthest board.
    All(Vec<u64>),
    /// To some depth.
    First(Vec<u64>),
    /// Not at all.
    None,
}

fn run(laboratory: &Laboratory) -> Result<Findings> {
    literature::section::<IgnoredAny>(NAME)?;
    let file: File = toml::from_str(TABLES).context("depth-counts.toml")?;
    let most = if laboratory.is_quick { QUICK_LAYER } else { LAYER };
    // A table, or the layers, take all threads' memory at once.
    let alone =
        Laboratory { threads: 1, interruption: laboratory.interruption.clone(), ..*laboratory };
    let tables = alone.each("depth tables", &file.table, |published| {
        let counted = count(&published.size, published.blank, most, laboratory)?;
        compare(published, counted, most)
    })?;
    Ok(Findings {
        subset: laboratory
            .is_quick
            .then(|| "boards of at most ten cells, and the first depths of larger ones".into()),
        tables,
        remarks: vec![
            "Sizes are width by height; a board and its transpose have the same counts. The \
             farthest distances of a complete table are the last rows: 31 moves on the 8-puzzle \
             with the blank in a corner, 53 on 3x4."
                .into(),
        ],
    })
}

/// The mean distance of all 15-puzzles to a goal with its blank in a corner,
/// and its standard deviation, by the published counts.
///
/// # Errors
///
/// When they are not there.
pub(super) fn fifteen_puzzle_distance() -> Result<(f64, f64)> {
    let file: File = toml::from_str(TABLES).context("depth-counts.toml")?;
    let table = file.table.iter().find(|table| table.size == "4x4" && table.complete);
    let counts = &table.context("depth-counts.toml has no whole table of 4x4")?.counts;
    let states: f64 = counts.iter().map(|&count| count as f64).sum();
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        let weigh = |(depth, &count): (usize, &u64)| value(depth as f64) * count as f64;
        counts.iter().enumerate().map(weigh).sum::<f64>() / states
    };
    let mean = mean_of(&|depth| depth);
    Ok((mean, mean_of(&|depth| (depth - mean).powi(2)).sqrt()))
}

fn count(size: &str, blank: Place, most: u64, laboratory: &Laboratory) -> Result<Counted> {
    let Ok(size) = size.parse::<Size>() else { return Ok(Counted::None) };
    let cell = blank.cell(size);
    let sides = (size.width(), size.height());
    Ok(match sides {
        (2, 3) => Counted::All(table::<Rect<2, 3>>(cell, laboratory)?),
        (2, 4) => Counted::All(table::<Rect<2, 4>>(cell, laboratory)?),
        (2, 5) => Counted::All(table::<Rect<2, 5>>(cell, laboratory)?),
        (3, 3) => Counted::All(table::<Rect<3, 3>>(cell, laboratory)?),
        (3, 4) if laboratory.is_quick => {
            Counted::First(layers::<Rect<3, 4>>(cell, most, laboratory)?)
        }
        (3, 4) => Counted::All(table::<Rect<3, 4>>(cell, laboratory)?),
        (4, 4) => Counted::First(layers::<Rect<4, 4>>(cell, most, laboratory)?),
        (5, 5) => Counted::First(layers::<Rect<5, 5>>(cell, most, laboratory)?),
        _ => Counted::None,
    })
}

/// The counts of a table of all distances.
fn table<B: Board>(goal_blank: usize, laboratory: &Laboratory) -> Result<Vec<u64>> {
    let mut meter = Meter::new(Default::default(), laboratory.interruption.interrupt().clone());
    Ok(DistanceTable::build::<B>(goal_blank, &mut meter)?.depth_counts().to_vec())
}

/// The counts of the first layers, up to the last of at most `most` boards.
///
/// A neighbour of a layer is in the layer before or in the next one, so two
/// layers are enough to tell what is new.
fn layers<B: Board>(goal_blank: usize, most: u64, laboratory: &Laboratory) -> Result<Vec<u64>> {
    let mut counts = vec![1];
    let mut before: Vec<B::Word> = Vec::new();
    let mut layer = vec![State::<B>::goal(goal_blank).word()];
    loop {
        laboratory.go_on()?;
        let mut next: Vec<B::Word> = Vec::with_capacity(2 * layer.len() + 4);
        for &word in &layer {
            let state = State::<B>::from_word(word);
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

/// Compares the counts, of which those of layers with more than `most` boards
/// may be missing.
fn compare(published: &PublishedTable, counted: Counted, most: u64) -> Result<Table> {
    let PublishedTable { size, blank, source, complete, counts } = published;
    let title = format!("{size}, blank in {} ({source})", blank.text());
    let figure = |text: String| -> Result<Published> {
        Ok(Published::exact(&Figure { value: text.parse()?, of: None, grade: Grade::Read }))
    };
    let (counted, is_whole) = match counted {
        Counted::All(counted) => (counted, true),
        Counted::First(counted) => (counted, false),
        Counted::None => {
            let published = figure(counts.len().to_string())?;
            let why = "Not in this version, whose boards have at most five rows and columns.";
            let quantity = format!("depths 0 to {}", counts.len() - 1);
            return Ok(Table::new(title, vec![Row::not_run(quantity, published, why)]));
        }
    };
    let mut rows = Vec::new();
    if is_whole && *complete {
        let farthest = Measured::Count(counted.len() as u64 - 1);
        rows.push(Row::new("greatest depth", figure((counts.len() - 1).to_string())?, farthest));
    }
    let compared = counts.len().min(counted.len());
    for (depth, (count, counted)) in counts.iter().zip(&counted).enumerate() {
        let quantity = format!("depth {depth}");
        rows.push(Row::new(quantity, figure(count.to_string())?, Measured::Count(*counted)));
    }
    if compared < counts.len() {
        let quantity = format!("depths {compared} to {}", counts.len() - 1);
        let left: u64 = counts[compared..].iter().sum();
        let most = number::grouped(&most.to_string());
        let why = format!("Layers of more than {most} boards are left out.");
        rows.push(Row::not_run(quantity, figure(left.to_string())?, &why));
    }
    Ok(Table::folded(title, rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interruption::Interruption;

    #[test]
    fn layers_are_counted_as_the_tables_have_them() {
        let interruption = Interruption::default();
        let laboratory = Laboratory { is_quick: true, threads: 1, is_quiet: true, interruption };
        for cell in [0, 1, 4] {
            let all = layers::<Rect<3, 3>>(cell, u64::MAX, &laboratory).unwrap();
            assert_eq!(all, table::<Rect<3, 3>>(cell, &laboratory).unwrap());
            assert_eq!(all.iter().sum::<u64>(), 181_440);
        }
        let first = layers::<Rect<3, 3>>(8, 100, &laboratory).unwrap();
        assert_eq!(first, [1, 2, 4, 8, 16, 20, 39, 62]);
    }

    #[test]
    fn a_wrong_count_is_different_and_so_is_a_missing_depth() {
        let published = |counts: &[u64]| PublishedTable {
            size: "2x3".into(),
            blank: Place::Corner,
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
