//! What every strategy must do, asked of `bfhs`.

optile_testkit::conformance!(optile_bfhs::family());
