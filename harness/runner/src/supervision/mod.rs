//! Both sides of the protocol by which other processes make runs.

pub(crate) mod caps;
pub(crate) mod claim;
mod object;
pub mod protocol;
pub mod supervisor;
pub mod worker;
