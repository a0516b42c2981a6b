//! Files that commands write under a name that the user chose.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use optile_results::storage::disk;

/// The ending of the name of a file, or nothing.
pub(super) fn ending(file: &Path) -> &str {
    file.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// Looks whether the name of a file has one of these endings, written as `.pdf or .svg`: another
/// one means a format that is not written.
pub(super) fn ensure_ending(file: &Path, what: &str, endings: &str) -> Result<()> {
    let is_known = endings.split([' ', ',', ';']).any(|word| word == format!(".{}", ending(file)));
    let place = file.display();
    ensure!(is_known, "{place} is not the name of {what}: expected it to end in {endings}");
    Ok(())
}

/// Looks before any work whether a file can be written.
pub(super) fn ensure_writable(file: &Path) -> Result<()> {
    disk::try_out(file).with_context(|| format!("cannot write {}", file.display()))
}

/// Replaces a file as a whole. If it cannot be written, the old file stays.
pub(super) fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    disk::replace(file, |out| out.write_all(bytes))
        .with_context(|| format!("cannot write {}", file.display()))
}
