//! The conformance suite, run on a search with an option, the example of CONTRIBUTING.md, and on
//! searches with faults.

#[expect(unreachable_pub, reason = "it is the text of a crate of its own")]
mod deepening;
mod mistaken;
mod mistakes;

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
