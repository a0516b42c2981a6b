//! The conformance suite, run on `astar-idastar`.

optile_testkit::conformance!(optile_astar_idastar::FAMILY, optile_heuristics::Catalogue::default());
