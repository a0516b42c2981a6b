//! `optile new external`: what it writes is compiled, checked and run.

use std::fs;
use std::process::Command;

use crate::process::optile;

/// Runs a command and returns what it printed.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{text}\n{error}");
    text
}

#[test]
fn new_programs_are_right_and_count_like_the_strategy_that_they_are() {
    for language in ["python", "cpp"] {
        let home = tempfile::tempdir().unwrap();
        run(optile().current_dir(&home).args([
            "new",
            "external",
            "tested-mine",
            "--language",
            language,
        ]));
        let folder = home.path().join("tested-mine");
        if language == "cpp" {
            let compile = ["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "tested-mine"];
            run(Command::new("c++").current_dir(&folder).args(compile).arg("tested-mine.cpp"));
        }
        let checked = run(optile().current_dir(&home).args([
            "check",
            "--suite",
            "tested-mine/suite.toml",
            "--boards",
            "60",
            "--counts-as",
            "idastar:manhattan",
        ]));
        for line in [
            "tested-mine\n",
            "  ok    answers on 3x3: right on 60 boards",
            "  ok    answers on other boards: right on all",
            "  ok    counts as expected: ",
            "  ok    node limit: exact at 1, ",
            "  ok    time limit: kept at 100ms",
        ] {
            assert!(checked.contains(line), "{language}: no {line:?} in\n{checked}");
        }
        let some =
            ["run", "tested-mine/suite.toml", "--instance", "3x3-*", "--quiet", "--out", "results"];
        run(optile().current_dir(&home).args(some));
        let rows = home.path().join("results/results.jsonl");
        let rows = fs::read_to_string(rows).unwrap();
        assert!(rows.lines().any(|row| row.contains("\"strategy\":\"tested-mine\"")));
    }
}
