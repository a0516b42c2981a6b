//! Every heuristic on whole spaces and along walks: admissible, consistent
//! where it says so, and the same by steps as from nothing.

use optile_core::{
    Arrangement, Board, Estimator, Heuristic, HeuristicInfo, Meter, Rect, Size, State, Stop,
    with_board,
};
use optile_heuristics::{ALL, Visitor, dispatch};
use optile_testkit::{Oracle, walk};
use proptest::prelude::*;

fn for_each_heuristic<V: Visitor + Clone>(visitor: &V) {
    for name in ALL.iter().flat_map(HeuristicInfo::names) {
        assert!(dispatch(name, visitor.clone()).is_some());
    }
}

/// Checks a whole space toward one goal.
#[derive(Clone)]
struct WholeSpace<'a, B: Board> {
    oracle: &'a Oracle<B>,
    goal_blank: usize,
}

impl<B: Board> Visitor for WholeSpace<'_, B> {
    type Output = ();

    fn visit<H: Heuristic + Clone>(self, heuristic: H) {
        let toward = heuristic.toward::<B>(self.goal_blank, &mut Meter::default()).unwrap();
        for state in self.oracle.states() {
            let value = toward.root(&state);
            let bound = toward.estimate(value);
            assert!(bound <= self.oracle.distance(&state), "{state:?} is overestimated");
            assert_eq!(toward.resume(&state, bound), value);
            for m in state.moves() {
                let mut successor = state;
                let slide = successor.apply(m);
                let next = toward.step(value, slide, &successor);
                assert_eq!(next, toward.root(&successor));
                assert!(!H::CONSISTENT || bound <= toward.estimate(next) + 1);
                if let Some(lowering) = toward.lowering(slide.tile, slide.from) {
                    let expected = if lowering.contains(m) { bound - 1 } else { bound + 1 };
                    assert_eq!(toward.estimate(next), expected);
                }
            }
            let moves_on = |cell| toward.lowering(state.tile(cell), cell).map(|m| !m.is_empty());
            let mut cells = (0..B::CELLS).filter(|&cell| cell != state.blank());
            let any = cells.clone().any(|cell| moves_on(cell) == Some(true));
            let sum_of_tiles = cells.all(|cell| moves_on(cell).is_some());
            assert!(any != (state == State::goal(self.goal_blank)) || !sum_of_tiles);
        }
        let goal = State::goal(self.goal_blank);
        assert_eq!(toward.estimate(toward.root(&goal)), 0);
    }
}

#[test]
fn bounds_hold_on_all_eight_puzzles_toward_every_goal() {
    for goal_blank in 0..9 {
        let oracle = Oracle::<Rect<3, 3>>::new(goal_blank);
        for_each_heuristic(&WholeSpace { oracle: &oracle, goal_blank });
    }
}

#[test]
fn bounds_hold_on_boards_that_are_not_square() {
    for goal_blank in 0..8 {
        let oracle = Oracle::<Rect<4, 2>>::new(goal_blank);
        for_each_heuristic(&WholeSpace { oracle: &oracle, goal_blank });
        let oracle = Oracle::<Rect<2, 4>>::new(goal_blank);
        for_each_heuristic(&WholeSpace { oracle: &oracle, goal_blank });
    }
}

/// The mean Manhattan distance over all 181,440 8-puzzles, goal blank in a
/// corner: every tile is at every cell equally often, so it is eight times a
/// mean of simple fractions, and comes to exactly 14.
#[test]
fn the_mean_manhattan_distance_of_the_eight_puzzle_is_fourteen() {
    let toward =
        optile_heuristics::Manhattan.toward::<Rect<3, 3>>(0, &mut Meter::default()).unwrap();
    let states = Oracle::<Rect<3, 3>>::new(0);
    let sum: u64 = states.states().map(|state| u64::from(bound(&toward, &state))).sum();
    assert_eq!(sum, 14 * 181_440);
}

fn bound<B: Board>(toward: &impl Estimator<B>, state: &State<B>) -> u32 {
    toward.estimate(toward.root(state))
}

/// Manhattan distance and misplaced tiles, tile by tile from the arrangement.
fn slowly(state: &Arrangement, goal: &Arrangement) -> (u32, u32) {
    let width = state.size().width();
    let place = |tiles: &[u8], tile| tiles.iter().position(|&t| t == tile).unwrap();
    (1..state.size().cells() as u8)
        .map(|tile| {
            let (a, b) = (place(state.tiles(), tile), place(goal.tiles(), tile));
            let steps = (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width);
            (steps as u32, u32::from(a != b))
        })
        .fold((0, 0), |(steps, wrong), (s, w)| (steps + s, wrong + w))
}

/// Follows a walk back by steps and compares with the value from nothing.
#[derive(Clone)]
struct Along<B: Board>(State<B>, usize);

impl<B: Board> Visitor for Along<B> {
    type Output = Option<u32>;

    fn visit<H: Heuristic + Clone>(self, heuristic: H) -> Option<u32> {
        let toward = match heuristic.toward::<B>(self.1, &mut Meter::default()) {
            Ok(toward) => toward,
            Err(stop) => {
                assert!(matches!(stop, Stop::Unsupported(_)) && !heuristic.supports(B::SIZE));
                return None;
            }
        };
        let mut state = self.0;
        let mut value = toward.root(&state);
        for step in 0..40 {
            let m = state.moves().nth(step * 7 % state.moves().len()).unwrap();
            let slide = state.apply(m);
            value = toward.step(value, slide, &state);
            assert_eq!(value, toward.root(&state));
        }
        Some(bound(&toward, &self.0))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn steps_equal_values_from_nothing_on_every_size(
        width in 2usize..=5, height in 2usize..=5, seed: u64, blank in 0usize..25,
    ) {
        let size = Size::new(width, height).unwrap();
        let blank = blank % size.cells();
        let goal = Arrangement::goal(size, blank).unwrap();
        let start = *walk(&goal, 80, seed).start();
        let (manhattan, misplaced) = slowly(&start, &goal);
        with_board!(size, B => {
            let along = Along(State::<B>::of(&start).unwrap(), blank);
            for_each_heuristic(&along);
            prop_assert_eq!(dispatch("manhattan", along.clone()), Some(Some(manhattan)));
            prop_assert_eq!(dispatch("misplaced", along.clone()), Some(Some(misplaced)));
            prop_assert_eq!(dispatch("zero", along), Some(Some(0)));
        });
    }
}
