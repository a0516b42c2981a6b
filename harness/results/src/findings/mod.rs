//! What follows from several rows: whether strategies agree with each other and
//! with published counts.

pub mod agreement;
mod bounded;
pub mod counts;
mod failing;
pub mod verdict;
