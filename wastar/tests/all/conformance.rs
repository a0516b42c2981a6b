//! The conformance suite, run on each family.

use optile_heuristics::Catalogue;
use optile_testkit::conformance;

mod wastar {
    super::conformance!(optile_wastar::FAMILY, super::Catalogue::default());
}

mod greedy {
    super::conformance!(optile_wastar::GREEDY, super::Catalogue::default());
}

mod arastar {
    super::conformance!(optile_wastar::ARASTAR, super::Catalogue::default());
}
