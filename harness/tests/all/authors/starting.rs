//! A program that does not start costs only its own runs.

use std::fs;

use optile_results::load;
use optile_results::rows::row::Status;

use crate::process::optile;

/// The strategy of a run, how it ended, and why.
type Ending = (String, Status, String);

/// Runs a suite with these programs and a strategy: the exit status, and what is said on standard
/// output and standard error.
fn ran(strategies: &str, command: &str) -> (Option<i32>, [String; 2], Vec<Ending>) {
    let home = tempfile::tempdir().unwrap();
    let suite = format!(
        "name = \"two\"\ninstances = [\"smoke\"]\nfirst = 6\nstrategies = [{strategies}]\n\
         [[external]]\nname = \"tested-mute\"\ncommand = [\"python3\", \"-c\", {command:?}]\n"
    );
    fs::write(home.path().join("two.toml"), suite).unwrap();
    let words = ["run", "two.toml", "--out", "results"];
    let output = optile().current_dir(&home).args(words).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let rows = load(&home.path().join("results")).map_or(Vec::new(), |results| results.rows);
    let rows = rows.into_iter().map(|row| {
        (
            row.run.strategy.clone(),
            row.outcome.status,
            row.outcome.reason.clone().unwrap_or_default(),
        )
    });
    (output.status.code(), said, rows.collect())
}

#[test]
fn a_program_that_does_not_greet_costs_only_its_own_runs() {
    let (exit, [out, error], rows) = ran("\"bfs\", \"tested-mute\"", "raise SystemExit(7)");
    assert_eq!(exit, Some(2), "{error}");
    assert_eq!(rows.len(), 12);
    let reason = "program \"tested-mute\" did not greet: it ended with exit status: 7";
    for (strategy, status, why) in rows {
        let expected = match &*strategy {
            "bfs" => (Status::Solved, String::new()),
            _ => (Status::Crashed, reason.to_owned()),
        };
        assert_eq!((status, why), expected, "{strategy}");
    }
    // Who failed how comes first, and equal faults are one line.
    let error = error.replace('\n', " ");
    assert!(error.contains("crashed: tested-mute on 6 runs, the first is \"2x2-1\": "), "{error}");
    let table: Vec<Vec<&str>> =
        out.lines().take(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(table[0], ["how", "runs", "ended", "solved", "crashed"]);
    assert_eq!(table[1..], [vec!["bfs", "6", "0"], vec!["tested-mute", "0", "6"]]);
}

#[test]
fn without_another_strategy_a_mistake_in_a_command_is_told_before_any_run() {
    let (exit, [_, error], rows) = ran("\"tested-mute\"", "raise SystemExit(7)");
    assert_eq!((exit, rows.len()), (Some(1), 0), "{error}");
    assert!(error.contains("did not greet: it ended with exit status: 7"), "{error}");
}
