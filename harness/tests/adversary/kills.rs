//! Runs that are killed at any moment, several times each.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rand::RngExt;

use crate::essence::essence;
use crate::{attack, attacks, optile, said};

const PLAN: [&str; 10] = [
    "run",
    "smoke",
    "--strategy",
    "idastar:manhattan",
    "--strategy",
    "retrograde",
    "--node-limit",
    "20000",
    "--repeat",
    "1",
];

/// A run is killed up to eight times, and then it may end.
#[test]
fn killed_runs_end_with_the_same_rows() {
    let home = tempfile::tempdir().unwrap();
    let whole = home.path().join("whole");
    let run = |out: &Path| {
        let mut command = optile();
        command.args(PLAN).arg("--quiet").arg("--out").arg(out);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    said(&run(&whole).output().unwrap(), "the whole run");
    let whole = essence(&whole);
    for number in 0..attacks(3) {
        let (mut random, name) = attack(3, number);
        let out = home.path().join(number.to_string());
        for _ in 0..random.random_range(1..8) {
            let mut process = run(&out).spawn().unwrap();
            thread::sleep(Duration::from_micros(random.random_range(0..150_000)));
            // It may have ended before.
            let _ = process.kill();
            let output = process.wait_with_output().unwrap();
            assert!(
                output.stderr.is_empty(),
                "{name}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        let output = run(&out).output().unwrap();
        let words = said(&output, &name);
        assert!(output.status.success(), "{name}: {words}");
        assert_eq!(essence(&out), whole, "{name}");
        fs::remove_dir_all(out).unwrap();
    }
}
