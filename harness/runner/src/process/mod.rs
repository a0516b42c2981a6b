//! Processes: how they are started, watched and ended, with all processes that
//! they start.

pub(crate) mod child;
pub(crate) mod invocation;
pub mod keeper;
pub(crate) mod program_group;
pub(crate) mod tree;
