//! Programs that keep `watch` and `check` waiting or give bad answers, and what is told of them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{optile, stderr, stdout};

/// Writes a suite of programs or heuristics, which are lines of shell. Each greets first, unless it
/// does so itself.
fn suite(home: &Path, kind: &str, programs: &[(&str, &str)]) {
    let mut text = "name = \"slow\"\ninstances = [\"smoke\"]\ntime_limit = \"500ms\"\n".to_owned();
    for (name, script) in programs {
        let greeting = if script.contains("protocol") { "" } else { GREETING };
        let script = format!("{greeting}{script}");
        text.push_str(&format!(
            "[[{kind}]]\nname = {name:?}\ncommand = [\"sh\", \"-c\", {script:?}]\n"
        ));
    }
    fs::write(home.join("suite.toml"), text).unwrap();
}

const GREETING: &str = "echo '{\"protocol\":1}'; ";

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
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("{name}: killed after ")), "{said}");
    }
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
        ("absent", "echo gone >&2; exit # no protocol", "did not greet: it ended with", 1),
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

/// Runs optile with the suite, and interrupts it once as soon as there is a file of this name.
fn interrupted_at(file: &str, home: &Path, arguments: &[&str]) -> Output {
    let mut command = optile();
    command.args(arguments).args(["--suite", "suite.toml"]).current_dir(home);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    let mut asked = None;
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
        }
        if asked.is_none() && home.join(file).exists() {
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
            asked = Some(Instant::now());
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let time = asked.map(|asked| asked.elapsed());
    assert!(time.is_some_and(|time| time < Duration::from_secs(10)), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    output
}

#[test]
fn an_interrupted_watch_shows_what_was_watched() {
    let home = tempfile::tempdir().unwrap();
    let programs = [
        ("silent", "read a; : > asked; exec sleep 300"),
        ("ungreeting", ": > starting; sleep 300; echo protocol"),
    ];
    suite(home.path(), "external", &programs);
    for (name, file) in [("silent", "asked"), ("ungreeting", "starting")] {
        let arguments = ["watch", "123456708", "--strategy", "bfs", "--strategy", name];
        let output =
            interrupted_at(file, home.path(), &[&arguments[..], &["-o", "page.json"]].concat());
        let said = stderr(&output);
        assert!(said.contains(&format!("{name}: interrupted")), "{said}");
        let page = home.path().join("page.json");
        assert!(fs::read_to_string(&page).unwrap().contains(r#""strategy":"bfs""#), "{name}");
        fs::remove_file(page).unwrap();
    }
}

#[test]
fn what_was_found_is_told_when_a_program_does_not_start_again() {
    let answer = "echo '{\"protocol\":1}'; read a; echo nonsense";
    let found = |output: &Output, heading: &str| {
        let text = stdout(output);
        assert!(text.starts_with(heading), "{text}");
        assert!(text.contains("FAULT answers: fails on 1 of 1 board"), "{text}");
    };
    let home = tempfile::tempdir().unwrap();
    let script = format!("[ -e begun ] && : > again && sleep 300; : > begun; {answer}");
    suite(home.path(), "heuristic", &[("late", &script)]);
    let output = interrupted_at("again", home.path(), &["check", "late"]);
    found(&output, "late (interrupted: this was found before)\n");

    let home = tempfile::tempdir().unwrap();
    let script = format!("[ -e begun ] && exit 4; : > begun; {answer}");
    suite(home.path(), "heuristic", &[("once", &script)]);
    let output = within(60, home.path(), &["check", "once"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("did not greet"), "{}", stderr(&output));
    found(&output, "once\n");
}
