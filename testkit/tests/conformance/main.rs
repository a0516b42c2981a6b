//! The conformance suite, run on a search that may find nothing: the example of CONTRIBUTING.md.

#[expect(unreachable_pub, reason = "it is the text of a crate of its own")]
mod beam;
#[expect(unreachable_pub, reason = "it is the text of a crate of its own")]
mod deepening;
mod mistaken;
mod mistakes;

use optile_core::{Meter, PathChoice, Session, Stop};
use optile_heuristics::Catalogue;
use optile_testkit::random_problem;

mod conformance {
    optile_testkit::conformance!(
        super::beam::FAMILY,
        optile_heuristics::Catalogue::default(),
        describes_itself,
        solves_eight_puzzles_of_every_length_and_goal,
        gives_the_lexicographically_smallest_path,
        solves_boards_of_every_size,
        solves_longer_walks_on_uneven_boards,
        meets_every_requirement,
        obeys_interrupts,
        shows_every_expansion_of_a_watched_search,
    );
}

mod with_an_option {
    optile_testkit::conformance!(
        super::deepening::FAMILY,
        optile_heuristics::Catalogue::default(),
        describes_itself,
        solves_eight_puzzles_of_every_length_and_goal,
        gives_the_lexicographically_smallest_path,
        meets_every_requirement_with_every_option,
    );
}

#[test]
fn the_page_shows_the_beam_search_that_conforms() {
    let page = include_str!("../../../CONTRIBUTING.md");
    let source = include_str!("beam.rs");
    assert!(page.contains(&format!("```rust\n{source}```\n")), "CONTRIBUTING.md has another one");
}

#[test]
fn the_page_explains_options_and_values_with_code_that_conforms() {
    let page = include_str!("../../../CONTRIBUTING.md");
    let source = include_str!("deepening.rs");
    for title in ["\n## Options\n", "\n## Estimates along a path\n"] {
        let (_, section) = page.split_once(title).expect(title);
        let section = section.split("\n## ").next().unwrap();
        let blocks: Vec<&str> = section.split("```rust\n").skip(1).collect();
        assert!(!blocks.is_empty(), "{title}");
        for block in blocks.iter().map(|rest| rest.split("```").next().unwrap()) {
            assert!(source.contains(block), "deepening.rs has no\n{block}");
        }
    }
}

#[test]
fn a_beam_that_drops_all_paths_finds_nothing() {
    let build = beam::FAMILY.build;
    let strategy = build(&"beam:zero".parse().unwrap(), &Catalogue::default()).unwrap();
    let mut session = Session::new(strategy);
    // Among equal estimates it keeps the least words, and that of this goal is great.
    let is_lost = (0..20).any(|seed| {
        let problem = random_problem("3x3".parse().unwrap(), 0, seed);
        let end = session.solve(&problem, PathChoice::Any, &mut Meter::default());
        end == Err(Stop::NotFound)
    });
    assert!(is_lost);
}
