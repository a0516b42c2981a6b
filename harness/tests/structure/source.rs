//! The sources of the workspace, without tests.

use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// The folders of all packages of the workspace, from its root. Test programs are left out.
pub(crate) fn packages() -> Vec<String> {
    let root = root();
    let mut found = Vec::new();
    for place in ["", "harness"] {
        for entry in fs::read_dir(root.join(place)).unwrap() {
            let folder = entry.unwrap().path();
            if folder.join("Cargo.toml").is_file() && folder.join("src").is_dir() {
                let name = folder.strip_prefix(&root).unwrap().to_str().unwrap();
                found.push(name.to_owned());
            }
        }
    }
    found.retain(|name| name != "harness/browser");
    found.sort();
    found
}

/// A file of a package, without its tests and comments.
pub(crate) struct Source {
    /// The path from the folder of sources.
    pub(crate) path: PathBuf,
    pub(crate) lines: Vec<String>,
}

/// The sources of a package.
pub(crate) fn sources(package: &str) -> Vec<Source> {
    let folder = root().join(package).join("src");
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
