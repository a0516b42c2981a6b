//! The table of one edition: its columns, and the measurements for each.

use std::ops::RangeInclusive;

use anyhow::Result;
use optile_core::{Arrangement, Board, Problem, Rect};
use optile_instances::space::Distances;
use optile_statistics::effective_branching_factor;
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

/// One published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edition {
    /// The number of instances in each of its means.
    sample: u64,
    /// The lengths of solutions, one per line.
    pub(super) depths: Vec<u32>,
    /// Lengths whose node counts were read in a copy. All other figures are recalled.
    read: Vec<u32>,
    /// Nodes.
    pub(super) nodes: Columns,
    /// Effective branching factors.
    pub(super) factors: Columns,
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
    /// `None` if only nodes are compared.
    factors: Option<&'a [Printed]>,
    count: Count<'a>,
    starts: Starts,
}

impl<'a> Column<'a> {
    /// A search from the book.
    pub(super) fn book(
        name: &'static str,
        nodes: &'a [Printed],
        factors: &'a [Printed],
        count: Count<'a>,
    ) -> Self {
        Self { name, nodes, factors: Some(factors), count, starts: Starts::Sample }
    }

    /// A search of optile, compared with the nodes in the book.
    pub(super) fn own(name: &'static str, nodes: &'a [Printed], count: Count<'a>) -> Self {
        Self { name, nodes, factors: None, count, starts: Starts::Sample }
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

    /// Explains a row of nodes.
    fn of_nodes(&self, row: ComparisonRow) -> ComparisonRow {
        let [least, most] = self.ratios;
        row.because(least..=most, self.why)
    }

    /// Explains a row of branching factors. The number of nodes is roughly their
    /// power. Twice the range leaves room for rounding, and for the fact that the
    /// mean factor is not the factor of the mean.
    fn of_factors(&self, row: ComparisonRow, depth: u32) -> ComparisonRow {
        let [least, most] = self.ratios.map(|ratio| ratio.powf(2.0 / f64::from(depth)));
        row.because(least..=most, self.why)
    }
}

/// Nodes and branching factors of one search at one length.
struct Cell {
    nodes: Sample,
    factors: Sample,
}

/// Measures all columns and compares them with an edition.
pub(super) fn compare(
    title: &str,
    edition: &Edition,
    goal_blank: usize,
    columns: Vec<Column<'_>>,
    explanations: &[Explanation],
    laboratory: &Laboratory,
) -> Result<Vec<ComparisonTable>> {
    let starts = Starters::new(goal_blank)?;
    let mut tables = Vec::new();
    let mut factors = Vec::new();
    for column in columns {
        let cells = measure(&column, &starts, edition, laboratory)?;
        let row = |depth, printed: &Printed, sample: &Sample, grade| {
            let error = sample.error_of_mean_of(edition.sample as f64);
            let of = Some(edition.sample);
            let figure = PublishedFigure { value: printed.clone(), of, grade };
            let quantity = format!("{}, d = {depth}", column.name);
            ComparisonRow::new(quantity, Published::Figure { figure, error }, sample.measured())
        };
        let of_depth = |depth: u32| {
            explanations
                .iter()
                .filter(move |e| e.column == column.name && e.depths.contains(&depth))
        };
        let mut rows = Vec::new();
        for ((&depth, printed), cell) in edition.depths.iter().zip(column.nodes).zip(&cells) {
            let grade = match edition.read.contains(&depth) {
                true => Grade::Read,
                false => Grade::Recalled,
            };
            let row = row(depth, printed, &cell.nodes, grade);
            rows.push(of_depth(depth).fold(row, |row, e| e.of_nodes(row)));
        }
        let lines = edition.depths.iter().zip(column.factors.unwrap_or_default()).zip(&cells);
        for ((&depth, printed), cell) in lines {
            let row = row(depth, printed, &cell.factors, Grade::Recalled);
            factors.push(of_depth(depth).fold(row, |row, e| e.of_factors(row, depth)));
        }
        tables.push(ComparisonTable::new(format!("{title}: nodes of {}", column.name), rows));
    }
    tables.push(ComparisonTable::folded(format!("{title}: effective branching factors"), factors));
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
        for (state, distance) in Distances::new(EIGHT, goal_blank).iter() {
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

fn measure(
    column: &Column<'_>,
    starts: &Starters,
    edition: &Edition,
    laboratory: &Laboratory,
) -> Result<Vec<Cell>> {
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
    let mut cells = Vec::new();
    for depth in depths {
        let (values, others) = rest.split_at(chosen(depth).len());
        rest = others;
        let population = starts.at(depth).len() as u64;
        let of = |values: Vec<f64>| Sample::of(values, population);
        // The start is a node, but it is not in the sum b + b² + … + b^d.
        let factor = |&nodes: &u64| {
            effective_branching_factor(nodes.saturating_sub(1) as f64, depth).unwrap_or(f64::NAN)
        };
        cells.push(Cell {
            nodes: of(values.iter().map(|&nodes| nodes as f64).collect()),
            factors: of(values.iter().map(factor).collect()),
        });
    }
    Ok(cells)
}
