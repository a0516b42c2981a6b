//! Programs that keep `watch` and `check` waiting or give bad answers, and what is told of them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::process::{stderr, stdout};

/// Writes a suite of programs and heuristics, which are lines of shell, each after its greeting.
fn suite(home: &Path, kind: &str, programs: &[(&str, &str)]) {
    let mut text = "name = \"slow\"\ninstances = [\"smoke\"]\ntime_limit = \"500ms\"\n".to_owned();
    for (name, script) in programs {
        let script = format!("echo '{{\"protocol\":1}}'; {script}");
        text.push_str(&format!(
            "[[{kind}]]\nname = {name:?}\ncommand = [\"sh\", \"-c\", {script:?}]\n"
        ));
    }
    fs::write(home.join("suite.toml"), text).unwrap();
}

/// Runs optile with the suite, for at most this number of seconds.
fn within(seconds: u32, home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("timeout");
    command.args([&seconds.to_string(), env!("CARGO_BIN_EXE_optile")]).args(arguments);
    command.args(["--suite", "suite.toml"]).current_dir(home).env_remove("OPTILE_PDB_DIR");
    let output = command.output().unwrap();
    assert_ne!(output.status.code(), Some(124), "{arguments:?}: {}", stderr(&output));
    output
}

const TRACE: &str = r#"{"trace":[1,2,3,4,5,6,7,0,8],"g":0}"#;

#[test]
fn a_watched_program_has_the_time_limit_of_its_suite() {
    let home = tempfile::tempdir().unwrap();
    let endless = format!("read a; exec yes '{TRACE}'");
    suite(home.path(), "external", &[("silent", "exec sleep 300"), ("endless", &endless)]);
    for name in ["silent", "endless"] {
        let output = within(60, home.path(), &["watch", "123456708", "--strategy", name]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    }
    let output = within(60, home.path(), &["watch", "123456708", "--strategy", "endless"]);
    assert!(stderr(&output).contains("endless: killed after "), "{}", stderr(&output));
}

#[test]
fn a_heuristic_that_never_answers_costs_the_time_that_was_given() {
    let home = tempfile::tempdir().unwrap();
    suite(home.path(), "heuristic", &[("silent", "exec sleep 300")]);
    let limits = ["check", "silent", "--time", "200ms", "--time-limit", "100ms"];
    let output = within(60, home.path(), &limits);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stdout(&output).contains("no answer within 100"), "{}", stdout(&output));
}

#[test]
fn a_heuristic_without_a_valid_answer_is_not_started_for_each_board() {
    let home = tempfile::tempdir().unwrap();
    let script = "echo begun >> begun; read a; echo nonsense";
    suite(home.path(), "heuristic", &[("babbles", script)]);
    let output = within(120, home.path(), &["check", "babbles", "--time", "10m", "--boards", "50"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let text = stdout(&output);
    for topic in ["admissible", "consistent"] {
        assert!(text.contains(&format!("note  {topic}: not examined")), "{text}");
    }
    let begun = fs::read_to_string(home.path().join("begun")).unwrap();
    // Ten boards of each of three small sizes, and of the walks on four others.
    assert_eq!(begun.lines().count(), 70);
}

/// A heuristic that knows some large boards only, and never their goal.
#[test]
fn a_board_that_was_never_asked_for_is_not_quoted() {
    let home = tempfile::tempdir().unwrap();
    let script = r#"n=0; while read a; do n=$((n+1)); echo "{\"id\":$n,\"h\":40}"; done"#;
    suite(home.path(), "heuristic", &[("forty", script)]);
    let output = within(120, home.path(), &["check", "forty", "--time", "10m", "--boards", "1"]);
    let text = stdout(&output);
    assert!(text.contains("FAULT admissible") && !text.contains("but 0 after move"), "{text}");
}

#[test]
fn watch_says_why_a_program_shows_nothing() {
    let home = tempfile::tempdir().unwrap();
    let answer = |rest: &str| format!("read a; echo '{{\"id\":1,\"status\":\"{rest}}}'; read a");
    let [right, wrong, unsolvable] =
        ["solved\",\"moves\":\"r\"", "solved\",\"moves\":\"u\"", "unsolvable\""].map(answer);
    let programs = [
        (
            "malformed",
            "read a; echo '{\"trace\":[1,2],\"g\":0}'; read a",
            "showed the expansion",
            1,
        ),
        ("crashing", "read a; echo out of luck >&2; exit 3", "saying \"out of luck\"", 1),
        ("mute", &right, "shows no expansions", 1),
        ("lost", &wrong, "wrong: lost: the path ends at", 2),
        ("despairing", &unsolvable, "answers that a solvable problem is unsolvable", 2),
    ];
    suite(home.path(), "external", &programs.map(|(name, script, ..)| (name, script)));
    for (name, _, reason, status) in programs {
        let arguments = ["watch", "123456708", "--strategy", "bfs", "--strategy", name];
        let output = within(60, home.path(), &[&arguments[..], &["-o", "page.json"]].concat());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains(reason), "{said}");
        // What was watched before is kept.
        let page = fs::read_to_string(home.path().join("page.json")).unwrap();
        let document: serde_json::Value = serde_json::from_str(&page).unwrap();
        assert_eq!(document["searches"].as_array().unwrap().len(), 1, "{name}");
        assert_eq!(document["searches"][0]["strategy"], "bfs", "{name}");
    }
}
