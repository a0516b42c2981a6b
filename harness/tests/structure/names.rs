//! Names in the tests of the program.
//!
//! The program that they run has every crate of the workspace, so a name in a test is one that no
//! author of a crate chooses: a program of a suite is `tested-...`, and an unknown strategy is
//! misspelt or has a capital letter. A test that needs a certain list of strategies makes a
//! registry of its own.

use std::fs;

use optile_testkit::house::files;

use crate::source::root;

/// The names of the programs that suites of a text declare. Suites are files, or texts in Rust.
fn programs(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", "").replace("\\n", "\n").replace("\\\"", "\"");
    let mut found = Vec::new();
    for kind in ["external", "heuristic"] {
        for rest in text.split(&format!("[[{kind}]]")).skip(1) {
            if let Some(name) = rest.trim_start().strip_prefix("name = ") {
                found.push(name.lines().next().unwrap().trim_matches('"').to_owned());
            }
        }
    }
    found
}

#[test]
fn programs_in_tests_have_names_that_nobody_chooses() {
    // This one is refused, because it is the name of a strategy.
    let (refused, mut count) = ("bfs", 0);
    for file in files(&root().join("harness/tests")) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for name in programs(&text) {
            let is_chosen = !name.starts_with("tested-") && name != refused;
            assert!(!is_chosen, "{}: a crate may have the name {name:?}", file.display());
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} suites with programs are found");
}
