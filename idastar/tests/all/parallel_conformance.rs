//! What every strategy must pass, for the family on several threads.

optile_testkit::conformance!(optile_idastar::parallel_family());
