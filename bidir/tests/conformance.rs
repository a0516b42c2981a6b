//! What every strategy must do, asked of `bidir`.

optile_testkit::conformance!(optile_bidir::family());
