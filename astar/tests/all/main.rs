//! The tests of this crate that use only what it makes public. They are one
//! program, because each program is compiled and linked separately and runs
//! alone.

mod astar;
mod conformance;
mod epea;
mod epea_conformance;
mod lists;

use std::sync::LazyLock;

use optile_heuristics::Catalogue;

/// The heuristics of both families, which share their tables.
static HEURISTICS: LazyLock<Catalogue> = LazyLock::new(Catalogue::default);
