//! The textbook's table of search costs on the 8-puzzle, in the version of its
//! first three editions.
//!
//! The book does not say what the table counts. This module counts what fits it:
//! all nodes made in all iterations, including the start and moves back. The goal
//! is the book's, and ties are broken as in its programs.

mod deepening;
mod queue;

use anyhow::{Context, Result};
use optile_core::{Arrangement, Board, Heuristic, Meter, PathChoice, Problem, Rect};
use optile_heuristics::{Manhattan, Misplaced};
use optile_instances::space::Oracle;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

use self::deepening::Trees;
use super::Experiment;
use crate::comparison::published_figure::{Printed, PublishedFigure};
use crate::comparison::sample::Sample;
use crate::comparison::table::{ComparisonRow, ComparisonTable, Findings};
use crate::laboratory::Laboratory;

type Eight = Rect<3, 3>;
const EIGHT: Eight = Rect;

/// The cell of the goal's blank: `1 2 3 / 8 _ 4 / 7 6 5`.
const CENTRE: usize = 4;

/// The most starts of each length, and their seed.
const STARTS: usize = 1000;
const SEED: u64 = 1995;
/// The most starts of each length and the greatest length in the quick part.
const QUICK: usize = 60;
const QUICK_DEPTH: u32 = 12;

/// The published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    /// The number of instances in each of its means.
    sample: u64,
    /// The lengths of solutions, one per line.
    depths: Vec<u32>,
    nodes: Nodes,
}

/// A column for each search. It may end before the last length.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nodes {
    /// The search without a heuristic.
    blind: Vec<Printed>,
    /// A* with misplaced tiles.
    misplaced: Vec<Printed>,
    /// A* with Manhattan distance.
    manhattan: Vec<Printed>,
}

/// A search that is compared with the book.
#[derive(Clone, Copy)]
enum Program {
    /// The book's iterative deepening, on all starts of a length.
    Deepening,
    /// The book's A*, on a sample of the starts.
    Astar(&'static dyn Heuristic),
    /// The strategy of optile that has the search's name, on the same sample.
    Own,
}

pub(super) fn run(experiment: &Experiment, laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = experiment.figures();
    let nodes = &figures.nodes;
    let searches = [
        ("iterative deepening", Program::Deepening, &nodes.blind),
        ("A*(h1)", Program::Astar(&Misplaced), &nodes.misplaced),
        ("A*(h2)", Program::Astar(&Manhattan), &nodes.manhattan),
        ("astar:misplaced", Program::Own, &nodes.misplaced),
        ("astar:manhattan", Program::Own, &nodes.manhattan),
    ];
    let deepest = if laboratory.is_quick { QUICK_DEPTH } else { u32::MAX };
    let depths = figures.depths.iter().copied().filter(|&depth| depth <= deepest);
    let starts: Vec<(u32, Vec<Problem>)> = starts(depths.collect())?;
    let mut tables = Vec::new();
    for (search, program, printed) in searches {
        let mut rows = Vec::new();
        for ((depth, starts), printed) in starts.iter().zip(printed) {
            let most = match program {
                Program::Deepening => starts.len(),
                _ if laboratory.is_quick => QUICK,
                _ => STARTS,
            };
            let chosen = &starts[..most.min(starts.len())];
            let nodes = count(search, program, chosen, laboratory)?;
            let sample = Sample::of(&nodes, starts.len());
            let value = printed.clone();
            let figure = PublishedFigure { value, of: Some(figures.sample), computed: false };
            rows.push(ComparisonRow::new(format!("{search}, d = {depth}"), &figure, sample));
        }
        tables.push(ComparisonTable::new(format!("Nodes of {search}"), rows));
    }
    let subset = format!("at most {QUICK} starts per length, up to length {QUICK_DEPTH}");
    Ok(Findings { subset: laboratory.is_quick.then_some(subset), tables })
}

/// All starts of these lengths, each in a random order, which is the same for all
/// searches. So they solve the same starts.
fn starts(depths: Vec<u32>) -> Result<Vec<(u32, Vec<Problem>)>> {
    let goal = Arrangement::goal(EIGHT.size(), CENTRE)?;
    let space = Oracle::new(EIGHT, CENTRE);
    let at = |depth: u32| {
        let states = space.iter().filter(|&(_, distance)| distance == depth);
        let problems = states.map(|(state, _)| Problem::new(state.arrangement(), goal));
        let mut problems: Vec<Problem> = problems.collect::<Result<_, _>>()?;
        problems.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(SEED + u64::from(depth)));
        Ok((depth, problems))
    };
    depths.into_iter().map(at).collect()
}

/// The nodes of a search on each problem, counted as in the book.
fn count(
    search: &str,
    program: Program,
    problems: &[Problem],
    laboratory: &Laboratory,
) -> Result<Vec<f64>> {
    let nodes: Vec<u64> = match program {
        Program::Deepening => {
            let solved = laboratory.solve_each(search, "retrograde", problems)?;
            let deepest = solved.iter().map(|solved| solved.path.len()).max().unwrap_or(0);
            let trees = Trees::new(EIGHT, deepest);
            let paths = problems.iter().zip(&solved);
            paths
                .map(|(problem, solved)| trees.nodes(problem.start().blank(), &solved.path))
                .collect()
        }
        Program::Astar(heuristic) => laboratory.each(
            search,
            problems,
            || (),
            |(), problem| book_astar(heuristic, problem),
        )?,
        Program::Own => {
            let solved = laboratory.solve_each(search, search, problems)?;
            let counters = solved.iter().map(|solved| &solved.counters);
            counters.map(|counters| counters.generated + counters.expanded).collect()
        }
    };
    Ok(nodes.into_iter().map(|nodes| nodes as f64).collect())
}

/// The nodes of the book's own A*.
fn book_astar(heuristic: &dyn Heuristic, problem: &Problem) -> Result<u64> {
    let task = problem.task::<Eight>(PathChoice::Any).context("not an 8-puzzle")?;
    let toward = heuristic.toward(EIGHT.size(), task.goal_blank, &mut Meter::default())?;
    Ok(queue::nodes(Eight::estimates(&*toward), &task))
}
