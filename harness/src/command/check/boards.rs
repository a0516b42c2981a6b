//! The boards on which solvers are tried.

use anyhow::Result;
use optile_core::{Arrangement, Problem, Size};
use optile_runner::instances::generator::{Generator, Goal, Making};
use optile_runner::instances::space;
use optile_testkit::requirement::Posed;
use optile_testkit::shortest_path;

/// The seed of all random boards.
const SEED: u64 = 1;

/// Boards of each distance that are tried before all others.
const OF_EACH_DISTANCE: usize = 10;

/// Random boards of each small size, and random walks on each large one.
const OF_EACH_SIZE: usize = 8;

/// All 8-puzzles with their distances, from the nearest.
pub(super) fn eights() -> Result<Vec<(Problem, u32)>> {
    space::by_distance(last("3x3".parse()?)?)
}

/// The order in which boards sorted by distance are tried: first a few of each distance,
/// at even intervals, and then all others. The number is that of the first ones.
pub(super) fn order(boards: &[(Problem, u32)]) -> (Vec<usize>, usize) {
    let mut first = Vec::new();
    let mut begin = 0;
    for layer in boards.chunk_by(|(_, a), (_, b)| a == b) {
        let step = layer.len().div_ceil(OF_EACH_DISTANCE);
        first.extend((begin..begin + layer.len()).step_by(step));
        begin += layer.len();
    }
    let mut is_first = vec![false; boards.len()];
    first.iter().for_each(|&place| is_first[place] = true);
    let count = first.len();
    first.extend((0..boards.len()).filter(|&place| !is_first[place]));
    (first, count)
}

/// Two of the boards of each distance, with their smallest paths, from the nearest.
pub(super) fn two_of_each_distance(boards: &[(Problem, u32)]) -> Vec<Posed> {
    let layers = boards.chunk_by(|(_, a), (_, b)| a == b);
    let chosen = layers.flat_map(|layer| layer.iter().step_by(layer.len().div_ceil(2)));
    let posed = chosen.map(|&(problem, distance)| Posed {
        problem,
        optimal: Some(distance),
        smallest: shortest_path(&problem),
    });
    posed.collect()
}

/// Boards of other sizes and with other goals, and some without a solution.
pub(super) fn others() -> Result<Vec<Posed>> {
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
        all.push(Posed::new(Problem::new(goal, goal)?, Some(0)));
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(0, 1);
        let swapped = Arrangement::new(goal.size(), &tiles)?;
        all.push(Posed::new(Problem::new(swapped, goal)?, None));
    }
    Ok(all)
}

/// Boards that no search solves within a fraction of a second: a 24-puzzle, and a
/// 15-puzzle for solvers that do not support that size.
pub(super) fn hard() -> Result<Vec<Problem>> {
    let mut all = Vec::new();
    for size in ["5x5", "4x4"] {
        all.extend(random_problems(size.parse()?, &Making::Random)?.into_iter().take(1));
    }
    Ok(all)
}

/// The goal with its tiles in order and the blank last.
pub(super) fn last(size: Size) -> Result<Arrangement> {
    Ok(Arrangement::goal(size, size.cells() - 1)?)
}

fn random_problems(size: Size, making: &Making) -> Result<Vec<Problem>> {
    let made = Generator::new(size, Goal::Random, SEED).make(making, OF_EACH_SIZE)?;
    Ok(made.into_iter().map(|instance| instance.problem).collect())
}

fn random(size: Size, making: &Making) -> Result<Vec<Posed>> {
    let problems = random_problems(size, making)?;
    let posed = problems.into_iter().map(|problem| {
        let shortest = shortest_path(&problem);
        Posed::new(problem, shortest.map(|path| path.len() as u32))
    });
    Ok(posed.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_boards_are_tried_once_and_some_of_each_distance_first() {
        let goal = last("4x2".parse().unwrap()).unwrap();
        let boards = space::by_distance(goal).unwrap();
        let (mut order, first) = order(&boards);
        assert_eq!(boards.len(), 20_160);
        for distance in 0..=36 {
            let of = |place: &&usize| boards[**place].1 == distance;
            let all = boards.iter().filter(|board| board.1 == distance).count();
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
