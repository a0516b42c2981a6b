//! What budgets of memory stand for.

use std::sync::Arc;

use optile_core::Size;
use optile_pdb::{Budget, Choice, Key, Memory, TableCache};

fn choice(budget: &str, size: Size, goal_blank: usize) -> Result<Choice, String> {
    let budget: Budget = format!("auto={budget}").parse().unwrap();
    let tables: Arc<dyn TableCache> = Arc::<Memory>::default();
    budget.choice(size, goal_blank, &tables)
}

fn bytes(choice: &Choice) -> u64 {
    choice.keys.iter().map(Key::bytes).sum()
}

#[test]
fn a_budget_chooses_the_best_that_fits() {
    for (budget, size, name, tables) in [
        ("10kB", "3x3", "pdb:4-4+reflected+zero+nibbles", 2),
        ("1GiB", "3x3", "pdb:8", 1),
        ("2MB", "4x4", "pdb:5-5-5+reflected+zero+nibbles", 3),
        ("128MiB", "4x4", "pdb:6-6-3+reflected+zero+nibbles", 3),
        ("300MB", "4x4", "pdb:7-8+reflected+nibbles", 2),
        ("4GiB", "4x4", "pdb:7-8+reflected+zero+nibbles", 2),
        ("100MiB", "5x5", "pdb:5-5-5-5-4+zero+nibbles", 5),
        ("128MiB", "5x5", "max(pdb:6-6-6-6+reflected)", 2),
        ("1MiB", "4x5", "pdb:up-to-4", 5),
        ("1GiB", "3x4", "pdb:up-to-8", 2),
    ] {
        let choice = choice(budget, size.parse().unwrap(), 0).unwrap();
        assert_eq!((choice.name.as_str(), choice.keys.len()), (name, tables), "{budget}");
    }
    let size: Size = "5x5".parse().unwrap();
    for (budget, partitions, tables) in
        [("128MiB", 1, 2), ("256MiB", 2, 4), ("320MiB", 2, 5), ("4GiB", 2, 5)]
    {
        let choice = choice(budget, size, 24).unwrap();
        assert_eq!(choice.name.matches("pdb:").count(), partitions, "{budget}");
        assert_eq!(choice.keys.len(), tables, "{budget}");
    }
}

/// A choice takes milliseconds, so a third of the goals of each size have one.
#[test]
fn every_board_has_a_choice_within_its_budget() {
    for size in Size::all() {
        for goal_blank in (size.number() % 3..size.cells()).step_by(3) {
            let mut last = 0;
            for budget in ["1MiB", "100MiB", "1GiB"] {
                let bytes = bytes(&choice(budget, size, goal_blank).unwrap());
                let most = budget.strip_suffix("MiB").map_or(1024, |text| text.parse().unwrap());
                assert!(last <= bytes && bytes <= most << 20, "{size} {goal_blank} {budget}");
                last = bytes;
            }
        }
    }
}

#[test]
fn a_budget_too_small_for_the_board_is_refused_with_the_least() {
    for size in ["3x3", "4x4", "5x5", "2x12"] {
        let size: Size = size.parse().unwrap();
        let error = choice("1", size, 0).unwrap_err();
        assert!(error.starts_with(&format!("pdb:auto=1 on {size}: ")), "{error}");
        let least = error.split(&['=', ' ']).rev().nth(2).unwrap();
        assert_eq!(bytes(&choice(least, size, 0).unwrap()).to_string(), least);
    }
}

#[test]
fn collections_are_mirrored_to_each_corner() {
    let size = "5x5".parse().unwrap();
    // Off the diagonal, reflections have other tables.
    for (goal_blank, pattern, tables) in [
        (0, "1.2.3.5.6.7", 5),
        (4, "2.3.4.7.8.9", 9),
        (20, "16.17.18.21.22.23", 9),
        (24, "18.19.20.22.23.24", 5),
    ] {
        let choice = choice("1GiB", size, goal_blank).unwrap();
        assert_eq!(choice.keys.len(), tables, "{goal_blank}");
        assert!(choice.name.contains(pattern), "{pattern} is not in {}", choice.name);
    }
    // Elsewhere, only the partition by sizes is left.
    let center = choice("1GiB", size, 12).unwrap();
    assert_eq!(center.name, "max(pdb:6-6-6-6+reflected)");
}
