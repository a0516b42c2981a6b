//! The suite that every strategy must pass. A strategy gives right answers,
//! repeats them exactly, keeps its limits, and finds the lexicographically
//! smallest path if asked.
//!
//! [`conformance!`](crate::conformance!) makes a test of each function here.

mod answers;
mod runs;

pub use optile_core::Heuristics;
use optile_core::{
    Allowed, Arrangement, Board, Family, PathChoice, Problem, Session, State, with_shaped_board,
};

use crate::trial::{goal_cells, open, problem, sessions, sizes, solve};

pub use answers::{
    gives_the_lexicographically_smallest_path, solves_eight_puzzles_of_every_length_and_goal,
    solves_longer_walks_on_uneven_boards, solves_toward_goals_out_of_order,
    solves_walks_on_every_size, solves_with_every_option,
};
pub use runs::{
    keeps_to_the_memory_limit, knows_the_unsolvable, obeys_interrupts, repeats_exactly,
    stops_exactly_at_the_node_limit, takes_the_same_bytes_after_any_earlier_run,
};

/// Defines the tests of one family, with the heuristics from which it takes its
/// own if it takes any. It is the only content of `tests/conformance.rs`.
#[macro_export]
macro_rules! conformance {
    ($family:expr) => {
        $crate::conformance!($family, ());
    };
    ($family:expr, $heuristics:expr) => {
        $crate::conformance!($family, $heuristics,
            describes_itself,
            answers_the_goal_with_an_empty_path,
            makes_each_single_move,
            solves_eight_puzzles_of_every_length_and_goal,
            solves_with_every_option,
            solves_walks_on_every_size,
            solves_longer_walks_on_uneven_boards,
            solves_toward_goals_out_of_order,
            gives_the_lexicographically_smallest_path,
            repeats_exactly,
            takes_the_same_bytes_after_any_earlier_run,
            stops_exactly_at_the_node_limit,
            keeps_to_the_memory_limit,
            obeys_interrupts,
            knows_the_unsolvable,
        );
    };
    ($family:expr, $heuristics:expr, $($test:ident),* $(,)?) => {
        static HEURISTICS: std::sync::LazyLock<Box<dyn $crate::conformance::Heuristics>> =
            std::sync::LazyLock::new(|| Box::new($heuristics));

        $(#[test]
        fn $test() {
            $crate::conformance::$test(&$family, &**HEURISTICS);
        })*
    };
}

/// Names and descriptions are suitable for listings.
///
/// # Panics
///
/// When they are not. All functions here panic when a strategy fails.
pub fn describes_itself(family: &Family, heuristics: &dyn Heuristics) {
    let word = |text: &str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let line = |text: &str| !text.is_empty() && text.len() <= 79 && !text.contains('\n');
    assert!(word(family.name), "{:?} is not a lower-case word", family.name);
    assert!(line(family.about), "{:?} is not a short line", family.about);
    for option in family.options {
        assert!(word(option.key) && line(option.about), "{option:?}");
        let values: &[&str] = match option.allowed {
            Allowed::OneOf(words) => words,
            Allowed::Form { examples, .. } => examples,
            _ => &[],
        };
        assert!(!values.is_empty(), "{}: no value to test with", option.key);
        let default = format!("{},{}={}", family.names()[0], option.key, option.default);
        open(family, heuristics, &default);
    }
    assert!(!family.names().is_empty());
}

/// If the start is the goal, the path is empty, on every size.
pub fn answers_the_goal_with_an_empty_path(family: &Family, heuristics: &dyn Heuristics) {
    for (name, mut session) in sessions(family, heuristics) {
        for size in sizes(&session) {
            for blank in goal_cells(size) {
                let goal = Arrangement::goal(size, blank).expect("the cell is on the board");
                let problem = Problem::new(goal, goal).expect("one size");
                if let Some((path, _)) = solve(&name, &mut session, &problem, PathChoice::Any) {
                    assert!(path.is_empty(), "{name} answers the goal itself with {path}");
                }
            }
        }
    }
}

/// Each single move from goals with the blank at many cells, on every size.
pub fn makes_each_single_move(family: &Family, heuristics: &dyn Heuristics) {
    fn check<B: Board>(board: B, name: &str, session: &mut Session) {
        for goal_blank in goal_cells(board.size()) {
            let goal = State::goal(board, goal_blank);
            for m in goal.moves() {
                let problem = problem(&goal.successor(m), goal_blank);
                match solve(name, session, &problem, PathChoice::Any) {
                    Some((path, _)) => assert_eq!(path.moves(), [m.inverse()], "{name}"),
                    None => return,
                }
            }
        }
    }
    for (name, mut session) in sessions(family, heuristics) {
        for size in sizes(&session) {
            with_shaped_board!(size, board => check(board, &name, &mut session));
        }
    }
}
