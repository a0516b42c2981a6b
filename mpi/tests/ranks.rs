//! What `run` prints about its ranks.

use std::fs;
use std::path::Path;
use std::process::Command;

use optile_results::load;

/// Runs HDA* on two ranks, on two 15-puzzles.
fn run(out: &Path, arguments: &[&str], status: i32) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_optile-mpi"))
        .args(["--local", "2", "run", "smoke", "--instance", "4x4-1", "--instance", "4x4-2"])
        .args(["--strategy", "hda-mpi:manhattan", "--out", out.to_str().unwrap()])
        .args(arguments)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{error}");
    String::from_utf8(output.stdout).unwrap() + &error
}

#[test]
fn a_run_prints_the_shares_of_time_and_can_be_continued() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let said = run(&out, &[], 0);
    assert!(said.contains("Of the time of all ranks, "), "{said}");
    // The table of `optile run`.
    assert!(said.lines().next().unwrap().trim_start().starts_with("strategy "), "{said}");
    assert!(said.contains("\n hda-mpi:manhattan,ranks=2,threads=1 "), "{said}");
    // Without its last row, one run is made again.
    let rows = fs::read_to_string(out.join("results.jsonl")).unwrap();
    let (kept, _) = rows.trim_end().rsplit_once('\n').unwrap();
    fs::write(out.join("results.jsonl"), format!("{kept}\n")).unwrap();
    let said = run(&out, &[], 0);
    assert!(said.contains("They sent each other "), "{said}");
    assert_eq!(load(&out).unwrap().rows.len(), 2);
}
