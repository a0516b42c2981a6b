//! Compares the searches with a simple version on maps, with A*, and with all distances of the
//! 8-puzzle.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use optile_core::{
    Board, Heuristic, Improvement, Meter, Move, MoveOrder, PathChoice, Problem, Promise, Rect,
    State, Strategy, Weight,
};
use optile_heuristics::Manhattan;
use optile_search::BestFirst;
use optile_store::{Hashed, Memory, Ties};
use optile_testkit::{Oracle, Patchy, random_problems};
use optile_wastar::{Algorithm, Suboptimal};

type Eight = Rect<3, 3>;

fn weight(text: &str) -> Weight {
    text.parse().unwrap()
}

/// What is counted, and the length: expanded, generated, duplicates, reopened, length.
fn counts(search: &Suboptimal, problem: &Problem) -> [u64; 5] {
    let mut meter = Meter::default();
    let path = search.solve(problem, PathChoice::Any, &mut meter).unwrap();
    path.verify(problem).unwrap();
    let c = meter.counters();
    [c.expanded, c.generated, c.duplicates, c.reopened, path.len() as u64]
}

/// The same by a map of all states and a map of all open nodes. The factors are those of g and h.
fn textbook(
    search: &Suboptimal,
    [of_g, of_h]: [u32; 2],
    reopens: bool,
    problem: &Problem,
) -> [u64; 5] {
    let task = problem.task::<Eight>(PathChoice::Any).unwrap();
    let estimator =
        search.heuristic.toward(problem.size(), task.goal_blank, &mut Meter::default()).unwrap();
    let h = |state: &State<Eight>| Eight::estimates(&*estimator).of_state(state);
    let [mut expanded, mut generated, mut duplicates, mut reopened] = [0; 4];
    let mut open = BTreeMap::<_, VecDeque<_>>::new();
    // The g of each state, and the last move.
    let mut closed: HashMap<State<Eight>, (u32, Option<Move>)> = HashMap::new();
    let mut next = vec![(task.start, 0, None::<Move>)];
    loop {
        for (state, g, last) in next.drain(..) {
            let (h, order) = (h(&state), if search.ties.smaller_g { g } else { u32::MAX - g });
            open.entry((of_g * g + of_h * h, order, h)).or_default().push_back((state, g, last));
        }
        let mut first = open.first_entry().unwrap();
        let nodes = first.get_mut();
        let node = if search.ties.fifo { nodes.pop_front() } else { nodes.pop_back() };
        if nodes.is_empty() {
            first.remove();
        }
        let (state, g, last) = node.unwrap();
        if state == task.goal() {
            let (mut state, mut last, mut length) = (state, last, 0);
            while let Some(m) = last {
                state.undo(m);
                length += 1;
                last = closed[&state].1;
            }
            return [expanded, generated, duplicates, reopened, length];
        }
        if let Some(&(least, _)) = closed.get(&state) {
            if least <= g || !reopens {
                duplicates += 1;
                continue;
            }
            reopened += 1;
        }
        closed.insert(state, (g, last));
        expanded += 1;
        for m in MoveOrder::LEXICOGRAPHIC.moves() {
            if state.moves().contains(m) && last.is_none_or(|last| m != last.inverse()) {
                generated += 1;
                next.push((state.successor(m), g + 1, Some(m)));
            }
        }
    }
}

#[test]
fn counts_are_those_of_maps() {
    let heuristics: [Arc<dyn Heuristic>; 2] = [Arc::new(Manhattan), Arc::new(Patchy)];
    let mut all_reopened = 0;
    for problem in random_problems(Rect::<3, 3>.size(), 4, 12, 5) {
        for ties in Ties::ALL {
            for heuristic in &heuristics {
                let mut compare = |algorithm, factors, reopens| {
                    let search = Suboptimal { heuristic: heuristic.clone(), algorithm, ties };
                    let expected = textbook(&search, factors, reopens, &problem);
                    assert_eq!(counts(&search, &problem), expected, "{search:?} on {problem}");
                    all_reopened += expected[3];
                };
                for (text, factors) in [("1", [1, 1]), ("1.25", [4, 5]), ("2", [1, 2])] {
                    let weight = weight(text);
                    compare(Algorithm::WeightedAStar { weight, reopens: true }, factors, true);
                }
                compare(Algorithm::Greedy, [0, 1], false);
            }
            let algorithm = Algorithm::WeightedAStar { weight: weight("1.5"), reopens: false };
            let search = Suboptimal { heuristic: Arc::new(Manhattan), algorithm, ties };
            let expected = textbook(&search, [2, 3], false, &problem);
            assert_eq!(counts(&search, &problem), expected, "{search:?} on {problem}");
        }
    }
    assert!(all_reopened > 0);
}

#[test]
fn a_weight_of_one_is_astar_up_to_the_last_layer() {
    let estimator = Manhattan.estimator(Rect::<3, 3>.size(), 4);
    let estimates = Eight::estimates(&*estimator);
    let algorithm = Algorithm::WeightedAStar { weight: Weight::ONE, reopens: true };
    for problem in random_problems(Rect::<3, 3>.size(), 4, 40, 6) {
        let task = problem.task::<Eight>(PathChoice::Any).unwrap();
        let [mut astar, mut weighted] = [Meter::default(), Meter::default()];
        let (encoding, memory) = (Hashed::new(Rect), Memory::default());
        BestFirst::new(encoding, estimates, &task, Ties::default(), memory, &mut astar)
            .and_then(|mut search| search.find_path(&mut astar))
            .unwrap();
        let search = Suboptimal::new(Arc::new(Manhattan), algorithm);
        search.solve(&problem, PathChoice::Any, &mut weighted).unwrap();
        let counts = [astar, weighted].map(|meter| {
            let counters = meter.counters();
            [counters.expanded_before_last, counters.iterations, counters.reopened]
        });
        assert_eq!(counts[0], counts[1], "{problem}");
    }
}

/// Solves every so many of all 8-puzzles. Returns how many have paths that are not optimal.
fn keep_bounds(algorithm: Algorithm, heuristic: Arc<dyn Heuristic>, step: usize) -> usize {
    let search = Suboptimal::new(heuristic, algorithm);
    let goal = State::<Eight>::goal(Rect, 8).arrangement();
    let (mut longer, one) = (0, weight("1"));
    for (state, distance) in Oracle::<Eight>::new(Rect, 8).by_distance().iter().step_by(step) {
        let problem = Problem::new(state.arrangement(), goal).unwrap();
        let mut meter = Meter::default();
        let path = search.solve(&problem, PathChoice::Any, &mut meter).unwrap();
        path.verify(&problem).unwrap();
        let (length, optimal) = (path.len() as u64, u64::from(*distance));
        assert!(search.promise().is_kept(length, optimal), "{search:?} on {problem}: {length}");
        longer += usize::from(length > optimal);
        let found = &meter.profile().improvements;
        let is_better = |one: &Improvement, next: &Improvement| {
            one.expanded <= next.expanded && one.length > next.length
        };
        assert!(found.is_sorted_by(is_better), "{problem}");
        let is_anytime = matches!(algorithm, Algorithm::Ara { weight, .. } if weight > one);
        assert_eq!(found.last().map(|last| last.length), is_anytime.then_some(length), "{problem}");
    }
    longer
}

/// Of each weight, whether paths become longer depends on it.
fn keep_all_bounds(step: usize) {
    for text in ["1", "1.2", "1.5", "2", "3"] {
        for reopens in [true, false] {
            let algorithm = Algorithm::WeightedAStar { weight: weight(text), reopens };
            let longer = keep_bounds(algorithm, Arc::new(Manhattan), step);
            assert_eq!(longer > 0, text != "1", "{algorithm:?}: {longer}");
        }
        let algorithm = Algorithm::WeightedAStar { weight: weight(text), reopens: true };
        keep_bounds(algorithm, Arc::new(Patchy), step);
        keep_bounds(Algorithm::Ara { weight: weight(text), steps: 4 }, Arc::new(Patchy), step);
    }
    let ara = Algorithm::Ara { weight: weight("3"), steps: 10 };
    assert_eq!(keep_bounds(ara, Arc::new(Manhattan), step), 0);
    assert!(keep_bounds(Algorithm::Greedy, Arc::new(Manhattan), step) > 0);
}

#[test]
fn bounds_are_kept() {
    keep_all_bounds(997);
}

/// It takes some minutes.
#[test]
#[ignore]
fn bounds_are_kept_on_all_boards() {
    keep_all_bounds(1);
}

#[test]
fn an_inconsistent_heuristic_must_reopen() {
    let algorithm = Algorithm::WeightedAStar { weight: weight("1.5"), reopens: false };
    let search = Suboptimal::new(Arc::new(Patchy), algorithm);
    let problem: Problem = "867254301".parse().unwrap();
    let stop = search.solve(&problem, PathChoice::Any, &mut Meter::default()).unwrap_err();
    let text = "unsupported: reopen=off with a heuristic that is not consistent";
    assert_eq!(stop.to_string(), text);
    assert_eq!(search.promise(), Promise::Within(weight("1.5")));
    let smallest = PathChoice::LexicographicallySmallest;
    let stop = search.solve(&problem, smallest, &mut Meter::default()).unwrap_err();
    assert_eq!(stop.to_string(), "unsupported: the lexicographically smallest path");
}
