//! What every strategy must do, asked of `hda`.

optile_testkit::conformance!(optile_hda::family());
