//! Result folders: how they are written, locked, read, checked and merged.

mod checksums;
mod compressed;
pub mod digest;
pub mod disk;
pub mod evidence;
pub mod folder;
pub(crate) mod load;
pub mod merging;
pub mod seal;
mod table_file;
