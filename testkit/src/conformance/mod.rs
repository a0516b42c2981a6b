//! The suite that every strategy must pass: it is right, it repeats, it keeps
//! to its limits, and it can be asked for the lexicographically smallest path.
//!
//! [`conformance!`](crate::conformance!) makes a test of each function here.

use optile_core::{
    Allowed, Arrangement, Board, Family, Interrupt, Limits, Meter, OptionInfo, PathChoice, Problem,
    Size, State, Stop, Strategy, with_shaped_board,
};

use crate::trial::{
    build, check_eights, goal_cells, is_compact, meter, problem, solve, solve_within, strategies,
};
use crate::{distance, random_problem, random_problems, shortest_path, shuffled_goal, walk};

/// The tests of one family, to stand alone in `tests/conformance.rs`.
#[macro_export]
macro_rules! conformance {
    ($family:expr) => {
        $crate::conformance!($family,
            describes_itself,
            does_nothing_where_nothing_is_to_do,
            makes_each_single_move,
            solves_eight_puzzles_of_every_length_and_goal,
            solves_with_every_option,
            solves_walks_on_every_size,
            solves_longer_walks_on_uneven_boards,
            solves_toward_goals_out_of_order,
            gives_the_lexicographically_smallest_path,
            repeats_exactly,
            takes_the_same_bytes_whatever_came_before,
            stops_exactly_at_the_node_limit,
            keeps_to_the_memory_limit,
            obeys_interrupts,
            knows_the_unsolvable,
        );
    };
    ($family:expr, $($test:ident),* $(,)?) => {
        $(#[test]
        fn $test() {
            $crate::conformance::$test(&$family);
        })*
    };
}

/// Names and descriptions are fit for listings.
///
/// # Panics
///
/// When they are not; so do all functions here when a strategy fails.
pub fn describes_itself(family: &Family) {
    let word = |text: &str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let line = |text: &str| !text.is_empty() && text.len() <= 79 && !text.contains('\n');
    assert!(word(family.name), "{:?} is no lower-case word", family.name);
    assert!(line(family.about), "{:?} is no short line", family.about);
    for option in family.options {
        assert!(word(option.key) && line(option.about), "{option:?}");
        let values: &[&str] = match option.allowed {
            Allowed::OneOf(words) => words,
            Allowed::Form { examples, .. } => examples,
            _ => &[],
        };
        assert!(!values.is_empty(), "{}: no value to test with", option.key);
        let default = format!("{},{}={}", family.names()[0], option.key, option.default);
        build(family, &default);
    }
    assert!(!family.names().is_empty());
}

/// A start that is the goal has the empty path, on every size.
pub fn does_nothing_where_nothing_is_to_do(family: &Family) {
    for (name, strategy) in strategies(family) {
        for size in Size::all().filter(|&size| strategy.supports(size)) {
            for blank in goal_cells(size) {
                let goal = Arrangement::goal(size, blank).expect("the cell is on the board");
                let problem = Problem::new(goal, goal).expect("one size");
                if let Some((path, _)) = solve(&name, &*strategy, &problem, PathChoice::Any) {
                    assert!(path.is_empty(), "{name} answers the goal itself with {path}");
                }
            }
        }
    }
}

/// Each single move from goals with the blank at many cells, on every size.
pub fn makes_each_single_move(family: &Family) {
    fn check<B: Board>(board: B, name: &str, strategy: &dyn Strategy) {
        for goal_blank in goal_cells(board.size()) {
            let goal = State::goal(board, goal_blank);
            for m in goal.moves() {
                let problem = problem(&goal.successor(m), goal_blank);
                match solve(name, strategy, &problem, PathChoice::Any) {
                    Some((path, _)) => assert_eq!(path.moves(), [m.inverse()], "{name}"),
                    None => return,
                }
            }
        }
    }
    for (name, strategy) in strategies(family) {
        for size in Size::all().filter(|&size| strategy.supports(size)) {
            with_shaped_board!(size, board => check(board, &name, &*strategy));
        }
    }
}

/// 8-puzzles at every distance, and toward goals with the blank at every cell.
pub fn solves_eight_puzzles_of_every_length_and_goal(family: &Family) {
    for (name, strategy) in strategies(family) {
        for goal_blank in 0..9 {
            check_eights(&name, &*strategy, goal_blank, 1, PathChoice::Any, None);
        }
    }
}

/// Expansions that a search with an option may take: enough for all 8-puzzles
/// but the longest by a blind depth-first search, which take most of the time.
const WITH_OPTION: u64 = 1_000_000;

/// Every value of every option but its default, which other tests have, gives
/// optimal paths too, and smallest ones where asked.
pub fn solves_with_every_option(family: &Family) {
    for option in family.options {
        let values = match option.allowed {
            Allowed::OneOf(words) => words,
            Allowed::Form { examples, .. } => examples,
            _ => continue,
        };
        for value in values.iter().filter(|&&value| value != option.default) {
            for name in family.names() {
                let name = format!("{name},{}={value}", option.key);
                let strategy = build(family, &name);
                let smallest = PathChoice::LexicographicallySmallest;
                check_eights(&name, &*strategy, 8, 2, PathChoice::Any, Some(WITH_OPTION));
                check_eights(&name, &*strategy, 0, 1, smallest, Some(WITH_OPTION));
            }
        }
    }
}

/// Random walks on every size, against a plain breadth-first search.
pub fn solves_walks_on_every_size(family: &Family) {
    for (name, strategy) in strategies(family) {
        for size in Size::all().filter(|&size| strategy.supports(size)) {
            let walks = if is_compact(size) { 12 } else { 2 };
            for seed in 0..walks {
                let cells = goal_cells(size);
                let goal = Arrangement::goal(size, cells[seed as usize * 7 % cells.len()])
                    .expect("the cell is on the board");
                let problem = walk(&goal, 8 + seed as usize % 5, seed);
                let expected = shortest_path(&problem).expect("a walk can be walked back");
                match solve(&name, &*strategy, &problem, PathChoice::Any) {
                    Some((path, _)) => assert_eq!(path.len(), expected.len(), "{name} {problem}"),
                    None => break,
                }
            }
        }
    }
}

/// Sizes that are not nearly square. Their rows and columns are not to be
/// mistaken for each other, and the words of some have no bit to spare.
const UNEVEN: [&str; 7] = ["2x6", "2x7", "3x6", "3x8", "4x6", "6x4", "2x12"];

/// Expansions that a search may take on uneven boards. They do for all but blind
/// searches and the weakest heuristics, which would take most of the time.
const ON_UNEVEN: u64 = 100_000;

/// Longer walks on uneven boards, against two plain searches that meet. With
/// most heuristics these come to an end within the limits.
pub fn solves_longer_walks_on_uneven_boards(family: &Family) {
    let strategies = strategies(family);
    for size in UNEVEN {
        let size: Size = size.parse().expect("a size");
        let goal = Arrangement::goal(size, goal_cells(size)[0]).expect("the cell is on the board");
        let strategies: Vec<_> =
            strategies.iter().filter(|(_, strategy)| strategy.supports(size)).collect();
        for (seed, steps) in [20, 25, 30].into_iter().enumerate() {
            let problem = walk(&goal, steps, seed as u64);
            let expected = distance(&problem).expect("a walk can be walked back");
            let solved = strategies.iter().filter(|(name, strategy)| {
                let (limit, any) = (Some(ON_UNEVEN), PathChoice::Any);
                let result = solve_within(limit, name, &**strategy, &problem, any);
                let length = result.map(|(path, _)| path.len() as u32);
                assert!(length.is_none_or(|length| length == expected), "{name} on {problem}");
                length.is_some()
            });
            let (solved, all) = (solved.count(), strategies.len());
            let is_blind = family.heuristics.is_empty();
            assert!(is_blind || 3 * solved >= 2 * all, "{solved} of {all} solved {problem}");
        }
    }
}

/// Goals with their tiles in any order.
pub fn solves_toward_goals_out_of_order(family: &Family) {
    for (name, strategy) in strategies(family) {
        for size in Size::all().filter(|&size| strategy.supports(size)) {
            let goals = if is_compact(size) { 4 } else { 1 };
            for seed in 0..goals {
                // The blank is where others of these tests have it, since
                // heuristics make tables for each of its cells.
                let cells = goal_cells(size);
                let mut tiles = shuffled_goal(size, seed).tiles().to_vec();
                let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
                tiles.swap(blank, cells[seed as usize % cells.len()]);
                let goal = Arrangement::new(size, &tiles).expect("a permutation");
                let problem = walk(&goal, 9, seed);
                let expected = shortest_path(&problem).expect("a walk can be walked back");
                match solve(&name, &*strategy, &problem, PathChoice::Any) {
                    Some((path, _)) => assert_eq!(path.len(), expected.len(), "{name} {problem}"),
                    None => break,
                }
            }
        }
    }
}

/// The lexicographically smallest path is the oracle's.
pub fn gives_the_lexicographically_smallest_path(family: &Family) {
    for (name, strategy) in strategies(family) {
        for goal_blank in 0..9 {
            let smallest = PathChoice::LexicographicallySmallest;
            check_eights(&name, &*strategy, goal_blank, 1, smallest, None);
        }
    }
}

/// The same run twice gives the same path and counters, and so does a new
/// strategy of the same name.
pub fn repeats_exactly(family: &Family) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for (name, strategy) in strategies(family) {
        for problem in random_problems(eight, 4, 5, 1) {
            for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
                let first = solve(&name, &*strategy, &problem, choice);
                assert_eq!(first, solve(&name, &*strategy, &problem, choice), "{name}");
                let rebuilt = build(family, &name);
                assert_eq!(first, solve(&name, &*rebuilt, &problem, choice), "{name}");
            }
        }
    }
}

/// The bytes of a run do not depend on which runs the strategy has made before,
/// and so not on who has built what they share: so a run taken up again in
/// another process has the same rows.
pub fn takes_the_same_bytes_whatever_came_before(family: &Family) {
    let run = |strategy: &dyn Strategy, problem: &Problem| {
        // As the harness counts them.
        let [mut preparing, mut searching] = [meter(None), meter(Some(WITH_OPTION))];
        if strategy.prepare(problem, &mut preparing).is_ok() {
            let _ = strategy.solve(problem, PathChoice::Any, &mut searching);
        }
        let of = |meter: &Meter| [meter.counters().peak_bytes, meter.counters().table_bytes];
        let (prepared, searched) = (of(&preparing), of(&searching));
        [0, 1].map(|place| prepared[place].max(searched[place]))
    };
    let eight = Size::new(3, 3).expect("3x3 is a size");
    let problems = random_problems(eight, 8, 2, 9);
    let values = |option: &OptionInfo| match option.allowed {
        Allowed::OneOf(words) => words,
        Allowed::Form { examples, .. } => examples,
        _ => &[],
    };
    let first = family.names().into_iter().next().expect("a name");
    let with_options = family.options.iter().flat_map(|option| {
        let names = values(option).iter().map(|value| format!("{first},{}={value}", option.key));
        names.collect::<Vec<_>>()
    });
    for name in family.names().into_iter().chain(with_options) {
        let fresh = [0, 1].map(|place| run(&*build(family, &name), &problems[place]));
        for order in [[0, 1], [1, 0]] {
            let strategy = build(family, &name);
            for place in order {
                let bytes = run(&*strategy, &problems[place]);
                assert_eq!(bytes, fresh[place], "{name}, problem {place} of {order:?}");
            }
        }
    }
}

/// A limit of N expansions stops at exactly N, and the number that a search
/// needs is enough for it.
pub fn stops_exactly_at_the_node_limit(family: &Family) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for (name, strategy) in strategies(family) {
        for problem in random_problems(eight, 8, 3, 2) {
            let Some((path, counters)) = solve(&name, &*strategy, &problem, PathChoice::Any) else {
                panic!("{name} has no memory for 3x3");
            };
            let needed = counters.expanded;
            let with_limit = |limit| {
                let limits = Limits { expanded: Some(limit), ..Limits::default() };
                let mut meter = Meter::new(limits, Interrupt::default());
                let result = strategy.solve(&problem, PathChoice::Any, &mut meter);
                (result, meter.counters().expanded)
            };
            for limit in [0, 1, needed / 2, needed - 1] {
                assert_eq!(with_limit(limit), (Err(Stop::Nodes), limit), "{name} {problem}");
            }
            assert_eq!(with_limit(needed), (Ok(path), needed), "{name} {problem}");
        }
    }
}

/// A memory limit is never passed: the search ends in time, or needs no more.
pub fn keeps_to_the_memory_limit(family: &Family) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for bytes in [0, 100, 1_000, 10_000, 100_000] {
        for (name, strategy) in strategies(family) {
            let problem = random_problem(eight, 8, 3);
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            match strategy.solve(&problem, PathChoice::Any, &mut meter) {
                Ok(path) => assert_eq!(path.verify(&problem), Ok(()), "{name}"),
                Err(stop) => assert_eq!(stop, Stop::Memory, "{name}"),
            }
            let taken = meter.counters().peak_bytes;
            assert!(taken <= bytes, "{name} took {taken} bytes of {bytes}");
            // What stopped there must not spoil the next search.
            solve(&name, &*strategy, &problem, PathChoice::Any);
        }
    }
}

/// A signal given beforehand ends a search at once, and the next one is free
/// of it.
pub fn obeys_interrupts(family: &Family) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for (name, strategy) in strategies(family) {
        let problem = random_problem(eight, 8, 4);
        for (give, expected) in [
            (Interrupt::interrupt as fn(&Interrupt), Stop::Interrupted),
            (Interrupt::time_is_up, Stop::Time),
        ] {
            let interrupt = Interrupt::default();
            give(&interrupt);
            let mut meter = Meter::new(Limits::default(), interrupt);
            let result = strategy.solve(&problem, PathChoice::Any, &mut meter);
            assert_eq!(result, Err(expected), "{name}");
            assert!(meter.counters().expanded <= Meter::PACE, "{name}");
        }
        solve(&name, &*strategy, &problem, PathChoice::Any);
    }
}

/// A pair without a solution is told at once, without any expansion.
pub fn knows_the_unsolvable(family: &Family) {
    for (name, strategy) in strategies(family) {
        for size in Size::all().filter(|&size| strategy.supports(size)) {
            let solvable = random_problem(size, 0, 5);
            let mut tiles = solvable.start().tiles().to_vec();
            let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
            let (a, b) = (cells.next().expect("a tile"), cells.next().expect("another"));
            tiles.swap(a, b);
            let start = Arrangement::new(size, &tiles).expect("a permutation");
            let problem = Problem::new(start, *solvable.goal()).expect("one size");
            let mut meter = meter(None);
            let result = strategy.solve(&problem, PathChoice::Any, &mut meter);
            assert_eq!(result, Err(Stop::Unsolvable), "{name}");
            assert_eq!(meter.counters().expanded, 0, "{name}");
        }
    }
}
