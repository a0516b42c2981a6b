//! What every strategy must do, asked of `astar-idastar`.

optile_testkit::conformance!(optile_astar_idastar::family());
