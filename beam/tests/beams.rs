//! The page of CONTRIBUTING, and what a width decides.

use optile_beam::FAMILY;
use optile_core::{Counters, Meter, Path, PathChoice, Problem, Stop};
use optile_heuristics::Catalogue;
use optile_testkit::{random_problems, shortest_path};

fn solve(name: &str, problem: &Problem) -> (Result<Path, Stop>, Counters) {
    let strategy = (FAMILY.build)(&name.parse().unwrap(), &Catalogue::default()).unwrap();
    let mut meter = Meter::default();
    let end = strategy.solve(problem, PathChoice::Any, &mut meter);
    (end, *meter.counters())
}

#[test]
fn the_page_shows_this_crate() {
    let page = include_str!("../../CONTRIBUTING.md");
    let source = include_str!("../src/lib.rs");
    assert!(page.contains(&format!("```rust\n{source}```\n")), "CONTRIBUTING.md has another one");
}

#[test]
fn a_beam_that_keeps_every_state_is_breadth_first_and_a_narrow_one_may_find_nothing() {
    let (mut lost, mut longer) = (0, 0);
    for problem in random_problems("3x3".parse().unwrap(), 0, 20, 1) {
        let shortest = shortest_path(&problem).unwrap().len();
        let (end, counters) = solve("beam:zero,width=50000", &problem);
        assert_eq!(end.unwrap().len(), shortest, "{problem}");
        assert_eq!(counters.layers, shortest as u64 + 1);
        assert!(counters.deepest >= Some(shortest as u64));
        for width in [1, 2, 20] {
            let (end, counters) = solve(&format!("beam:manhattan,width={width}"), &problem);
            assert!(counters.expanded <= counters.layers * width);
            // Three successors at most, and four of the start.
            assert!(counters.peak_open <= Some(3 * width + 1), "{counters:?}");
            assert!(counters.peak_open > Some(width.min(2)), "{counters:?}");
            let depths = counters.layers - 1;
            assert!(counters.deepest == Some(depths) || counters.deepest == Some(depths + 1));
            match end {
                Ok(path) => longer += usize::from(path.len() > shortest),
                Err(stop) => {
                    assert_eq!(stop, Stop::NotFound);
                    lost += 1;
                }
            }
        }
    }
    assert!(lost > 0 && longer > 0, "{lost} {longer}");
}
