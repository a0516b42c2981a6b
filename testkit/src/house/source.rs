//! The sources of a package, without tests.

use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder.
///
/// # Panics
///
/// When one cannot be read, like the other functions here.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// A file of a package, without its tests and comments.
#[derive(Debug)]
pub struct Source {
    /// The path from the folder of sources.
    pub path: PathBuf,
    /// Its lines of code.
    pub lines: Vec<String>,
}

/// The sources of the package in a folder.
pub fn sources(package: &Path) -> Vec<Source> {
    let folder = package.join("src");
    let mut sources = Vec::new();
    for file in files(&folder) {
        let path = file.strip_prefix(&folder).unwrap().to_owned();
        let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs");
        if path.extension().is_none_or(|end| end != "rs") || is_test {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        sources.push(Source { path, lines: code.map(str::to_owned).collect() });
    }
    sources
}

/// A function: whether it is public, its name, its parameters and its lines.
#[derive(Debug)]
pub struct Function {
    is_public: bool,
    /// Its name.
    pub name: String,
    parameters: String,
    /// Its lines without comments.
    pub lines: usize,
}

impl Function {
    /// Whether it is public and has a boolean parameter. A call with `true` does not say what it does.
    pub fn takes_a_boolean(&self) -> bool {
        self.is_public && self.parameters.contains(": bool")
    }
}

/// The functions of a source. The end of a function has the indentation of its begin.
pub fn functions(source: &Source) -> Vec<Function> {
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
