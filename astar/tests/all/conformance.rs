//! What every strategy must do, asked of `astar`.

optile_testkit::conformance!(optile_astar::family());
