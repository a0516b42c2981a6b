//! Folders of results to read in a browser: one measured, others made of it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use optile::report::{self, Results};
use optile::row::{Row, Status};
use serde_json::Value;

/// The strategies in the pages read: a fixed list, so that one more in the
/// registry changes none of the numbers that the tests name.
const STRATEGIES: [&str; 8] = [
    "bfs",
    "retrograde",
    "bidir",
    "astar:zero",
    "astar:misplaced",
    "astar:manhattan",
    "idastar:manhattan",
    "idastar:misplaced",
];

/// The suite `smoke`, run by the program: 280 runs.
pub(crate) fn smoke() -> &'static Path {
    static SMOKE: OnceLock<PathBuf> = OnceLock::new();
    SMOKE.get_or_init(|| {
        let folder = place("smoke");
        let mut arguments = vec!["run", "smoke", "--quiet", "--overwrite"];
        arguments.extend(STRATEGIES.iter().flat_map(|name| ["--strategy", *name]));
        arguments.extend(["--out", folder.to_str().unwrap()]);
        optile(&arguments);
        folder
    })
}

/// Copies of the suite `smoke` with other costs and with every ending, 280
/// runs a copy.
pub(crate) fn copies(name: &str, copies: u64) -> PathBuf {
    let folder = place(name);
    let mut results = report::load(smoke()).unwrap();
    multiply(&mut results, copies);
    fs::create_dir_all(&folder).unwrap();
    write(&folder, &results);
    folder
}

/// Thirty strategies with long names, some of whose runs are wrong.
pub(crate) fn thirty() -> PathBuf {
    let mut results = report::load(smoke()).unwrap();
    let rows = results.rows.clone();
    let solved = rows.iter().filter(|row| row.strategy == "idastar:manhattan");
    let solved: Vec<&Row> = solved.collect();
    results.rows.clear();
    results.record.strategies.clear();
    for variant in 0..30 {
        let name = format!("idastar:manhattan,order=variant{variant},transposition=on");
        for (index, row) in solved.iter().enumerate() {
            let mut row = Row { strategy: name.clone(), ..Row::clone(row) };
            row.id = format!("{variant:08x}{index:08x}");
            change(&mut row, variant, index as u64 * 30);
            results.rows.push(row);
        }
        results.record.strategies.push(name);
    }
    let folder = place("thirty");
    write(&folder, &results);
    folder
}

/// Writes what `optile run` would, and has the program draw the report.
pub(crate) fn write(folder: &Path, results: &Results) {
    fs::create_dir_all(folder).unwrap();
    let record = serde_json::to_string_pretty(&results.record).unwrap();
    fs::write(folder.join("run.json"), record).unwrap();
    let rows: String =
        results.rows.iter().map(|row| serde_json::to_string(row).unwrap() + "\n").collect();
    fs::write(folder.join("results.jsonl"), rows).unwrap();
    let mut boards = csv::Writer::from_path(folder.join("instances.csv")).unwrap();
    results.instances.iter().for_each(|board| boards.serialize(board).unwrap());
    boards.flush().unwrap();
    optile(&["report", folder.to_str().unwrap()]);
}

/// The rows of a folder, read without the program's own types.
pub(crate) fn rows(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("results.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser").join(name)
}

/// The program under test.
fn program() -> OsString {
    env::var_os("OPTILE").expect("OPTILE must name the program, such as target/release/optile")
}

fn optile(arguments: &[&str]) {
    let output = Command::new(program()).args(arguments).output().unwrap();
    // 2 says that a run is wrong, as some made up here are.
    let status = output.status.code();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(status, Some(0 | 2)), "{arguments:?}: {message}");
}

fn multiply(results: &mut Results, copies: u64) {
    let (rows, boards) = (results.rows.clone(), results.instances.clone());
    results.rows.clear();
    results.instances.clear();
    for copy in 0..copies {
        let name = |instance: &str| format!("{instance}/{copy}");
        results.instances.extend(boards.iter().cloned().map(|mut board| {
            board.instance = name(&board.instance);
            board
        }));
        for (index, row) in rows.iter().enumerate() {
            let mut row = row.clone();
            row.id = format!("{copy:08x}{index:08x}");
            row.instance = name(&row.instance);
            row.order = results.rows.len() as u64;
            change(&mut row, copy, index as u64);
            results.rows.push(row);
        }
    }
    results.record.plans[0].planned = results.rows.len() as u64;
}

/// Gives a copied run a cost and an ending of its own.
fn change(row: &mut Row, copy: u64, index: u64) {
    let factor = 1 + copy % 97;
    row.expanded = row.expanded.map(|value| value * factor + copy);
    row.generated = row.generated.map(|value| value * factor + 2 * copy);
    row.search_ns = row.search_ns * factor + index;
    row.peak_bytes = row.peak_bytes.map(|value| value * factor);
    if row.status != Status::Solved {
        return;
    }
    let number = copy * 280 + index;
    let (status, reason) = match number {
        n if n % 263 == 262 => (Status::Crashed, Some("a panic: <no> \"sense\" & more")),
        n if n % 131 == 130 => (Status::Wrong, Some("12 moves, but 10 are optimal")),
        n if n % 29 == 28 => (Status::MemoryLimit, None),
        n if n % 11 == 10 => (Status::TimeLimit, None),
        _ => return,
    };
    row.status = status;
    row.reason = reason.map(Into::into);
    if status != Status::Wrong {
        (row.length, row.moves) = (None, None);
    }
}
