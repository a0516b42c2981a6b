//! The conformance suite, run on `idastar`.

optile_testkit::conformance!(optile_idastar::FAMILY, crate::HEURISTICS.clone());
