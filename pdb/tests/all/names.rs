//! Names of pattern databases, and the partitions that they stand for.

use std::sync::Arc;

use optile_core::{Heuristic, Meter, Size, Stop};
use optile_pdb::{Memory, Partition, PartitionError, Pdb, Recipe, RecipeError, Tiles};

fn recipe(text: &str) -> Recipe {
    text.parse().unwrap()
}

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn patterns(text: &str, board: &str, goal_blank: usize) -> String {
    let patterns = recipe(text).partition.patterns(size(board), goal_blank).unwrap();
    patterns.iter().map(Tiles::to_string).collect::<Vec<_>>().join("-")
}

fn pdb(name: &str) -> Option<Pdb> {
    Pdb::new(recipe(name), Arc::new(Memory::default()))
}

#[test]
fn names_read_back_what_they_print() {
    for text in [
        "7-8",
        "5-5-5+reflected",
        "5-5-5+reflected+zero+nibbles",
        "6-6-6-6+reflected+zero+nibbles",
        "1.2.3-4.5-6.7.8+nibbles",
        "1.2.3-4-5.6.7.8+zero",
    ] {
        assert_eq!(recipe(text).to_string(), text);
    }
    assert_eq!(recipe("7-8+bytes+reflected"), recipe("7-8+reflected"));
}

#[test]
fn bad_names_are_named() {
    let error = |text: &str| text.parse::<Recipe>().unwrap_err();
    for text in
        ["", "-", "7-", "7-x", "0-8", "9-6", "1.2.2", "1.2-2.3", "1..2", "25.1", "7 8", "+zero"]
    {
        assert!(matches!(error(text), RecipeError::Partition { .. }), "{text}");
    }
    assert!(matches!(error("1.2.3.4.5.6.7.8.9"), RecipeError::Partition { .. }));
    for text in ["7-8+", "7-8+fast", "7-8+Zero", "7-8+reflected ", "7-8+crumbs"] {
        assert!(matches!(error(text), RecipeError::Word { .. }), "{text}");
    }
    for text in ["7-8+zero+zero", "7-8+bytes+nibbles", "7-8+zero+nibbles+nibbles"] {
        assert!(matches!(error(text), RecipeError::Twice { .. }), "{text}");
    }
}

#[test]
fn partitions_have_every_tile_of_the_board_once() {
    let error = |text: &str, board| recipe(text).partition.patterns(size(board), 0).unwrap_err();
    assert!(matches!(error("7-8", "3x3"), PartitionError::Sum { sum: 15, tiles: 8, .. }));
    assert_eq!(error("1.2.3-4.5.6.7-9", "3x3"), PartitionError::Missing { tile: 8 });
    for board in Size::all() {
        for goal_blank in 0..board.cells() {
            let sizes = vec![1; board.cells() - 1];
            let patterns = Partition::Sizes(sizes).patterns(board, goal_blank).unwrap();
            assert_eq!(patterns.len(), board.cells() - 1);
            let up_to = recipe("up-to-4").partition;
            let patterns = up_to.patterns(board, goal_blank).unwrap();
            assert_eq!(patterns.len(), (board.cells() - 1).div_ceil(4));
            assert!(patterns.len() <= up_to.most_patterns());
        }
    }
    for text in ["5-5-5", "6-6-3", "7-8", "3-6-6", "8-7", "4-4-4-3"] {
        for goal_blank in 0..16 {
            let patterns = recipe(text).partition.patterns(size("4x4"), goal_blank).unwrap();
            let counts: Vec<String> = patterns.iter().map(|p| p.len().to_string()).collect();
            assert_eq!(counts.join("-"), text);
        }
    }
}

#[test]
fn known_partitions_are_mirrored_to_the_corner_of_the_blank() {
    assert_eq!(patterns("7-8", "4x4", 0), "1.2.3.4.5.6.7-8.9.10.11.12.13.14.15");
    assert_eq!(patterns("7-8", "4x4", 15), "9.10.11.12.13.14.15-1.2.3.4.5.6.7.8");
    assert_eq!(patterns("7-8", "4x4", 3), "1.2.3.4.5.6.7-8.9.10.11.12.13.14.15");
    assert_eq!(patterns("5-5-5", "4x4", 0), "1.2.4.5.8-3.6.7.10.11-9.12.13.14.15");
    assert_eq!(patterns("6-6-3", "4x4", 15), "1.5.6.9.10.13-7.8.11.12.14.15-2.3.4");
    // Elsewhere, along the rows and back.
    assert_eq!(patterns("4-4", "3x3", 4), "1.2.3.5-4.6.7.8");
    assert_eq!(
        patterns("6-6-6-6", "5x5", 0),
        "1.2.5.6.7.12-3.4.8.9.13.14-10.11.15.16.20.21-17.18.19.22.23.24"
    );
}

#[test]
fn reflections_need_a_square_and_tables_of_their_own_off_its_diagonal() {
    let tables =
        |goal_blank| recipe("4-4+reflected").all_keys(size("3x3"), goal_blank).unwrap().len();
    assert_eq!((0..9).map(tables).collect::<Vec<_>>(), [2, 4, 4, 4, 2, 4, 4, 4, 2]);
    let wide = recipe("4-3+reflected").keys(size("4x2"), 0);
    assert!(wide.unwrap_err().contains("square"));
    let heuristic = pdb("4-3+reflected").unwrap();
    assert!(!heuristic.supports(size("4x2")));
    let estimator = heuristic.toward(size("4x2"), 1, &mut Meter::default());
    assert!(matches!(estimator.err(), Some(Stop::Unsupported(_))));
}

#[test]
fn heuristics_have_eight_slots_at_most() {
    for name in ["7-8", "7-8+reflected", "4-4-4-3+reflected", "up-to-3", "up-to-6+reflected"] {
        assert_eq!(pdb(name).unwrap().recipe(), &recipe(name));
    }
    for name in ["1-1-1-1-1-1-1-1-1", "3-3-3-3-3+reflected", "up-to-2", "up-to-5+reflected"] {
        assert!(pdb(name).is_none(), "{name}");
    }
    assert!(recipe("7-8+reflected+zero").is_consistent());
    assert!(!recipe("7-8+reflected").is_consistent());
}

#[test]
fn a_partition_by_the_most_tiles_is_for_every_board() {
    let heuristic = pdb("up-to-3").unwrap();
    assert!(Size::all().all(|size| heuristic.supports(size)));
    let heuristic = pdb("3-3-2").unwrap();
    let sizes: Vec<Size> = Size::all().filter(|&size| heuristic.supports(size)).collect();
    assert_eq!(sizes, [size("3x3")]);
}

#[test]
fn what_tables_take_is_known_beforehand() {
    let bytes = |text: &str| recipe(text).bytes(size("4x4"), 0).unwrap();
    assert_eq!(bytes("7-8"), 57_657_600 + 518_918_400);
    assert_eq!(bytes("7-8+nibbles"), (57_657_600 + 518_918_400) / 2);
    assert_eq!(bytes("7-8+zero"), 139_849_920 + 1_425_191_040);
    assert_eq!(bytes("7-8+zero+nibbles"), (139_849_920 + 1_425_191_040) / 2);
    let keys = recipe("6-6-6-6").keys(size("5x5"), 0).unwrap();
    assert!(keys.iter().all(|key| key.entries() == 127_512_000));
    let zero = recipe("6-6-6-6+zero").keys(size("5x5"), 0).unwrap();
    assert!(zero.iter().all(|key| key.entries() == 181_008_000));
}
