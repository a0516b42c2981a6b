//! The command `simulate`, as a user starts it.

use std::path::Path;
use std::process::{Command, Output};

use optile_results::difference::Purpose;
use optile_results::files::Part;
use optile_results::merging::merge;
use optile_results::row::Row;
use optile_results::{Results, load};

fn simulate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile-mpi"));
    command.arg("simulate").args(arguments).output().unwrap()
}

/// The results of the easiest of Korf's instances on 1, 2 and 4 ranks.
fn results(folder: &Path, strategy: &str, more: &[&str]) -> Results {
    let out = folder.to_str().unwrap();
    let mut arguments = vec!["korf100", "--instance", "79", "--strategy", strategy, "--out", out];
    arguments.extend(["--ranks", "4,2", "--quiet", "--overwrite"]);
    arguments.extend(more);
    let output = simulate(&arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""));
    let mut results = load(folder).unwrap();
    results.rows.sort_by_key(|row| {
        results.record.strategies.iter().position(|strategy| *strategy == row.strategy)
    });
    results
}

/// On 1, 2 and 4 ranks.
fn expansions(results: &Results) -> Vec<u64> {
    results.rows.iter().map(|row| row.expanded.unwrap()).collect()
}

fn times(results: &Results) -> Vec<u64> {
    results.rows.iter().map(|row| row.search_ns).collect()
}

#[test]
fn a_simulation_has_the_same_results_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    for strategy in ["hda-mpi:manhattan", "hda-mpi:manhattan,exchange=anytime"] {
        let [a, b] = [&first, &second].map(|folder| results(folder, strategy, &[]));
        assert_eq!((times(&a), expansions(&a)), (times(&b), expansions(&b)));
        let names = [1, 2, 4].map(|ranks| format!("{strategy},ranks={ranks},threads=1"));
        assert_eq!(a.record.strategies, names);
        assert!(a.rows.iter().all(|row| (row.length, row.optimal) == (Some(42), Some(42))));
        // A line for each rank of each run.
        let mut ranks = [a.ranks, b.ranks].map(|mut lines| {
            lines.sort_unstable();
            lines
        });
        assert_eq!((ranks[0].len(), ranks[0].pop()), (7, ranks[1].pop()));
    }
}

/// One rank sends nothing, so its time is that of its expansions alone. The counts in steps are
/// those of `hda` on as many threads, which its own tests pin.
#[test]
fn time_is_computed_from_the_rate_and_from_the_network() {
    let folder = tempfile::tempdir().unwrap();
    let slow = ["--rate", "1M", "--latency", "1ms"];
    let slow = results(folder.path(), "hda-mpi:manhattan", &slow);
    let (expanded, slow) = (expansions(&slow), times(&slow));
    assert!(slow[0].abs_diff(expanded[0] * 1000) < 1_000_000, "{slow:?}");
    // Each step waits for a millisecond at least.
    assert!(slow[1] > slow[0], "{slow:?}");
    let fast = [
        ["--rate", "1M"],
        ["--latency", "1ns"],
        ["--overhead", "1ns"],
        ["--packing", "0"],
        ["--network", "1000"],
    ]
    .concat();
    let fast = results(folder.path(), "hda-mpi:manhattan", &fast);
    assert_eq!(expansions(&fast), expanded);
    let fast = times(&fast);
    let least = [fast[0], expanded[1] * 500, expanded[2] * 250];
    for (time, least) in fast.iter().zip(least) {
        assert!((least..least * 3 / 2).contains(time), "{fast:?}, at least {least}");
    }
}

#[test]
fn rows_and_the_record_say_that_times_are_simulated() {
    let folder = tempfile::tempdir().unwrap();
    let results = results(folder.path(), "hda-mpi:manhattan", &["--packing", "0.25"]);
    let remark = results.remarks().next().unwrap().replace('\u{a0}', " ");
    let expected = "times are simulated: 5.00 M expansions/s, latency 2.00 µs, overhead 500 ns \
                    + 0.25 ns/B, 100 Gbit/s";
    assert_eq!(remark, expected);
    // No measured time is taken for a part of the simulated one.
    let is_apart =
        |row: &Row| row.outside_ns > Some(0) && row.cpu_ns.is_none() && row.prepare_ns == 0;
    assert!(results.rows.iter().all(is_apart));
    let out = folder.path().to_str().unwrap();
    let arguments =
        ["korf100", "--instance", "79", "--strategy", "hda-mpi:manhattan", "--out", out];
    let other = [&arguments[..], &["--ranks", "4,2", "--rate", "7M"]].concat();
    let refused = simulate(&other);
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("its simulation is 5.00"), "{error}");
    let same = [&arguments[..], &["--ranks", "4,2", "--packing", "0.25"]].concat();
    let said = String::from_utf8(simulate(&same).stdout).unwrap();
    assert!(said.contains("Note: times are simulated: 5.00"), "{said}");
}

/// The same command measured and simulated has two folders, which are merged only on purpose.
#[test]
fn measured_and_simulated_rows_are_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let [simulated, measured] = ["simulated", "measured"].map(|name| folder.path().join(name));
    results(&simulated, "hda-mpi:manhattan", &[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile-mpi"));
    let arguments = ["run", "korf100", "--instance", "79", "--strategy", "hda-mpi:manhattan"];
    let measured_out = measured.to_str().unwrap();
    let status = command.args(arguments).args(["--quiet", "--out", measured_out]).status().unwrap();
    assert!(status.success());
    let parts = || {
        [&simulated, &measured]
            .map(|folder| Part { folder: folder.clone(), results: load(folder).unwrap() })
            .into()
    };
    let error = merge(parts(), Purpose::Merging).unwrap_err().to_string();
    assert!(error.contains("simulation") && error.contains("--mixed"), "{error}");
    let mixed = merge(parts(), Purpose::MixedMerging).unwrap();
    let remark = mixed.remarks().next().unwrap();
    assert!(remark.starts_with("some times are simulated: "), "{remark}");
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
    ] {
        let output = simulate(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(error.contains(message), "{error}");
        assert!(!Path::new(out).exists(), "{arguments:?}");
    }
}
