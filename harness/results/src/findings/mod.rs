//! What follows from several rows: whether strategies agree with each other.

mod failing;
pub mod verdict;
