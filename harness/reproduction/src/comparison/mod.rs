//! Comparing published values with measured ones.

pub(crate) mod findings;
pub(crate) mod published_figure;
pub(crate) mod sample;
pub(crate) mod verdict;
