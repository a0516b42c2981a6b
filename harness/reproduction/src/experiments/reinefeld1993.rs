//! Orders of operators for IDA* on every 8-puzzle (Reinefeld, 1993).

use anyhow::{Result, ensure};
use optile_core::{Arrangement, Board, Estimator, Move, Moves, Problem, Rect, Slide, State};
use optile_core::{Session, Strategy};
use optile_heuristics::{Manhattan, TileSum};
use optile_instances::space::Oracle;
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
/// The starts that a thread takes at a time.
const PART: usize = 256;

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

/// Expansions per start of one goal, in all iterations.
struct Means {
    /// The expectation for a random order in each node.
    random: f64,
    /// For each fixed order, ascending.
    fixed: Vec<(String, f64)>,
}

pub(super) fn run(experiment: &Experiment, laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = experiment.figures();
    laboratory.go_on()?;
    let mut tables = vec![space(&figures)];
    for (goal_blank, place) in [(0, "upper left corner"), (4, "centre")] {
        let means = means(goal_blank, laboratory)?;
        // The claim is about all starts and the paper's goal.
        let is_the_papers = goal_blank == 0 && !laboratory.is_quick;
        let rows = rows(&means, is_the_papers.then_some(&figures));
        tables.push(ComparisonTable::new(format!("Goal with its blank in the {place}"), rows));
    }
    let subset = laboratory.is_quick.then(|| format!("one start in {QUICK} of each goal"));
    Ok(Findings { subset, tables })
}

/// The paper's figures about the space itself.
fn space(figures: &Figures) -> ComparisonTable {
    let counts = Oracle::new(EIGHT, 0).counts();
    let (boards, farthest) = (counts.iter().sum::<u64>(), counts.len() as u64 - 1);
    let there = counts[counts.len() - 1];
    let rows = vec![
        ComparisonRow::new("boards", &figures.boards, boards),
        ComparisonRow::new("greatest distance", &figures.farthest, farthest),
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
fn means(goal_blank: usize, laboratory: &Laboratory) -> Result<Means> {
    let goal = Arrangement::goal(EIGHT.size(), goal_blank)?;
    let step = if laboratory.is_quick { QUICK } else { 1 };
    let starts: Vec<Start> = Oracle::new(EIGHT, goal_blank).iter().step_by(step).collect();
    let parts: Vec<&[Start]> = starts.chunks(PART).collect();
    let orders = orders();
    let strategy = |order| laboratory.strategy(&format!("idastar:manhattan,order={order}"));
    let strategies: Vec<Box<dyn Strategy>> = orders.iter().map(strategy).collect::<Result<_>>()?;
    let begin = || {
        let sessions: Vec<_> = strategies.iter().map(|own| Session::new(&**own)).collect();
        (sessions, Chance::new(goal_blank))
    };
    let of_parts = laboratory.each("orders", &parts, begin, |(sessions, chance), &part| {
        let fixed = sessions.iter_mut().map(|own| expansions(own, part, goal, laboratory));
        let random = part.iter().map(|(start, distance)| chance.expansions(start, *distance));
        Ok((fixed.collect::<Result<Vec<_>>>()?, random.sum::<f64>()))
    })?;
    let mut totals = vec![[0, 0]; orders.len()];
    for (fixed, _) in &of_parts {
        for (total, own) in totals.iter_mut().zip(fixed) {
            *total = [total[0] + own[0], total[1] + own[1]];
        }
    }
    let before = totals[0][0];
    ensure!(
        totals.iter().all(|total| total[0] == before),
        "iterations before the last depend on the order of moves: they must not"
    );
    let random = of_parts.iter().map(|(_, random)| random).sum::<f64>();
    let mean = |last: f64| (before as f64 + last) / starts.len() as f64;
    let fixed = orders.into_iter().zip(totals.iter().map(|total| mean(total[1] as f64)));
    let mut fixed: Vec<(String, f64)> = fixed.collect();
    fixed.sort_by(|a, b| a.1.total_cmp(&b.1));
    Ok(Means { random: mean(random), fixed })
}

/// Expansions before and in the last iterations of searches from these starts.
fn expansions(
    session: &mut Session<&dyn Strategy>,
    starts: &[Start],
    goal: Arrangement,
    laboratory: &Laboratory,
) -> Result<[u64; 2]> {
    let mut sums = [0, 0];
    for (start, distance) in starts {
        let problem = Problem::new(start.arrangement(), goal)?;
        let solved = laboratory.solve(session, &problem)?;
        let length = solved.path.len();
        ensure!(length == *distance as usize, "a path of {length} moves is not optimal");
        sums[0] += solved.counters.expanded_before_last;
        sums[1] += solved.counters.expanded - solved.counters.expanded_before_last;
    }
    Ok(sums)
}

/// The claim of the figures, and the means. Without figures, nothing is claimed.
fn rows(Means { random, fixed }: &Means, figures: Option<&Figures>) -> Vec<ComparisonRow> {
    let ratios: Vec<f64> = fixed.iter().map(|(_, mean)| mean / random).collect();
    let worse = ratios.iter().filter(|ratio| **ratio > 1.0).count();
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
        claim.explain(&figures.why);
    }
    let row = |quantity: String, mean| {
        ComparisonRow::new(quantity, Published::Nothing, Sample::exact(mean, 0.0))
    };
    let mut rows = vec![claim, row("random order, expansions per start".into(), *random)];
    rows.extend(fixed.iter().zip(&ratios).map(|((order, mean), ratio)| {
        row(format!("{order}, expansions per start ({ratio:.5} of random)"), *mean)
    }));
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
