//! Orders of operators for IDA* on every 8-puzzle (Reinefeld, 1993).

use anyhow::{Result, ensure};
use optile_core::{Arrangement, Board, Estimator, Move, Moves, Problem, Rect, Slide, State};
use optile_heuristics::{Manhattan, TileSum};
use optile_instances::space::Oracle;
use serde::Deserialize;

use crate::comparison::findings::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::verdict::{Measured, Published};
use crate::experiment::Experiment;
use crate::laboratory::{Laboratory, Sessions};
use crate::literature;

const NAME: &str = "reinefeld1993";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "Orders of operators for IDA* on every 8-puzzle",
    about: "The strategy idastar:manhattan solves all 181,440 starts with each of the 24 fixed \
            orders of moves. Its expansions are compared with the exact expectation for a random \
            order of moves in each node. The goal has its blank in a corner, and then in the \
            centre.",
    cost: "4 minutes",
    run,
};

/// The number of orders out of 24 that "almost all" means here: nine in ten.
const ALMOST_ALL: usize = 22;

/// The quick part takes one start in this many.
const QUICK: usize = 500;
/// The number of parts of the starts, which several threads share.
const PARTS: usize = 16;

type Eight = Rect<3, 3>;
const EIGHT: Eight = Rect;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedFigures {
    /// The abstract's claim about orders.
    claim: String,
    /// The number of starts.
    boards: PublishedFigure,
    /// The greatest distance.
    farthest: PublishedFigure,
    /// The number of boards at that distance.
    boards_there: PublishedFigure,
}

/// A start and its distance.
type Start = (State<Eight>, u32);

/// The sums over all starts of one goal.
struct Totals {
    starts: usize,
    /// Expansions in all iterations before the last. They do not depend on the order.
    before: u64,
    /// Expansions in the last iterations, for each order.
    last: Vec<(String, u64)>,
    /// The expectation of the same for a random order in each node.
    random: f64,
}

impl Totals {
    /// Expansions per start in all iterations, where `last` is the sum over the last ones.
    fn mean(&self, last: f64) -> f64 {
        (self.before as f64 + last) / self.starts as f64
    }

    /// The expansions of an order, divided by the expectation for a random one.
    fn ratio(&self, last: u64) -> f64 {
        self.mean(last as f64) / self.mean(self.random)
    }

    /// The orders that expand more than a random one.
    fn worse(&self) -> usize {
        self.last.iter().filter(|(_, last)| *last as f64 > self.random).count()
    }
}

fn run(laboratory: &Laboratory) -> Result<Findings> {
    let figures: PublishedFigures = literature::section(NAME)?.figures;
    laboratory.go_on()?;
    let goals = [(0, "upper left corner"), (4, "centre")];
    let mut tables = vec![space(&figures)];
    for (goal_blank, place) in goals {
        let totals = totals(goal_blank, laboratory)?;
        let title = format!("Goal with its blank in the {place}");
        // The claim is about all starts and the paper's goal.
        let is_the_papers = goal_blank == 0 && !laboratory.is_quick;
        tables.push(ComparisonTable::new(title, rows(&totals, is_the_papers.then_some(&figures))));
    }
    Ok(Findings {
        subset: laboratory.is_quick.then(|| format!("one start in {QUICK} of each goal")),
        tables,
        remarks: vec![
            "The random order is drawn again in every node. Its expectation is exact: if s of a \
             node's successors lead to a solution within the threshold and the others do not, each \
             of the others is visited before all s with probability 1/(s + 1), and each of the s \
             is the first of them with probability 1/s. Iterations before the last do not depend \
             on the order and are part of every mean."
                .into(),
            "Mirroring the board at its main diagonal exchanges u with l and d with r. So for a \
             goal with its blank in a corner, the orders form pairs with the same mean. With the \
             goal's blank in the centre, groups of eight orders have the same mean."
                .into(),
        ],
    })
}

/// The paper's figures about the space itself.
fn space(figures: &PublishedFigures) -> ComparisonTable {
    let distances = Oracle::new(EIGHT, 0);
    let farthest = distances.iter().map(|(_, distance)| distance).max().unwrap_or(0);
    let there = distances.iter().filter(|&(_, distance)| distance == farthest).count();
    let count = |figure: &PublishedFigure, count: usize| {
        (Published::exact(figure), Measured::Count(count as u64))
    };
    let rows = [
        ("boards", count(&figures.boards, distances.iter().count())),
        ("greatest distance", count(&figures.farthest, farthest as usize)),
        ("boards at that distance", count(&figures.boards_there, there)),
    ];
    let rows = rows
        .into_iter()
        .map(|(what, (published, measured))| ComparisonRow::new(what, published, measured));
    ComparisonTable::new("The space, goal with its blank in a corner", rows.collect())
}

/// The 24 orders of moves by their letters.
fn orders() -> Vec<String> {
    let mut orders = vec![String::new()];
    for _ in Move::ALL {
        let longer = |order: &String| {
            let left = Move::ALL.map(Move::letter).into_iter().filter(|&l| !order.contains(l));
            left.map(|letter| format!("{order}{letter}")).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// Solves every start of one goal with every order.
fn totals(goal_blank: usize, laboratory: &Laboratory) -> Result<Totals> {
    let goal = Arrangement::goal(EIGHT.size(), goal_blank)?;
    let step = if laboratory.is_quick { QUICK } else { 1 };
    let starts: Vec<Start> = Oracle::new(EIGHT, goal_blank).iter().step_by(step).collect();
    let parts: Vec<&[Start]> = starts.chunks(starts.len().div_ceil(PARTS).max(1)).collect();

    let entries = orders().into_iter().map(|order| {
        let name = format!("idastar:manhattan,order={order}");
        Ok((order, Sessions::new(laboratory.registry.build(&name)?.strategy)))
    });
    let entries: Vec<(String, Sessions)> = entries.collect::<Result<_>>()?;
    let tasks: Vec<(&Sessions, &[Start])> = entries
        .iter()
        .flat_map(|(_, sessions)| parts.iter().map(move |&part| (sessions, part)))
        .collect();
    let counts = laboratory.each("fixed orders", &tasks, |&(sessions, part)| {
        expansions(sessions, part, goal, laboratory)
    })?;
    let sums: Vec<[u64; 2]> = counts
        .chunks(parts.len())
        .map(|parts| parts.iter().fold([0, 0], |[a, b], [c, d]| [a + c, b + d]))
        .collect();
    let before = sums.first().map_or(0, |sum| sum[0]);
    ensure!(
        sums.iter().all(|sum| sum[0] == before),
        "iterations before the last depend on the order of moves: they must not"
    );
    let random = laboratory.each("random order", &parts, |part| {
        let chance = Chance::new(goal_blank);
        Ok(part.iter().map(|(start, distance)| chance.expansions(start, *distance)).sum::<f64>())
    })?;
    Ok(Totals {
        starts: starts.len(),
        before,
        last: entries.into_iter().map(|(order, _)| order).zip(sums.iter().map(|s| s[1])).collect(),
        random: random.iter().sum(),
    })
}

/// Expansions before and in the last iterations of searches from these starts.
fn expansions(
    sessions: &Sessions,
    starts: &[Start],
    goal: Arrangement,
    laboratory: &Laboratory,
) -> Result<[u64; 2]> {
    let mut sums = [0, 0];
    for (start, distance) in starts {
        let problem = Problem::new(start.arrangement(), goal)?;
        let solved = laboratory.solve(sessions, &problem)?;
        ensure!(solved.length() == *distance, "a path of {} moves is not optimal", solved.length());
        sums[0] += solved.counters.expanded_before_last;
        sums[1] += solved.counters.expanded - solved.counters.expanded_before_last;
    }
    Ok(sums)
}

fn rows(totals: &Totals, figures: Option<&PublishedFigures>) -> Vec<ComparisonRow> {
    let worse = totals.worse();
    let extreme = |pick: fn(f64, f64) -> f64| {
        totals.last.iter().map(|(_, last)| totals.ratio(*last)).reduce(pick).unwrap_or(1.0)
    };
    let (least, most) = (extreme(f64::min), extreme(f64::max));
    let finding = Measured::Finding {
        text: format!("{worse} of {} fixed orders expand more", totals.last.len()),
        supports: worse >= ALMOST_ALL,
    };
    let claim = figures.map_or(Published::Nothing, |f| Published::Claim(f.claim.clone()));
    let mut rows =
        vec![ComparisonRow::new("fixed orders against a random one", claim, finding).qualified(
        worse > totals.last.len() / 2 && (0.99..1.0).contains(&least) && most < 1.02,
        "Most orders are worse, but not almost all. The differences are small: from a third of a \
         per cent fewer expansions to one and a third per cent more. We do not know what the paper \
         counts as an implementation. It speaks of more schemes than fixed orders.",
    )];
    let mean = |value| Measured::Mean { value, error: 0.0 };
    let random = totals.mean(totals.random);
    rows.push(ComparisonRow::new(
        "random order, expansions per start",
        Published::Nothing,
        mean(random),
    ));
    let mut orders: Vec<&(String, u64)> = totals.last.iter().collect();
    orders.sort_by_key(|(_, last)| *last);
    for (order, last) in orders {
        let ratio = totals.ratio(*last);
        let quantity = format!("{order}, expansions per start ({ratio:.5} of random)");
        rows.push(ComparisonRow::new(
            quantity,
            Published::Nothing,
            mean(totals.mean(*last as f64)),
        ));
    }
    rows
}

/// The expected cost of the last iteration of IDA*.
struct Chance {
    toward: Box<TileSum>,
}

/// The expected cost of the subtree of a node.
#[derive(Clone, Copy)]
struct Prospect {
    /// Whether it has a solution within the threshold.
    is_solved: bool,
    /// The expected expansions until its end or its first solution.
    expanded: f64,
}

impl Chance {
    fn new(goal_blank: usize) -> Self {
        Self { toward: Manhattan.estimator(EIGHT.size(), goal_blank) }
    }

    /// The expected expansions of the last iteration from a start at this
    /// distance, when the moves of every node are tried in a random order.
    fn expansions(&self, start: &State<Eight>, distance: u32) -> f64 {
        let value = self.toward.root(start);
        self.visit(start, None, value, distance).expanded
    }

    fn visit(&self, state: &State<Eight>, last: Option<Move>, value: u32, rest: u32) -> Prospect {
        // Manhattan distance is 0 at the goal only.
        if value == 0 {
            return Prospect { is_solved: true, expanded: 0.0 };
        }
        let moves = |moves: Moves| last.map_or(moves, |last| moves.without(last.inverse()));
        let (mut solved, mut in_solved, mut in_failed) = (0.0, 0.0, 0.0);
        for m in moves(state.moves()) {
            let mut successor = *state;
            let slide: Slide = successor.apply(m);
            let value = self.toward.step(value, slide, &successor);
            if value < rest {
                let prospect = self.visit(&successor, Some(m), value, rest - 1);
                match prospect.is_solved {
                    true => (solved, in_solved) = (solved + 1.0, in_solved + prospect.expanded),
                    false => in_failed += prospect.expanded,
                }
            }
        }
        let is_solved = solved > 0.0;
        let first = if is_solved { in_solved / solved } else { 0.0 };
        Prospect { is_solved, expanded: 1.0 + first + in_failed / (solved + 1.0) }
    }
}

#[cfg(test)]
mod tests;
