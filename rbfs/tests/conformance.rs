//! The suite that every strategy passes.
optile_testkit::conformance!(optile_rbfs::FAMILY, optile_heuristics::Catalogue::default());
