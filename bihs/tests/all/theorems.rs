//! What is known of these algorithms, on 8-puzzles whose distances are all
//! known.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use optile_bihs::{Algorithm, Bidirectional};
use optile_core::{
    Arrangement, Board, Heuristic, Meter, PathChoice, Problem, Rect, State, Strategy, Trace,
};
use optile_heuristics::Manhattan;
use optile_testkit::{random_problems, walk};

use crate::run;

type Eight = State<Rect<3, 3>>;

/// The distance of every state from one of them.
type Distances = HashMap<u64, (Eight, u32)>;

fn distances(from: Eight) -> Distances {
    let mut distances = HashMap::from([(from.word(), (from, 0))]);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((state, distance)) = queue.pop_front() {
        for successor in state.moves().map(|m| state.successor(m)) {
            distances.entry(successor.word()).or_insert_with(|| {
                queue.push_back((successor, distance + 1));
                (successor, distance + 1)
            });
        }
    }
    distances
}

/// The steps of all tiles from one state to another.
fn manhattan(from: &Eight, to: &Eight) -> u32 {
    let cell = |state: &Eight, tile| (0..9).find(|&cell| state.tile(cell) == tile).unwrap();
    (1..9).map(|tile| from.board().distance(cell(from, tile), cell(to, tile))).sum()
}

/// The states with an f below the cost, counted by g, given the distances from the root.
fn necessary(from_root: &Distances, target: &Eight, cost: u32) -> Vec<u64> {
    let mut counts = vec![0; cost as usize + 1];
    for &(state, g) in from_root.values() {
        // As f has no less than g, few states are asked for the estimate.
        if g < cost && g + manhattan(&state, target) < cost {
            counts[g as usize] += 1;
        }
    }
    counts
}

/// The least number of nodes so that of each pair, which could be on a solution
/// cheaper than the cost, one is among them.
fn cover(forward: &[u64], backward: &[u64], cost: usize) -> u64 {
    // A pair is one with f below the cost, and with g + g + 1 below it.
    let covers = (0..cost).map(|split| {
        let ahead: u64 = forward[..split].iter().sum();
        let back: u64 = backward[..cost - 1 - split].iter().sum();
        ahead + back
    });
    covers.min().unwrap_or(0)
}

struct Instance {
    problem: Problem,
    astar: u64,
    astar_reverse: u64,
    basic: u64,
}

fn instances() -> Vec<Instance> {
    let problems = random_problems(Rect::<3, 3>.size(), 4, 6, 11);
    let goal = State::goal(Rect::<3, 3>, 4);
    let from_goal = distances(goal);
    let instance = |problem: Problem| {
        let start = problem.task::<Rect<3, 3>>(PathChoice::Any).unwrap().start;
        let from_start = distances(start);
        let cost = from_start[&goal.word()].1;
        let forward = necessary(&from_start, &goal, cost);
        let backward = necessary(&from_goal, &start, cost);
        Instance {
            problem,
            astar: forward.iter().sum(),
            astar_reverse: backward.iter().sum(),
            basic: cover(&forward, &backward, cost as usize),
        }
    };
    problems.into_iter().map(instance).collect()
}

fn before(algorithm: Algorithm, instance: &Instance) -> u64 {
    let heuristic: Arc<dyn Heuristic> = Arc::new(Manhattan);
    let counters = run(algorithm, &heuristic, false, &instance.problem, PathChoice::Any).1;
    counters.expanded_before_last
}

#[test]
fn theorems_hold() {
    for instance in instances() {
        let before = |algorithm| before(algorithm, &instance);
        let problem = &instance.problem;
        assert_eq!(before(Algorithm::Mm(1000)), instance.astar, "{problem}");
        assert_eq!(before(Algorithm::Mm(0)), instance.astar_reverse, "{problem}");
        assert_eq!(before(Algorithm::AStarReverse), instance.astar_reverse, "{problem}");
        let nbs = before(Algorithm::Nbs);
        assert!(nbs <= 2 * instance.basic, "{nbs}, {}: {problem}", instance.basic);
        for algorithm in [
            Algorithm::Mm(500),
            Algorithm::Mm(400),
            Algorithm::Nbs,
            Algorithm::Dvcbs,
            Algorithm::Bs,
        ] {
            let expanded = before(algorithm);
            assert!(
                expanded >= instance.basic,
                "{algorithm:?}: {expanded} < {}: {problem}",
                instance.basic
            );
        }
    }
}

#[test]
fn mm_expands_no_state_beyond_half_of_a_solution() {
    let heuristic: Arc<dyn Heuristic> = Arc::new(Manhattan);
    let mm = Bidirectional { algorithm: Algorithm::Mm(500), heuristic, rounds_to_parity: false };
    for problem in random_problems(Rect::<3, 3>.size(), 4, 10, 11) {
        let mut meter = Meter::default();
        let path = mm.solve(&problem, PathChoice::Any, &mut meter).unwrap();
        let greatest = meter.profile().by_g.iter().map(Vec::len).max().unwrap();
        assert!(greatest <= path.len() / 2 + 1, "{greatest} of {}: {problem}", path.len());
    }
}

/// Before its bound reaches the cost, on 15-puzzles.
#[test]
fn no_side_of_fractional_mm_goes_beyond_its_share() {
    let goal = Arrangement::goal("4x4".parse().unwrap(), 6).unwrap();
    let heuristic: Arc<dyn Heuristic> = Arc::new(Manhattan);
    for seed in 0..6 {
        let problem = walk(&goal, 50, seed);
        for share in [0, 250, 400, 500, 700, 1000] {
            let search = Bidirectional::new(Algorithm::Mm(share), Arc::clone(&heuristic));
            let trace = Trace::new(usize::MAX);
            let mut meter = Meter::default().watched(trace.clone());
            let path = search.solve(&problem, PathChoice::Any, &mut meter).unwrap();
            for row in trace.take() {
                let share = [share, 1000 - share][row.side] as usize;
                assert!(1000 * row.g as usize <= share * path.len(), "{problem}: {row:?}");
            }
        }
    }
}
