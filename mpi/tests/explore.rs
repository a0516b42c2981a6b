//! The command `explore`, as a user starts it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

fn explore(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile-mpi"));
    command.args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let output = explore(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What the command says on standard error before it ends with status 1.
fn error(arguments: &[&str]) -> String {
    let output = explore(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert_eq!(text(&output.stdout), "");
    text(&output.stderr)
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn three_ranks_print_the_8_puzzle() {
    let output = explore(&["--local", "3", "explore", "--size", "3x3", "--quiet"]);
    assert_eq!(output.status.code(), Some(0));
    let out = text(&output.stdout);
    for line in [
        "3x3: 181,440 states, the farthest 31 moves from the goal, whose blank is at cell 8.",
        "  6 4 7 / 8 5 0 / 3 2 1",
        "  8 6 7 / 2 5 4 / 3 0 1",
        "The counts are as in OEIS A089473 at every distance.",
    ] {
        assert!(out.lines().any(|found| found == line), "{line} in {out}");
    }
    let headings = out.lines().next().unwrap();
    assert_eq!(headings, "distance  states  on a logarithmic scale");
}

#[test]
fn ranks_and_threads_change_no_count() {
    let one = json(&["explore", "--size", "5x2", "--json"]);
    assert_eq!(one["states"], 1_814_400);
    let arguments = ["--local", "3", "explore", "--size", "2x5", "--json", "--threads", "2"];
    assert_eq!(json(&arguments)["counts"], one["counts"], "{arguments:?}");
    let on = |ranks| json(&["--local", ranks, "explore", "--size", "2x5", "--json"]);
    let (on_two, on_seven) = (on("2"), on("7"));
    assert_eq!(on_seven["counts"], on_two["counts"]);
    assert_eq!(on_two["bytes_sent"], 677_600);
}

/// Whenever the process is killed, a complete checkpoint is left.
#[test]
fn a_killed_exploration_continues_on_another_number_of_ranks() {
    let parent = tempfile::tempdir().unwrap();
    let file = parent.path().join("checkpoint");
    let given = ["explore", "--size", "3x4", "--json", "--checkpoint", name(&file)];
    let mut first = Command::new(env!("CARGO_BIN_EXE_optile-mpi"))
        .args([&["--local", "3"][..], &given, &["--every", "1"]].concat())
        .spawn()
        .unwrap();
    while !file.exists() {
        assert!(first.try_wait().unwrap().is_none(), "it has ended before a checkpoint");
        thread::sleep(Duration::from_millis(5));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let second = explore(&[&["--local", "2"][..], &given].concat());
    assert!(text(&second.stderr).contains("continuing at distance"), "{}", text(&second.stderr));
    let found: serde_json::Value = serde_json::from_slice(&second.stdout).unwrap();
    assert_eq!((&found["states"], &found["radius"]), (&239_500_800.into(), &53.into()));
    assert_eq!(fs::read_dir(&parent).unwrap().count(), 0, "the checkpoint is left");
}

#[test]
fn what_is_not_possible_is_said_once() {
    let too_many = error(&["--local", "9", "explore", "--size", "3x3"]);
    assert_eq!(
        too_many,
        "error: the space has 8 parts, which is too few for 9 ranks: start at most 8\n"
    );
    let memory = ["--local", "2", "explore", "--size", "2x6", "--memory-limit", "1MB"];
    assert!(error(&memory).contains("but the limit is 1.00\u{a0}MB: start more ranks"));
    let folder = ["--local", "2", "explore", "--size", "3x3", "--checkpoint", "/dev/null/x"];
    assert!(error(&folder).contains("expected a file in an existing folder"));
    let too_large = error(&["explore", "--size", "5x5"]);
    assert!(too_large.contains("expected at most 20 cells"));
}

/// What a shell's limit of the address space leaves.
#[test]
fn a_rank_that_may_not_use_the_memory_is_named() {
    let program = env!("CARGO_BIN_EXE_optile-mpi");
    let command = format!("ulimit -v 1000000 && exec {program} --local 2 explore --size 2x7");
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.starts_with("error: rank 0 on "), "{said}");
    assert!(said.contains(", but `ulimit -v` leaves it "), "{said}");
}
