//! Iterations compared with slow ones, state by state.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use optile_bfhs::FAMILY;
use optile_core::{
    AnyEstimator, Arrangement, Board, Heuristic, Meter, Move, MoveOrder, PathChoice, Problem, Rect,
    State, Task, Trace, reachable,
};
use optile_heuristics::{Manhattan, Misplaced, Zero};
use optile_testkit::{Patchy, given, random_problems, walk};

use crate::solve;

type Eight = Rect<3, 3>;
type Fifteen = Rect<4, 4>;

fn estimator<B: Board>(heuristic: &dyn Heuristic, task: &Task<B>) -> Arc<dyn AnyEstimator> {
    heuristic.toward(task.board().size(), task.goal_blank, &mut Meter::default()).unwrap()
}

/// The states that paths within a bound reach in fewer moves than `depth`,
/// each with the first of its shortest such paths. They are found with a queue
/// and a map of all states.
fn slow_pass<B: Board>(
    task: &Task<B>,
    heuristic: &dyn Heuristic,
    bound: u32,
    depth: u32,
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
            if g < depth && f <= bound && !paths.contains_key(&successor) {
                paths.insert(successor, [&path[..], &[m]].concat());
                queue.push_back(successor);
            }
        }
    }
    paths
}

/// Checks the pass under each bound up to the cost of the problem: it expands
/// exactly the states of the slow pass, each once and with its g. Only the last
/// pass meets the goal, before it has expanded all of them, and the path is the
/// smallest. Returns the expansions for each bound before the last.
fn check_passes<B: Board>(problem: &Problem, heuristic: impl Heuristic + 'static) -> Vec<u64> {
    let task = problem.task::<B>(PathChoice::Any).unwrap();
    let heuristic: Arc<dyn Heuristic> = Arc::new(heuristic);
    let (path, counters) = solve(Arc::clone(&heuristic), problem);
    let (trace, cost) = (Trace::new(usize::MAX), path.len() as u32);
    let smallest = &slow_pass(&task, &*heuristic, cost, cost + 1)[&task.goal()];
    assert_eq!(path.moves(), &smallest[..], "{problem}");
    let mut meter = Meter::default().watched(trace.clone());
    let watched = given(&FAMILY, Arc::clone(&heuristic), "");
    assert_eq!(watched.solve(problem, PathChoice::Any, &mut meter), Ok(path));
    assert_eq!(*meter.counters(), counters, "{problem}");

    let rows = trace.take();
    let h = B::estimates(&*estimator(&*heuristic, &task)).of_state(&task.start);
    let bounds: Vec<u32> = (task.first_bound(h)..=cost).step_by(2).collect();
    assert_eq!(counters.layers, bounds.len() as u64, "{problem}");
    let mut before = Vec::new();
    for (&bound, iteration) in bounds.iter().zip(1..) {
        let all = rows.iter().filter(|row| row.iteration == iteration);
        // After the last pass, those for parts of the path begin with starts of their own.
        let rest = all.clone().skip(1).take_while(|row| row.g > 0);
        let pass: Vec<_> = all.take(1).chain(rest).collect();
        let expected = match bound {
            0 => HashMap::new(),
            _ => slow_pass(&task, &*heuristic, bound, bound),
        };
        let expanded: HashMap<Arrangement, u32> =
            pass.iter().map(|row| (row.state, row.g)).collect();
        assert_eq!(expanded.len(), pass.len(), "{problem} within {bound}: a state twice");
        let expected: HashMap<Arrangement, u32> =
            expected.iter().map(|(state, path)| (state.arrangement(), path.len() as u32)).collect();
        if bound < cost {
            assert!(expanded == expected, "{problem} within {bound}");
            before.push(expanded.len() as u64);
        } else {
            let is_expected = |(state, g): (&Arrangement, &u32)| expected.get(state) == Some(g);
            assert!(expanded.iter().all(is_expected), "{problem} within its cost");
        }
    }
    assert_eq!(before.iter().sum::<u64>(), counters.expanded_before_last, "{problem}");
    before
}

fn problems(count: usize) -> Vec<Problem> {
    random_problems(Rect::<3, 3>.size(), 4, count, 11)
}

#[test]
fn each_pass_expands_what_a_slow_one_does() {
    for problem in problems(1) {
        check_passes::<Eight>(&problem, Zero);
        check_passes::<Eight>(&problem, Misplaced);
        check_passes::<Eight>(&problem, Patchy);
    }
    for problem in problems(5) {
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
    for problem in problems(3) {
        let task = problem.task::<Eight>(PathChoice::Any).unwrap();
        let estimator = estimator(&Manhattan, &task);
        let distances = slow_pass(&task, &Zero, u32::MAX, u32::MAX);
        assert_eq!(distances.len() as u128, reachable(problem.size()));
        let cost = distances[&task.goal()].len() as u32;
        let must = distances.iter().filter(|(state, path)| {
            path.len() as u32 + Eight::estimates(&*estimator).of_state(state) < cost
        });
        let expanded = check_passes::<Eight>(&problem, Manhattan);
        assert_eq!(expanded.last().copied().unwrap_or(0), must.count() as u64, "{problem}");
    }
}
