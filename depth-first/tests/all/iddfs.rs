//! Compares iterative deepening with the number of paths of each length.

use std::collections::HashMap;

use optile_core::{Board, Move, PathChoice, Rect, State};
use optile_depth_first::IDDFS;
use optile_testkit::{Oracle, random_problems};

use crate::solve;

type Eight = State<Rect<3, 3>>;

/// The paths of each length that take no move back, by a table of their last states and moves.
fn paths(start: Eight, most: u32) -> Vec<u64> {
    let mut ends = HashMap::<(Eight, Option<Move>), u64>::from([((start, None), 1)]);
    let mut counts = Vec::new();
    for _ in 0..most {
        counts.push(ends.values().sum());
        let mut next = HashMap::new();
        for ((state, last), count) in ends {
            for m in state.moves().filter(|m| last != Some(m.inverse())) {
                *next.entry((state.successor(m), Some(m))).or_default() += count;
            }
        }
        ends = next;
    }
    counts
}

#[test]
fn each_depth_expands_the_paths_that_are_shorter() {
    let (mut dropped, mut solved) = (0, 0);
    for problem in random_problems(Rect::<3, 3>.size(), 4, 60, 2) {
        let start = problem.task::<Rect<3, 3>>(PathChoice::Any).unwrap().start;
        let distance = Oracle::eight(4).distance(&start);
        if distance > 18 {
            continue;
        }
        solved += 1;
        let (path, counters) = solve(&IDDFS, "iddfs", &problem);
        assert_eq!(
            (path.unwrap().len() as u32, counters.layers),
            (distance, 1 + u64::from(distance))
        );
        assert_eq!(counters.deepest, Some(distance.into()), "the last depth");
        let paths = paths(start, distance);
        let of_depth = |depth: u32| paths[..depth as usize].iter().sum::<u64>();
        assert_eq!(counters.expanded_before_last, (0..distance).map(of_depth).sum());
        let last = counters.expanded - counters.expanded_before_last;
        assert!(u64::from(distance) <= last && last <= of_depth(distance));
        let (_, fewer) = solve(&IDDFS, "iddfs,cycles=path", &problem);
        assert!(fewer.expanded_before_last <= counters.expanded_before_last);
        dropped += fewer.duplicates;
    }
    assert!(dropped > 0 && solved > 3, "{dropped} {solved}");
}
