//! What every strategy must do.

optile_testkit::conformance!(optile_retrograde::family());
