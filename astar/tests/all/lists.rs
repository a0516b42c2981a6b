//! Compares the longest lists and the greatest g of A* with a simple version on maps and queues.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use optile_astar::FAMILY;
use optile_core::{
    Board, Counters, Heuristic, Interrupt, Limits, Meter, MoveOrder, PathChoice, Problem, Rect,
    State,
};
use optile_heuristics::{Manhattan, Misplaced};
use optile_store::Ties;
use optile_testkit::{Patchy, given, random_problems};

type Eight = Rect<3, 3>;

/// The counters of a search that stops before the expansion behind `most`.
fn counters(
    heuristic: &dyn Heuristic,
    ties: Ties,
    problem: &Problem,
    choice: PathChoice,
    most: u64,
) -> Counters {
    let task = problem.task::<Eight>(choice).unwrap();
    let estimator =
        heuristic.toward(problem.size(), task.goal_blank, &mut Meter::default()).unwrap();
    let h = |state: &State<Eight>| Eight::estimates(&*estimator).of_state(state);
    let mut counters: Counters = Counters::default();
    let (mut closed, mut cost) = (HashMap::new(), None);
    let mut open = BTreeMap::<_, VecDeque<_>>::new();
    let mut new = vec![(task.start, 0, None)];
    loop {
        for (state, g, last) in new.drain(..) {
            let f = g + h(&state);
            let key = (f, if ties.smaller_g { g } else { f - g });
            open.entry(key).or_default().push_back((state, g, last));
            counters.deepest = counters.deepest.max(Some(u64::from(g)));
        }
        let waiting = open.values().map(VecDeque::len).sum::<usize>() as u64;
        counters.peak_open = counters.peak_open.max(Some(waiting));
        counters.peak_stored = counters.peak_stored.max(waiting + closed.len() as u64);
        let mut first = open.first_entry().unwrap();
        if cost.is_some_and(|cost| first.key().0 > cost) {
            return counters;
        }
        let nodes = first.get_mut();
        let (state, g, last) =
            if ties.fifo { nodes.pop_front() } else { nodes.pop_back() }.unwrap();
        if nodes.is_empty() {
            first.remove();
        }
        if state == task.goal() {
            cost = Some(g);
            if choice == PathChoice::Any {
                return counters;
            }
        } else if closed.get(&state).is_some_and(|&least| least <= g) {
            counters.duplicates += 1;
        } else if counters.expanded == most {
            return counters;
        } else {
            counters.reopened += u64::from(closed.insert(state, g).is_some());
            counters.expanded += 1;
            for m in MoveOrder::LEXICOGRAPHIC.moves() {
                if state.moves().contains(m) && last.is_none_or(|last| m != last) {
                    new.push((state.successor(m), g + 1, Some(m.inverse())));
                }
            }
        }
    }
}

#[test]
fn lists_are_as_long_as_those_of_maps_and_queues() {
    let heuristics: [Arc<dyn Heuristic>; 3] =
        [Arc::new(Manhattan), Arc::new(Misplaced), Arc::new(Patchy)];
    let names =
        ["ties=larger-g-lifo", "ties=larger-g-fifo", "ties=smaller-g-lifo", "ties=smaller-g-fifo"];
    let mut reopened = 0;
    for (place, problem) in random_problems(Rect::<3, 3>.size(), 8, 12, 17).iter().enumerate() {
        let (ties, name) = (Ties::ALL[place % 4], names[place % 4]);
        for heuristic in &heuristics {
            for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
                for most in [0, 7, 100, 101, 102, u64::MAX] {
                    let limits = Limits { expanded: Some(most), ..Limits::default() };
                    let mut meter = Meter::new(limits, Interrupt::default());
                    let search = given(&FAMILY, heuristic.clone(), name);
                    let end = search.solve(problem, choice, &mut meter);
                    let c = *meter.counters();
                    let expected = counters(&**heuristic, ties, problem, choice, most);
                    assert!(end.is_ok() || c.expanded == most);
                    let found = Counters {
                        expanded: c.expanded,
                        duplicates: c.duplicates,
                        // The node at which the search stops may count as reopened already.
                        reopened: c.reopened.min(expected.reopened),
                        peak_open: c.peak_open,
                        peak_stored: c.peak_stored,
                        deepest: c.deepest,
                        ..Counters::default()
                    };
                    assert_eq!(found, expected, "{name}, {choice:?}, {most}: {problem}");
                    reopened += expected.reopened;
                }
            }
        }
    }
    assert!(reopened > 0);
}
