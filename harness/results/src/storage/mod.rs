//! Result folders: how they are written, locked, read and checked.

pub mod digest;
pub mod disk;
mod evidence;
pub mod folder;
pub(crate) mod load;
pub(crate) mod results;
mod seal;
pub(crate) mod table;
