//! The harness of the optile workbench.
#![forbid(unsafe_code)]

pub mod record;
pub mod row;
