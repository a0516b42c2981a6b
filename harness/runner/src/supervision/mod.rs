//! Both sides of the protocol that other processes use to make runs.

pub mod estimates;
mod pending;
mod plain;
pub mod program;
pub mod protocol;
pub mod submission;
pub mod supervisor;
pub mod worker;
