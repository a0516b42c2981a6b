//! Rows that are kept for long, compressed by gzip.

use std::io::{self, Read as _};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::storage::disk;

/// The rows' file, and its name when it is compressed.
pub(super) const NAME: &str = "results.jsonl.gz";

/// The bytes of a compressed file; `None` if there is no such file.
///
/// # Errors
///
/// When the file cannot be read, or is not what gzip writes.
pub(super) fn expanded(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let compressed = match disk::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes?,
    };
    let mut bytes = Vec::new();
    MultiGzDecoder::new(&compressed[..]).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
