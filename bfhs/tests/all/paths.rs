//! Paths on boards of many sizes, and by types and objects of heuristics.

use std::sync::Arc;

use optile_core::{Arrangement, Heuristic, Heuristics, Meter, Size};
use optile_heuristics::{Catalogue, Manhattan, Misplaced};
use optile_testkit::{Patchy, Veiled, shortest_path, walk};

use crate::{path, solve};

/// Boards on which the conformance suite asks for no smallest path.
#[test]
fn paths_on_large_boards_are_the_smallest() {
    for (size, steps) in [("4x4", 15), ("5x2", 18), ("4x5", 13), ("5x5", 13)] {
        let size: Size = size.parse().unwrap();
        for seed in 0..3 {
            let goal = Arrangement::goal(size, seed as usize * 5 % size.cells()).unwrap();
            let problem = walk(&goal, steps, seed);
            let path = path(Manhattan, &problem);
            assert_eq!(Some(&path), shortest_path(&problem).as_ref(), "{problem}");
            assert_eq!(path, crate::path(Misplaced, &problem));
            assert_eq!(path, crate::path(Patchy, &problem));
        }
    }
}

/// Most parts of a path have goals with the blank at another cell. No tables
/// are built for these goals.
#[test]
fn parts_of_paths_need_no_tables_of_their_own() {
    for (size, goal_blank, steps, name) in [
        ("3x3", 4, 60, "pdb:up-to-3"),
        ("4x4", 0, 40, "pdb:up-to-3"),
        ("4x4", 6, 30, "pdb:5-5-5"),
        ("4x3", 0, 40, "pdb:up-to-4"),
        ("6x3", 17, 24, "pdb:up-to-3"),
    ] {
        let goal = Arrangement::goal(size.parse().unwrap(), goal_blank).unwrap();
        let heuristic = Catalogue::default().named(name).unwrap();
        // The tables that one estimator looks up.
        let mut alone = Meter::default();
        heuristic.toward(goal.size(), goal_blank, &mut alone).unwrap();
        let tables = alone.counters().table_bytes;
        assert!(tables > 0);
        for seed in 0..4 {
            let problem = walk(&goal, steps, seed);
            let expected = path(Manhattan, &problem);
            let (found, counters) = solve(Arc::clone(&heuristic), &problem);
            assert_eq!(found, expected, "{name} on {problem}");
            assert_eq!(counters.table_bytes, tables, "{name} on {problem}");
        }
    }
}

/// A heuristic used by its type has its values in registers, and as an object in
/// memory. Both must build the same layers.
#[test]
fn types_and_objects_are_asked_for_the_same() {
    let typed: Arc<dyn Heuristic> = Arc::new(Manhattan);
    let object: Arc<dyn Heuristic> = Arc::new(Veiled(Arc::clone(&typed)));
    for (size, steps) in [("3x3", 60), ("4x3", 60), ("4x4", 50), ("5x5", 40)] {
        let goal = Arrangement::goal(size.parse().unwrap(), 0).unwrap();
        for seed in 0..2 {
            let problem = walk(&goal, steps, seed);
            let [by_object, by_type] =
                [&object, &typed].map(|heuristic| solve(Arc::clone(heuristic), &problem));
            assert_eq!(by_object, by_type, "{problem}");
        }
    }
}
