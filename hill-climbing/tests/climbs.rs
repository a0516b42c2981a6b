//! What each option changes.

use optile_core::{
    Board, Counters, Heuristics, Meter, Path, PathChoice, Problem, Rect, Size, Stop,
};
use optile_heuristics::{Catalogue, Manhattan};
use optile_hill_climbing::FAMILY;
use optile_testkit::{random_problems, walk};

fn solve(name: &str, problem: &Problem) -> (Result<Path, Stop>, Counters) {
    let spec = name.parse().unwrap();
    FAMILY.check(&spec, &Catalogue::default().list()).unwrap();
    let strategy = (FAMILY.build)(&spec, &Catalogue::default()).unwrap();
    let mut meter = Meter::default();
    let end = strategy.solve(problem, PathChoice::Any, &mut meter);
    (end, *meter.counters())
}

/// Random 8-puzzles, and some near their goals.
fn problems() -> Vec<Problem> {
    let eight: Size = "3x3".parse().unwrap();
    let mut problems = random_problems(eight, 4, 40, 3);
    let goal = *problems[0].goal();
    problems.extend((0..40).map(|seed| walk(&goal, 4 + seed as usize % 9, seed)));
    problems
}

/// How many of the problems a strategy solves.
fn solved(name: &str) -> usize {
    problems().iter().filter(|problem| solve(name, problem).0.is_ok()).count()
}

#[test]
fn a_way_that_only_leads_down_is_as_short_as_the_estimate() {
    let estimator = Manhattan.estimator("3x3".parse().unwrap(), 4);
    let mut found = 0;
    for problem in problems() {
        for kind in ["steepest", "first", "random"] {
            let (end, counters) = solve(&format!("hill-climbing:manhattan,kind={kind}"), &problem);
            let start = problem.task::<Rect<3, 3>>(PathChoice::Any).unwrap().start;
            let h = Rect::<3, 3>::estimates(&*estimator).of_state(&start);
            match end {
                Ok(path) => {
                    assert_eq!(counters.deepest, Some(h.into()));
                    assert_eq!(path.len() as u32, h);
                    assert!(path.verify(&problem).is_ok());
                    found += 1;
                }
                Err(stop) => assert_eq!(stop, Stop::NotFound),
            }
            assert!(counters.deepest <= Some(counters.expanded), "each expansion makes a move");
            assert!(counters.expanded <= u64::from(h) + 1, "each expansion leads down, or ends it");
        }
    }
    assert!(found > 10);
}

#[test]
fn sideways_moves_and_restarts_find_more() {
    let least = solved("hill-climbing:misplaced");
    let with = ["sideways=20", "restarts=30", "sideways=20,restarts=30"]
        .map(|options| solved(&format!("hill-climbing:misplaced,{options}")));
    assert!(with[..2].iter().all(|&more| least < more && more <= with[2]), "{least} {with:?}");
}

#[test]
fn the_first_lower_successor_needs_fewer_estimates() {
    let evaluated = |kind: &str| {
        let name = format!("hill-climbing:manhattan,kind={kind}");
        problems()
            .iter()
            .map(|problem| {
                let (_, counters) = solve(&name, problem);
                counters.evaluated as f64 / counters.expanded.max(1) as f64
            })
            .sum::<f64>()
    };
    assert!(evaluated("first") < evaluated("steepest"));
}

#[test]
fn random_choices_follow_from_the_seed() {
    let paths = |seed: usize| {
        let name = format!("hill-climbing:manhattan,kind=random,restarts=40,seed={seed}");
        problems().iter().map(|problem| solve(&name, problem)).collect::<Vec<_>>()
    };
    assert!(paths(1) == paths(1));
    assert!(paths(1) != paths(2));
}
