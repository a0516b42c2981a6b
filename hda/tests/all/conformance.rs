//! The conformance suite, run on `hda`.

optile_testkit::conformance!(optile_hda::FAMILY, optile_heuristics::Catalogue::default());
