//! The classes of a search, counted from all states of its space.

use std::collections::BTreeMap;

use super::least::{Class, classes};
use optile_core::{Estimates, Labels, Meter, PathChoice, Problem, Rect, Workspace};
use optile_heuristics::Manhattan;
use optile_testkit::{Oracle, Patchy, random_problems};

type Eight = Rect<3, 3>;

#[test]
fn classes_are_those_of_all_states_with_a_low_f() {
    for goal_blank in [0, 1, 4, 8] {
        for problem in random_problems("3x3".parse().unwrap(), goal_blank, 1, 17) {
            check(&problem, goal_blank);
        }
    }
}

/// Compares with all states of the space.
fn check(problem: &Problem, goal_blank: usize) {
    let size = problem.size();
    let start = problem.task::<Eight>(PathChoice::Any).unwrap().start;
    let mut meter = Meter::default();
    let (cost, counts) =
        classes(problem, &Manhattan, &mut Workspace::default(), &mut meter).unwrap();
    let sum: u64 = counts.iter().map(|(_, count)| count).sum();
    assert_eq!(sum, meter.counters().expanded_before_last);

    let labels = Labels::of(problem);
    let from_start = Oracle::eight(start.blank());
    let toward_goal = Manhattan.estimator(size, goal_blank);
    let toward_start = Manhattan.estimator(size, start.blank());
    let mut expected = BTreeMap::<Class, u64>::new();
    for state in Oracle::eight(goal_blank).states() {
        let renamed = labels.rename(&state);
        let g = from_start.distance(&renamed);
        let h = Estimates::of_state(&*toward_goal, &state);
        let opposite_h = Estimates::of_state(&*toward_start, &renamed);
        assert!(opposite_h <= g);
        if g + h < cost {
            *expected.entry(Class { g, h, opposite_h }).or_default() += 1;
        }
    }
    assert_eq!(counts, expected.into_iter().collect::<Vec<_>>());
}

#[test]
fn inconsistent_heuristics_are_refused() {
    let problem: Problem = "867254301".parse().unwrap();
    let (mut workspace, mut meter) = (Workspace::default(), Meter::default());
    let stop = classes(&problem, &Patchy, &mut workspace, &mut meter).unwrap_err();
    assert_eq!(stop.to_string(), "unsupported: a heuristic that is not consistent");
}
