//! How states are looked up in tables.

pub(crate) mod estimator;
pub(crate) mod view;
