//! The tests of this crate that use only what it makes public. They are one
//! program, because each program is compiled and linked separately and runs
//! alone.

mod agreement;
mod bounds;
mod means;

use std::sync::LazyLock;

use optile_core::Size;
use optile_heuristics::Catalogue;
use optile_testkit::heuristic::some_goals;

/// The heuristics of all tests, which share their tables.
static HEURISTICS: LazyLock<Catalogue> = LazyLock::new(Catalogue::default);

/// Whether a heuristic is left out. Pattern databases for each goal take long to build, so on large
/// boards they are checked toward few goals.
pub(crate) fn is_left_out(name: &str, size: Size, goal_blank: usize) -> bool {
    name.starts_with("pdb:") && size.cells() > 9 && !some_goals(size).contains(&goal_blank)
}
