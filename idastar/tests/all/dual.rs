//! Searches that change sides and leave nodes because of the bounds of
//! successors.

use optile_core::{Arrangement, Counters, Meter, Path, PathChoice, Problem, Rect, State};
use optile_heuristics::Catalogue;
use optile_idastar::FAMILY;
use optile_testkit::Oracle;

const OPTIONS: [&str; 3] = ["dual=on", "pathmax=on", "dual=on,pathmax=on"];

fn solve(name: &str, problem: &Problem) -> (Path, Counters) {
    let strategy = (FAMILY.build)(&name.parse().unwrap(), &*crate::HEURISTICS).unwrap();
    let mut meter = Meter::default();
    let path = strategy.solve(problem, PathChoice::Any, &mut meter).unwrap();
    path.verify(problem).unwrap();
    (path, *meter.counters())
}

/// Small tables, whose bounds are weak, toward every goal. The search jumps
/// between goals of all nine cells.
#[test]
fn eight_puzzles_have_their_lengths_toward_every_goal() {
    for goal_blank in 0..9 {
        let oracle = Oracle::eight(goal_blank);
        let goal = State::goal(Rect::<3, 3>, goal_blank).arrangement();
        for (number, state) in oracle.some_states(997).enumerate() {
            let problem = Problem::new(state.arrangement(), goal).unwrap();
            for heuristic in ["pdb:4-4", "pdb:3-5+reflected+dual", "linear-conflict"] {
                let dual_options = OPTIONS[number % OPTIONS.len()];
                let (path, _) = solve(&format!("idastar:{heuristic},{dual_options}"), &problem);
                assert_eq!(path.len() as u32, oracle.distance(&state), "{heuristic}: {problem}");
            }
        }
    }
}

/// Instances of R. E. Korf (1985), with the nodes that searches with these
/// options generate.
#[test]
fn fifteen_puzzles_need_fewer_nodes() {
    for (start, length, counts) in COUNTS {
        let start: Arrangement = start.parse().unwrap();
        let goal = Arrangement::goal(start.size(), 0).unwrap();
        let problem = Problem::new(start, goal).unwrap();
        let options = ["", ",dual=on", ",pathmax=on", ",dual=on,pathmax=on"];
        let generated = options.map(|options| {
            let (path, counters) = solve(&format!("idastar:pdb:5-5-5{options}"), &problem);
            assert_eq!(path.len(), length);
            counters.generated
        });
        assert_eq!(generated, counts);
    }
}

#[test]
fn other_options_are_refused_beside() {
    for name in [
        "idastar:manhattan,fsm=6,dual=on",
        "idastar:manhattan,pathmax=on,transposition=on",
        "idastar:manhattan,pathmax=on,sweep=0",
    ] {
        let Err(error) = (FAMILY.build)(&name.parse().unwrap(), &Catalogue::default()) else {
            panic!("{name} is accepted");
        };
        assert!(error.to_string().contains("off together with dual or pathmax"), "{error}");
    }
    let name = "idastar:manhattan,dual=on,fsm=off".parse().unwrap();
    assert!((FAMILY.build)(&name, &Catalogue::default()).is_ok());
}

const COUNTS: [(&str, usize, [u64; 4]); 3] = [
    ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45, [43_136, 9_028, 41_217, 8_846]),
    ("4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 42, [10_266, 1_818, 9_575, 1_549]),
    ("13 14 6 12 4 5 1 0 9 3 10 2 15 11 8 7", 52, [89_980, 66_053, 86_825, 59_851]),
];
