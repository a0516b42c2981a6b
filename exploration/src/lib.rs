//! The command `explore`, as `optile` runs it on one rank and `optile-mpi` on several: what both
//! are asked, the checkpoints from which they continue, and what they print. The search itself
//! is [`optile_retrograde::Exploration`].
#![forbid(unsafe_code)]

mod checkpoint;
mod counts;
mod farthest;
mod space;

pub use checkpoint::Checkpoint;
pub use space::{Counted, Space};
