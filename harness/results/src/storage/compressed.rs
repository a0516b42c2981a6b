//! Rows, which may be compressed by gzip if they are kept for long.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::storage::disk;

/// The rows' file, and its name when it is compressed.
pub(super) const NAME: &str = "results.jsonl.gz";

/// Opens the file of rows, or else the compressed one beside it. They are read as a stream, because
/// a small compressed file may hold more than the memory.
///
/// # Errors
///
/// When none can be opened.
pub(super) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let missing = match disk::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => error,
        file => return Ok(Box::new(BufReader::new(file?))),
    };
    match disk::open(&path.with_file_name(NAME)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(missing),
        file => Ok(Box::new(BufReader::new(MultiGzDecoder::new(file?)))),
    }
}
