//! What every strategy must do, asked of `bfs`.

optile_testkit::conformance!(optile_bfs::family());
