//! Additive pattern databases.
#![forbid(unsafe_code)]

mod build;
mod estimator;
mod format;
mod key;
mod maps;
mod order;
mod partition;
mod recipe;
mod shelf;
mod table;

pub use build::Progress;
pub use estimator::{Pdb, PdbEstimator, PdbValue};
pub use format::FormatError;
pub use key::{Key, Storage, Tiles};
pub use partition::{Partition, PartitionError};
pub use recipe::{Recipe, RecipeError};
pub use shelf::{Memory, Shelf, progress, set_shelf, shelf};
pub use table::{Table, room};
