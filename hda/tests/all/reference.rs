//! Compares the search on any number of threads with a slow and simple A*.
//! Everything that does not depend on how ties are broken must be the same.

use std::collections::{BTreeSet, HashMap};

use optile_core::{
    Arrangement, Board, Expansion, Heuristic, Meter, PathChoice, Problem, Size, State, Stop, Task,
    with_board,
};
use optile_hda::FAMILY;
use optile_heuristics::{Catalogue, Manhattan, Misplaced, Zero};
use optile_testkit::{random_problem, shuffled_goal, walk};
use proptest::prelude::*;

/// A* as in textbooks, with a sorted set as its open list and each heuristic
/// value computed from the whole state. Returns the least cost.
fn slow<B: Board>(
    heuristic: &dyn Heuristic,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<usize, Stop> {
    let board = task.board();
    let estimator = heuristic.toward(board.size(), task.goal_blank, &mut Meter::default()).unwrap();
    let estimate = |state: &State<B>| B::estimates(&*estimator).of_state(state);
    let mut least = HashMap::from([(task.start.word(), 0)]);
    let h = estimate(&task.start);
    let mut open = BTreeSet::from([(h, h, task.start.word())]);
    let (mut cost, mut next_round) = (None, 0);
    while let Some((f, h, word)) = open.pop_first() {
        let (g, state) = (f - h, State::from_word(board, word));
        if cost.is_some_and(|cost| f > cost) {
            break;
        }
        if least[&word] < g {
            continue;
        }
        if f >= next_round {
            next_round = f + 1;
            meter.begin_iteration();
        }
        if state == task.goal() {
            cost = Some(g);
            match task.choice {
                PathChoice::Any => break,
                PathChoice::LexicographicallySmallest => continue,
            }
        }
        meter.expand(|| Expansion::new(&state, g))?;
        for successor in state.moves().map(|m| state.successor(m)) {
            let known = least.entry(successor.word()).or_insert(u32::MAX);
            if g + 1 < *known {
                *known = g + 1;
                let h = estimate(&successor);
                open.insert((g + 1 + h, h, successor.word()));
            }
        }
    }
    cost.map(|cost| cost as usize).ok_or(Stop::Unsolvable)
}

/// The task of a problem on the board of its size.
fn on<B: Board>(_: B, problem: &Problem, choice: PathChoice) -> Task<B> {
    problem.task(choice).unwrap()
}

fn compare(name: &str, heuristic: &dyn Heuristic, problem: &Problem) {
    let mut smallest = None;
    for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
        let mut meter = Meter::default();
        let length = with_board!(problem.size(), board => {
            slow(heuristic, &on(board, problem, choice), &mut meter).unwrap()
        });
        let expected = *meter.counters();
        for threads in [1, 2, 3, 5] {
            let name = format!("hda:{name},threads={threads}");
            let strategy = (FAMILY.build)(&name.parse().unwrap(), &Catalogue::default()).unwrap();
            let mut meter = Meter::default();
            let path = strategy.solve(problem, choice, &mut meter).unwrap();
            assert_eq!(path.verify(problem), Ok(()), "{name} on {problem}");
            assert_eq!(path.len(), length, "{name} on {problem}");
            let counters = meter.counters();
            assert_eq!(
                (counters.layers, counters.expanded_before_last, counters.reopened),
                (expected.layers, expected.expanded_before_last, 0),
                "{name} on {problem}"
            );
            if choice == PathChoice::LexicographicallySmallest {
                assert_eq!(counters.expanded, expected.expanded, "{name} on {problem}");
                assert_eq!(&path, smallest.get_or_insert_with(|| path.clone()));
            }
        }
    }
}

/// These searches are long enough to start threads.
#[test]
fn long_searches_expand_what_they_must() {
    let size = |width, height| Size::new(width, height).unwrap();
    for seed in 0..2 {
        compare("zero", &Zero, &random_problem(size(3, 3), 4, seed));
        compare("manhattan", &Manhattan, &random_problem(size(4, 3), 0, seed));
    }
    let fifteen = walk(&shuffled_goal(size(4, 4), 1), 90, 5);
    compare("manhattan", &Manhattan, &fifteen);
}

/// Boards that are not nearly square, some of them with wide words.
#[test]
fn walks_on_uneven_boards_expand_what_they_must() {
    for (number, size) in ["2x6", "2x7", "3x6", "3x8", "4x6", "6x4", "2x12"].iter().enumerate() {
        let size: Size = size.parse().unwrap();
        for seed in 0..3 {
            let goal = Arrangement::goal(size, (number + 5 * seed) % size.cells()).unwrap();
            let problem = walk(&goal, 20 + 3 * seed, seed as u64);
            compare("manhattan", &Manhattan, &problem);
            compare("misplaced", &Misplaced, &problem);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn walks_expand_what_they_must(
        sides in (2usize..=5, 2usize..=5),
        moves in 0usize..22,
        seed: u64,
    ) {
        let size = Size::new(sides.0, sides.1).unwrap();
        let problem = walk(&shuffled_goal(size, seed), moves, seed);
        compare("manhattan", &Manhattan, &problem);
        compare("misplaced", &Misplaced, &problem);
    }
}
