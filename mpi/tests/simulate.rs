//! The command `simulate`, as a user starts it.

use std::process::{Command, Output};

const HEADINGS: &str = "strategy,instance,ranks,length,expanded,search_ns,sending_ns,waiting_ns,\
                        sent_nodes,messages,sent_bytes";

fn simulate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile-mpi"));
    command.arg("simulate").args(arguments).output().unwrap()
}

/// What is printed for the easiest of Korf's instances on 1, 2 and 4 ranks.
fn table(strategy: &str, more: &[&str]) -> String {
    let mut arguments = vec!["korf100", "--instance", "79", "--strategy", strategy];
    arguments.extend(["--ranks", "4,2"]);
    arguments.extend(more);
    let output = simulate(&arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""));
    String::from_utf8(output.stdout).unwrap()
}

/// The columns after the strategy and the instance, on 1, 2 and 4 ranks.
fn numbers(table: &str, strategy: &str) -> [[u64; 9]; 3] {
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some(HEADINGS));
    let beginning = format!("\"{strategy}\",\"79\",");
    let lines: Vec<[u64; 9]> = lines
        .map(|line| {
            let cells = line.strip_prefix(&beginning).unwrap().split(',');
            let cells: Vec<u64> = cells.map(|cell| cell.parse().unwrap()).collect();
            cells.try_into().unwrap()
        })
        .collect();
    lines.try_into().unwrap()
}

/// The expansions and the times on 1, 2 and 4 ranks.
fn searches(more: &[&str]) -> [[u64; 3]; 2] {
    let strategy = "hda-mpi:manhattan";
    let lines = numbers(&table(strategy, more), strategy);
    [lines.map(|line| line[2]), lines.map(|line| line[3])]
}

#[test]
fn a_simulation_has_the_same_results_each_time() {
    for strategy in ["hda-mpi:manhattan", "hda-mpi:manhattan,exchange=anytime"] {
        let first = table(strategy, &[]);
        assert_eq!(first, table(strategy, &[]));
        let lines = numbers(&first, strategy);
        assert_eq!(lines.map(|line| (line[0], line[1])), [(1, 42), (2, 42), (4, 42)]);
        let [alone, rest @ ..] = lines.map(|[.., nodes, messages, bytes]| [nodes, messages, bytes]);
        assert_eq!(alone, [0; 3]);
        assert!(rest.as_flattened().iter().all(|&sent| sent > 0), "{first}");
    }
}

/// One rank sends nothing, so its time is that of its expansions alone. The counts in steps are
/// those of `hda` on as many threads, which its own tests pin.
#[test]
fn time_is_computed_from_the_rate_and_from_the_network() {
    let [expanded, slow] = searches(&["--rate", "1M", "--latency", "1ms"]);
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
    let [same, fast] = searches(&fast);
    assert_eq!(same, expanded);
    let least = [fast[0], expanded[1] * 500, expanded[2] * 250];
    for (time, least) in fast.iter().zip(least) {
        assert!((least..least * 3 / 2).contains(time), "{fast:?}, at least {least}");
    }
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    for (arguments, message) in [
        (&["korf100", "--strategy", "idastar-mpi:manhattan"][..], "family hda-mpi"),
        (&["korf100", "--strategy", "hda-mpi:manhattan,ranks=2"], "--ranks"),
        (&["korf100", "--strategy", "hda-mpi:manhattan,threads=2"], "one thread"),
        (&["--strategy", "hda-mpi:manhattan"], "no instances"),
        (&["korf100", "--strategy", "hda-mpi:manhattan", "--rate", "0"], "--rate is 0"),
        (&["korf100", "--strategy", "hda-mpi:manhattan", "--network=0"], "--network"),
    ] {
        let output = simulate(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(error.contains(message), "{error}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_limit_of_memory_ends_a_simulation_with_an_error() {
    let output = simulate(&[
        "korf100",
        "--instance",
        "79",
        "--strategy",
        "hda-mpi:manhattan",
        "--ranks=2",
        "--memory-limit=100kB",
    ]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("instance \"79\", 1 ranks: the memory limit is reached"), "{error}");
}
