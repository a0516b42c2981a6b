//! Result folders: how they are written, locked, read, checked and merged.

mod compressed;
mod contents;
pub mod digest;
pub mod disk;
mod evidence;
pub mod files;
pub mod folder;
pub(crate) mod load;
pub mod seal;
