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

/// Whether a compiler is here. Java is of Debian in .ci/run.
fn has(compiler: &str) -> bool {
    let found = Command::new(compiler).arg("--version").output().is_ok();
    assert!(found || compiler == "javac", "{compiler} is missing");
    if !found {
        eprintln!("{compiler} is missing: its programs are not examined");
    }
    found
}

/// Writes a new program, compiles it, and returns what `check` says.
fn checked(language: &str, plain: &[&str], more: &[&str]) -> Option<(tempfile::TempDir, String)> {
    let home = tempfile::tempdir().unwrap();
    let new = ["new", "external", "tested-mine", "--language", language];
    run(optile().current_dir(&home).args(new).args(plain));
    let folder = home.path().join("tested-mine");
    let cpp = ["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "tested-mine"];
    let java = ["-Werror", "-d", "."];
    let compiler: Option<(&str, &[&str])> = match language {
        "cpp" => Some(("c++", &cpp)),
        "java" => Some(("javac", &java)),
        _ => None,
    };
    if let Some((compiler, words)) = compiler {
        if !has(compiler) {
            return None;
        }
        let file = format!("tested-mine.{language}");
        run(Command::new(compiler).current_dir(&folder).args(words).arg(file));
    }
    let words = ["check", "--suite", "tested-mine/suite.toml", "--boards", "60"];
    let said = run(optile().current_dir(&home).args(words).args(more));
    Some((home, said))
}

#[test]
fn new_plain_programs_are_right() {
    for language in ["python", "cpp", "java"] {
        let Some((_, said)) = checked(language, &["--plain"], &["--time-limit", "1s"]) else {
            continue;
        };
        for line in [
            "tested-mine\n",
            "  ok    answers on 3x3 without a solution: right on 4 boards",
            "  ok    answers on 3x3: right on 60 boards",
            "  note  answers on other boards: right on all 86 boards, ",
            "  ok    counters: ",
        ] {
            assert!(said.contains(line), "{language}: no {line:?} in\n{said}");
        }
    }
}

#[test]
fn new_programs_are_right_and_count_like_the_strategy_that_they_are() {
    for language in ["python", "cpp", "java"] {
        let Some((home, checked)) = checked(language, &[], &["--counts-as", "idastar:manhattan"])
        else {
            continue;
        };
        for line in [
            "tested-mine\n",
            "  ok    answers on 3x3: right on 60 boards",
            "  ok    answers on other boards: right on all",
            "  ok    counts as expected: ",
            "  ok    node limit: exact at 1, ",
            // A virtual machine is slow in its first moments.
            if language == "java" { "" } else { "  ok    time limit: kept at 100ms" },
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
