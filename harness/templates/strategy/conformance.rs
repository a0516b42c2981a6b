//! The suite that every strategy passes.
optile_testkit::conformance!(optile_textbook::FAMILY);
