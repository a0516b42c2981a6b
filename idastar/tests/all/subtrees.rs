//! Searches that begin with the subtrees in which the iteration before came
//! deepest.

use optile_core::{Arrangement, Counters, Meter, Path, PathChoice, Problem, Rect, Session, State};
use optile_heuristics::Catalogue;
use optile_idastar::FAMILY;
use optile_testkit::Oracle;

fn session(options: &str) -> Session {
    let spec = format!("idastar:manhattan{options}").parse().unwrap();
    Session::new((FAMILY.build)(&spec, &Catalogue::default()).unwrap())
}

fn solve(session: &mut Session, problem: &Problem, choice: PathChoice) -> (Path, Counters) {
    let mut meter = Meter::default();
    let path = session.solve(problem, choice, &mut meter).unwrap();
    (path, *meter.counters())
}

/// Every 301st 8-puzzle. Iterations before the last have the same nodes.
#[test]
fn only_the_last_iteration_differs() {
    let oracle = Oracle::eight(4);
    let goal = State::goal(Rect::<3, 3>, 4).arrangement();
    for fsm in ["", ",fsm=9"] {
        let mut in_order = session(fsm);
        let mut deepest_first = session(&format!("{fsm},subtrees=deepest-first"));
        for state in oracle.some_states(301) {
            let problem = Problem::new(state.arrangement(), goal).unwrap();
            let (_, expected) = solve(&mut in_order, &problem, PathChoice::Any);
            let (path, counters) = solve(&mut deepest_first, &problem, PathChoice::Any);
            assert_eq!(path.len() as u32, oracle.distance(&state), "{problem}");
            assert_eq!(counters.expanded_before_last, expected.expanded_before_last, "{problem}");
            assert_eq!(counters.evaluated, counters.generated + 1, "{problem}");
            let smallest = PathChoice::LexicographicallySmallest;
            let expected = solve(&mut in_order, &problem, smallest);
            assert_eq!(solve(&mut deepest_first, &problem, smallest), expected, "{problem}");
        }
    }
}

/// Instances of R. E. Korf (1985), with the generated nodes in order and deepest
/// subtrees first.
#[test]
fn the_goal_is_found_early_in_the_last_iteration() {
    for (start, generated) in [
        ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", [546_343, 353_352]),
        ("4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", [877_822, 270_624]),
        ("13 14 6 12 4 5 1 0 9 3 10 2 15 11 8 7", [5_934_441, 5_313_800]),
    ] {
        let start: Arrangement = start.parse().unwrap();
        let goal = Arrangement::goal(start.size(), 0).unwrap();
        let problem = Problem::new(start, goal).unwrap();
        let counted = ["", ",subtrees=deepest-first"]
            .map(|options| solve(&mut session(options), &problem, PathChoice::Any).1.generated);
        assert_eq!(counted, generated);
    }
}
