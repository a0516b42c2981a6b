//! Compares depth-first search with a course, and with a recursion.

use std::collections::HashSet;
use std::thread;

use optile_core::{Board, Move, MoveOrder, Path, PathChoice, Problem, Rect, State, Stop};
use optile_depth_first::DFS;
use optile_testkit::random_problems;

use crate::{problem, solve};

const BLANK_FIRST: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// The board of edX, Artificial Intelligence, project 1.
#[test]
fn the_counts_are_those_of_a_course() {
    let problem = problem(&[6, 1, 8, 4, 0, 2, 7, 3, 5], &BLANK_FIRST);
    let (end, counters) = solve(&DFS, "dfs", &problem);
    let path = end.unwrap();
    assert!(path.verify(&problem).is_ok());
    assert_eq!((path.len(), counters.expanded), (46_142, 51_015));
    assert_eq!(counters.deepest, Some(46_142));
}

type Eight = State<Rect<3, 3>>;

/// The most nodes on a stack, and the greatest g of a node there. Nodes are marked when they are made.
fn stack(start: Eight, goal: Eight) -> [Option<u64>; 2] {
    let order: MoveOrder = "urdl".parse().unwrap();
    let (mut seen, mut open) = (HashSet::from([start]), vec![(start, 0)]);
    let (mut most, mut deepest) = (1, 0);
    while let Some((state, g)) = open.pop().filter(|node| node.0 != goal) {
        // What is put there last is taken first.
        for m in order.moves().into_iter().rev().filter(|&m| state.moves().contains(m)) {
            if seen.insert(state.successor(m)) {
                open.push((state.successor(m), g + 1));
                deepest = deepest.max(g + 1);
            }
        }
        most = most.max(open.len() as u64);
    }
    [Some(most), Some(deepest)]
}

#[test]
fn the_longest_stack_and_the_greatest_depth_are_those_of_a_stack() {
    for problem in random_problems(Rect::<3, 3>.size(), 4, 4, 5) {
        let task = problem.task::<Rect<3, 3>>(PathChoice::Any).unwrap();
        let counters = solve(&DFS, "dfs,order=urdl", &problem).1;
        let expected = stack(task.start, task.goal());
        assert_eq!([counters.peak_open, counters.deepest], expected, "{problem}");
    }
}

/// A recursion that marks a state as seen when it is expanded. Returns whether it has found the goal.
fn visit(state: Eight, goal: Eight, seen: &mut HashSet<Eight>, moves: &mut Vec<Move>) -> bool {
    if !seen.insert(state) {
        return false;
    }
    let order: MoveOrder = "udlr".parse().unwrap();
    state == goal
        || order.moves().into_iter().filter(|&m| state.moves().contains(m)).any(|m| {
            moves.push(m);
            visit(state.successor(m), goal, seen, moves) || moves.pop().is_none()
        })
}

#[test]
fn states_that_are_marked_when_expanded_have_the_order_of_a_recursion() {
    let recursion = |problem: Problem| {
        let task = problem.task::<Rect<3, 3>>(PathChoice::Any).unwrap();
        let (mut seen, mut moves) = (HashSet::new(), Vec::new());
        assert!(visit(task.start, task.goal(), &mut seen, &mut moves));
        (Path::new(moves), seen.len() as u64 - 1)
    };
    for problem in random_problems(Rect::<3, 3>.size(), 4, 5, 3) {
        let deep = thread::Builder::new().stack_size(256 << 20);
        let expected = deep.spawn(move || recursion(problem)).unwrap().join().unwrap();
        let (end, counters) = solve(&DFS, "dfs,mark=expanded", &problem);
        assert_eq!((end.unwrap(), counters.expanded), expected, "{problem}");
    }
}

#[test]
fn a_limit_of_depth_is_kept_and_may_hide_the_goal() {
    let (mut found, mut nothing) = (0, 0);
    for problem in random_problems(Rect::<3, 3>.size(), 4, 40, 6) {
        for depth in [20, 40] {
            match solve(&DFS, &format!("dfs,depth={depth}"), &problem).0 {
                Ok(path) => {
                    assert!(path.len() <= depth && path.verify(&problem).is_ok(), "{problem}");
                    found += 1;
                }
                Err(stop) => {
                    assert_eq!(stop, Stop::NotFound);
                    nothing += 1;
                }
            }
        }
    }
    assert!(found > 0 && nothing > 0, "{found} {nothing}");
}
