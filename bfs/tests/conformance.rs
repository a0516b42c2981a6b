//! The conformance suite, run on `bfs`.

optile_testkit::conformance!(optile_bfs::FAMILY);
