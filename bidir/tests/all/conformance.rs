//! The conformance suite, run on `bidir`.

optile_testkit::conformance!(optile_bidir::FAMILY);
