//! Containment: the processes that make runs are started, measured and ended together with all
//! processes that they start.
//!
//! A contained process is a worker of this program or an external program. A program has a keeper
//! as its parent, so that all its processes are in one tree. If the system allows it, the program
//! is also in a control group. Nothing outside of this folder knows which of them contain it.

mod contained;
mod invocation;
mod keeper;
mod patience;
mod program_group;
mod restriction;
mod tree;

use optile_results::record::Containment;

pub(crate) use self::contained::{Contained, EXIT_TIME, Received};
pub use self::keeper::keep;
use self::program_group::CgroupParent;
pub use self::restriction::restrict_worker;

/// What contains external programs, for the record of a run. The first call prepares it and may
/// move this process to a new control group. So it must come before this process starts others.
pub(crate) fn of_programs() -> Containment {
    CgroupParent::of_this_process().map_or(Containment::ProcessTree, CgroupParent::containment)
}
