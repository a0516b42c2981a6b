//! Searches that leave out duplicate strings of moves find the same paths with
//! fewer nodes.

use optile_core::{
    Arrangement, Counters, Meter, Path, PathChoice, Problem, Rect, Session, Size, State,
};
use optile_heuristics::Catalogue;
use optile_idastar::FAMILY;
use optile_testkit::{Oracle, walk};

fn solve(options: &str, problem: &Problem, choice: PathChoice) -> (Path, Counters) {
    let spec = format!("idastar:manhattan{options}").parse().unwrap();
    let strategy = (FAMILY.build)(&spec, &Catalogue::default()).unwrap();
    let mut meter = Meter::default();
    let path = strategy.solve(problem, choice, &mut meter).unwrap();
    (path, *meter.counters())
}

/// Every 301st 8-puzzle, with short and long strings, with and without a table
/// of states.
#[test]
fn paths_are_the_same_on_eight_puzzles() {
    let oracle = Oracle::eight(4);
    let goal = State::goal(Rect::<3, 3>, 4).arrangement();
    let names = ["", ",fsm=7", ",fsm=16", ",fsm=12,transposition=on", ",fsm=14,sweep=0"];
    let mut sessions = names.map(|options| {
        let spec = format!("idastar:manhattan{options}").parse().unwrap();
        Session::new((FAMILY.build)(&spec, &Catalogue::default()).unwrap())
    });
    for state in oracle.some_states(301) {
        let problem = Problem::new(state.arrangement(), goal).unwrap();
        for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
            let [plain, rest @ ..] = &mut sessions;
            let expected = plain.solve(&problem, choice, &mut Meter::default()).unwrap();
            assert_eq!(expected.len() as u32, oracle.distance(&state));
            for session in rest {
                let path = session.solve(&problem, choice, &mut Meter::default()).unwrap();
                assert_eq!(path, expected, "{problem}");
            }
        }
    }
}

/// Instances of R. E. Korf (1985), with the generated nodes for each length of
/// strings.
#[test]
fn fifteen_puzzles_need_fewer_nodes() {
    for (start, counts) in [
        ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", COUNTS[0]),
        ("4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", COUNTS[1]),
        ("13 14 6 12 4 5 1 0 9 3 10 2 15 11 8 7", COUNTS[2]),
    ] {
        let start: Arrangement = start.parse().unwrap();
        let goal = Arrangement::goal(start.size(), 0).unwrap();
        let problem = Problem::new(start, goal).unwrap();
        let (expected, _) = solve("", &problem, PathChoice::Any);
        let options = ["", ",fsm=2", ",fsm=6", ",fsm=10", ",fsm=12"];
        let generated = options.map(|options| {
            let (path, counters) = solve(options, &problem, PathChoice::Any);
            assert_eq!(path, expected);
            counters.generated
        });
        assert_eq!(generated, counts);
    }
}

/// On the largest board, learning meets the most states.
#[test]
fn long_strings_are_learned_on_the_largest_board() {
    let goal = Arrangement::goal(Size::new(5, 5).unwrap(), 0).unwrap();
    let problem = walk(&goal, 40, 1);
    let (expected, _) = solve("", &problem, PathChoice::Any);
    let (path, _) = solve(",fsm=11", &problem, PathChoice::Any);
    assert_eq!(path, expected);
}

const COUNTS: [[u64; 5]; 3] = [
    [546_343, 546_343, 475_871, 382_642, 359_228],
    [877_822, 877_822, 710_888, 541_718, 493_611],
    [5_934_441, 5_934_441, 4_809_062, 3_490_967, 3_172_252],
];
