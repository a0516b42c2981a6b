//! Containment: the processes that make runs are started, measured and ended together with all
//! processes that they start.
//!
//! A contained process is a worker of this program or an external program. A program has a keeper
//! as its parent, so that all its processes are in one tree.

mod contained;
mod invocation;
mod keeper;
mod patience;
mod restriction;
mod tree;

pub(crate) use self::contained::{Contained, EXIT_TIME, ProcessExit, Received};
pub use self::keeper::keep;
pub use self::restriction::restrict_worker;
