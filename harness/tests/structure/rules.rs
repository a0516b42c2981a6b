//! Rules of the house that a text shows. Each list of exceptions only gets shorter.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use optile_testkit::house::{Function, MOST_LINES, Source, functions, sources};

use crate::source::{packages, root};

/// Public functions that still have a boolean parameter.
const WITH_BOOLEAN: [&str; 3] = [
    "search/src/lists.rs new",
    "search/src/encoded.rs best_first",
    "store/src/layers/layer.rs push_if",
];

/// The places that `is_bad` names must be those of the list, from which a mended one is deleted.
/// The package of a place may be missing in a copy of the tree.
fn expect(left: &[&str], is_bad: impl Fn(&str, &Source) -> Vec<String>) {
    let mut found = BTreeSet::new();
    for package in packages() {
        for source in sources(&root().join(&package)) {
            let place = Path::new(&package).join("src").join(&source.path);
            for what in is_bad(&package, &source) {
                found.insert(format!("{} {what}", place.display()));
            }
        }
    }
    let is_here = |line: &&&str| root().join(line.split('/').next().unwrap()).exists();
    let left: BTreeSet<String> = left.iter().filter(is_here).map(|&line| line.into()).collect();
    assert_eq!(found, left);
}

#[test]
fn functions_fit_on_a_page() {
    expect(&[], |_, source| {
        let long = functions(source).into_iter().filter(|function| function.lines > MOST_LINES);
        let fault = |long: Function| format!("{}: {} lines of {MOST_LINES}", long.name, long.lines);
        long.map(fault).collect()
    });
}

#[test]
fn public_functions_have_no_boolean_parameters() {
    expect(&WITH_BOOLEAN, |_, source| {
        let boolean = functions(source).into_iter().filter(Function::takes_a_boolean);
        boolean.map(|function| function.name).collect()
    });
}

/// Nouns that follow numbers. Of most of them there may be one, and a number of the others is not
/// known to be greater either.
const NOUNS: [&str; 18] = [
    "answers",
    "boards",
    "cores",
    "faults",
    "folders",
    "instances",
    "layers",
    "messages",
    "moves",
    "nodes",
    "others",
    "ranks",
    "relations",
    "runs",
    "samples",
    "states",
    "strategies",
    "tiles",
];

/// A text for people says `1 move`: the number and its noun are one value of `counted`. A size, the
/// number of a rank and a constant are not such numbers, and `ranks` are several.
#[test]
fn numbers_of_things_are_counted() {
    expect(&[], |_, source| {
        let code = source.lines.join("\n").replace("\\\n", " ");
        let words = code.split('}').skip(1).zip(code.split('}'));
        let plain = words.filter_map(|(after, before)| {
            let value = before.rsplit_once('{')?.1;
            let is_value = value.chars().all(|c| c.is_alphanumeric() || c == '_');
            let is_free =
                ["size", "rank", "ranks"].contains(&value) || value.chars().any(char::is_uppercase);
            let mut words = after.strip_prefix(' ')?.split(|c: char| !c.is_ascii_lowercase());
            let mut noun = words.next()?;
            if ["more", "other", "planned", "right", "wrong"].contains(&noun) {
                noun = words.next()?;
            }
            let is_value = is_value && NOUNS.contains(&noun);
            (is_value && !is_free).then(|| format!("{{{value}}} {noun}"))
        });
        plain.collect()
    });
}

/// What is said there may quote a foreign text. `terminal::say` makes it visible, and the progress
/// asks whether there is a terminal.
#[test]
fn one_routine_writes_to_standard_error() {
    let own = ["results/src/text/terminal.rs", "runner/src/progress/mod.rs"];
    let own = own.map(|file| format!("harness/{file} standard error"));
    expect(&own.each_ref().map(String::as_str), |_, source| {
        let is_there = |line: &String| line.contains("io::stderr()") || line.contains("eprint");
        let there = source.lines.iter().any(is_there);
        there.then(|| "standard error".to_owned()).into_iter().collect()
    });
}

#[test]
fn packages_take_no_files_of_others_and_no_other_name() {
    expect(&[], |package, source| {
        let mut found = Vec::new();
        let folder = Path::new(package).join("src").join(&source.path);
        for line in source.lines.iter().map(|line| line.trim()) {
            if line.starts_with("extern crate self") {
                found.push("extern crate self".into());
            }
            if let Some(path) = line.strip_prefix("#[path = \"") {
                let path = path.split('"').next().unwrap();
                if !normal(&folder.with_file_name(path)).starts_with(package) {
                    found.push(format!("#[path] {path}"));
                }
            }
        }
        found
    });
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}
