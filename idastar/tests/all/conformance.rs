//! The conformance suite, run on `idastar`.

optile_testkit::conformance!(optile_idastar::FAMILY, optile_heuristics::Catalogue::default());
