//! The textbook's table of search costs on the 8-puzzle, in the version of its
//! first three editions.
//!
//! The book does not say what the table counts. This module counts what fits it:
//! all nodes made in all iterations, including the start and moves back. The goal
//! is the book's, and ties are broken as in its programs.

mod deepening;
mod edition;
mod queue;

use anyhow::{Context, Result};
use optile_core::{Board, Heuristic, Meter, PathChoice, Problem};
use optile_heuristics::{Manhattan, Misplaced};
use optile_runner::registry::Registry;

use self::deepening::Trees;
use self::edition::{Column, EIGHT, Edition, Eight, Explanation, Starts};
use crate::comparison::findings::Findings;
use crate::experiment::Experiment;
use crate::laboratory::{Laboratory, Sessions};
use crate::literature;

const NAME: &str = "textbook-8-puzzle";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "The textbook's search costs on the 8-puzzle, by solution length",
    about: "Iterative deepening, and A* with misplaced tiles (h1) and Manhattan distance (h2), \
            solve random 8-puzzles of each length. Nodes are counted as the book counts them. \
            optile's own A* is shown beside them.",
    cost: "a minute",
    run,
};

/// The cell of the goal's blank: `1 2 3 / 8 _ 4 / 7 6 5`.
const CENTRE: usize = 4;

const TREE: &str = "A start with its blank in the centre costs twice as much as one with its blank in a corner, \
     so the mean depends on which starts were drawn. But among samples of a hundred random starts, \
     a mean so high occurs about once in 1,500. From d = 12, the book's figure grows by a factor \
     of 9.5, the tree by 8.";
const LAST: &str = "The book's last line breaks the trend of its column: A*(h2) grows by a factor of 1.8 for each \
     two moves from d = 14 to 20, but by 1.6 from d = 20 to 24. The book does not say how its \
     hundred boards of each length were drawn. Those of that length were easier than most.";
const LARGER_G: &str = "Among nodes of equal f, optile takes the one with the larger g first, and the book's program \
     takes the one inserted last. With h1, which has many ties, this saves a sixth of the nodes.";
const EXPLANATIONS: &[Explanation] = &[
    Explanation::new(DEEPENING, 14..=14, [0.8, 0.95], TREE),
    Explanation::new(MANHATTAN, 24..=24, [1.2, 1.5], LAST),
    Explanation::new(OWN_MISPLACED, 2..=24, [0.75, 1.0], LARGER_G),
    Explanation::new(OWN_MANHATTAN, 2..=20, [0.75, 1.0], LARGER_G),
    Explanation::new(OWN_MANHATTAN, 24..=24, [1.0, 1.3], LAST),
];
const DEEPENING: &str = "iterative deepening";
const MISPLACED: &str = "A*(h1)";
const MANHATTAN: &str = "A*(h2)";
const OWN_MISPLACED: &str = "astar:misplaced";
const OWN_MANHATTAN: &str = "astar:manhattan";

const REMARKS: [&str; 4] = [
    "The book does not say what it counts. This definition fits: every node made, in all \
     iterations, including the start and the successors that undo a move, which optile \
     never generates. So for a search of optile, the book's count is the sum of the nodes \
     generated and the nodes expanded.",
    "The goal has its blank in the centre, and among nodes of equal f, A* takes the one \
     inserted last. If the goal had its blank in a corner, iterative deepening would make 86 \
     nodes at length 4 and not 112.",
    "Iterative deepening is not run. Its nodes are computed: its tree depends on the blank \
     alone, so the size of the tree is a number of walks. The last search ends at the \
     lexicographically smallest shortest path, which retrograde finds. The mean is over \
     all starts of a length. The means of A* are over at most a thousand starts of each \
     length, drawn with a seed. The standard error of the book's mean is that of a hundred \
     starts with the spread measured here.",
    "The book's table has more lines, and the fourth edition has another table. Only the \
     lines that lectures on the book quote are compared. For iterative deepening at length 12 \
     some lectures quote 3,644,035 nodes, more than the table has at length 14. That figure \
     has a digit too many: others quote 364,404.",
];

fn run(laboratory: &Laboratory) -> Result<Findings> {
    let edition: Edition = literature::section(NAME)?.figures;
    let columns = columns(&edition, &laboratory.registry)?;
    let tables = edition::compare(&edition, CENTRE, columns, EXPLANATIONS, laboratory)?;
    let (starts, depth) = (edition::QUICK, edition::QUICK_DEPTH);
    Ok(Findings {
        subset: laboratory
            .is_quick
            .then(|| format!("at most {starts} starts per length, up to length {depth}")),
        tables,
        remarks: REMARKS.map(str::to_owned).to_vec(),
    })
}

fn columns<'a>(edition: &'a Edition, registry: &Registry) -> Result<Vec<Column<'a>>> {
    let nodes = &edition.nodes;
    let blind = deepening(registry, edition)?;
    Ok(vec![
        Column::new(DEEPENING, &nodes.blind, blind).of(Starts::All),
        Column::new(MISPLACED, &nodes.misplaced, astar(&Misplaced)),
        Column::new(MANHATTAN, &nodes.manhattan, astar(&Manhattan)),
        Column::new(OWN_MISPLACED, &nodes.misplaced, strategy(registry, OWN_MISPLACED)?),
        Column::new(OWN_MANHATTAN, &nodes.manhattan, strategy(registry, OWN_MANHATTAN)?),
    ])
}

/// The nodes of a strategy, counted as in the book.
fn strategy(registry: &Registry, name: &str) -> Result<edition::Count<'static>> {
    let sessions = Sessions::new(registry.build(name)?.strategy);
    Ok(Box::new(move |problem, laboratory| {
        let counters = laboratory.solve(&sessions, problem)?.counters;
        Ok(counters.generated + counters.expanded)
    }))
}

/// The nodes of the book's own A*.
fn astar(heuristic: &'static dyn Heuristic) -> edition::Count<'static> {
    Box::new(move |problem: &Problem, _| {
        let task = problem.task::<Eight>(PathChoice::Any).context("not an 8-puzzle")?;
        let toward = heuristic.toward(EIGHT.size(), task.goal_blank, &mut Meter::default())?;
        Ok(queue::nodes(Eight::estimates(&*toward), &task, queue::BOOK))
    })
}

/// The nodes of the book's iterative deepening.
fn deepening(registry: &Registry, edition: &Edition) -> Result<edition::Count<'static>> {
    let deepest = edition.depths.iter().max().copied().unwrap_or(0);
    let trees = Trees::new(EIGHT, deepest as usize);
    let table = Sessions::new(registry.build("retrograde")?.strategy);
    Ok(Box::new(move |problem, laboratory| {
        let path = laboratory.solve(&table, problem)?.path;
        Ok(trees.nodes(problem.start().blank(), &path))
    }))
}
