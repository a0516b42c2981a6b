//! How states are looked up in tables.

pub(crate) mod descent;
pub(crate) mod estimator;
mod sums;
pub(crate) mod view;
