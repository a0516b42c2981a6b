//! The boards on which solvers are tried.

use anyhow::{Context, Result};
use optile_core::{Arrangement, Problem, Size};
use optile_instances::generator::{Generator, Goal, Making};
use optile_instances::space::{self, Oracle};

use optile_testkit::plain;

/// The seed of all random boards.
const SEED: u64 = 1;

/// Boards of each distance that are tried before all others.
const OF_EACH_DISTANCE: usize = 10;

/// Random boards of each small size, and random walks on each large one.
const OF_EACH_SIZE: usize = 8;

/// A problem, and its optimal length if it is solvable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Posed {
    pub(crate) problem: Problem,
    pub(crate) optimal: Option<u32>,
}

/// Every board from which this goal can be reached, by distance and then in the order
/// of the space. The size must be small.
pub(crate) fn by_distance(goal: Arrangement) -> Result<Vec<(Problem, u32)>> {
    let board = space::small_board(goal.size()).context("a board with few states")?;
    let oracle = Oracle::new(board, goal.blank());
    let mut layers: Vec<Vec<(Problem, u32)>> = Vec::new();
    for (state, distance) in oracle.iter() {
        while layers.len() <= distance as usize {
            layers.push(Vec::new());
        }
        let problem = Problem::new(space::renamed(&state, &goal), goal)?;
        layers[distance as usize].push((problem, distance));
    }
    Ok(layers.concat())
}

/// The order in which boards sorted by distance are tried: first a few of each distance,
/// at even intervals, and then all others. The number is that of the first ones.
pub(crate) fn order(distances: &[u32]) -> (Vec<usize>, usize) {
    let mut first = Vec::new();
    let mut begin = 0;
    for layer in distances.chunk_by(|a, b| a == b) {
        let step = layer.len().div_ceil(OF_EACH_DISTANCE);
        first.extend((begin..begin + layer.len()).step_by(step));
        begin += layer.len();
    }
    let mut is_first = vec![false; distances.len()];
    first.iter().for_each(|&place| is_first[place] = true);
    let count = first.len();
    first.extend((0..distances.len()).filter(|&place| !is_first[place]));
    (first, count)
}

/// Boards of other sizes and with other goals, and some without a solution.
pub(crate) fn others() -> Result<Vec<Posed>> {
    let mut all = Vec::new();
    for size in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"] {
        all.extend(random(size.parse()?, &Making::Random)?);
    }
    for size in ["3x4", "4x4", "2x7", "5x5"] {
        let size: Size = size.parse()?;
        for steps in [6, 10, 14, 18] {
            all.extend(random(size, &Making::Walk(steps))?.into_iter().take(2));
        }
    }
    for size in ["2x3", "3x3", "4x4"] {
        let goal = last(size.parse()?)?;
        all.push(Posed { problem: Problem::new(goal, goal)?, optimal: Some(0) });
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(0, 1);
        let swapped = Arrangement::new(goal.size(), &tiles)?;
        all.push(Posed { problem: Problem::new(swapped, goal)?, optimal: None });
    }
    Ok(all)
}

/// Boards that no search solves within a fraction of a second: a 24-puzzle, and a
/// 15-puzzle for solvers that do not support that size.
pub(crate) fn hard() -> Result<Vec<Problem>> {
    let mut all = Vec::new();
    for size in ["5x5", "4x4"] {
        all.extend(random_problems(size.parse()?, &Making::Random)?.into_iter().take(1));
    }
    Ok(all)
}

/// The goal with its tiles in order and the blank last.
pub(crate) fn last(size: Size) -> Result<Arrangement> {
    Ok(Arrangement::goal(size, size.cells() - 1)?)
}

fn random_problems(size: Size, making: &Making) -> Result<Vec<Problem>> {
    let made = Generator::new(size, Goal::Random, SEED).make(making, OF_EACH_SIZE)?;
    Ok(made.into_iter().map(|instance| instance.problem).collect())
}

fn random(size: Size, making: &Making) -> Result<Vec<Posed>> {
    let problems = random_problems(size, making)?;
    let posed = problems.into_iter().map(|problem| {
        let optimal = Some(shortest(&problem).len() as u32);
        Posed { problem, optimal }
    });
    Ok(posed.collect())
}

/// A problem, without the goal if that has its tiles in order and the blank last.
pub(crate) fn shown(problem: &Problem) -> String {
    match last(problem.size()) {
        Ok(goal) if goal == *problem.goal() => problem.start().to_string(),
        _ => problem.to_string(),
    }
}

/// A shortest path of a solvable problem, by two plain searches that meet.
pub(crate) fn shortest(problem: &Problem) -> String {
    let tiles = |board: &Arrangement| board.tiles().to_vec();
    let width = problem.size().width();
    plain::smallest_path(&tiles(problem.start()), &tiles(problem.goal()), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_boards_are_tried_once_and_some_of_each_distance_first() {
        let goal = last("4x2".parse().unwrap()).unwrap();
        let boards = by_distance(goal).unwrap();
        let distances: Vec<u32> = boards.iter().map(|board| board.1).collect();
        let (mut order, first) = order(&distances);
        assert_eq!(boards.len(), 20_160);
        for distance in 0..=36 {
            let of = |place: &&usize| distances[**place] == distance;
            let all = distances.iter().filter(|&&d| d == distance).count();
            let sampled = order[..first].iter().filter(of).count();
            assert!(sampled == all.min(OF_EACH_DISTANCE) || (5..=10).contains(&sampled));
        }
        assert!(order[first..].is_sorted());
        order.sort_unstable();
        assert_eq!(order, (0..boards.len()).collect::<Vec<_>>());
    }

    #[test]
    fn other_boards_have_many_goals_and_their_lengths() {
        let all = others().unwrap();
        assert_eq!(all.len(), 6 * 8 + 4 * 4 * 2 + 3 * 2);
        for posed in &all {
            assert_eq!(posed.optimal.is_some(), posed.problem.is_solvable());
        }
    }
}
