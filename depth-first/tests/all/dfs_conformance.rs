//! The conformance suite, run on `dfs`.

optile_testkit::conformance!(optile_depth_first::DFS);
