//! The conformance suite, run on `astar`.

optile_testkit::conformance!(optile_astar::FAMILY, crate::HEURISTICS.clone());
