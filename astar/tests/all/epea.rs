//! Compares partial expansion with a simple version on maps and vectors.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use optile_astar::EPEA;
use optile_core::{Board, Counters, Heuristic, Meter, MoveOrder, PathChoice, Problem, Rect, State};
use optile_heuristics::{Manhattan, Misplaced, Zero};
use optile_testkit::{given, random_problems};

type Eight = Rect<3, 3>;

/// Counters of a search until the goal is taken out.
fn counters(heuristic: &dyn Heuristic, problem: &Problem) -> Counters {
    let task = problem.task::<Eight>(PathChoice::Any).unwrap();
    let estimator =
        heuristic.toward(problem.size(), task.goal_blank, &mut Meter::default()).unwrap();
    let h = |state: &State<Eight>| Eight::estimates(&*estimator).of_state(state);
    let mut counters = Counters { evaluated: 1, ..Counters::default() };
    // The g with which each state was expanded.
    let mut closed = HashMap::new();
    // Nodes that are open and were not expanded.
    let mut fresh = 1;
    let mut open: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let any = task.start.moves();
    open.entry((h(&task.start), Reverse(0))).or_default().push((task.start, any, false));
    let mut f_layer = None;
    while let Some(mut bucket) = open.first_entry() {
        let stored = (closed.len() + fresh) as u64;
        counters.peak_stored = counters.peak_stored.max(stored);
        let (f, Reverse(g)) = *bucket.key();
        let (state, moves, was_expanded) = bucket.get_mut().pop().unwrap();
        if bucket.get().is_empty() {
            bucket.remove();
        }
        fresh -= usize::from(!was_expanded);
        if !was_expanded && closed.get(&state.word()).is_some_and(|&least| least <= g) {
            counters.duplicates += 1;
            continue;
        }
        if f_layer.is_none_or(|f_layer| f_layer < f) {
            f_layer = Some(f);
            counters.layers += 1;
            counters.expanded_before_last = counters.expanded;
        }
        if state == task.goal() {
            return counters;
        }
        counters.expanded += 1;
        closed.insert(state.word(), g);
        let mut later = Vec::new();
        for m in MoveOrder::LEXICOGRAPHIC.moves().into_iter().filter(|&m| moves.contains(m)) {
            let successor = state.successor(m);
            let f_then = g + 1 + h(&successor);
            counters.evaluated += 1;
            if f_then > f {
                later.push(f_then);
                continue;
            }
            if f_then < f && was_expanded {
                continue;
            }
            counters.generated += 1;
            fresh += 1;
            let then = successor.moves().without(m.inverse());
            open.entry((f_then, Reverse(g + 1))).or_default().push((successor, then, false));
        }
        if let Some(&f_later) = later.iter().min() {
            open.entry((f_later, Reverse(g))).or_default().push((state, moves, true));
        }
    }
    unreachable!("every problem here has a solution");
}

fn compare(heuristic: impl Heuristic + Copy + 'static) {
    for problem in random_problems(Rect::<3, 3>.size(), 8, 12, 11) {
        let mut meter = Meter::default();
        given(&EPEA, Arc::new(heuristic), "").solve(&problem, PathChoice::Any, &mut meter).unwrap();
        let found = Counters { peak_bytes: 0, ..*meter.counters() };
        assert_eq!(found, counters(&heuristic, &problem), "{problem}");
    }
}

#[test]
fn all_counters_are_those_of_maps_and_vectors() {
    compare(Manhattan);
    compare(Misplaced);
    compare(Zero);
}

/// Change these figures only when the search is meant to change.
#[test]
fn node_counts_are_pinned() {
    let problem: Problem = "867254301".parse().unwrap();
    let mut meter = Meter::default();
    given(&EPEA, Arc::new(Manhattan), "").solve(&problem, PathChoice::Any, &mut meter).unwrap();
    let c = meter.counters();
    let counts = [c.expanded, c.generated, c.evaluated, c.duplicates, c.peak_stored];
    assert_eq!(counts, [7840, 7312, 12683, 584, 6729]);
}
