//! The packages of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

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
