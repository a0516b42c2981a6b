//! Ids of instances that are any text: every command reads again what `run` accepted,
//! and nothing that people open has a formula or a direction character.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use optile_results::load;
use optile_results::text::spreadsheet::{cell, text};

use crate::{expect, optile};

/// Texts that some format reads as more than a text.
const ODD: [&str; 26] = [
    "#",
    "##x",
    "# name: x",
    "=cmd|' /C calc'!A0",
    "+1+2",
    "-2+3",
    "-",
    "-5",
    "@SUM(A1)",
    "'=x",
    "''=x",
    "'",
    "''",
    "\"",
    "\"\"",
    "\"x\",y",
    ",",
    ",,",
    ";=1",
    "\\u{202e}",
    "\\u{5c}u{202e}",
    "a\u{202e}b",
    "\u{2066}a",
    "a\u{fffe}b",
    "日本 🧩",
    "null",
];

/// Ids with every character up to the last control character and some others, each first, last, and
/// between others. Only the ends of lines and tabs are no part of an id.
fn ids() -> Vec<String> {
    let others =
        ['\u{61c}', '\u{200b}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202e}', '\u{2069}'];
    let all = ('\u{1}'..'\u{a1}').chain(others).chain(['\u{feff}', '\u{ff1d}']);
    let characters = all.filter(|c| !['\t', '\n'].contains(c));
    let texts = characters.flat_map(|c| [format!("{c}x"), format!("x{c}y"), format!("x{c}")]);
    let texts = texts.chain(ODD.map(str::to_owned));
    let ids: BTreeSet<String> = texts.map(|text| text.trim().to_owned()).collect();
    ids.into_iter().filter(|id| !id.is_empty()).collect()
}

/// An instance file. The space before an id keeps `#` from being a comment.
fn instances(ids: &[String]) -> String {
    let line = |id: &String| format!(" {id}\t1 2 3 4 5 6 0 7 8\t2\n");
    "# size: 3x3\n".to_owned() + &ids.iter().map(line).collect::<String>()
}

/// The cells of a CSV file, by the names of the columns.
fn column(path: &Path, name: &str) -> Vec<String> {
    let mut table = csv::ReaderBuilder::new().from_path(path).unwrap();
    let place = table.headers().unwrap().iter().position(|heading| heading == name).unwrap();
    table.records().map(|record| record.unwrap()[place].to_owned()).collect()
}

/// Every file below a folder.
fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// Lets every command read the folder.
fn read_by_all(out: &Path, home: &Path) {
    let at = |name: &str| home.join(name);
    for (arguments, paths) in [
        (&["report"][..], vec![out]),
        (&["report", "--by", "size"], vec![out]),
        (&["compare"], vec![out, out]),
        (&["merge", "--out"], vec![&at("merged"), out]),
        (&["merge", "--out"], vec![&at("merged"), out]),
        (&["report", "--by", "length"], vec![&at("merged")]),
        (&["chart"], vec![out]),
        (
            &["chart", "--kind", "scatter", "--pair", "bfs", "astar:manhattan", "-o"],
            vec![&at("scatter.csv"), out],
        ),
        (&["export", "--to"], vec![&at("export"), out]),
    ] {
        expect(0, optile().args(arguments).args(paths));
    }
}

#[test]
fn whatever_id_run_accepts_every_command_reads_again() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let ids = ids();
    assert!(ids.len() > 400, "{}", ids.len());
    fs::write(at("odd.tsv"), instances(&ids)).unwrap();
    let out = at("out");
    let run = || {
        let mut run = optile();
        run.args(["run", "--quiet", "--in-process", "--strategy", "bfs"]);
        run.args(["--strategy", "astar:manhattan", "--instances"]).arg(at("odd.tsv"));
        expect(0, run.arg("--out").arg(&out));
    };
    run();
    let read = |folder: &Path| -> Vec<String> {
        let results = load(folder).unwrap();
        results.instances.into_iter().map(|board| board.instance).collect()
    };
    assert_eq!(read(&out), ids);
    read_by_all(&out, home.path());
    // The folder can be continued.
    run();
    assert_eq!(read(&at("merged")), ids);

    // The same id has the same cell in each file.
    let cells: Vec<String> = ids.iter().map(|id| cell(id).into_owned()).collect();
    assert_eq!(cells.iter().map(|cell| text(cell).into_owned()).collect::<Vec<_>>(), ids);
    let known: BTreeSet<&str> = cells.iter().map(String::as_str).collect();
    assert_eq!(known.len(), ids.len());
    for name in ["out/instances.csv", "out/results.csv", "export/instances.csv"] {
        let found = column(&at(name), "instance");
        let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, known, "{name}");
    }
    let mut all = Vec::new();
    files(home.path(), &mut all);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for path in &all {
        let Some(ending @ ("csv" | "md")) = path.extension().and_then(|e| e.to_str()) else {
            continue;
        };
        *seen.entry(ending).or_default() += 1;
        let text = fs::read_to_string(path).unwrap();
        assert!(!text.contains(['\u{202e}', '\u{2066}', '\u{1b}']), "{}", path.display());
        if ending == "csv" {
            let mut table = csv::ReaderBuilder::new().flexible(true).from_path(path).unwrap();
            for record in table.records() {
                for cell in &record.unwrap() {
                    let is_formula = cell.starts_with(['=', '+', '-', '@', '\u{ff1d}']);
                    let is_text = cell.parse::<f64>().is_err();
                    assert!(!(is_formula && is_text), "{}: {cell:?}", path.display());
                }
            }
        }
    }
    assert!(seen["csv"] > 15 && seen["md"] == 1, "{seen:?}");
}

#[test]
fn the_name_of_a_set_may_begin_with_a_number_sign() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("one.tsv"), "# name: #x\n# size: 3x3\n1\t1 2 3 4 5 6 0 7 8\t2\n").unwrap();
    fs::write(at("two.tsv"), "# name: =y\n# size: 3x3\n1\t1 2 3 4 5 6 7 0 8\t1\n").unwrap();
    let mut run = optile();
    run.args(["run", "--quiet", "--in-process", "--strategy", "bfs", "--strategy"]);
    run.arg("astar:manhattan");
    run.arg("--instances").arg(at("one.tsv")).arg("--instances").arg(at("two.tsv"));
    expect(0, run.arg("--out").arg(at("out")));
    expect(0, optile().args(["report", "--by", "size"]).arg(at("out")));
    let ids: Vec<String> =
        load(&at("out")).unwrap().instances.into_iter().map(|board| board.instance).collect();
    assert_eq!(ids, ["#x/1", "=y/1"]);
}
