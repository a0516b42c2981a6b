//! Searches that may find nothing: the example of CONTRIBUTING.md, and a program.

use std::fs;

use optile_core::{Meter, PathChoice, Session, Stop};
use optile_heuristics::Catalogue;
use optile_testkit::random_problem;

use super::beam;
use crate::process::optile;

const PAGE: &str = include_str!("../../../../CONTRIBUTING.md");

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

#[test]
fn the_page_shows_the_beam_search_that_conforms() {
    let source = include_str!("beam.rs");
    assert!(PAGE.contains(&format!("```rust\n{source}```\n")), "CONTRIBUTING.md has another one");
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

const PROGRAM: &str = r#"
import json, sys

print(json.dumps({"protocol": 1, "program": "lazy"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "status": "not-found", "expanded": 1}
    if request["start"] == request["goal"]:
        answer = {"id": request["id"], "status": "solved", "moves": "", "expanded": 0}
    print(json.dumps(answer), flush=True)
"#;

#[test]
fn a_program_that_finds_nothing_is_right_if_it_may_fail_and_wrong_if_not() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("lazy.py"), PROGRAM).unwrap();
    for (promise, exit, said) in [("may fail", 0, "found nothing"), ("any path", 2, "wrong on")] {
        let suite = format!(
            "name = \"lazy\"\ninstances = [\"smoke\"]\nstrategies = [\"lazy\", \"bidir\"]\n\
             [[external]]\nname = \"lazy\"\ncommand = [\"python3\", \"lazy.py\"]\n\
             promise = \"{promise}\"\n"
        );
        fs::write(home.path().join("suite.toml"), suite).unwrap();
        let run = ["run", "suite.toml", "--instance", "3x3-*", "--quiet", "--overwrite"];
        let command = optile().current_dir(&home).args(run).args(["--out", "results"]).output();
        let output = command.unwrap();
        assert_eq!(output.status.code(), Some(exit), "{promise}: {output:?}");
        let rows = fs::read_to_string(home.path().join("results/results.jsonl")).unwrap();
        let lazy: Vec<_> =
            rows.lines().filter(|row| row.contains("\"strategy\":\"lazy\"")).collect();
        let status = if exit == 0 { "not-found" } else { "wrong" };
        let is_so = |row: &&&str| row.contains(&format!("\"status\":\"{status}\""));
        assert!(lazy.len() > 1 && lazy.iter().filter(is_so).count() >= lazy.len() - 1, "{rows}");
        assert!(!lazy.iter().any(|row| row.contains("unsolvable")), "{rows}");
        let output = optile().current_dir(&home).args(["report", "results"]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(said), "{promise}: {output:?}");
        let page = fs::read_to_string(home.path().join("results/report.html")).unwrap();
        assert_eq!(page.contains("not found"), exit == 0);

        let check = ["check", "lazy", "--suite", "suite.toml", "--boards", "40", "--quiet"];
        let output = optile().current_dir(&home).args(check).output().unwrap();
        assert_eq!(output.status.code(), Some(exit), "{promise}: {output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let said = ["39 not found", "finds no path"][usize::from(exit == 2)];
        assert!(text.contains(said), "{promise}: {text}");
    }
}
