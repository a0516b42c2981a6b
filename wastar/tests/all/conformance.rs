//! The conformance suite, run on each family.

use std::sync::LazyLock;

use optile_heuristics::Catalogue;
use optile_testkit::conformance;

/// All families share its tables.
static HEURISTICS: LazyLock<Catalogue> = LazyLock::new(Catalogue::default);

mod wastar {
    super::conformance!(optile_wastar::FAMILY, super::HEURISTICS.clone());
}

mod greedy {
    super::conformance!(optile_wastar::GREEDY, super::HEURISTICS.clone());
}

mod arastar {
    super::conformance!(optile_wastar::ARASTAR, super::HEURISTICS.clone());
}
