//! The family of this crate, and its option.

use optile_core::{Allowed, Family, Opt, Takes};

use crate::Hda;

/// No expected machine has more cores than the most threads.
const THREADS: Opt<Allowed<usize>> = Opt {
    key: "threads",
    about: "the number of threads; 0 for one per available core",
    default: "0",
    allowed: Allowed::Number(0..=1024, usize::from),
};

/// The family `hda` as the registry knows it.
pub static FAMILY: Family = Family {
    name: "hda",
    about: "A* on all cores; a hash assigns each state to one thread",
    heuristics: Takes::Every,
    options: &[&THREADS],
    is_lookup: false,
    build: |spec, heuristics| Ok(Box::new(Hda::new(heuristics.of(spec)?, THREADS.of(spec)?))),
};
