//! The suite that every strategy passes.
optile_testkit::conformance!(optile_hill_climbing::FAMILY, optile_heuristics::Catalogue::default());
