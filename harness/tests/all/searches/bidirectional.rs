//! Korf's hundred by searches from both ends: the recorded results keep the theorems, and
//! the chart of the page is drawn from them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use optile_results::rows::row::{Row, Status};
use serde::Deserialize;

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)
}

/// The arguments are those that the page names.
#[test]
fn the_chart_of_the_page_is_drawn_from_the_recorded_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("expansions.svg");
    let mut chart = Command::new(env!("CARGO_BIN_EXE_optile"));
    chart.arg("chart").arg(docs("bihs")).args(["--kind", "expansions", "--strategy", "*"]);
    let output = chart.arg("-o").arg(&file).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let kept = docs("bihs/expansions.svg");
    assert!(fs::read(file).unwrap() == fs::read(kept).unwrap(), "draw expansions.svg again");
}

/// A line that the example `bounds` of the package optile-bihs prints.
#[derive(Debug, Deserialize)]
struct Bounds {
    instance: String,
    length: u32,
    basic: u64,
    consistent: u64,
    astar: u64,
    astar_reverse: u64,
}

#[test]
fn recorded_searches_keep_the_theorems() {
    let results = optile_results::load(&docs("bihs")).unwrap();
    let file = fs::read_to_string(docs("bihs").join("bounds.jsonl")).unwrap();
    let bounds: Vec<Bounds> =
        file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let bounds = |row: &Row| bounds.iter().find(|line| line.instance == row.run.instance).unwrap();
    let solved = results.rows.iter().filter(|row| row.outcome.status == Status::Solved);
    let mut checked = 0;
    for row in solved {
        let bounds = bounds(row);
        let expanded = row.outcome.counters.expanded_before_last.unwrap();
        let case = format!("{} on {}: {expanded}, {bounds:?}", row.run.strategy, row.run.instance);
        assert_eq!(row.outcome.length(), Some(bounds.length), "{case}");
        assert!(expanded >= bounds.consistent, "{case}");
        let uses_consistency =
            ["bae", "dbbs", "tlbae"].iter().any(|name| row.run.strategy.starts_with(name));
        assert!(uses_consistency || expanded >= bounds.basic, "{case}");
        match row.run.strategy.as_str() {
            "astar:manhattan" => assert_eq!(expanded, bounds.astar, "{case}"),
            "astar-reverse:manhattan" => assert_eq!(expanded, bounds.astar_reverse, "{case}"),
            "nbs:manhattan" => assert!(expanded <= 2 * bounds.basic, "{case}"),
            _ => {}
        }
        checked += 1;
    }
    assert!(checked > 700, "only {checked} solved rows");
}
