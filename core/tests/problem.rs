//! Solvability, relabelling and the dense index, against plain enumeration.

use std::collections::{HashMap, HashSet, VecDeque};

use optile_core::{
    Arrangement, ArrangementError, Board, Path, PathChoice, Problem, ProblemError, Size, State,
    reachable, unrank, with_board, with_shaped_board,
};
use optile_testkit::{Oracle, shortest_path, shuffled_goal, walk};
use proptest::prelude::*;

/// Everything that can be reached from `start`, with its distance.
fn flood<B: Board>(start: State<B>) -> HashMap<B::Word, u32> {
    let mut distances = HashMap::from([(start.word(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let distance = distances[&state.word()];
        for m in state.moves() {
            let successor = state.successor(m);
            distances.entry(successor.word()).or_insert_with(|| {
                queue.push_back(successor);
                distance + 1
            });
        }
    }
    distances
}

fn all_arrangements(size: Size) -> Vec<Arrangement> {
    let cells = size.cells();
    (0..optile_core::factorial(cells))
        .map(|rank| {
            let mut tiles = vec![0; cells];
            unrank(rank, &mut tiles);
            Arrangement::new(size, &tiles).unwrap()
        })
        .collect()
}

fn check_whole_space<B: Board>(board: B) {
    let size = board.size();
    let all = all_arrangements(size);
    // Goals in order with the blank anywhere, and some goals out of order.
    let goals = (0..size.cells())
        .map(|blank| Arrangement::goal(size, blank).unwrap())
        .chain((0..5).map(|seed| shuffled_goal(size, seed)));
    for goal in goals {
        let reached = flood(State::<B>::of(&goal).unwrap());
        assert_eq!(reached.len() as u128, reachable(size));
        let mut indices = HashSet::new();
        for start in &all {
            let problem = Problem::new(*start, goal).unwrap();
            let state = State::<B>::of(start).unwrap();
            assert_eq!(problem.is_solvable(), reached.contains_key(&state.word()), "{problem}");
            let task = problem.task::<B>(PathChoice::Any).unwrap();
            assert_eq!(task.is_solvable(), problem.is_solvable(), "{problem}");
            if problem.is_solvable() {
                let index = task.start.index();
                assert!(index < reachable(size));
                assert!(indices.insert(index), "two states have index {index}");
                assert_eq!(State::from_index(board, index, task.goal_blank), task.start);
            }
        }
    }
}

#[test]
fn parity_and_index_are_right_for_every_pair_on_small_boards() {
    for size in Size::all().filter(|size| size.cells() <= 8) {
        with_shaped_board!(size, board => check_whole_space(board));
    }
}

/// A problem as searches on this board see it.
fn relabelled<B: Board>(_: B, problem: &Problem) -> Problem {
    let task = problem.task::<B>(PathChoice::Any).unwrap();
    Problem::new(task.start.arrangement(), task.goal().arrangement()).unwrap()
}

#[test]
fn relabelling_keeps_paths() {
    for size in Size::all() {
        for seed in 0..30 {
            let problem = walk(&shuffled_goal(size, seed), 9, seed);
            let relabelled = with_board!(size, board => relabelled(board, &problem));
            let path = shortest_path(&relabelled).unwrap();
            assert_eq!(path.verify(&problem), Ok(()), "{problem}");
        }
    }
}

/// OEIS A090034 and A090035: states at each distance, goal blank in a corner.
#[test]
fn move_generation_reproduces_the_published_depth_counts() {
    const TWO_BY_THREE: [u64; 22] =
        [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1];
    const TWO_BY_FOUR: [u64; 37] = [
        1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194,
        1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
    ];
    let counts = |size: &str, goal_blank| {
        let size = size.parse().unwrap();
        with_shaped_board!(size, board => Oracle::new(board, goal_blank).counts())
    };
    assert_eq!(counts("2x3", 0), TWO_BY_THREE);
    assert_eq!(counts("3x2", 5), TWO_BY_THREE);
    assert_eq!(counts("4x2", 3), TWO_BY_FOUR);
    assert_eq!(counts("2x4", 0), TWO_BY_FOUR);
}

#[test]
fn problems_read_either_end_in_any_spelling() {
    let hdu: Problem = "564178X23 -> 7568X4123".parse().unwrap();
    assert_eq!(hdu.goal().blank(), 4);
    assert!(hdu.is_solvable());
    let plain: Problem = "2 3 4 1 5 x 7 6 8".parse().unwrap();
    assert_eq!(plain.goal().tiles(), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let wide: Problem = "1 2 3 4 / 5 6 0 7 -> 1 2 3 4 5 6 7 0".parse().unwrap();
    assert_eq!(wide.goal().size(), wide.start().size());
    let high: Problem = "1 2 3 4 5 6 0 7 -> 1 2 / 3 4 / 5 6 / 7 0".parse().unwrap();
    assert_eq!(high.size().to_string(), "2x4");
    assert_eq!(hdu.to_string().parse(), Ok(hdu));
    for text in ["", "->", "123456780 -> 1230", "123456780 ->", "-> 123456780"] {
        assert!(text.parse::<Problem>().is_err(), "{text}");
    }
    let mixed = "1 2 / 3 0 -> 1 2 3 / 4 5 0".parse::<Problem>();
    assert!(matches!(mixed, Err(ProblemError::Arrangement(ArrangementError::Rows { .. }))));
}

fn check_state<B: Board>(board: B, seed: u64, goal_blank: usize) {
    let goal = Arrangement::goal(board.size(), goal_blank).unwrap();
    let state = State::<B>::of(walk(&goal, 60, seed).start()).unwrap();
    assert_eq!(State::from_word(board, state.word()).blank(), state.blank());
    assert_eq!(State::of(&state.arrangement()), Some(state));
    assert!(state.reaches(goal_blank));
    assert_eq!(State::from_index(board, state.index(), goal_blank), state);
    for m in state.moves() {
        let mut other = state;
        let slide = other.apply(m);
        assert_eq!(other.tile(slide.to), slide.tile);
        assert_eq!(other.tile(slide.from), 0);
        assert_eq!(other.blank(), slide.from);
        assert_eq!(other, state.after(slide));
        other.undo(m);
        assert_eq!(other, state);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn states_survive_packing_indexing_and_undoing(
        size in 0usize..Size::COUNT, seed: u64, goal_blank in 0usize..25,
    ) {
        let size = Size::all().nth(size).unwrap();
        let goal_blank = goal_blank % size.cells();
        with_board!(size, board => check_state(board, seed, goal_blank));
        with_shaped_board!(size, board => check_state(board, seed, goal_blank));
    }

    #[test]
    fn readers_never_panic(text in "\\PC{0,60}|[0-9xX_./> ,\\-]{0,80}") {
        let _ = text.parse::<Problem>();
        let _ = text.parse::<Path>();
        let _ = text.parse::<Size>();
        let _ = text.parse::<optile_core::Spec>();
    }
}
