//! What `run` writes about the time of its ranks.

use std::fs;
use std::path::Path;
use std::process::Command;

use optile_results::load;
use optile_results::rank_time::{RankTime, runs};

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

fn lines(out: &Path) -> Vec<RankTime> {
    load(out).unwrap().ranks
}

#[test]
fn a_run_that_is_continued_keeps_the_earlier_lines() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let said = run(&out, &[], 0);
    assert!(said.contains("Of the time of all ranks, "), "{said}");
    // The table of `optile run`.
    assert!(said.lines().next().unwrap().trim_start().starts_with("strategy "), "{said}");
    assert!(said.contains("\n hda-mpi:manhattan,ranks=2,threads=1 "), "{said}");
    let first = lines(&out);
    let of_runs: Vec<usize> = runs(&first).map(<[RankTime]>::len).collect();
    assert_eq!(of_runs, [2, 2]);
    assert!(first.iter().all(|line| line.strategy == "hda-mpi:manhattan,ranks=2,threads=1"));
    assert!(first.iter().all(|line| line.messages > 0 && line.sent_bytes > 0));
    // Without its last row, one run is made again.
    let rows = fs::read_to_string(out.join("results.jsonl")).unwrap();
    let (kept, _) = rows.trim_end().rsplit_once('\n').unwrap();
    fs::write(out.join("results.jsonl"), format!("{kept}\n")).unwrap();
    run(&out, &[], 0);
    let again = lines(&out);
    assert_eq!(again.len(), 6);
    assert_eq!(again[..4], first);
    run(&out, &["--overwrite"], 0);
    assert_eq!(lines(&out).len(), 4);
}

#[test]
fn a_faulty_file_is_named_before_the_first_run() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    run(&out, &["--quiet"], 0);
    let file = out.join("ranks.csv");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen(",1,", ",one,", 1)).unwrap();
    // As in a folder of an older version. With a checksum, any change is found.
    fs::remove_file(out.join("checksums.txt")).unwrap();
    let said = run(&out, &[], 1);
    assert!(said.contains("ranks.csv:3: invalid digit found"), "{said}");
}
