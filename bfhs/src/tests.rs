//! Iterations compared with slow ones, and pinned counts.

use std::collections::{HashMap, VecDeque};

use optile_core::{
    Arrangement, Counters, Estimator, Heuristics, Interrupt, Limits, MoveOrder, PathChoice,
    Problem, Rect, Shaped, Size, State, reachable,
};
use optile_heuristics::{Catalogue, Manhattan, Misplaced, Zero};
use optile_testkit::{Patchy, random_problems, walk};

use super::*;

type Eight = Rect<3, 3>;
type Fifteen = Rect<4, 4>;

/// A 15-puzzle that takes 45 moves.
const FORTY_FIVE: &str = "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15 \
    -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

fn estimator<B: Board>(heuristic: &dyn Heuristic, task: &Task<B>) -> Arc<dyn AnyEstimator> {
    heuristic.toward(task.board().size(), task.goal_blank, &mut Meter::default()).unwrap()
}

/// The states that paths within a bound reach in fewer moves than the bound,
/// each with the first of its shortest such paths. They are found with a queue
/// and a map of all states.
fn slow_pass<B: Board>(
    task: &Task<B>,
    heuristic: &dyn Heuristic,
    bound: u32,
) -> HashMap<State<B>, Vec<Move>> {
    let estimator = estimator(heuristic, task);
    let mut paths = HashMap::from([(task.start, Vec::new())]);
    let mut queue = VecDeque::from([task.start]);
    while let Some(state) = queue.pop_front() {
        let path = paths[&state].clone();
        let g = path.len() as u32 + 1;
        for m in MoveOrder::LEXICOGRAPHIC.moves() {
            if !state.moves().contains(m) {
                continue;
            }
            let successor = state.successor(m);
            let f = g + B::estimates(&*estimator).of_state(&successor);
            if g < bound && f <= bound && !paths.contains_key(&successor) {
                paths.insert(successor, [&path[..], &[m]].concat());
                queue.push_back(successor);
            }
        }
    }
    paths
}

/// Checks the pass under each bound up to the cost of the problem: it expands
/// exactly the states of the slow pass, and only the last pass meets the goal,
/// and returns the state on the smallest path. Returns the expansions for each
/// bound.
fn check_passes<B: Board>(
    problem: &Problem,
    heuristic: impl Heuristic + Copy + 'static,
) -> Vec<u64> {
    let task = problem.task::<B>(PathChoice::Any).unwrap();
    let path = path(heuristic, &task);
    let cost = path.len() as u32;
    let estimator = estimator(&heuristic, &task);
    let first = task.first_bound(B::estimates(&*estimator).of_state(&task.start));
    let expanded = (first..cost).step_by(2).map(|bound| {
        let mut meter = Meter::default();
        assert_eq!(pass(&task, &*estimator, bound, &mut meter), Ok(None));
        let expected = if bound == 0 { 0 } else { slow_pass(&task, &heuristic, bound).len() };
        assert_eq!(meter.counters().expanded, expected as u64, "{problem} within {bound}");
        meter.counters().expanded
    });
    let expanded = expanded.collect();
    let mut meter = Meter::default();
    let relay = pass(&task, &*estimator, cost, &mut meter).unwrap().unwrap();
    let paths = slow_pass(&task, &heuristic, cost);
    assert!(meter.counters().expanded <= paths.len() as u64);
    assert_eq!(paths[&relay], path.moves()[..relay_depth(cost) as usize], "{problem}");
    expanded
}

fn problems(count: usize) -> Vec<Problem> {
    random_problems(Rect::<3, 3>.size(), 4, count, 11)
}

#[test]
fn each_pass_expands_what_a_slow_one_does() {
    for problem in problems(2) {
        check_passes::<Eight>(&problem, Zero);
        check_passes::<Eight>(&problem, Misplaced);
        check_passes::<Eight>(&problem, Patchy);
    }
    for problem in problems(10) {
        check_passes::<Eight>(&problem, Manhattan);
    }
    let goal = Arrangement::goal(Rect::<4, 4>.size(), 0).unwrap();
    for seed in 0..3 {
        check_passes::<Fifteen>(&walk(&goal, 40, seed), Manhattan);
        check_passes::<Fifteen>(&walk(&goal, 14, seed), Misplaced);
        check_passes::<Fifteen>(&walk(&goal, 14, seed), Patchy);
    }
}

/// With a consistent heuristic, A* expands all states with g* + h below the
/// cost before its last f-layer. The pass before the last one expands the same
/// states. Here they are counted by their distances from the start.
#[test]
fn the_last_pass_but_one_expands_what_astar_must() {
    for problem in problems(5) {
        let task = problem.task::<Eight>(PathChoice::Any).unwrap();
        let estimator = estimator(&Manhattan, &task);
        let distances = slow_pass(&task, &Zero, u32::MAX);
        assert_eq!(distances.len() as u128, reachable(problem.size()));
        let cost = distances[&task.goal()].len() as u32;
        let must = distances.iter().filter(|(state, path)| {
            path.len() as u32 + Eight::estimates(&*estimator).of_state(state) < cost
        });
        let expanded = check_passes::<Eight>(&problem, Manhattan);
        assert_eq!(expanded.last().copied().unwrap_or(0), must.count() as u64, "{problem}");
    }
}

fn solve<B: Board>(heuristic: Arc<dyn Heuristic>, task: &Task<B>) -> (Path, Counters) {
    let mut meter = Meter::default();
    let path = BreadthFirstHeuristic { heuristic }
        .search(task, &mut Workspace::default(), &mut meter)
        .unwrap();
    (path, *meter.counters())
}

fn path<B: Board>(heuristic: impl Heuristic + 'static, task: &Task<B>) -> Path {
    solve(Arc::new(heuristic), task).0
}

/// Boards on which the conformance suite asks for no smallest path.
#[test]
fn paths_on_large_boards_are_the_smallest() {
    fn check<B: Board>(board: B, steps: usize) {
        for seed in 0..3 {
            let blank = seed as usize * 5 % board.cells();
            let goal = Arrangement::goal(board.size(), blank).unwrap();
            let problem = walk(&goal, steps, seed);
            let task = problem.task::<B>(PathChoice::Any).unwrap();
            let path = path(Manhattan, &task);
            let paths = slow_pass(&task, &Zero, path.len() as u32 + 1);
            assert_eq!(paths[&task.goal()], path.moves(), "{problem}");
            assert_eq!(path, self::path(Misplaced, &task));
            assert_eq!(path, self::path(Patchy, &task));
        }
    }
    check(Rect::<4, 4>, 15);
    check(Shaped::<u64>::of(Size::new(5, 2).unwrap()).unwrap(), 18);
    check(Shaped::<u128>::of(Size::new(4, 5).unwrap()).unwrap(), 13);
    check(Rect::<5, 5>, 13);
}

/// Most parts of a path have goals with the blank at another cell. No tables
/// are built for these goals.
#[test]
fn parts_of_paths_need_no_tables_of_their_own() {
    fn check<B: Board>(board: B, goal_blank: usize, steps: usize, name: &str) {
        let goal = Arrangement::goal(board.size(), goal_blank).unwrap();
        let heuristic = Catalogue::default().named(name).unwrap();
        // The tables that one estimator looks up.
        let mut alone = Meter::default();
        heuristic.toward(board.size(), goal_blank, &mut alone).unwrap();
        let tables = alone.counters().table_bytes;
        assert!(tables > 0);
        for seed in 0..4 {
            let problem = walk(&goal, steps, seed);
            let task = problem.task::<B>(PathChoice::Any).unwrap();
            let expected = path(Manhattan, &task);
            let (found, counters) = solve(Arc::clone(&heuristic), &task);
            assert_eq!(found, expected, "{name} on {problem}");
            assert_eq!(counters.table_bytes, tables, "{name} on {problem}");
        }
    }
    check(Rect::<3, 3>, 4, 60, "pdb:up-to-3");
    check(Rect::<4, 4>, 0, 40, "pdb:up-to-3");
    check(Rect::<4, 4>, 6, 30, "pdb:5-5-5");
    check(Shaped::<u64>::of(Size::new(4, 3).unwrap()).unwrap(), 0, 40, "pdb:up-to-4");
    check(Shaped::<u128>::of(Size::new(6, 3).unwrap()).unwrap(), 17, 24, "pdb:up-to-3");
}

/// A heuristic used by its type has its values in registers, and as an object in
/// memory. Both must build the same layers.
#[test]
fn types_and_objects_are_asked_for_the_same() {
    fn check<B: Board>(board: B, steps: usize) {
        let known = Manhattan.estimator(board.size(), 0);
        let goal = Arrangement::goal(board.size(), 0).unwrap();
        for seed in 0..3 {
            let task = walk(&goal, steps, seed).task::<B>(PathChoice::Any).unwrap();
            let cost = path(Manhattan, &task).len() as u32;
            for bound in (task.first_bound(known.root(&task.start))..=cost).step_by(2) {
                let depth = relay_depth(bound);
                let (mut typed, mut object) = (Meter::default(), Meter::default());
                let by_type = Pass::new(task.goal(), &*known, &mut typed)
                    .and_then(|pass| pass.run(&task.start, bound, depth, &mut typed));
                let by_object = Pass::new(task.goal(), B::estimates(&*known).kept(), &mut object)
                    .and_then(|pass| pass.run(&task.start, bound, depth, &mut object));
                assert_eq!(by_object, by_type);
                assert_eq!(object.counters(), typed.counters());
            }
        }
    }
    check(Rect::<3, 3>, 60);
    check(Rect::<4, 4>, 50);
    check(Rect::<5, 5>, 40);
}

fn figures<B: Board>(heuristic: impl Heuristic + 'static, problem: &str) -> [u64; 7] {
    let problem: Problem = problem.parse().unwrap();
    let task = problem.task::<B>(PathChoice::Any).unwrap();
    let (_, c) = solve(Arc::new(heuristic), &task);
    [
        c.iterations,
        c.expanded,
        c.expanded_before_last,
        c.generated,
        c.evaluated,
        c.duplicates,
        c.peak_stored,
    ]
}

/// Change these figures only when the search is meant to change.
#[test]
fn node_counts_are_pinned() {
    assert_eq!(
        figures::<Eight>(Zero, "867254301"),
        [16, 970472, 699101, 1386084, 2356557, 260728, 47314]
    );
    assert_eq!(
        figures::<Eight>(Misplaced, "867254301"),
        [13, 354652, 197252, 530923, 885576, 66610, 37537]
    );
    assert_eq!(
        figures::<Eight>(Manhattan, "867254301"),
        [6, 30621, 8472, 47466, 78088, 2622, 2962]
    );
    assert_eq!(
        figures::<Fifteen>(Manhattan, FORTY_FIVE),
        [6, 209006, 38943, 413103, 622110, 8305, 15414]
    );
}

/// Every expanded state is stored once, but only few at one time.
#[test]
fn few_of_the_states_are_held_at_once() {
    let [_, expanded, before_last, .., peak_stored] = figures::<Fifteen>(Manhattan, FORTY_FIVE);
    assert!(peak_stored < (expanded - before_last) / 8);
}

/// A search asks for no more memory than it reports at its end.
#[test]
fn the_peak_of_memory_is_enough() {
    let problem: Problem = FORTY_FIVE.parse().unwrap();
    let task = problem.task::<Fifteen>(PathChoice::Any).unwrap();
    let search = BreadthFirstHeuristic { heuristic: Arc::new(Manhattan) };
    let mut meter = Meter::default();
    let path = search.search(&task, &mut Workspace::default(), &mut meter).unwrap();
    let counters = *meter.counters();
    let with_limit = |bytes| {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let result = search.search(&task, &mut Workspace::default(), &mut meter);
        (result, *meter.counters())
    };
    assert_eq!(with_limit(counters.peak_bytes), (Ok(path), counters));
    let (result, counters) = with_limit(counters.peak_bytes / 2);
    assert_eq!(result, Err(Stop::Memory));
    assert!(counters.peak_bytes <= meter.counters().peak_bytes / 2);
}
