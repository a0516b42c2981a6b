//! Searches whose system gives them no more memory: they end with the status
//! `memory-limit`, and never with an abort.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use optile::report;
use optile::row::Status;

/// Runs optile with so many MiB of address space.
fn confined(home: &Path, mebibytes: u64, arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {}; exec \"$@\"", mebibytes << 10);
    let mut command = Command::new("bash");
    command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_optile")]).args(arguments);
    // Files of pattern databases are to go with the rest.
    command.env("OPTILE_PDB_DIR", home.join("tables")).output().unwrap()
}

/// A board far from its goal, with too many states for any of these sizes.
const BOARD: &str = "# size: 3x4\nfar\t5 9 8 2 10 4 11 6 3 1 7 0\t-\n";

/// One strategy of each kind, blind or nearly so: of what it builds, and of what
/// grows with its search, some is refused. Few threads: what the C library needs
/// when a thread starts, it cannot be refused.
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

fn statuses(home: &Path, mebibytes: u64) -> Vec<(String, Status)> {
    let file = home.join("far.tsv");
    fs::write(&file, BOARD).unwrap();
    let out = home.join(mebibytes.to_string());
    let (file, folder) = (file.to_str().unwrap(), out.to_str().unwrap());
    let mut arguments = vec!["run", "--quiet", "--instances", file, "--out", folder];
    // What needs little memory needs much time.
    arguments.extend(["--time-limit", "1s", "--memory-limit", "64GiB"]);
    arguments.extend(STRATEGIES.iter().flat_map(|name| ["--strategy", name]));
    let output = confined(home, mebibytes, &arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{mebibytes} MiB: {said}");
    let rows = report::load(&out).unwrap().rows;
    assert_eq!(rows.len(), STRATEGIES.len());
    rows.into_iter().map(|row| (row.strategy, row.status)).collect()
}

#[test]
#[ignore = "one run in four fails in the smallest sizes, by what is not known yet"]
fn searches_without_memory_say_so_and_do_not_abort() {
    let home = tempfile::tempdir().unwrap();
    let starts =
        |mebibytes: &u64| confined(home.path(), *mebibytes, &["list", "suites"]).status.success();
    // Below that threads and their stacks have no room, and nothing can be said.
    let sizes: Vec<u64> = [160, 260, 500].into_iter().filter(starts).collect();
    assert!(sizes.len() >= 2, "the program needs more than 260 MiB of address space");
    let mut limited = 0;
    for &mebibytes in &sizes {
        for (strategy, status) in statuses(home.path(), mebibytes) {
            let allowed = [Status::Solved, Status::MemoryLimit, Status::TimeLimit];
            assert!(allowed.contains(&status), "{strategy} in {mebibytes} MiB: {status}");
            limited += usize::from(status == Status::MemoryLimit);
        }
    }
    assert!(limited >= STRATEGIES.len(), "{limited}");
}
