use optile_core::{Board, Meter, Rect, Size, State, Stop};
use optile_pdb::{Key, in_full, tables_of};

use super::*;

fn named(name: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
    Catalogue::default().named(name)
}

#[test]
fn every_listed_name_is_a_heuristic() {
    for info in ALL {
        for name in info.names() {
            assert!(info.admits(name), "{name}");
            assert!(named(name).is_ok(), "{name}");
        }
        assert!(info.about.len() <= 79);
    }
    assert!(named("nonsense").is_err());
}

#[test]
fn a_maximum_takes_each_part_once_in_any_order() {
    let all = "max( walking-distance , linear-conflict,inversion-distance,manhattan,misplaced)";
    assert!(named(all).is_ok());
    for name in ["max(manhattan)", "max(manhattan,manhattan)"] {
        let error = named(name).unwrap_err().to_string();
        let expected = "expected max(A,B,...), each another of linear-conflict, ";
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_maximum_takes_pattern_databases_of_one_kind() {
    assert!(named("max( pdb:4-4+reflected, pdb:1.3.8-2.4.5-6.7)").is_ok());
    assert!(named("max(pdb:6-6-6-6)").is_ok());
    for (name, expected) in [
        ("max(pdb:4-4,manhattan)", "expected pdb:PARTITION"),
        ("max(pdb:4-4+zero,pdb:3-5)", "expected a partition, and reflected or nothing"),
        ("max(pdb:nonsense)", "is not a partition"),
        ("max(pdb:4-4", "max(A,B,...)"),
    ] {
        let error = named(name).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_tables_of_a_name_are_those_that_its_estimator_looks_up() {
    for (name, size) in [
        ("pdb:4-4+reflected", "3x3"),
        ("max(pdb:4-4+reflected, pdb:1.3.8-2.4.5-6.7)", "3x3"),
        ("pdb:auto=6kB", "3x3"),
        ("pdb:auto=50kB", "3x4"),
        ("max(manhattan,misplaced)", "5x5"),
        ("walking-distance", "4x4"),
    ] {
        let size: Size = size.parse().unwrap();
        let mut meter = Meter::default();
        named(name).unwrap().toward(size, size.cells() - 1, &mut meter).unwrap();
        let tables = tables_of(name, size, size.cells() - 1);
        let least = tables.iter().map(Key::bytes).sum::<u64>();
        let found = meter.counters().table_bytes;
        assert!(least <= found && found <= least + (2 << 20), "{name}: {least}, {found}");
        assert_eq!(tables.is_empty(), found == 0, "{name}");
    }
    for name in ["nonsense", "pdb:auto=1", "max(pdb:auto=1GiB)"] {
        assert_eq!(tables_of(name, "5x5".parse().unwrap(), 0), [], "{name}");
    }
}

#[test]
fn a_budget_is_the_heuristic_that_it_names_in_full() {
    let (size, budget) = ("3x3".parse().unwrap(), "pdb:auto=100kB");
    let toward = |name: &str| named(name).unwrap().toward(size, 0, &mut Meter::default()).unwrap();
    let full = in_full(budget, size, 0).unwrap();
    assert_eq!(full, "pdb:4-4+reflected+zero+nibbles");
    let estimators = [budget, &full].map(toward);
    for state in (0..1000).map(|number| State::from_index(Rect::<3, 3>, number * 181, 0)) {
        let [budget, full] =
            [0, 1].map(|place| <Rect<3, 3>>::estimates(&*estimators[place]).of_state(&state));
        assert_eq!(budget, full);
    }
    for name in ["pdb:4-4", "pdb:auto=1", "manhattan"] {
        assert_eq!(in_full(name, size, 0), None, "{name}");
    }
}

#[test]
fn a_budget_is_a_size_of_memory_that_is_enough_for_the_board() {
    for size in ["", "=", "=0", "=0GiB", "=x", "=-1", "=4gib", "=1GiB+reflected", "matic", "=1e9"] {
        let error = named(&format!("pdb:auto{size}")).unwrap_err().to_string();
        assert!(error.contains(&format!("\"auto{size}\": expected auto=SIZE")), "{error}");
    }
    for (size, least) in [("3x3", 5520), ("4x5", 20 * 19 * 18 * 6 + 20), ("2x2", 24)] {
        let toward = |bytes: u64| {
            let heuristic = named(&format!("pdb:auto={bytes}")).unwrap();
            let size = size.parse().unwrap();
            heuristic.toward(size, 0, &mut Meter::default()).map(drop)
        };
        assert_eq!(toward(least), Ok(()), "{size}");
        let Err(Stop::Unsupported(reason)) = toward(least - 1) else { panic!("{size}") };
        let expected = format!("expected pdb:auto={least} or more");
        assert!(reason.contains(size) && reason.contains(&expected), "{reason}");
    }
}

#[test]
fn zero_to_eight_tiles_can_be_ignored() {
    for number in 0..=8 {
        assert!(named(&format!("manhattan-without:{number}")).is_ok());
    }
    for number in ["", "9", "-1", "+3", "03", "3.0", "three", "99999999999999999999"] {
        let error = named(&format!("manhattan-without:{number}")).unwrap_err().to_string();
        let expected = format!("expected a number of tiles from 0 to 8, not {number:?}");
        assert!(error.contains(&expected), "{error}");
    }
    assert!(named("manhattan-without").is_err());
}

#[test]
fn unknown_names_are_reported_with_the_known_ones() {
    let all: Vec<&str> = ALL.iter().map(HeuristicInfo::form).collect();
    let all = format!("expected one of {}", all.join(", "));
    for (name, wrong, among) in [
        ("nonsense", "nonsense", &*all),
        ("max", "max", &*all),
        ("max(manhattan,linear)", "linear", "expected one of linear-conflict, "),
        ("max(zero,manhattan)", "zero", "expected one of linear-conflict, "),
        ("max()", "", "expected one of linear-conflict, "),
        ("max(manhattan", "max(manhattan", &*all),
        ("max(manhattan,max(a,b))", "max(a,b)", "expected one of linear-conflict"),
    ] {
        let error = named(name).unwrap_err().to_string();
        assert!(error.contains(&format!("unknown heuristic {wrong:?}")), "{error}");
        assert!(error.contains(among), "{error}");
    }
}
