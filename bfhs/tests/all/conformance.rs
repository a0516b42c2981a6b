//! The conformance suite, run on `bfhs`.

optile_testkit::conformance!(optile_bfhs::FAMILY, optile_heuristics::Catalogue::default());
