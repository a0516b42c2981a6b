//! The book's table: its columns, and the measurements for each.

use std::ops::RangeInclusive;

use anyhow::Result;
use optile_core::{Arrangement, Board, Problem, Rect};
use optile_instances::space::Oracle;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

use crate::comparison::findings::{ComparisonRow, ComparisonTable};
use crate::comparison::published_figure::{Grade, Printed, PublishedFigure};
use crate::comparison::sample::Sample;
use crate::comparison::verdict::Published;
use crate::laboratory::Laboratory;

pub(super) type Eight = Rect<3, 3>;
pub(super) const EIGHT: Eight = Rect;

/// The most starts of each length, and their seed.
const STARTS: usize = 1000;
const SEED: u64 = 1995;
/// The most starts of each length and the greatest length in the quick part.
pub(super) const QUICK: usize = 60;
pub(super) const QUICK_DEPTH: u32 = 12;

/// The published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edition {
    /// The number of instances in each of its means.
    sample: u64,
    /// The lengths of solutions, one per line.
    pub(super) depths: Vec<u32>,
    /// Nodes.
    pub(super) nodes: Columns,
}

/// A column for each search. It may end before the last length.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Columns {
    /// The search without a heuristic.
    pub(super) blind: Vec<Printed>,
    /// A* with misplaced tiles.
    pub(super) misplaced: Vec<Printed>,
    /// A* with Manhattan distance.
    pub(super) manhattan: Vec<Printed>,
}

/// Counts the nodes of a search on a problem.
pub(super) type Count<'a> = Box<dyn Fn(&Problem, &Laboratory) -> Result<u64> + Sync + 'a>;

/// Which starts of a length are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Starts {
    All,
    Sample,
}

/// A search, and the published figures of it.
pub(super) struct Column<'a> {
    name: &'static str,
    nodes: &'a [Printed],
    count: Count<'a>,
    starts: Starts,
}

impl<'a> Column<'a> {
    /// A search whose nodes are compared with these of the book.
    pub(super) fn new(name: &'static str, nodes: &'a [Printed], count: Count<'a>) -> Self {
        Self { name, nodes, count, starts: Starts::Sample }
    }

    /// The same column for these starts.
    pub(super) fn of(self, starts: Starts) -> Self {
        Self { starts, ..self }
    }
}

/// Why a column differs from the published one at some lengths.
pub(super) struct Explanation {
    column: &'static str,
    depths: RangeInclusive<u32>,
    /// The least and the greatest ratio of nodes that it explains.
    ratios: [f64; 2],
    why: &'static str,
}

impl Explanation {
    pub(super) const fn new(
        column: &'static str,
        depths: RangeInclusive<u32>,
        ratios: [f64; 2],
        why: &'static str,
    ) -> Self {
        Self { column, depths, ratios, why }
    }

    fn of(&self, row: ComparisonRow) -> ComparisonRow {
        let [least, most] = self.ratios;
        row.because(least..=most, self.why)
    }
}

/// Measures all columns and compares them with the book.
pub(super) fn compare(
    edition: &Edition,
    goal_blank: usize,
    columns: Vec<Column<'_>>,
    explanations: &[Explanation],
    laboratory: &Laboratory,
) -> Result<Vec<ComparisonTable>> {
    let starts = Starters::new(goal_blank)?;
    let mut tables = Vec::new();
    for column in columns {
        let samples = measure(&column, &starts, edition, laboratory)?;
        let lines = edition.depths.iter().zip(column.nodes).zip(&samples);
        let rows = lines.map(|((&depth, printed), sample)| {
            let error = sample.error_of_mean_of(edition.sample as f64);
            let of = Some(edition.sample);
            let figure = PublishedFigure { value: printed.clone(), of, grade: Grade::Read };
            let published = Published::Figure { figure, error };
            let quantity = format!("{}, d = {depth}", column.name);
            let row = ComparisonRow::new(quantity, published, sample.measured());
            explanations
                .iter()
                .filter(|e| e.column == column.name && e.depths.contains(&depth))
                .fold(row, |row, explanation| explanation.of(row))
        });
        tables.push(ComparisonTable::new(format!("Nodes of {}", column.name), rows.collect()));
    }
    Ok(tables)
}

/// The starts of each length for one goal.
struct Starters {
    /// Indexed by `[length]`.
    problems: Vec<Vec<Problem>>,
}

impl Starters {
    fn new(goal_blank: usize) -> Result<Self> {
        let goal = Arrangement::goal(EIGHT.size(), goal_blank)?;
        let mut problems: Vec<Vec<Problem>> = Vec::new();
        for (state, distance) in Oracle::new(EIGHT, goal_blank).iter() {
            let distance = distance as usize;
            problems.resize_with(problems.len().max(distance + 1), Vec::new);
            problems[distance].push(Problem::new(state.arrangement(), goal)?);
        }
        // The order is the same for all searches, so they solve the same starts.
        for (seed, problems) in (SEED..).zip(&mut problems) {
            problems.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        }
        Ok(Self { problems })
    }

    /// All starts of a length, in a random order.
    fn at(&self, depth: u32) -> &[Problem] {
        self.problems.get(depth as usize).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The nodes of a search at each length.
fn measure(
    column: &Column<'_>,
    starts: &Starters,
    edition: &Edition,
    laboratory: &Laboratory,
) -> Result<Vec<Sample>> {
    let most = match (column.starts, laboratory.is_quick) {
        (Starts::All, _) => usize::MAX,
        (Starts::Sample, true) => QUICK,
        (Starts::Sample, false) => STARTS,
    };
    let depths = edition.depths.iter().copied().take(column.nodes.len());
    let depths: Vec<u32> =
        depths.filter(|depth| !laboratory.is_quick || *depth <= QUICK_DEPTH).collect();
    let chosen = |depth: u32| {
        let all = starts.at(depth);
        &all[..most.min(all.len())]
    };
    let problems: Vec<(u32, &Problem)> =
        depths.iter().flat_map(|&depth| chosen(depth).iter().map(move |p| (depth, p))).collect();
    let nodes = laboratory
        .each(column.name, &problems, |(_, problem)| (column.count)(problem, laboratory))?;
    let mut rest = &nodes[..];
    let mut samples = Vec::new();
    for depth in depths {
        let (values, others) = rest.split_at(chosen(depth).len());
        rest = others;
        let population = starts.at(depth).len() as u64;
        samples.push(Sample::of(values.iter().map(|&nodes| nodes as f64).collect(), population));
    }
    Ok(samples)
}
