//! Relations between the counters of a solved run.
//!
//! They follow from the definitions in `docs/methodology.md`, and all built-in strategies
//! keep them. They are as strict as that allows: partial expansion evaluates successors
//! again, searches from both ends evaluate each state in both directions, and tables of a
//! whole space hold more nodes than a search generates.

use optile_results::row::Tally;

/// A relation that must hold in each run that found an optimal path.
pub(crate) struct Relation {
    /// The relation, for people.
    pub(crate) text: &'static str,
    /// Whether it holds for a path of this length; `None` if a counter is missing.
    pub(crate) holds: fn(u64, &Tally) -> Option<bool>,
}

/// All relations.
pub(crate) const RELATIONS: [Relation; 8] = [
    Relation {
        text: "expanded_before_last <= expanded",
        holds: |_, tally| Some(tally.expanded_before_last? <= tally.expanded?),
    },
    // Each move of the path was made by another expansion.
    Relation { text: "length <= expanded", holds: |length, tally| Some(length <= tally.expanded?) },
    Relation {
        text: "expanded = 0 if the start is the goal",
        holds: |length, tally| {
            let expanded = tally.expanded?;
            Some(length > 0 || expanded == 0)
        },
    },
    // The states of the path were made and not dropped.
    Relation {
        text: "length + duplicates + reopened <= generated",
        holds: |length, tally| {
            let lost = tally.duplicates?.saturating_add(tally.reopened?);
            Some(length.saturating_add(lost) <= tally.generated?)
        },
    },
    // The blank has four moves at most, and one of them undoes the move to the parent. Only
    // the roots of iterations have no parent.
    Relation {
        text: "generated <= 3 * expanded + layers + 1",
        holds: |_, tally| {
            let most = tally.expanded?.saturating_mul(3).saturating_add(tally.layers?);
            Some(tally.generated? <= most.saturating_add(1))
        },
    },
    // Partial expansion expands a node again to generate the rest of its successors.
    Relation {
        text: "expanded <= 2 * generated",
        holds: |_, tally| Some(tally.expanded? <= tally.generated?.saturating_mul(2)),
    },
    Relation {
        text: "evaluated <= 2 * generated + expanded + layers + 1",
        holds: |_, tally| {
            let most = tally.generated?.saturating_mul(2).saturating_add(tally.expanded?);
            Some(tally.evaluated? <= most.saturating_add(tally.layers?).saturating_add(1))
        },
    },
    // The bound grows with each step and does not exceed the length.
    Relation {
        text: "layers <= length + 1",
        holds: |length, tally| Some(tally.layers? <= length + 1),
    },
];

#[cfg(test)]
mod tests {
    use optile_core::{Interrupt, Limits, Meter, PathChoice};

    use super::*;
    use crate::check::{boards, by_distance};
    use crate::registry;

    /// The relations that a run breaks.
    fn broken(length: u64, tally: &Tally) -> Vec<&'static str> {
        let broken = RELATIONS.iter().filter(|r| (r.holds)(length, tally) == Some(false));
        broken.map(|relation| relation.text).collect()
    }

    #[test]
    fn all_built_in_strategies_keep_them() {
        let goal = boards::last("3x3".parse().unwrap()).unwrap();
        let all = by_distance(goal).unwrap();
        let distances: Vec<u32> = all.iter().map(|board| board.1).collect();
        let (order, first) = boards::order(&distances);
        let problems: Vec<_> =
            order[..first].iter().step_by(6).map(|&place| all[place].0).collect();
        for name in registry::all().standard_names() {
            let entry = registry::all().build(&name).unwrap();
            let (mut session, mut solved) = (entry.open(), 0);
            for problem in &problems {
                let limits = Limits { expanded: Some(50_000), ..Limits::default() };
                let mut meter = Meter::new(limits, Interrupt::default());
                session.prepare(problem, &mut Meter::default()).unwrap();
                let path = session.solve(problem, PathChoice::Any, &mut meter);
                let Ok(path) = path else { continue };
                let tally = (*meter.counters()).into();
                let broken = broken(path.len() as u64, &tally);
                assert!(broken.is_empty(), "{name} on {problem}: {broken:?}, {tally:?}");
                solved += 1;
            }
            assert!(2 * solved > problems.len(), "{name} solved {solved}");
        }
    }

    #[test]
    fn counters_that_do_not_fit_are_named_and_missing_ones_are_not() {
        assert!(broken(5, &Tally::default()).is_empty());
        let tally = Tally { expanded: Some(4), generated: Some(20), ..Tally::default() };
        assert_eq!(broken(5, &tally), ["length <= expanded"]);
        let tally = Tally { layers: Some(3), ..tally };
        let both = ["length <= expanded", "generated <= 3 * expanded + layers + 1"];
        assert_eq!(broken(5, &tally), both);
        let tally = Tally { expanded: Some(u64::MAX), generated: Some(u64::MAX), ..tally };
        assert!(broken(5, &tally).is_empty());
    }
}
