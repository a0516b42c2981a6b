//! Folders of results for the browser. One is measured, and the others are
//! derived from it. Those that several tests read are made once.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

/// The strategies of the pages: a fixed list, so that a new strategy in the
/// registry does not change the numbers in the tests.
pub(crate) const STRATEGIES: [&str; 8] = [
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

/// A few instances of the suite `eight`, with more strategies than a chart shows first.
pub(crate) fn eight() -> PathBuf {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = place("eight");
        let mut arguments = vec!["run", "eight", "--quiet", "--overwrite", "--repeat", "1"];
        arguments.extend(["--instance", "*1", "--out", folder.to_str().unwrap()]);
        optile(&arguments);
        folder
    });
    made.clone()
}

/// The strategies of the suite `pdb-trade`, and the bytes of their tables.
const TABLES: [(&str, u64); 11] = [
    ("idastar:pdb:up-to-3", 16_800),
    ("idastar:pdb:4-4-4-3", 134_400),
    ("idastar:pdb:4-4-4-3+reflected", 134_400),
    ("idastar:pdb:5-5-5", 1_572_480),
    ("idastar:pdb:5-5-5+reflected", 1_572_480),
    ("idastar:pdb:6-6-3", 11_534_880),
    ("idastar:pdb:6-6-3+reflected", 11_534_880),
    ("idastar:pdb:7-8", 576_576_000),
    ("idastar:pdb:7-8+nibbles", 288_288_000),
    ("idastar:pdb:7-8+zero+nibbles", 782_520_480),
    ("idastar:pdb:7-8+reflected", 576_576_000),
];

/// Results with the strategies of the suite `pdb-trade` on boards of one size. A greater
/// table saves nodes. That suite itself would take minutes.
pub(crate) fn tables() -> PathBuf {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let mut results = Results::of_smoke();
        results.boards.retain(|board| ["size", "3x3"].contains(&&board[1]));
        let mut solved = mem::take(&mut results.rows);
        solved.retain(|row| row["strategy"] == "idastar:manhattan" && row["size"] == "3x3");
        for (variant, (name, bytes)) in (1..).zip(TABLES) {
            for (index, row) in solved.iter().enumerate() {
                let mut row = row.clone();
                row["strategy"] = name.into();
                row["id"] = format!("{variant:08x}{index:08x}").into();
                row["table_bytes"] = bytes.into();
                for counter in ["expanded", "generated", "search_ns"] {
                    row[counter] = row[counter].as_u64().map(|value| value / variant + 1).into();
                }
                results.rows.push(row);
            }
        }
        results.record["strategies"] = TABLES.map(|(name, _)| Value::from(name)).to_vec().into();
        results.record["plans"][0]["planned"] = results.rows.len().into();
        let folder = place("tables");
        results.write(&folder);
        folder
    });
    made.clone()
}

/// The files of a folder of results. The tests use the formats, as other programs
/// do, and not the program's own types, which would have to be built again.
#[derive(Clone)]
pub(crate) struct Results {
    /// `run.json`.
    pub(crate) record: Value,
    /// `results.jsonl`.
    pub(crate) rows: Vec<Value>,
    /// `instances.csv`, headings first.
    boards: Vec<csv::StringRecord>,
}

impl Results {
    /// The files of the suite `smoke`.
    pub(crate) fn of_smoke() -> Self {
        let record = fs::read(smoke().join("run.json")).unwrap();
        let boards = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_path(smoke().join("instances.csv"))
            .unwrap();
        let mut record: Value = serde_json::from_slice(&record).unwrap();
        // That of a changed record is another.
        record.as_object_mut().unwrap().remove("checksum");
        Self {
            record,
            rows: rows(smoke()),
            boards: boards.into_records().map(Result::unwrap).collect(),
        }
    }

    /// Writes the files that `optile run` would write, and lets the program draw the
    /// report.
    pub(crate) fn write(&self, folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        // The plan has each of these runs.
        let (mut record, count) = (self.record.clone(), self.rows.len() as u64);
        let last = self.rows.iter().map(|row| row["order"].as_u64().unwrap()).max();
        let plan = &mut record["plans"][0];
        plan["planned"] = plan["planned"].as_u64().unwrap().max(count).into();
        plan["runs"] =
            last.map_or(0, |last| last + 1).max(plan["planned"].as_u64().unwrap()).into();
        fs::write(folder.join("run.json"), sealed(&record)).unwrap();
        let rows: String = self.rows.iter().map(|row| sealed(row) + "\n").collect();
        fs::write(folder.join("results.jsonl"), rows).unwrap();
        let mut boards = csv::Writer::from_path(folder.join("instances.csv")).unwrap();
        self.boards.iter().for_each(|board| boards.write_record(board).unwrap());
        boards.flush().unwrap();
        optile(&["report", folder.to_str().unwrap()]);
    }

    /// Appends a text to the names of all instances.
    pub(crate) fn rename_instances(&mut self, text: &str) {
        for row in &mut self.rows {
            row["instance"] = format!("{}{text}", row["instance"].as_str().unwrap()).into();
        }
        for board in self.boards.iter_mut().skip(1) {
            let mut renamed = csv::StringRecord::from(vec![format!("{}{text}", &board[0])]);
            renamed.extend(board.iter().skip(1));
            *board = renamed;
        }
    }

    fn multiply(&mut self, copies: u64) {
        let (rows, boards) = (mem::take(&mut self.rows), mem::take(&mut self.boards));
        let (headings, boards) = boards.split_first().unwrap();
        assert_eq!(&headings[0], "instance");
        self.boards.push(headings.clone());
        for copy in 0..copies {
            for board in boards {
                let mut copied = csv::StringRecord::from(vec![format!("{}/{copy}", &board[0])]);
                copied.extend(board.iter().skip(1));
                self.boards.push(copied);
            }
            for (index, row) in rows.iter().enumerate() {
                let mut row = row.clone();
                row["id"] = format!("{copy:08x}{index:08x}").into();
                row["instance"] = format!("{}/{copy}", row["instance"].as_str().unwrap()).into();
                row["order"] = self.rows.len().into();
                change(&mut row, copy, index as u64);
                self.rows.push(row);
            }
        }
        self.record["plans"][0]["planned"] = self.rows.len().into();
    }
}

/// Copies of the suite `smoke` with other costs and with every status, 280 runs per
/// copy.
pub(crate) fn copies(name: &str, copies: u64) -> PathBuf {
    let folder = place(name);
    let mut results = Results::of_smoke();
    results.multiply(copies);
    results.write(&folder);
    folder
}

/// Thirty strategies with long names, some of whose runs are wrong.
pub(crate) fn thirty() -> PathBuf {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let mut results = Results::of_smoke();
        let mut solved = mem::take(&mut results.rows);
        solved.retain(|row| row["strategy"] == "idastar:manhattan");
        let mut strategies = Vec::new();
        for variant in 0..30 {
            let name = format!("idastar:manhattan,order=variant{variant},transposition=on");
            for (index, row) in solved.iter().enumerate() {
                let mut row = row.clone();
                row["strategy"] = name.as_str().into();
                row["id"] = format!("{variant:08x}{index:08x}").into();
                change(&mut row, variant, index as u64 * 30);
                results.rows.push(row);
            }
            strategies.push(Value::from(name));
        }
        results.record["strategies"] = strategies.into();
        let folder = place("thirty");
        results.write(&folder);
        folder
    });
    made.clone()
}

/// Two strategies whose names are long and have hyphens.
pub(crate) fn hyphens() -> PathBuf {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let mut results = Results::of_smoke();
        let names = [("astar:manhattan", 1), ("idastar:manhattan", 2)];
        results.rows.retain(|row| names.iter().any(|(name, _)| row["strategy"] == *name));
        let renamed = |ranks: u8| format!("hda-mpi:manhattan,ranks={ranks},threads=1");
        for row in &mut results.rows {
            let ranks = names.iter().find(|(name, _)| row["strategy"] == *name).unwrap().1;
            row["strategy"] = renamed(ranks).into();
        }
        results.record["strategies"] =
            names.map(|(_, ranks)| Value::from(renamed(ranks))).to_vec().into();
        results.record["plans"][0]["planned"] = results.rows.len().into();
        let folder = place("hyphens");
        results.write(&folder);
        folder
    });
    made.clone()
}

/// The name of a run in links.
pub(crate) fn name(row: &Value) -> String {
    let [instance, strategy] = ["instance", "strategy"].map(|key| row[key].as_str().unwrap());
    format!("{instance} {strategy} {}", row["sample"])
}

/// The number of moves of a row.
pub(crate) fn length(row: &Value) -> Option<usize> {
    row["moves"].as_str().map(str::len)
}

/// The rows of a folder, without their checksums: those of changed rows are others.
pub(crate) fn rows(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("results.jsonl")).unwrap();
    let row = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        row.as_object_mut().unwrap().remove("checksum");
        row
    };
    text.lines().map(row).collect()
}

/// An object with its checksum, as optile writes it: XXH3 of the bytes before.
fn sealed(object: &Value) -> String {
    let text = object.to_string();
    let body = text.strip_suffix('}').unwrap();
    format!("{body},\"checksum\":\"{:016x}\"}}", xxh3_64(body.as_bytes()))
}

pub(crate) fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser").join(name)
}

/// The program under test.
pub(crate) fn program() -> OsString {
    env::var_os("OPTILE").expect("OPTILE must name the program, such as target/release/optile")
}

pub(crate) fn optile(arguments: &[&str]) {
    said(arguments);
}

/// What the program prints.
pub(crate) fn said(arguments: &[&str]) -> String {
    let output = Command::new(program()).args(arguments).output().unwrap();
    // Status 2 means that a run is wrong, as some of these are.
    let status = output.status.code();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(status, Some(0 | 2)), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

/// Changes the cost and the status of a copied run.
fn change(row: &mut Value, copy: u64, index: u64) {
    let factor = 1 + copy % 97;
    for (counter, more) in
        [("expanded", copy), ("generated", 2 * copy), ("search_ns", 0), ("peak_bytes", 0)]
    {
        if let Some(value) = row[counter].as_u64() {
            row[counter] = (value * factor + more).into();
        }
    }
    row["search_ns"] = (row["search_ns"].as_u64().unwrap() + index).into();
    if row["status"] != "solved" {
        return;
    }
    let number = copy * 280 + index;
    let (status, reason) = match number {
        n if n % 263 == 262 => ("crashed", Some("a panic: <no> \"sense\" & more")),
        n if n % 131 == 130 => ("wrong", Some("12 moves, but 10 are optimal")),
        n if n % 29 == 28 => ("memory-limit", None),
        n if n % 11 == 10 => ("time-limit", None),
        _ => return,
    };
    row["status"] = status.into();
    row["reason"] = reason.into();
    if status != "wrong" {
        row["moves"] = Value::Null;
    }
}
