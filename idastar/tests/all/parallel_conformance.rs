//! The conformance suite, run on `idastar-parallel`.

optile_testkit::conformance!(optile_idastar::PARALLEL, crate::HEURISTICS.clone());
