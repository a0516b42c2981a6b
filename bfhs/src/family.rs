//! The family of this crate.

use optile_core::{Family, Takes};

use crate::BreadthFirstHeuristic;

/// Breadth-first heuristic search as the registry knows it.
pub static FAMILY: Family = Family {
    name: "bfhs",
    about: "breadth-first heuristic search (BFIDA*), which holds only two layers",
    heuristics: Takes::Every,
    options: &[],
    is_lookup: false,
    build: |spec, heuristics| {
        Ok(Box::new(BreadthFirstHeuristic { heuristic: heuristics.of(spec)? }))
    },
};
