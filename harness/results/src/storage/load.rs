//! Reading a result folder, with a test of each row.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::storage::contents::Contents;
use crate::storage::disk;
use crate::storage::files::{ALL, Keeping, Results};

/// Reads the results that a run left in `folder`, and tests each row: its checksum, if it
/// has one, and its moves on its board.
///
/// The rows may be compressed: if there is no `results.jsonl`, `results.jsonl.gz` is read.
///
/// If the last line of `results.jsonl` was cut off by a full disk or a power failure, it is
/// left out and reported in [`Results::notices`].
///
/// # Errors
///
/// When `run.json` or `results.jsonl` cannot be read, when anything in a file of [`ALL`] is not
/// what optile writes, when a row was altered or contradicts its board or another row, or when
/// the folder has another version of the format.
pub fn load(folder: &Path) -> Result<Results> {
    let mut results = Results::default();
    for file in ALL {
        let path = folder.join(file.name());
        let contents = match file.keeping() {
            Keeping::Derived => continue,
            // It may be large, and so it is read while it is parsed.
            Keeping::Lines => Contents { path, bytes: None },
            Keeping::Whole => whole(path)?,
        };
        file.parse(&contents, &mut results)?;
    }
    Ok(results)
}

/// A file that may be missing.
fn whole(path: PathBuf) -> Result<Contents> {
    let bytes = match disk::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        bytes => Some(bytes.with_context(|| format!("{}: cannot be read", path.display()))?),
    };
    Ok(Contents { path, bytes })
}

#[cfg(test)]
mod tests;
