//! Reading a result folder, with a test of each row.

use std::path::Path;

use anyhow::Result;

use crate::storage::checksums;
use crate::storage::contents::Contents;
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
    // Those that were read and have no checksum, and those that are gone.
    let (mut unchecked, mut lost) = (Vec::new(), Vec::new());
    for file in ALL {
        let name = file.name();
        let contents = match file.keeping() {
            Keeping::Derived => continue,
            // It may be large, and so it is read while it is parsed.
            Keeping::Lines => {
                Contents { path: folder.join(name), bytes: None, has_checksum: false }
            }
            Keeping::Whole => {
                let contents = checksums::read(folder, name)?;
                match (&contents.bytes, contents.has_checksum) {
                    (Some(_), false) => unchecked.push(name),
                    (None, true) => lost.push(name),
                    _ => {}
                }
                contents
            }
        };
        file.parse(&contents, &mut results)?;
    }
    let missing = |name| format!("{name} is missing: it was written before");
    results.notices.extend(lost.into_iter().map(missing));
    if !unchecked.is_empty() {
        let verb = if unchecked.len() == 1 { "has" } else { "have" };
        results.notices.push(format!(
            "{} {verb} no checksum, as in folders of older versions, so an altered value would \
             not be found",
            unchecked.join(", ")
        ));
    }
    Ok(results)
}

#[cfg(test)]
mod tests;
