//! The suite of the searches that courses compare, and paths of tens of thousands of moves.

use std::collections::BTreeMap;
use std::fs;

use optile_core::{Path, Problem};

use crate::process::{optile, run, stdout};

/// The board of a course on which depth-first search finds 46,142 moves.
const START: &str = "618402735";

#[test]
fn the_suite_has_every_search_and_its_page_has_room_for_long_paths() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results");
    run(&results, &["textbook", "--quiet"], 0);
    let mut reader = csv::Reader::from_path(results.join("results.csv")).unwrap();
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 12 * 12);
    let (mut longest, mut lost) = (0, 0);
    for row in &rows {
        let [strategy, length, optimal] =
            ["strategy", "length", "optimal"].map(|name| row[name].as_str());
        match row["promise"].as_str() {
            "may fail" if row["status"] == "not-found" => lost += 1,
            _ => assert_eq!(row["status"], "solved", "{strategy}"),
        }
        assert!(row["promise"] != "optimal" || length == optimal, "{strategy}");
        longest = longest.max(length.parse().unwrap_or(0));
    }
    assert!(lost > 0 && longest > 50_000, "{lost} {longest}");
    // Of the twelve paths of `dfs`, six have more than 40,000 letters.
    let page = fs::metadata(results.join("report.html")).unwrap().len();
    assert!(page < 2_000_000, "{page} bytes");
}

#[test]
fn a_long_path_is_shown_and_checked() {
    let solve = |more: &[&str]| {
        let line = ["solve", "--goal", "blank-first", START];
        stdout(&optile().args(line).args(more).output().unwrap())
    };
    let json = solve(&["--strategy", "dfs", "--json"]);
    let row: serde_json::Value = serde_json::from_str(&json).unwrap();
    let moves = row["moves"].as_str().unwrap();
    let path: Path = moves.parse().unwrap();
    let problem: Problem = "6 1 8 / 4 0 2 / 7 3 5 -> 0 1 2 / 3 4 5 / 6 7 8".parse().unwrap();
    assert!(path.verify(&problem).is_ok() && path.len() == 46_142);
    let shown = solve(&["--strategy", "dfs", "--show"]);
    assert!(shown.contains("\nstart ") && shown.contains(" 46142 l\n"));
    let checked = solve(&["--check", moves]);
    assert!(checked.starts_with("46,142 moves to the goal; a shortest path has 20: "), "{checked}");
}
