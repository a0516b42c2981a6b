//! The suite that every strategy must pass. It asks the [requirements](optile_requirement) of
//! each strategy of a family, on boards of many kinds.
//!
//! [`conformance!`](crate::conformance!) makes a test of each function here.

mod in_session;
mod watchdog;

use std::sync::Arc;

pub use optile_core::Heuristics;
use optile_core::{Family, Interrupt, Limits, Meter, PathChoice, Size, Stop, counted};

pub use watchdog::watched;

use crate::boards::Set;
use crate::given::Only;
use crate::house::examine_listed;
use crate::{Patchy, random_problem};
use in_session::InSession;
use optile_requirement::{Answers, End, moves, shown};

/// Defines the tests of one family, with the heuristics from which it takes its
/// own if it takes any. It is the only content of `tests/conformance.rs`.
#[macro_export]
macro_rules! conformance {
    ($family:expr) => {
        $crate::conformance!($family, ());
    };
    ($family:expr, $heuristics:expr) => {
        $crate::house!();

        $crate::conformance!($family, $heuristics,
            describes_itself,
            solves_eight_puzzles_of_every_length_and_goal,
            gives_the_lexicographically_smallest_path,
            solves_boards_of_every_size,
            #[ignore = "takes 5 s"]
            solves_boards_of_every_size_with_every_heuristic,
            solves_longer_walks_on_uneven_boards,
            meets_every_requirement,
            meets_every_requirement_with_every_option,
            keeps_its_promise_with_an_inconsistent_heuristic,
            obeys_interrupts,
            shows_every_expansion_of_a_watched_search,
        );
    };
    ($family:expr, $heuristics:expr, $($(#[$attribute:meta])* $test:ident),* $(,)?) => {
        static HEURISTICS: std::sync::LazyLock<Box<dyn $crate::conformance::Heuristics>> =
            std::sync::LazyLock::new(|| Box::new($heuristics));

        $(#[test]
        $(#[$attribute])*
        fn $test() {
            $crate::conformance::watched(|| {
                $crate::conformance::$test(&$family, &**HEURISTICS);
            });
        })*
    };
}

/// Names and descriptions are suitable for listings.
///
/// # Panics
///
/// When they are not. All functions here panic when a strategy fails.
pub fn describes_itself(family: &Family, heuristics: &dyn Heuristics) {
    examine_listed(family.name, family.about);
    let names = family.names(&heuristics.list());
    for option in family.options {
        examine_listed(option.key, option.about);
        assert!(!option.allowed.examples().is_empty(), "{option:?}: no value to test with");
        let default = format!("{},{}={}", names[0], option.key, option.default);
        InSession::new(family, heuristics, &default);
    }
    assert!(!names.is_empty());
}

/// 8-puzzles at every distance, and toward goals with the blank at every cell.
pub fn solves_eight_puzzles_of_every_length_and_goal(family: &Family, heuristics: &dyn Heuristics) {
    let strategies = InSession::all(family, heuristics);
    let all = strategies.len();
    for (place, mut strategy) in strategies.into_iter().enumerate() {
        for goal_blank in goals(all, place) {
            solve_all(&mut strategy, Set::Eights { goal_blank, each: 1 }, PathChoice::Any);
        }
    }
}

/// The lexicographically smallest path is that of the oracle, or is refused.
pub fn gives_the_lexicographically_smallest_path(family: &Family, heuristics: &dyn Heuristics) {
    let strategies = InSession::all(family, heuristics);
    let all = strategies.len();
    for (place, mut strategy) in strategies.into_iter().enumerate() {
        for goal_blank in goals(all, place + 1) {
            let smallest = PathChoice::LexicographicallySmallest;
            solve_all(&mut strategy, Set::Eights { goal_blank, each: 1 }, smallest);
        }
    }
}

/// The goals for a strategy: the strategies of a family take turns, so that all goals are for one
/// in six of them.
fn goals(strategies: usize, place: usize) -> impl Iterator<Item = usize> {
    let turns = strategies.min(6);
    (place % turns..9).step_by(turns)
}

/// Solves every board of a set. A run that reaches the limit of expansions shows nothing, and one
/// path is enough if the strategy promises none. It may refuse to look for the smallest path, but
/// then on every board.
fn solve_all(strategy: &mut InSession<'_>, set: Set, choice: PathChoice) {
    let boards = set.boards();
    let mut evidence = strategy.evidence(choice);
    let (mut without, mut cut) = (None, 0);
    for posed in &*boards {
        let run = strategy.solve(posed, &mut evidence);
        if strategy.has_cut(&run) {
            cut += 1;
        } else if without.is_none() && !matches!(run.end, End::Path(_)) {
            without =
                Some((shown(&posed.problem), moves(posed.optimal.unwrap_or_default()), run.end));
        }
    }
    strategy.examine(&evidence);
    let right = evidence.answers.iter().map(|answers| answers.right).sum::<u64>();
    let is_smallest = choice == PathChoice::LexicographicallySmallest;
    if is_smallest && evidence.answers.iter().all(Answers::is_refused) {
        return;
    }
    // The first board is the goal.
    let least = if strategy.may_fail() { 1 } else { boards.len() - cut };
    if let Some((board, length, end)) = without.filter(|_| right < least as u64) {
        let (name, all, word) = (&strategy.told, counted(boards.len(), "board"), end.word());
        let right = counted(right, "right answer");
        panic!(
            "{name} ends by {word} on {board}, which has a solution of {length}: {}; it has \
             {right} on {all}",
            end.reason()
        );
    }
}

/// Sizes of at most so many cells are for every strategy of a family. Tables of larger ones take
/// most of the time.
const SMALL: usize = 16;

/// A strategy takes one in so many of the larger sizes.
const SHARE: usize = 8;

/// Boards near their goals on every size, and some without a solution. Each larger size is for at
/// least one strategy of the family, and others in other families.
pub fn solves_boards_of_every_size(family: &Family, heuristics: &dyn Heuristics) {
    let shift: usize = family.name.bytes().map(usize::from).sum();
    let strategies = InSession::all(family, heuristics);
    let share = SHARE.min(strategies.len());
    for (place, mut strategy) in strategies.into_iter().enumerate() {
        solve_near(&mut strategy, |size| {
            size.cells() <= SMALL || (size.number() + place + shift).is_multiple_of(share)
        });
    }
}

/// Boards near their goals on every size, with every heuristic.
pub fn solves_boards_of_every_size_with_every_heuristic(
    family: &Family,
    heuristics: &dyn Heuristics,
) {
    for mut strategy in InSession::all(family, heuristics) {
        solve_near(&mut strategy, |_| true);
    }
}

/// Expansions on a large board that a search may make which may find nothing, or paths of any length.
/// It may have lost all paths or passed the goal, and would then go on until its memory is full.
const LOST: u64 = 20_000;

/// Solves boards near their goals on some sizes. On a size of more than nine cells, the strategy
/// may need too much memory.
fn solve_near(strategy: &mut InSession<'_>, is_taken: impl Fn(Size) -> bool) {
    let mut evidence = strategy.evidence(PathChoice::Any);
    for size in strategy.sizes().into_iter().filter(|&size| is_taken(size)) {
        let is_large = size.cells() > 9;
        strategy.expansions = (is_large && strategy.is_free()).then_some(LOST);
        for posed in &*Set::Near(size).boards() {
            let run = strategy.solve(posed, &mut evidence);
            if is_large && (strategy.has_cut(&run) || run.end == End::Stop(Stop::Memory)) {
                break;
            }
            let is_answer =
                matches!(run.end, End::Path(_) | End::Stop(Stop::Unsolvable | Stop::NotFound));
            let (name, board, end) = (&strategy.told, shown(&posed.problem), run.end.word());
            assert!(is_answer, "{name} has no answer on {board}: {end}");
        }
    }
    strategy.examine(&evidence);
}

/// Sizes that are not nearly square. Code must not mistake their rows for columns, and the words of
/// some sizes have no free bit.
const UNEVEN: [&str; 7] = ["2x6", "2x7", "3x6", "3x8", "4x6", "6x4", "2x12"];

/// Expansions that a search may make on uneven boards. They are enough except for blind searches and
/// the weakest heuristics, which would take most of the time.
const ON_UNEVEN: u64 = 25_000;

/// Longer walks on uneven boards. With most heuristics they finish within the limits. Runs that do
/// not show nothing.
pub fn solves_longer_walks_on_uneven_boards(family: &Family, heuristics: &dyn Heuristics) {
    let mut strategies = InSession::all(family, heuristics);
    for size in UNEVEN {
        let size: Size = size.parse().expect("a size");
        for posed in &*Set::Walks(size).boards() {
            for strategy in &mut strategies {
                if strategy.session.strategy().supports(size) {
                    strategy.expansions = Some(ON_UNEVEN);
                    let mut evidence = strategy.evidence(PathChoice::Any);
                    let run = strategy.solve(posed, &mut evidence);
                    if let Some(fault) = evidence.answers[0].wrong.text() {
                        panic!("{} on {fault}", strategy.told);
                    }
                    let is_answer =
                        matches!(run.end, End::Path(_) | End::Stop(Stop::Memory | Stop::NotFound));
                    let (name, board, end) = (&strategy.told, posed.problem, run.end.word());
                    assert!(
                        is_answer || strategy.has_cut(&run),
                        "{name} has no answer on {board}: {end}"
                    );
                }
            }
        }
    }
}

/// Runs repeat exactly, with the same bytes after any earlier run, and keep limits.
pub fn meets_every_requirement(family: &Family, heuristics: &dyn Heuristics) {
    for mut strategy in InSession::all(family, heuristics) {
        for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
            meet(&mut strategy, choice, Set::RandomEights);
        }
    }
}

/// Solves boards of a set, and examines every requirement on them.
fn meet(strategy: &mut InSession<'_>, choice: PathChoice, set: Set) {
    let mut evidence = strategy.evidence(choice);
    for posed in &*set.boards() {
        let run = strategy.solve(posed, &mut evidence);
        evidence.kept.push((posed.problem, run));
    }
    strategy.examine(&evidence);
}

/// Expansions that a search with an option may make. They are enough for all 8-puzzles except the
/// longest in a blind depth-first search, which would take most of the time.
const WITH_OPTION: u64 = 100_000;

/// Every value of every option keeps its promise too, and gives smallest paths if they are asked
/// for and not refused.
pub fn meets_every_requirement_with_every_option(family: &Family, heuristics: &dyn Heuristics) {
    for (place, name) in family.names(&heuristics.list()).iter().enumerate() {
        let with_options = InSession::with_options(family, heuristics, name).into_iter();
        for (number, mut strategy) in with_options.enumerate() {
            // For time, the other heuristics take turns. What an option does with estimates that
            // are not consistent has a test of its own.
            if place > 0 && !(number + place).is_multiple_of(5) {
                continue;
            }
            strategy.expansions = Some(WITH_OPTION);
            // An option may exclude heuristics.
            if strategy.refuses(&Set::RandomEights.boards()[0].problem) {
                continue;
            }
            let smallest = PathChoice::LexicographicallySmallest;
            solve_all(&mut strategy, Set::Eights { goal_blank: 8, each: 1 }, PathChoice::Any);
            solve_all(&mut strategy, Set::Eights { goal_blank: 0, each: 1 }, smallest);
            if place == 0 {
                meet(&mut strategy, PathChoice::Any, Set::RandomEights);
            }
        }
    }
}

/// Expansions that a search with an inconsistent heuristic may make: enough for most 8-puzzles of
/// twenty moves.
const INCONSISTENT: u64 = 20_000;

/// Weights so near to 1 that a path of two moves too many breaks the promise.
const SMALL_WEIGHTS: [&str; 2] = ["1.05", "1.1"];

/// With a heuristic that is not consistent, each value of each option keeps its promise, or is
/// refused. A search that closes a node for good returns a longer path then, and only a small
/// weight forbids that.
pub fn keeps_its_promise_with_an_inconsistent_heuristic(
    family: &Family,
    heuristics: &dyn Heuristics,
) {
    if family.is_blind() {
        return;
    }
    let patchy = Only(Arc::new(Patchy), heuristics);
    let name = &family.names(&heuristics.list())[0];
    let small = family.options.iter().flat_map(|option| {
        let allowed = SMALL_WEIGHTS.into_iter().filter(|value| option.allowed.admits(value));
        allowed
            .map(|value| InSession::new(family, &patchy, &format!("{name},{}={value}", option.key)))
    });
    let plain = InSession::new(family, &patchy, name);
    let all = InSession::with_options(family, &patchy, name).into_iter().chain(small);
    for mut strategy in all.chain([plain]) {
        strategy.told = format!("{} with an inconsistent heuristic", strategy.name);
        strategy.expansions = Some(INCONSISTENT);
        let set = Set::Eights { goal_blank: 8, each: 2 };
        if !strategy.refuses(&set.boards()[1].problem) {
            solve_all(&mut strategy, set, PathChoice::Any);
        }
    }
}

/// A signal given beforehand ends a search at once, and does not affect the next one.
pub fn obeys_interrupts(family: &Family, heuristics: &dyn Heuristics) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for mut strategy in InSession::all(family, heuristics) {
        let problem = random_problem(eight, 8, 4);
        for (give, expected) in [
            (Interrupt::interrupt as fn(&Interrupt), Stop::Interrupted),
            (Interrupt::time_is_up, Stop::Time),
        ] {
            let interrupt = Interrupt::default();
            give(&interrupt);
            let mut meter = Meter::new(Limits::default(), interrupt);
            let result = strategy.search(&problem, PathChoice::Any, &mut meter);
            let (name, board, expanded) =
                (&strategy.told, shown(&problem), meter.counters().expanded);
            assert!(
                result.as_ref() == Err(&expected) && expanded <= Meter::PACE,
                "{name} goes on searching on {board} though it is told to stop: call Meter::expand \
                 before each expansion, and return its error"
            );
        }
        let result = strategy.search(&problem, PathChoice::Any, &mut Meter::default());
        let (name, board) = (&strategy.told, shown(&problem));
        let is_ok = matches!(result, Ok(_) | Err(Stop::NotFound));
        assert!(is_ok, "{name} on {board}, after it was told to stop before: {result:?}");
    }
}

/// A watched search returns the same path and counts the same, and its trace has the expansions
/// that it counts. The boards are of sizes whose states are numbered and hashed.
pub fn shows_every_expansion_of_a_watched_search(family: &Family, heuristics: &dyn Heuristics) {
    let hashed = Size::new(4, 4).expect("4x4 is a size");
    for (place, name) in family.names(&heuristics.list()).iter().enumerate() {
        let mut all = vec![InSession::new(family, heuristics, name)];
        if place == 0 {
            all.extend(InSession::with_options(family, heuristics, name));
        }
        for mut strategy in all {
            for set in [Set::RandomEights, Set::Walks(hashed)] {
                strategy.watch(&set.boards()[0].problem);
            }
        }
    }
}
