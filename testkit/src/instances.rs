//! Seeded generators of problems.

use optile_core::{Arrangement, Board, Move, Problem, Size, State, with_shaped_board};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A solvable problem with a uniformly random start, toward the tiles in order
/// with the blank at `goal_blank`.
///
/// # Panics
///
/// When the board has no such cell.
pub fn random_problem(size: Size, goal_blank: usize, seed: u64) -> Problem {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let goal = goal_of(size, goal_blank);
    loop {
        let problem = Problem::new(shuffled(size, &mut random), goal);
        match problem {
            Ok(problem) if problem.is_solvable() => return problem,
            Ok(_) => {}
            Err(error) => unreachable!("{error}"),
        }
    }
}

/// `count` problems of [`random_problem`], each from its own seed derived from
/// `seed`.
pub fn random_problems(size: Size, goal_blank: usize, count: usize, seed: u64) -> Vec<Problem> {
    (0..count as u64).map(|i| random_problem(size, goal_blank, seed << 32 | i)).collect()
}

/// A random arrangement: a goal that is not in order.
pub fn shuffled_goal(size: Size, seed: u64) -> Arrangement {
    shuffled(size, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}

fn shuffled(size: Size, random: &mut Xoshiro256PlusPlus) -> Arrangement {
    let mut tiles: Vec<u8> = (0..size.cells() as u8).collect();
    tiles.shuffle(random);
    match Arrangement::new(size, &tiles) {
        Ok(arrangement) => arrangement,
        Err(error) => unreachable!("{error}"),
    }
}

fn goal_of(size: Size, blank: usize) -> Arrangement {
    match Arrangement::goal(size, blank) {
        Ok(goal) => goal,
        Err(error) => panic!("{error}"),
    }
}

/// A problem whose start is `steps` random moves away from `goal`. No move
/// takes back the previous one. Its solution has at most `steps` moves.
pub fn walk(goal: &Arrangement, steps: usize, seed: u64) -> Problem {
    fn walked<B: Board>(_: B, goal: &Arrangement, steps: usize, seed: u64) -> Option<Arrangement> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = State::<B>::of(goal)?;
        let mut last: Option<Move> = None;
        for _ in 0..steps {
            let moves: Vec<Move> =
                state.moves().filter(|&m| Some(m) != last.map(Move::inverse)).collect();
            let m = moves[random.random_range(0..moves.len())];
            state.apply(m);
            last = Some(m);
        }
        Some(state.arrangement())
    }
    let start = with_shaped_board!(goal.size(), board => walked(board, goal, steps, seed));
    match start.map(|start| Problem::new(start, *goal)) {
        Some(Ok(problem)) => problem,
        _ => unreachable!("a walk stays on its board"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makers_repeat_and_give_solvable_problems() {
        for size in Size::all() {
            for seed in 0..50 {
                let blank = seed as usize % size.cells();
                let problem = random_problem(size, blank, seed);
                assert_eq!(problem, random_problem(size, blank, seed));
                assert!(problem.is_solvable());
                let goal = shuffled_goal(size, seed);
                let walked = walk(&goal, 20, seed);
                assert_eq!(walked, walk(&goal, 20, seed));
                assert!(walked.is_solvable());
            }
        }
    }
}
