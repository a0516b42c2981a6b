//! Comparing published values with measured ones.

pub(crate) mod figure;
pub(crate) mod findings;
pub(crate) mod sample;
pub(crate) mod verdict;
