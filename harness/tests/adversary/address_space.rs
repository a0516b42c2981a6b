//! Searches that get no more memory from the system. They end with the status
//! `memory-limit` and never with an abort.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use optile_results::load;
use optile_results::rows::row::Status;
use rand::RngExt;

use crate::{attack, attacks, said};

/// Runs optile with this many MiB of address space.
pub(crate) fn confined(home: &Path, mebibytes: u64, arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {}; exec \"$@\"", mebibytes << 10);
    let mut command = Command::new("bash");
    command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_optile")]).args(arguments);
    // Files of pattern databases are removed with the other files.
    command.env("OPTILE_PDB_DIR", home.join("tables")).output().unwrap()
}

/// A board far from its goal, with too many states for any of these sizes.
const BOARD: &str = "# size: 3x4\nfar\t5 9 8 2 10 4 11 6 3 1 7 0\t-\n";

/// One strategy of each kind, blind or nearly so, so that some of its memory is
/// refused, when it is built or when its search grows. There are few threads,
/// because the C library aborts if it gets no memory for the start of a thread.
const STRATEGIES: [&str; 14] = [
    "bfs",
    "bidir",
    "retrograde",
    "astar:zero",
    "astar:walking-distance",
    "astar:pdb:5-6",
    "astar:pdb:5-6+zero",
    "epea:misplaced",
    "astar-idastar:misplaced",
    "bfhs:misplaced",
    "hda:zero,threads=2",
    "idastar:zero,transposition=on",
    "idastar:zero,fsm=20",
    "idastar-parallel:zero,threads=2",
];

/// The C library reserves up to 128 MiB for a thread. With less than this
/// number of MiB, threads cannot start, and nothing is promised.
const LEAST: u64 = 300;

/// Two million rows and what a page makes of them do not fit into this number of MiB.
#[test]
fn watched_searches_show_what_fits_into_memory() {
    let home = tempfile::tempdir().unwrap();
    let page = home.path().join("page.html");
    let mut arguments = vec!["watch", "--suite", "korf100", "--instance", "1", "--show", "20M"];
    arguments.extend(["--strategy", "idastar:manhattan", "--node-limit", "2M"]);
    arguments.extend(["--output", page.to_str().unwrap()]);
    let output = confined(home.path(), LEAST, &arguments);
    let words = said(&output, "watch");
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(words.contains("2,000,000 expanded, of which "), "{words}");
    assert!(words.contains("memory is enough to show "), "{words}");
    assert!(page.metadata().unwrap().len() > 1 << 20);
}

#[test]
fn searches_without_memory_say_so_and_do_not_abort() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("far.tsv");
    fs::write(&file, BOARD).unwrap();
    for number in 0..attacks(2) {
        let (mut random, name) = attack(4, number);
        let mebibytes = random.random_range(LEAST..2 * LEAST);
        let out = home.path().join(number.to_string());
        let (file, folder) = (file.to_str().unwrap(), out.to_str().unwrap());
        let mut arguments = vec!["run", "--quiet", "--instances", file, "--out", folder];
        // A search with little memory needs much time.
        arguments.extend(["--time-limit", "3s", "--memory-limit", "64GiB"]);
        let first = random.random_range(0..STRATEGIES.len());
        let chosen = [0, 1, 2].map(|place| STRATEGIES[(first + place) % STRATEGIES.len()]);
        arguments.extend(chosen.iter().flat_map(|name| ["--strategy", name]));
        let output = confined(home.path(), mebibytes, &arguments);
        let words = said(&output, &name);
        assert_eq!(output.status.code(), Some(0), "{name}, {mebibytes} MiB: {words}");
        let rows = load(&out).unwrap().rows;
        assert_eq!(rows.len(), chosen.len(), "{name}");
        for row in rows {
            let allowed = [Status::Solved, Status::MemoryLimit, Status::TimeLimit];
            assert!(allowed.contains(&row.outcome.status), "{name}, {mebibytes} MiB: {row:?}");
        }
    }
}
