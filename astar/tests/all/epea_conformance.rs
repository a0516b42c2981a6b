//! What every strategy must do, asked of `epea`.

optile_testkit::conformance!(optile_astar::epea_family());
