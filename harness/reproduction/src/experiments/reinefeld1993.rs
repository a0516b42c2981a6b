//! Orders of operators for IDA* on every 8-puzzle (Reinefeld, 1993).

use anyhow::{Result, ensure};
use optile_core::{Arrangement, Board, Estimator, Move, Moves, Problem, Rect, Slide, State};
use optile_core::{Session, Strategy};
use optile_heuristics::{Manhattan, TileSum};
use optile_instances::space::Distances;
use serde::Deserialize;

use super::Experiment;
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::sample::Sample;
use crate::comparison::table::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::verdict::{Measured, Published};
use crate::laboratory::Laboratory;

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
struct Figures {
    /// The abstract's claim about orders.
    claim: String,
    /// Why it does not hold.
    why: String,
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

pub(super) fn run(experiment: &Experiment, laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = experiment.figures()?;
    laboratory.go_on()?;
    let mut tables = vec![space(&figures)];
    for (goal_blank, place) in [(0, "upper left corner"), (4, "centre")] {
        let totals = totals(goal_blank, laboratory)?;
        // The claim is about all starts and the paper's goal.
        let is_the_papers = goal_blank == 0 && !laboratory.is_quick;
        let rows = rows(&totals, is_the_papers.then_some(&figures));
        tables.push(ComparisonTable::new(format!("Goal with its blank in the {place}"), rows));
    }
    let subset = laboratory.is_quick.then(|| format!("one start in {QUICK} of each goal"));
    Ok(Findings { subset, tables })
}

/// The paper's figures about the space itself.
fn space(figures: &Figures) -> ComparisonTable {
    let distances = Distances::new(EIGHT, 0);
    let boards = distances.iter().count() as u64;
    let farthest = distances.iter().map(|(_, distance)| distance).max().unwrap_or(0);
    let there = distances.iter().filter(|&(_, distance)| distance == farthest).count() as u64;
    let rows = vec![
        ComparisonRow::new("boards", &figures.boards, boards),
        ComparisonRow::new("greatest distance", &figures.farthest, u64::from(farthest)),
        ComparisonRow::new("boards at that distance", &figures.boards_there, there),
    ];
    ComparisonTable::new("The space, goal with its blank in a corner", rows)
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
    let starts: Vec<Start> = Distances::new(EIGHT, goal_blank).iter().step_by(step).collect();
    let parts: Vec<&[Start]> = starts.chunks(starts.len().div_ceil(PARTS).max(1)).collect();

    let orders = orders();
    let strategy = |order| laboratory.strategy(&format!("idastar:manhattan,order={order}"));
    let strategies: Vec<Box<dyn Strategy>> = orders.iter().map(strategy).collect::<Result<_>>()?;
    let tasks: Vec<(&dyn Strategy, &[Start])> = strategies
        .iter()
        .flat_map(|strategy| parts.iter().map(move |&part| (&**strategy, part)))
        .collect();
    let counts = laboratory.each(
        "fixed orders",
        &tasks,
        || (),
        |(), &(strategy, part)| expansions(strategy, part, goal, laboratory),
    )?;
    let sums: Vec<[u64; 2]> = counts
        .chunks(parts.len())
        .map(|parts| parts.iter().fold([0, 0], |[a, b], [c, d]| [a + c, b + d]))
        .collect();
    let before = sums.first().map_or(0, |sum| sum[0]);
    ensure!(
        sums.iter().all(|sum| sum[0] == before),
        "iterations before the last depend on the order of moves: they must not"
    );
    let begin = || Chance::new(goal_blank);
    let random = laboratory.each("random order", &parts, begin, |chance, part| {
        Ok(part.iter().map(|(start, distance)| chance.expansions(start, *distance)).sum::<f64>())
    })?;
    Ok(Totals {
        starts: starts.len(),
        before,
        last: orders.into_iter().zip(sums.iter().map(|sum| sum[1])).collect(),
        random: random.iter().sum(),
    })
}

/// Expansions before and in the last iterations of searches from these starts.
fn expansions(
    strategy: &dyn Strategy,
    starts: &[Start],
    goal: Arrangement,
    laboratory: &Laboratory,
) -> Result<[u64; 2]> {
    let mut session = Session::new(strategy);
    let mut sums = [0, 0];
    for (start, distance) in starts {
        let problem = Problem::new(start.arrangement(), goal)?;
        let solved = laboratory.solve(&mut session, &problem)?;
        let length = solved.path.len();
        ensure!(length == *distance as usize, "a path of {length} moves is not optimal");
        sums[0] += solved.counters.expanded_before_last;
        sums[1] += solved.counters.expanded - solved.counters.expanded_before_last;
    }
    Ok(sums)
}

/// The claim of the figures, and the means. Without figures, nothing is claimed.
fn rows(totals: &Totals, figures: Option<&Figures>) -> Vec<ComparisonRow> {
    let mut orders: Vec<&(String, u64)> = totals.last.iter().collect();
    orders.sort_by_key(|(_, last)| *last);
    let ratios: Vec<f64> = orders.iter().map(|(_, last)| totals.ratio(*last)).collect();
    let worse = totals.worse();
    let finding = Measured::Finding {
        text: format!("{worse} of {} fixed orders expand more", ratios.len()),
        supports: worse >= ALMOST_ALL,
    };
    let claim =
        figures.map_or(Published::Nothing, |figures| Published::Claim(figures.claim.clone()));
    let mut claim = ComparisonRow::new("fixed orders against a random one", claim, finding);
    // The explanation says how small the differences are.
    let is_nearly = worse > ratios.len() / 2
        && ratios.iter().all(|ratio| (0.99..1.02).contains(ratio))
        && ratios[0] < 1.0;
    if let Some(figures) = figures.filter(|_| is_nearly) {
        claim = claim.explained(&figures.why);
    }
    let mean = |quantity: String, last: f64| {
        ComparisonRow::new(quantity, Published::Nothing, Sample::exact(totals.mean(last), 0.0))
    };
    let random = mean("random order, expansions per start".into(), totals.random);
    let of_orders = orders.iter().zip(&ratios).map(|((order, last), ratio)| {
        let quantity = format!("{order}, expansions per start ({ratio:.5} of random)");
        mean(quantity, *last as f64)
    });
    [claim, random].into_iter().chain(of_orders).collect()
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
