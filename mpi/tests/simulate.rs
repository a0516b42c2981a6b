//! The command `simulate`, as a user starts it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn simulate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile-mpi"));
    command.arg("simulate").args(arguments).output().unwrap()
}

/// The results of the easiest of Korf's instances on 1, 2 and 4 ranks.
fn results(folder: &Path, strategy: &str, more: &[&str]) -> Value {
    let out = folder.to_str().unwrap();
    let mut arguments = vec!["korf100", "--instance", "79", "--strategy", strategy, "--out", out];
    arguments.extend(["--ranks", "4,2", "--quiet"]);
    arguments.extend(more);
    let output = simulate(&arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""));
    let text = fs::read_to_string(folder.join("simulation.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["runs"].take()
}

fn numbers(runs: &Value, name: &str) -> Vec<u64> {
    runs.as_array().unwrap().iter().map(|run| run[name].as_u64().unwrap()).collect()
}

#[test]
fn a_simulation_has_the_same_results_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    for strategy in ["hda-mpi:manhattan", "hda-mpi:manhattan,exchange=anytime,owner=tiles"] {
        let runs = results(&first, strategy, &[]);
        assert_eq!(runs, results(&second, strategy, &[]));
        assert_eq!(numbers(&runs, "ranks"), [1, 2, 4]);
        assert_eq!(numbers(&runs, "length"), [42; 3]);
    }
    let table = fs::read_to_string(first.join("simulation.csv")).unwrap();
    assert_eq!(table.lines().count(), 4);
}

/// One rank sends nothing, so its time is that of its expansions alone. The counts in steps are
/// those of `hda` on as many threads, which its own tests pin.
#[test]
fn time_is_computed_from_the_rate_and_from_the_network() {
    let folder = tempfile::tempdir().unwrap();
    let slow = ["--rate", "1M", "--latency", "1ms"];
    let runs = results(folder.path(), "hda-mpi:manhattan", &slow);
    let (expanded, times) = (numbers(&runs, "expanded"), numbers(&runs, "time_ns"));
    assert!(times[0].abs_diff(expanded[0] * 1000) < 1_000_000, "{times:?}");
    // Each step waits for a millisecond at least.
    assert!(times[1] > times[0], "{times:?}");
    let fast = [
        ["--rate", "1M"],
        ["--latency", "1ns"],
        ["--overhead", "1ns"],
        ["--packing", "0"],
        ["--network", "1000"],
    ]
    .concat();
    let runs = results(folder.path(), "hda-mpi:manhattan", &fast);
    assert_eq!(numbers(&runs, "expanded"), expanded);
    let times = numbers(&runs, "time_ns");
    let least = [times[0], expanded[1] * 500, expanded[2] * 250];
    for (time, least) in times.iter().zip(least) {
        assert!((least..least * 3 / 2).contains(time), "{times:?}, at least {least}");
    }
}

#[test]
fn the_chart_can_be_drawn_again() {
    let folder = tempfile::tempdir().unwrap();
    results(folder.path(), "hda-mpi:manhattan", &[]);
    let again = folder.path().join("again.svg");
    let arguments = ["--draw", folder.path().to_str().unwrap(), "--chart", again.to_str().unwrap()];
    assert_eq!(simulate(&arguments).status.code(), Some(0));
    let [first, second] =
        [folder.path().join("speed-up.svg"), again].map(|file| fs::read(file).unwrap());
    assert!(first == second && first.starts_with(b"<svg"));
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    for (arguments, message) in [
        (&["korf100", "--strategy", "idastar-mpi:manhattan", "--out", out][..], "family hda-mpi"),
        (&["korf100", "--strategy", "hda-mpi:manhattan,ranks=2", "--out", out], "--ranks"),
        (&["korf100", "--strategy", "hda-mpi:manhattan,threads=2", "--out", out], "one thread"),
        (&["--strategy", "hda-mpi:manhattan", "--out", out], "no instances"),
        (
            &["korf100", "--strategy", "hda-mpi:manhattan", "--rate", "0", "--out", out],
            "--rate is 0",
        ),
        (&["korf100", "--strategy", "hda-mpi:manhattan", "--network=0", "--out", out], "--network"),
        (&["--draw", out, "--chart", "x.svg"], "expected results of `optile-mpi simulate`"),
    ] {
        let output = simulate(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(error.contains(message), "{error}");
        assert!(!Path::new(out).exists(), "{arguments:?}");
    }
}
