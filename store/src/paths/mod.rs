//! How paths are read from closed lists.

mod shortest;
mod traced;

pub use shortest::{any_path, shortest_path, smallest_path};
pub use traced::traced_path;
