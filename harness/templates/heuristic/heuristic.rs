//! What every heuristic must keep.
optile_testkit::heuristic!(optile_wrong_rows::HEURISTIC);
