//! The family of this crate, and its option.

use optile_core::{Allowed, Family, Opt, Takes};

use crate::Hda;

const THREADS: Opt<Allowed<usize>> = Opt::THREADS;

/// The family `hda` as the registry knows it.
pub static FAMILY: Family = Family {
    name: "hda",
    about: "A* on all cores; a hash assigns each state to one thread",
    heuristics: Takes::Every,
    options: &[&THREADS],
    is_lookup: false,
    build: |spec, heuristics| Ok(Box::new(Hda::new(heuristics.of(spec)?, THREADS.of(spec)?))),
};
