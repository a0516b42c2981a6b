//! Both sides of the protocol that other processes use to make runs.

pub(crate) mod beat;
mod caps;
pub mod estimates;
mod line;
mod object;
mod pending;
pub mod protocol;
pub mod supervisor;
mod trace;
pub mod worker;
