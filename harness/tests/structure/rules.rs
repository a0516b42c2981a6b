//! Rules of the house that a text shows. Each list of exceptions only gets shorter.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::source::{Source, packages, root, sources};

/// The most lines of a function, without comments.
const LONGEST: usize = 60;

/// Public functions that still have a boolean parameter.
const WITH_BOOLEAN: [&str; 3] = [
    "search/src/lists.rs new",
    "search/src/encoded.rs best_first",
    "store/src/layers/layer.rs push_if",
];

/// A function: whether it is public, its name, its parameters and its lines.
struct Function {
    is_public: bool,
    name: String,
    parameters: String,
    lines: usize,
}

/// The functions of a source. The end of a function has the indentation of its begin.
fn functions(source: &Source) -> Vec<Function> {
    let mut found = Vec::new();
    for (place, line) in source.lines.iter().enumerate() {
        let words = line.trim_start();
        let indentation = &line[..line.len() - words.len()];
        let Some((before, after)) = words.split_once("fn ") else { continue };
        let is_begin = before.split(' ').all(|word| {
            word.is_empty() || word.starts_with("pub") || ["const", "unsafe"].contains(&word)
        });
        if !is_begin {
            continue;
        }
        let rest = &source.lines[place..];
        let end = format!("{indentation}}}");
        let is_short = line.ends_with('}') || line.ends_with(';');
        let last = if is_short { Some(0) } else { rest.iter().position(|line| *line == end) };
        let head = rest.iter().take_while(|line| !line.ends_with('{') && !line.ends_with(';'));
        let head: Vec<&str> = head.chain([line]).map(String::as_str).collect();
        let name = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let head = head.join(" ");
        found.push(Function {
            is_public: before.starts_with("pub "),
            name,
            parameters: head.split(") ->").next().unwrap_or_default().to_owned(),
            lines: last.unwrap_or(0) + 1,
        });
    }
    found
}

/// The places that `is_bad` names must be those of the list, from which a mended one is deleted.
/// The package of a place may be missing in a copy of the tree.
fn expect(left: &[&str], is_bad: impl Fn(&str, &Source) -> Vec<String>) {
    let mut found = BTreeSet::new();
    for package in packages() {
        for source in sources(&package) {
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
        let long = functions(source).into_iter().filter(|function| function.lines > LONGEST);
        long.map(|function| function.name).collect()
    });
}

#[test]
fn public_functions_have_no_boolean_parameters() {
    expect(&WITH_BOOLEAN, |_, source| {
        let public = functions(source).into_iter().filter(|function| function.is_public);
        let is_boolean = |f: &Function| f.parameters.contains(": bool");
        public.filter(is_boolean).map(|function| function.name).collect()
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
