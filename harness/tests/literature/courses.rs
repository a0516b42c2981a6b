//! Counts that courses publish, by the commands of `docs/reproductions.md`.

use std::process::Command;

use serde_json::Value;

/// What courses publish: length and nodes expanded, in the order of the table.
const PUBLISHED: [[u64; 2]; 10] = [
    [20, 54_094],
    [26, 166_786],
    [46_142, 51_015],
    [10, 29],
    [12, 21],
    [20, 952],
    [30, 17_297],
    [40, 112_571],
    [3, 6],
    [3, 11],
];

/// The greatest depth on the first board, by breadth-first and by depth-first search.
const DEEPEST: [(usize, u64); 2] = [(0, 21), (2, 46_142)];

/// The value of a row that `optile solve --json` prints.
fn number(row: &Value, key: &str) -> u64 {
    row[key].as_u64().unwrap_or_else(|| panic!("{key}: {row}"))
}

#[test]
fn the_commands_of_the_page_give_the_counts_of_courses() {
    let page = include_str!("../../../docs/reproductions.md");
    let (_, section) = page.split_once("\n## Courses\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<_> = section.lines().filter(|line| line.contains("`optile ")).collect();
    assert_eq!(rows.len(), PUBLISHED.len());
    let program = env!("CARGO_BIN_EXE_optile");
    for ((place, row), published) in rows.into_iter().enumerate().zip(PUBLISHED) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, _, _, command, length, expanded, _] = cells[..] else { panic!("{row}") };
        let told =
            [length, expanded].map(|number| -> u64 { number.replace(',', "").parse().unwrap() });
        assert_eq!(told, published, "{row}");
        let command = command.trim_matches('`').replacen("optile", &format!("'{program}'"), 1);
        let output = Command::new("sh").args(["-c", &command]).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let found: Value = serde_json::from_str(said.trim()).unwrap();
        assert_eq!(["length", "expanded"].map(|key| number(&found, key)), published, "{command}");
        for (_, deepest) in DEEPEST.into_iter().filter(|one| one.0 == place) {
            assert_eq!(number(&found, "deepest"), deepest, "{command}");
        }
    }
}
