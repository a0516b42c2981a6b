//! The conformance suite, run on `iddfs`.

optile_testkit::conformance!(optile_depth_first::IDDFS);
