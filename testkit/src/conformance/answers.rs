//! Answers are optimal, and the smallest if that is asked for, on boards and
//! goals of every kind.

use optile_core::{Allowed, Arrangement, Family, Heuristics, PathChoice, Size};

use crate::trial::{
    check_eights, goal_cells, is_compact, open, sessions, sizes, solve, solve_within,
};
use crate::{distance, shortest_path, shuffled_goal, walk};

/// 8-puzzles at every distance, and toward goals with the blank at every cell.
pub fn solves_eight_puzzles_of_every_length_and_goal(family: &Family, heuristics: &dyn Heuristics) {
    for (name, mut session) in sessions(family, heuristics) {
        for goal_blank in 0..9 {
            check_eights(&name, &mut session, goal_blank, 1, PathChoice::Any, None);
        }
    }
}

/// Expansions that a search with an option may make. They are enough for all 8-puzzles except the
/// longest in a blind depth-first search, which would take most of the time.
pub(super) const WITH_OPTION: u64 = 1_000_000;

/// Every value of every option gives optimal paths too, and smallest paths if
/// they are asked for. Default values are left out, because other tests use
/// them.
pub fn solves_with_every_option(family: &Family, heuristics: &dyn Heuristics) {
    for option in family.options {
        let values = match option.allowed {
            Allowed::OneOf(words) => words,
            Allowed::Form { examples, .. } => examples,
            _ => continue,
        };
        for value in values.iter().filter(|&&value| value != option.default) {
            for name in family.names() {
                let name = format!("{name},{}={value}", option.key);
                let mut session = open(family, heuristics, &name);
                let smallest = PathChoice::LexicographicallySmallest;
                check_eights(&name, &mut session, 8, 2, PathChoice::Any, Some(WITH_OPTION));
                check_eights(&name, &mut session, 0, 1, smallest, Some(WITH_OPTION));
            }
        }
    }
}

/// Random walks on every size, compared with a plain breadth-first search.
pub fn solves_walks_on_every_size(family: &Family, heuristics: &dyn Heuristics) {
    for (name, mut session) in sessions(family, heuristics) {
        for size in sizes(&session) {
            let walks = if is_compact(size) { 12 } else { 2 };
            for seed in 0..walks {
                let cells = goal_cells(size);
                let goal = Arrangement::goal(size, cells[seed as usize * 7 % cells.len()])
                    .expect("the cell is on the board");
                let problem = walk(&goal, 8 + seed as usize % 5, seed);
                let expected = shortest_path(&problem).expect("a walk can be walked back");
                match solve(&name, &mut session, &problem, PathChoice::Any) {
                    Some((path, _)) => assert_eq!(path.len(), expected.len(), "{name} {problem}"),
                    None => break,
                }
            }
        }
    }
}

/// Sizes that are not nearly square. Code must not mistake their rows for columns, and the words of
/// some sizes have no free bit.
const UNEVEN: [&str; 7] = ["2x6", "2x7", "3x6", "3x8", "4x6", "6x4", "2x12"];

/// Expansions that a search may make on uneven boards. They are enough except for blind searches and
/// the weakest heuristics, which would take most of the time.
const ON_UNEVEN: u64 = 100_000;

/// Longer walks on uneven boards, compared with two plain searches that meet. With most heuristics
/// they finish within the limits.
pub fn solves_longer_walks_on_uneven_boards(family: &Family, heuristics: &dyn Heuristics) {
    let mut sessions = sessions(family, heuristics);
    for size in UNEVEN {
        let size: Size = size.parse().expect("a size");
        let goal = Arrangement::goal(size, goal_cells(size)[0]).expect("the cell is on the board");
        let mut sessions: Vec<_> =
            sessions.iter_mut().filter(|(_, one)| one.strategy().supports(size)).collect();
        for (seed, steps) in [20, 25, 30].into_iter().enumerate() {
            let problem = walk(&goal, steps, seed as u64);
            let expected = distance(&problem).expect("a walk can be walked back");
            let mut solved = 0;
            for (name, session) in &mut sessions {
                let (limit, any) = (Some(ON_UNEVEN), PathChoice::Any);
                let result = solve_within(limit, name, session, &problem, any);
                let length = result.map(|(path, _)| path.len() as u32);
                assert!(length.is_none_or(|length| length == expected), "{name} on {problem}");
                solved += usize::from(length.is_some());
            }
            let all = sessions.len();
            let is_blind = family.heuristics.is_empty();
            assert!(is_blind || 3 * solved >= 2 * all, "{solved} of {all} solved {problem}");
        }
    }
}

/// Goals with their tiles in any order.
pub fn solves_toward_goals_out_of_order(family: &Family, heuristics: &dyn Heuristics) {
    for (name, mut session) in sessions(family, heuristics) {
        for size in sizes(&session) {
            let goals = if is_compact(size) { 4 } else { 1 };
            for seed in 0..goals {
                // The blank is at the same cells as in other tests, because
                // heuristics build tables for each cell.
                let cells = goal_cells(size);
                let mut tiles = shuffled_goal(size, seed).tiles().to_vec();
                let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
                tiles.swap(blank, cells[seed as usize % cells.len()]);
                let goal = Arrangement::new(size, &tiles).expect("a permutation");
                let problem = walk(&goal, 9, seed);
                let expected = shortest_path(&problem).expect("a walk can be walked back");
                match solve(&name, &mut session, &problem, PathChoice::Any) {
                    Some((path, _)) => assert_eq!(path.len(), expected.len(), "{name} {problem}"),
                    None => break,
                }
            }
        }
    }
}

/// The lexicographically smallest path is that of the oracle.
pub fn gives_the_lexicographically_smallest_path(family: &Family, heuristics: &dyn Heuristics) {
    for (name, mut session) in sessions(family, heuristics) {
        for goal_blank in 0..9 {
            let smallest = PathChoice::LexicographicallySmallest;
            check_eights(&name, &mut session, goal_blank, 1, smallest, None);
        }
    }
}
