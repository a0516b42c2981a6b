//! What follows from several rows: whether strategies agree with each other.

pub mod failing;
pub mod verdict;
