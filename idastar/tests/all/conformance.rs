//! What every strategy must pass.

optile_testkit::conformance!(optile_idastar::family());
