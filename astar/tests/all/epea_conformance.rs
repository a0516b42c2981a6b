//! The conformance suite, run on `epea`.

optile_testkit::conformance!(optile_astar::EPEA, crate::HEURISTICS.clone());
