//! The conformance suite, run on `ida`.

optile_testkit::conformance!(optile_depth_first::IDA, optile_heuristics::Catalogue::default());
