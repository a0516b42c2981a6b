//! What was read of a file of a folder.

use std::path::PathBuf;

/// What was read of a file of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The path, for messages.
    pub(super) path: PathBuf,
    /// The bytes; `None` if there is no such file.
    pub(super) bytes: Option<Vec<u8>>,
}
