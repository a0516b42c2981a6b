//! The conformance suite, run on `retrograde`.

optile_testkit::conformance!(optile_retrograde::FAMILY);
