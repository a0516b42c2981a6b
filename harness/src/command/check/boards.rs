//! The boards on which solvers are tried.

use anyhow::Result;
use optile_core::{Arrangement, Problem, Size};
use optile_requirement::{Posed, shortest_path};
use optile_runner::instances::generator::{Generator, Goal, Making};
use optile_runner::instances::space;

/// The seed of all random boards.
const SEED: u64 = 1;

/// Boards of each distance that are tried before all others.
const OF_EACH_DISTANCE: usize = 10;

/// 8-puzzles without a solution that are tried before all others.
const UNSOLVABLE: usize = 4;

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

/// Boards of other sizes and with other goals, and some without a solution, with their places from
/// the smallest. All kinds take turns, so that each is tried early.
pub(super) fn others() -> Result<Vec<(usize, Posed)>> {
    let mut kinds = Vec::new();
    for size in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"] {
        kinds.push(random(size.parse()?, &Making::Random)?);
    }
    for size in ["3x4", "4x4", "2x7", "5x5"] {
        let size: Size = size.parse()?;
        let mut walks = Vec::new();
        for steps in [6, 10, 14, 18] {
            walks.extend(random(size, &Making::Walk(steps))?.into_iter().take(2));
        }
        kinds.push(walks);
    }
    let mut goals = Vec::new();
    for size in ["2x3", "3x3", "4x4"] {
        let goal = last(size.parse()?)?;
        goals.push(Problem::new(goal, goal)?);
    }
    kinds.push(goals.iter().map(|&goal| Posed::new(goal, Some(0))).collect());
    kinds.push(goals.iter().map(without_solution).collect::<Result<_>>()?);
    let in_turns = kinds.into_iter().flat_map(|kind| kind.into_iter().enumerate());
    let mut all: Vec<_> = in_turns.enumerate().collect();
    all.sort_by_key(|&(_, (turn, _))| turn);
    Ok(all.into_iter().map(|(place, (_, posed))| (place, posed)).collect())
}

/// The problem with two tiles of its start exchanged, which has no solution.
fn without_solution(problem: &Problem) -> Result<Posed> {
    let mut tiles = problem.start().tiles().to_vec();
    let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
    if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
        tiles.swap(a, b);
    }
    let start = Arrangement::new(problem.size(), &tiles)?;
    Ok(Posed::new(Problem::new(start, *problem.goal())?, None))
}

/// Some 8-puzzles without a solution, of boards sorted by distance.
pub(super) fn unsolvable(all: &[(Problem, u32)]) -> Result<Vec<Posed>> {
    let step = all.len().div_ceil(UNSOLVABLE).max(1);
    all.iter().step_by(step).map(|(problem, _)| without_solution(problem)).collect()
}

/// The two boards that are farthest from the goal, of boards sorted by distance.
pub(super) fn farthest(all: &[(Problem, u32)]) -> Vec<Posed> {
    let far = all.iter().rev().take(2);
    far.map(|&(problem, distance)| Posed::new(problem, Some(distance))).collect()
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
    use std::collections::BTreeSet;

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
        let mut places: Vec<usize> = all.iter().map(|&(place, _)| place).collect();
        for (_, posed) in &all {
            assert_eq!(posed.optimal.is_some(), posed.problem.is_solvable());
        }
        places.sort_unstable();
        assert_eq!(places, (0..all.len()).collect::<Vec<_>>());
        // The first round has every size, and a board without a solution.
        let first: BTreeSet<Size> =
            all[..12].iter().map(|(_, posed)| posed.problem.size()).collect();
        assert_eq!(first.len(), 10);
        assert!(all[..12].iter().any(|(_, posed)| posed.optimal.is_none()));
    }

    #[test]
    fn some_boards_have_no_solution_and_some_are_farthest() {
        let all = eights().unwrap();
        let unsolvable = unsolvable(&all).unwrap();
        assert_eq!(unsolvable.len(), 4);
        assert!(unsolvable.iter().all(|posed| !posed.problem.is_solvable()));
        assert_eq!(farthest(&all).iter().map(|far| far.optimal).collect::<Vec<_>>(), [Some(31); 2]);
    }
}
