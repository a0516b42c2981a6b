//! The family of this crate.

use optile_core::{Family, Takes};

use crate::Retrograde;

/// The family of this crate's single strategy.
pub static FAMILY: Family = Family {
    name: "retrograde",
    about: "follows a table of all distances, which is built backwards from the goal",
    heuristics: Takes::Nothing,
    options: &[],
    is_lookup: true,
    build: |_, _| Ok(Box::new(Retrograde)),
};
