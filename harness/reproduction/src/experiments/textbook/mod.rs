//! The textbook's table of search costs on the 8-puzzle, in the version of its
//! first three editions and in that of the fourth.
//!
//! The book does not say what the table counts. This module counts what fits it:
//! all nodes made in all iterations, including the start and moves back. Each
//! edition has its own goal, and ties are broken as in the edition's programs.

mod deepening;
mod edition;
mod queue;

use anyhow::{Context, Result};
use optile_core::{Board, Heuristic, Meter, PathChoice, Problem};
use optile_heuristics::{Manhattan, Misplaced};
use optile_runner::registry::Registry;
use serde::Deserialize;

use self::deepening::Trees;
use self::edition::{Column, EIGHT, Edition, Eight, Explanation, Starts};
use self::queue::{Program, WithBlank};
use crate::comparison::findings::Findings;
use crate::experiment::Experiment;
use crate::laboratory::Laboratory;
use crate::literature;

const NAME: &str = "textbook-8-puzzle";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "The textbook's search costs on the 8-puzzle, by solution length",
    about: "Iterative deepening, breadth-first search and A* with misplaced tiles (h1) and \
            Manhattan distance (h2) solve random 8-puzzles of each length. Nodes are counted as \
            the book counts them. optile's own A* is shown beside them.",
    cost: "a minute",
    run,
};

/// The cell of the goal's blank: `1 2 3 / 8 _ 4 / 7 6 5` in the first edition,
/// `_ 1 2 / 3 4 5 / 6 7 8` in the fourth.
const CENTRE: usize = 4;
const CORNER: usize = 0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedFigures {
    /// The table in the first three editions.
    first: Edition,
    /// The table in the fourth edition.
    fourth: Edition,
}

const TREE: &str = "A start with its blank in the centre costs twice as much as one with its blank in a corner, \
     so the mean depends on which starts were drawn. But among samples of a hundred random starts, \
     a mean so high occurs about once in 1,500. From d = 12, the book's figure grows by a factor \
     of 9.5, the tree by 8.";
const LAST: &str = "The book's last line breaks the trend of its column: from d = 22 to 24 A*(h2) grows by a \
     factor of 1.35, but by 1.7 to 1.9 on each of the four lines before. The figure is quoted from \
     memory. If it is right, the book's boards of that length were easier than most.";
const LARGER_G: &str = "Among nodes of equal f, optile takes the one with the larger g first, and the book's program \
     takes the one inserted last. With h1, which has many ties, this saves a sixth of the nodes.";
const DRAWN: &str = "The difference is two per cent, which is more than sampling explains. The book does not say \
     how its hundred boards of each length were drawn. Ours are drawn from all boards with equal \
     probability. The figure is quoted from memory.";
const HARDER: &str = "When A* takes the smaller g first, it expands all nodes whose f is at most d, and no other \
     rule expands more. So the book's boards of this length were harder than ours, which are drawn \
     from all boards with equal probability. The book does not say how its boards were drawn. The \
     figure is quoted from memory.";

const EXPLANATIONS: &[Explanation] = &[
    Explanation::new(DEEPENING, 14..=14, [0.8, 0.95], TREE),
    Explanation::new(MANHATTAN, 24..=24, [1.2, 1.5], LAST),
    Explanation::new(OWN_MISPLACED, 2..=24, [0.75, 1.0], LARGER_G),
    Explanation::new(OWN_MANHATTAN, 2..=22, [0.75, 1.0], LARGER_G),
    Explanation::new(OWN_MANHATTAN, 24..=24, [1.0, 1.3], LAST),
];
const FOURTH_EXPLANATIONS: &[Explanation] = &[
    Explanation::new(MISPLACED, 16..=28, [0.95, 1.0], DRAWN),
    Explanation::new(MANHATTAN, 16..=28, [0.8, 1.0], HARDER),
];

const DEEPENING: &str = "iterative deepening";
const BREADTH: &str = "breadth-first";
const MISPLACED: &str = "A*(h1)";
const MANHATTAN: &str = "A*(h2)";
const OWN_MISPLACED: &str = "astar:misplaced";
const OWN_MANHATTAN: &str = "astar:manhattan";

const REMARKS: [&str; 4] = [
    "The book does not say what it counts. This definition fits: every node made, in all \
     iterations, including the start and the successors that undo a move, which optile \
     never generates. So for a search of optile, the book's count is the sum of the nodes \
     generated and the nodes expanded.",
    "In the first three editions the goal has its blank in the centre, and among nodes of \
     equal f, A* takes the one inserted last. If the goal had its blank in a corner, \
     iterative deepening would make 86 nodes at length 4 and not 112. The fourth edition \
     has new measurements, with breadth-first search instead of iterative deepening. There \
     the goal has its blank in a corner, the smaller g goes first, and the edition's \
     program counts the blank as a misplaced tile.",
    "Iterative deepening is not run. Its nodes are computed: its tree depends on the blank \
     alone, so the size of the tree is a number of walks. The last search ends at the \
     lexicographically smallest shortest path, which retrograde finds. The mean is over \
     all starts of a length. The means of A* are over at most a thousand starts of each \
     length, drawn with a seed. The standard error of the book's mean is that of a hundred \
     starts with the spread measured here.",
    "The effective branching factor b* solves N = 1 + b* + … + b*^d for N nodes. The table \
     has the mean of the factors of the starts, which is slightly less than the factor of \
     the mean. For length 12 the second and third edition print 3,644,035 nodes of \
     iterative deepening, which has a digit too many: its b* of 2.78 belongs to the first \
     edition's 364,404.",
];

fn run(laboratory: &Laboratory) -> Result<Findings> {
    let registry = &laboratory.registry;
    let PublishedFigures { first, fourth } = literature::section(NAME)?.figures;
    let (title, columns) = ("First to third edition", first_columns(&first, registry)?);
    let mut tables = edition::compare(title, &first, CENTRE, columns, EXPLANATIONS, laboratory)?;
    let (title, columns) = ("Fourth edition", fourth_columns(&fourth, registry)?);
    let explanations = FOURTH_EXPLANATIONS;
    tables.extend(edition::compare(title, &fourth, CORNER, columns, explanations, laboratory)?);
    let (starts, depth) = (edition::QUICK, edition::QUICK_DEPTH);
    Ok(Findings {
        subset: laboratory
            .is_quick
            .then(|| format!("at most {starts} starts per length, up to length {depth}")),
        tables,
        remarks: REMARKS.map(str::to_owned).to_vec(),
    })
}

fn first_columns<'a>(edition: &'a Edition, registry: &Registry) -> Result<Vec<Column<'a>>> {
    let Edition { nodes, factors, .. } = edition;
    let blind = deepening(registry, edition)?;
    let misplaced = astar(&Misplaced, Program::First);
    let manhattan = astar(&Manhattan, Program::First);
    Ok(vec![
        Column::book(DEEPENING, &nodes.blind, &factors.blind, blind).of(Starts::All),
        Column::book(MISPLACED, &nodes.misplaced, &factors.misplaced, misplaced),
        Column::book(MANHATTAN, &nodes.manhattan, &factors.manhattan, manhattan),
        Column::own(OWN_MISPLACED, &nodes.misplaced, strategy(registry, OWN_MISPLACED)?),
        Column::own(OWN_MANHATTAN, &nodes.manhattan, strategy(registry, OWN_MANHATTAN)?),
    ])
}

fn fourth_columns<'a>(edition: &'a Edition, registry: &Registry) -> Result<Vec<Column<'a>>> {
    let Edition { nodes, factors, .. } = edition;
    let blind = strategy(registry, "bfs")?;
    let misplaced = astar(&WithBlank, Program::Fourth);
    let manhattan = astar(&Manhattan, Program::Fourth);
    Ok(vec![
        Column::book(BREADTH, &nodes.blind, &factors.blind, blind),
        Column::book(MISPLACED, &nodes.misplaced, &factors.misplaced, misplaced),
        Column::book(MANHATTAN, &nodes.manhattan, &factors.manhattan, manhattan),
    ])
}

/// The nodes of a strategy, counted as in the book.
fn strategy(registry: &Registry, name: &str) -> Result<edition::Count<'static>> {
    let strategy = registry.build(name)?.strategy;
    Ok(Box::new(move |problem, laboratory| {
        let counters = laboratory.solve(strategy.as_ref(), problem)?.counters;
        Ok(counters.generated + counters.expanded)
    }))
}

/// The nodes of the book's own A*.
fn astar(heuristic: &'static dyn Heuristic, program: Program) -> edition::Count<'static> {
    Box::new(move |problem: &Problem, _| {
        let task = problem.task::<Eight>(PathChoice::Any).context("not an 8-puzzle")?;
        let toward = heuristic.toward(EIGHT.size(), task.goal_blank, &mut Meter::default())?;
        Ok(queue::nodes(Eight::evaluator(&*toward), &task, program))
    })
}

/// The nodes of the book's iterative deepening.
fn deepening(registry: &Registry, edition: &Edition) -> Result<edition::Count<'static>> {
    let deepest = edition.depths.iter().max().copied().unwrap_or(0);
    let trees = Trees::new(EIGHT, deepest as usize);
    let table = registry.build("retrograde")?.strategy;
    Ok(Box::new(move |problem, laboratory| {
        let path = laboratory.solve(table.as_ref(), problem)?.path;
        Ok(trees.nodes(problem.start().blank(), &path))
    }))
}
