//! A published and a measured value side by side, and how they compare.

pub(crate) mod published_figure;
pub(crate) mod sample;
pub(crate) mod table;
pub(crate) mod verdict;
