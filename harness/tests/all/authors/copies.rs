//! The table of the searches that are compiled for the type of an estimator.

use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../../../docs/decisions.md");

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rows of a table with the lines of a source that say what is compiled.
fn rows(family: &str, text: &str) -> Vec<String> {
    let mut rows = Vec::new();
    for call in text.split("with_estimates!(").skip(1) {
        // Lists and searches take turns.
        let lists = call.split(';').skip(1).step_by(2);
        let lists = lists.take_while(|list| list.ends_with(">]"));
        for copy in lists.flat_map(|list| list.split_inclusive(']')) {
            let (estimator, boards) = copy.split_once('[').expect("a type and its boards");
            let estimator = estimator.trim_matches([':', ',', ' ', '\n']);
            let boards = boards.trim_end_matches(']').replace(">, ", ">`, `");
            rows.push(format!("| `{family}` | `{estimator}` | `{boards}` |"));
        }
    }
    rows
}

#[test]
fn the_page_lists_what_each_search_is_compiled_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut table = vec!["| crate | estimator | boards |".into(), "| --- | --- | --- |".into()];
    for family in ["astar", "bfhs", "bihs", "hda", "idastar", "wastar"] {
        let mut files = Vec::new();
        sources(&root.join(family).join("src"), &mut files);
        files.sort();
        for file in files {
            table.extend(rows(family, &fs::read_to_string(file).unwrap()));
        }
    }
    let table = table.join("\n");
    assert!(PAGE.contains(&table), "docs/decisions.md must show this table:\n{table}");
}
