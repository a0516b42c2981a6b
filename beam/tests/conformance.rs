//! The suite that every strategy passes.
optile_testkit::conformance!(optile_beam::FAMILY, optile_heuristics::Catalogue::default());
