//! The family of this crate.

use optile_core::{Family, Takes};

use crate::Bidirectional;

/// Bidirectional breadth-first search as the registry knows it.
pub static FAMILY: Family = Family {
    name: "bidir",
    about: "breadth-first search from both ends by whole layers, smaller side first",
    heuristics: Takes::Nothing,
    options: &[],
    is_lookup: false,
    build: |_, _| Ok(Box::new(Bidirectional)),
};
