//! What every heuristic must keep: its estimates are admissible, consistent if it says so, 0 for
//! the goal, and the same by steps, from stored estimates and from whole boards, on boards of every
//! type.
//!
//! [`heuristic!`](crate::heuristic!) makes the tests of one heuristic, for a crate of its own.

use std::sync::Arc;

use optile_core::{
    Admissibility, AnyEstimator, Arrangement, Board, Estimates, Heuristic, HeuristicEntry, Meter,
    Move, PathValues, Place, Shaped, Size, Slide, State, Stop, Values, with_board,
    with_shaped_board,
};

use crate::house::examine_listed;
use crate::{Oracle, walk};

/// Defines the tests of a heuristic that has a crate of its own. It is the only content of
/// `tests/heuristic.rs`.
#[macro_export]
macro_rules! heuristic {
    ($entry:expr) => {
        $crate::house!();

        $crate::heuristic!($entry, describes_itself, bounds_hold, steps_equal_whole_boards);
    };
    ($entry:expr, $($test:ident),*) => {
        $(#[test]
        fn $test() {
            $crate::heuristic::$test(&$entry.into());
        })*
    };
}

/// A heuristic under test.
#[derive(Clone, Debug)]
pub struct Tested {
    name: String,
    about: String,
    heuristic: Arc<dyn Heuristic>,
}

impl Tested {
    /// A heuristic and its name.
    pub fn new(name: &str, about: &str, heuristic: Arc<dyn Heuristic>) -> Self {
        Self { name: name.to_owned(), about: about.to_owned(), heuristic }
    }

    /// The estimator toward a goal; `None` if the size is not supported.
    ///
    /// # Panics
    ///
    /// When it is supported, but there is none. All functions here panic when a heuristic fails.
    pub fn toward(&self, size: Size, goal_blank: usize) -> Option<Arc<dyn AnyEstimator>> {
        let (name, supports) = (&self.name, self.heuristic.supports(size));
        match self.heuristic.toward(size, goal_blank, &mut Meter::default()) {
            Ok(estimator) => {
                assert!(
                    supports,
                    "{name}: toward makes an estimator for {size}, which supports refuses"
                );
                Some(estimator)
            }
            Err(stop) => {
                let is_refused = matches!(stop, Stop::Unsupported(_));
                assert!(
                    is_refused && !supports,
                    "{name}: supports takes {size}, but toward makes no estimator for it: {stop}"
                );
                None
            }
        }
    }
}

impl From<HeuristicEntry> for Tested {
    fn from(entry: HeuristicEntry) -> Self {
        Self::new(entry.name, entry.about, (entry.make)())
    }
}

/// Name and description are suitable for listings, and some size is supported.
pub fn describes_itself(Tested { name, about, heuristic }: &Tested) {
    assert!(Size::all().any(|size| heuristic.supports(size)), "{name} supports no size");
    examine_listed(name, about);
}

/// Bounds hold on all 8-puzzles toward every goal, and on all smaller boards that are not square.
pub fn bounds_hold(tested: &Tested) {
    for goal_blank in 0..9 {
        bounds_hold_toward(tested, Oracle::eight(goal_blank), goal_blank, 1);
    }
    for name in NOT_SQUARE {
        let board = name.parse().ok().and_then(Shaped::<u64>::of).expect("a small board");
        for goal_blank in 0..board.cells() {
            bounds_hold_toward(tested, &Oracle::new(board, goal_blank), goal_blank, 1);
        }
    }
}

/// Small boards whose rows must not be mistaken for columns.
pub const NOT_SQUARE: [&str; 4] = ["4x2", "2x4", "3x2", "2x3"];

/// Bounds hold on every so many states of a space. Steps are examined on fewer, because most
/// estimators share their code.
pub fn bounds_hold_toward<B: Board>(
    tested: &Tested,
    oracle: &Oracle<B>,
    goal_blank: usize,
    every: usize,
) {
    let goal = oracle.at(0).next().expect("a goal");
    let Some(estimator) = tested.toward(goal.board().size(), goal_blank) else { return };
    let estimates = B::estimates(&*estimator);
    let may_exceed = tested.heuristic.admissibility() == Admissibility::Inadmissible;
    check_bounds(&tested.name, estimates, oracle, goal, every, may_exceed);
    for state in oracle.some_states(11 * every) {
        check_object(&tested.name, estimates, &state);
    }
}

/// All successors of a state, with their moves and slides.
fn successors<B: Board>(state: &State<B>) -> impl Iterator<Item = (Move, Slide, State<B>)> {
    let state = *state;
    state.moves().map(move |m| {
        let mut successor = state;
        let slide = successor.apply(m);
        (m, slide, successor)
    })
}

fn check_bounds<B: Board>(
    name: &str,
    estimates: &dyn Estimates<B>,
    oracle: &Oracle<B>,
    goal: State<B>,
    every: usize,
    may_exceed: bool,
) {
    assert_eq!(estimates.of_state(&goal), 0, "{name} of the goal {goal:?}");
    for state in oracle.some_states(every) {
        let (h, distance) = (estimates.of_state(&state), oracle.distance(&state));
        let size = state.board().size();
        assert!(
            h <= distance || may_exceed,
            "{name} says {h} of {state:?} on {size}, whose distance is {distance}; a heuristic that \
             may say more has the admissibility Inadmissible"
        );
        for (m, slide, successor) in successors(&state) {
            let next = estimates.of_state(&successor);
            let falls = estimates.is_consistent() && h > next + 1;
            assert!(!falls, "{name} says {h} of {state:?}, but {next} after {m}");
            if let Some(lowering) = estimates.lowering(state.board(), slide.tile, slide.from) {
                let expected = if lowering.contains(m) { h - 1 } else { h + 1 };
                assert_eq!(next, expected, "{name} of {state:?} after {m}, by lowering");
            }
        }
        check_lowering(name, estimates, &state, goal);
    }
}

/// Only in the goal, no tile has a move that lowers the estimate.
fn check_lowering<B: Board>(
    name: &str,
    estimates: &dyn Estimates<B>,
    state: &State<B>,
    goal: State<B>,
) {
    let board = state.board();
    let lowers = |cell| {
        let moves = estimates.lowering(board, state.tile(cell), cell);
        moves.map(|moves| !moves.is_empty())
    };
    let mut cells = (0..board.cells()).filter(|&cell| cell != state.blank());
    let any = cells.clone().any(|cell| lowers(cell) == Some(true));
    let sum_of_tiles = cells.all(|cell| lowers(cell).is_some());
    assert!(any != (*state == goal) || !sum_of_tiles, "{name}: lowering of {state:?}");
}

/// Steps from a state give the estimates that are computed from whole boards: from its root, from
/// its known estimate, and from values that may have been kept. Returns its estimate.
fn check_object<B: Board>(name: &str, estimates: &dyn Estimates<B>, state: &State<B>) -> u32 {
    let (mut values, mut kept) = (estimates.path(2), estimates.kept());
    let h = estimates.of_state(state);
    let root = values.root(state);
    assert_eq!(root.h(), h, "{name} of {state:?}");
    check_values(name, estimates, &mut values, root, state);
    let resumed = values.resume(state, h);
    check_values(name, estimates, &mut values, resumed, state);
    let root = kept.root(state);
    assert_eq!(root.h(), h, "{name} of {state:?}, kept");
    check_values(name, estimates, &mut kept, root, state);
    let resumed = kept.resume(state, h);
    check_values(name, estimates, &mut kept, resumed, state);
    // The values of successors with a lower estimate were kept.
    for (.., successor) in successors(state) {
        let resumed = kept.resume(&successor, estimates.of_state(&successor));
        check_values(name, estimates, &mut kept, resumed, &successor);
    }
    h
}

/// Checks the steps from a state with this value.
fn check_values<B: Board>(
    name: &str,
    estimates: &dyn Estimates<B>,
    values: &mut PathValues<'_, B>,
    here: Place,
    state: &State<B>,
) {
    for (m, slide, successor) in successors(state) {
        let h = estimates.of_state(&successor);
        let mut step = |limit| values.step_below(here, slide, &successor, limit).map(Place::h);
        let found = [step(h), step(h + 1), step(u32::MAX)];
        assert_eq!(found, [None, Some(h), Some(h)], "{name}: the step {m} from {state:?}");
    }
}

/// Cells of the goal's blank with which every size is examined.
pub fn some_goals(size: Size) -> [usize; 3] {
    [0, size.cells() / 2, size.cells() - 1]
}

/// Along walks on every size, toward three goals, steps give the estimates of whole boards.
pub fn steps_equal_whole_boards(tested: &Tested) {
    for size in Size::all() {
        for goal_blank in some_goals(size) {
            steps_equal_whole_boards_of(tested, size, 3, goal_blank);
        }
    }
}

/// The random moves of walks from the goal to a start.
const FAR: usize = 80;

/// Steps give the estimates of whole boards along a walk from a board that is itself 80 random moves
/// away from the goal. Returns the estimate of that board; `None` if the size is not supported.
pub fn steps_equal_whole_boards_of(
    tested: &Tested,
    size: Size,
    seed: u64,
    goal_blank: usize,
) -> Option<u32> {
    let estimator = tested.toward(size, goal_blank)?;
    let goal = Arrangement::goal(size, goal_blank).expect("a goal");
    let start = *walk(&goal, FAR, seed).start();
    let (found, is_constant) = with_board!(size, board => {
        (check_walk(&tested.name, board, &*estimator, &start), is_constant(board))
    });
    if is_constant {
        let shaped = with_shaped_board!(size, board => {
            check_walk(&tested.name, board, &*estimator, &start)
        });
        assert_eq!(found, shaped, "{} on {size}", tested.name);
    }
    assert!(
        found[0] <= FAR as u32,
        "{} says {} of {start}, {FAR} moves away",
        tested.name,
        found[0]
    );
    Some(found[0])
}

fn is_constant<B: Board>(_: B) -> bool {
    B::SHAPE.is_some()
}

/// A pseudo-random walk from a state, with the slide of each move.
pub fn wander<B: Board>(start: State<B>) -> Vec<(Slide, State<B>)> {
    let mut state = start;
    let slide = |step: usize| {
        let m = state.moves().nth(step * 7 % state.moves().len()).expect("a move");
        (state.apply(m), state)
    };
    (0..40).map(slide).collect()
}

/// Follows a walk along a path and compares each estimate with that of the whole board. Then
/// examines some states of the walk. Returns their estimates, the start first.
fn check_walk<B: Board>(
    name: &str,
    _: B,
    estimator: &dyn AnyEstimator,
    start: &Arrangement,
) -> Vec<u32> {
    let (estimates, start) = (B::estimates(estimator), State::of(start).expect("a board"));
    let walk = wander(start);
    let mut values = estimates.path(1 + walk.len());
    let (mut value, mut states) = (values.root(&start), vec![start]);
    for (slide, state) in walk {
        value = values.step(value, slide, &state);
        assert_eq!(value.h(), estimates.of_state(&state), "{name}: a step to {state:?}");
        states.push(state);
    }
    states.iter().step_by(4).map(|state| check_object(name, estimates, state)).collect()
}
