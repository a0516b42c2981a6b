//! What no clock of a run measures: the start of a program, and a harness that is stopped.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use optile_results::load;
use optile_results::rows::row::{Row, Status};

use super::ends::{chain, signal, written};
use super::processes::suite_of;
use crate::process::{optile, run};

/// Writes a suite of a heuristic, which is a line of shell, and of two boards. The second one has
/// no solution.
fn heuristic(home: &Path, script: &str, limits: &str) {
    let boards = "a\t1 2 3 4 5 6 7 0 8\t1\nb\t2 1 3 4 5 6 7 8 0\t-\n";
    fs::write(home.join("two.tsv"), boards).unwrap();
    let text = format!(
        "name = \"two\"\ninstances = [\"two.tsv\"]\nstrategies = [\"astar:tested-mine\"]\n{limits}\n\
         [[heuristic]]\nname = \"tested-mine\"\ncommand = [\"sh\", \"-c\", {script:?}]\n"
    );
    fs::write(home.join("two.toml"), text).unwrap();
}

/// The rows of the two boards.
fn rows(home: &Path, status: i32) -> [Row; 2] {
    let out = home.join("out");
    run(&out, &[home.join("two.toml").to_str().unwrap(), "--quiet"], status);
    let mut rows = load(&out).unwrap().rows;
    rows.sort_by(|a, b| a.run.instance.cmp(&b.run.instance));
    rows.try_into().unwrap()
}

/// The program was tried out before the first run, and then starts slowly.
#[test]
fn the_start_of_a_program_is_not_part_of_a_run() {
    const SLOWLY: &str = "if [ -e tried ]; then sleep 5; python3 -c 'import time\n\
                          while time.process_time() < 2: pass'; fi; : > tried; \
                          echo '{\"protocol\":1}'; n=0; \
                          while read a; do n=$((n+1)); echo \"{\\\"id\\\":$n,\\\"h\\\":0}\"; done";
    let home = tempfile::tempdir().unwrap();
    heuristic(home.path(), SLOWLY, "time_limit = \"2s\"\ncpu_limit = \"1s\"");
    let [a, b] = rows(home.path(), 0);
    assert_eq!(
        (a.outcome.status, b.outcome.status),
        (Status::Solved, Status::Unsolvable),
        "{a:?} {b:?}"
    );
    assert!(
        a.outcome.search_ns < 2_000_000_000 && a.outcome.cpu_ns.unwrap_or(0) < 1_000_000_000,
        "{a:?}"
    );
}

#[test]
fn a_board_without_a_solution_needs_no_program() {
    let home = tempfile::tempdir().unwrap();
    let once = "[ -e tried ] && exit 4; : > tried; echo '{\"protocol\":1}'; read a";
    heuristic(home.path(), once, "time_limit = \"60s\"");
    let [a, b] = rows(home.path(), 2);
    assert_eq!(
        (a.outcome.status, b.outcome.status),
        (Status::Crashed, Status::Unsolvable),
        "{a:?} {b:?}"
    );
    assert!(a.outcome.reason.as_ref().unwrap().contains("did not greet"), "{a:?}");
}

/// Starts a harness whose program answers as soon as there is a file `go`, and stops it, or it and
/// all processes above the program, for longer than any limit. Meanwhile the program answers.
fn answered_while_stopped(home: &Path, mut command: Command, is_all: bool) {
    command.args(["--quiet", "--out"]).arg(home.join("out"));
    let mut harness = command.spawn().unwrap();
    let [first] = written(home, ["first"]);
    let chain = chain(&first, &harness);
    let stopped = if is_all { &chain[1..] } else { &chain[chain.len() - 1..] };
    signal("-STOP", stopped);
    fs::write(home.join("go"), "").unwrap();
    thread::sleep(Duration::from_secs(10));
    signal("-CONT", stopped);
    assert!(harness.wait().unwrap().success());
    let row = load(&home.join("out")).unwrap().rows.remove(0);
    assert_eq!(row.outcome.status, Status::Solved, "{:?}", row.outcome.reason);
    // A worker that was not stopped itself knows when it has answered.
    let is_known = row.outcome.program_ns.is_some() && !is_all;
    assert!(!is_known || row.outcome.search_ns < 5_000_000_000, "{} ns", row.outcome.search_ns);
}

const WAITS: &str = "echo $$ > first; while [ ! -e go ]; do sleep 0.01; done";

#[test]
fn an_answer_that_came_while_the_harness_was_stopped_is_heard() {
    let external = |is_all| {
        let home = tempfile::tempdir().unwrap();
        let script = format!("{WAITS}; echo '{{\"id\":1,\"status\":\"solved\",\"moves\":\"r\"}}'");
        let suite = suite_of(home.path(), &format!("{script}; read a"), "time_limit = \"4s\"");
        let mut command = optile();
        command.arg("run").arg(suite);
        answered_while_stopped(home.path(), command, is_all);
    };
    let heuristic = |is_all| {
        let home = tempfile::tempdir().unwrap();
        let script = format!(
            "echo '{{\"protocol\":1}}'; n=0; while read a; do n=$((n+1)); {WAITS}; \
             echo \"{{\\\"id\\\":$n,\\\"h\\\":0}}\"; done"
        );
        heuristic(home.path(), &script, "time_limit = \"4s\"");
        let mut command = optile();
        command.args(["run", "--instance", "a"]).arg(home.path().join("two.toml"));
        answered_while_stopped(home.path(), command, is_all);
    };
    thread::scope(|scope| {
        scope.spawn(|| external(false));
        scope.spawn(|| external(true));
        scope.spawn(|| heuristic(false));
        scope.spawn(|| heuristic(true));
    });
}
