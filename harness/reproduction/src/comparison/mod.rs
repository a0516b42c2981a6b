//! What was published beside what is measured.

pub(crate) mod figure;
pub(crate) mod findings;
pub(crate) mod sample;
pub(crate) mod verdict;
