//! Runs that expanded fewer nodes than a lower bound allows.

use std::collections::HashMap;
use std::fmt;

use crate::rows::row::{Row, Status};
use crate::storage::files::Results;
use crate::text::lines::quote;
use crate::text::strategy_name::StrategyName;

/// The searches that know no more than what the bounds assume. Others may know the parity of
/// all solutions, as iterative deepening does, or estimates from another state.
const BOUNDED: [&str; 12] = [
    "astar",
    "astar-reverse",
    "bae",
    "bs",
    "dbbs",
    "dvcbs",
    "epea",
    "fmm",
    "hda",
    "mm",
    "nbs",
    "tlbae",
];

/// The option with which some of them know the parity.
const PARITY: &str = "parity=on";

/// A run with fewer expansions than a lower bound: the strategy or the bounds are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BelowBound<'a> {
    /// The run.
    pub row: &'a Row,
    /// Its expansions before the last bound or f-layer.
    pub expanded: u64,
    /// The lower bound on them.
    pub bound: u64,
}

impl<'a> BelowBound<'a> {
    /// All of them, in the order in which they were made.
    pub(super) fn all(results: &'a Results) -> Vec<Self> {
        // Searches that use consistency may expand fewer than the basic bound.
        let bounds = results.bounds.iter().map(|line| {
            ((line.instance.as_str(), line.heuristic.as_str()), (line.length, line.consistent))
        });
        let bounds: HashMap<_, _> = bounds.collect();
        let rows = results.rows.iter().filter(|row| row.status == Status::Solved);
        let below = rows.filter_map(|row| {
            let name = StrategyName::of(&row.strategy);
            let knows_more = name.options.split(',').any(|option| option == PARITY);
            let &(length, bound) = bounds.get(&(row.instance.as_str(), name.heuristic))?;
            let expanded = row.expanded_before_last?;
            let is_below = BOUNDED.contains(&name.family) && !knows_more && expanded < bound;
            // With another length, the bounds are those of another board.
            (is_below && row.length == Some(length)).then_some(Self { row, expanded, bound })
        });
        below.collect()
    }
}

/// The fault, for messages.
impl fmt::Display for BelowBound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, expanded, bound } = self;
        write!(
            f,
            "{} on instance {}: {expanded} expansions before the last bound are below a lower \
             bound, {bound}: the strategy or bounds.csv is wrong",
            row.strategy,
            quote(&row.instance)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::InstanceBounds;
    use crate::synthetic::{end, record, row};

    #[test]
    fn only_searches_that_the_bounds_describe_are_faulty_below_them() {
        let line = |instance: &str, length| InstanceBounds {
            instance: instance.into(),
            heuristic: "manhattan".into(),
            length,
            basic: 12,
            consistent: 10,
            astar: 20,
            astar_reverse: 20,
            p_star: None,
        };
        let names = [
            "astar:manhattan",
            "tlbae:manhattan,side=cardinality",
            "bae:manhattan,parity=on",
            "idastar:manhattan,dual=on",
            "astar:misplaced",
            "mine:manhattan",
        ];
        let made = |instance: &str, name: &str, before_last| {
            let mut row = row(instance, name, 8, 30);
            row.expanded_before_last = before_last;
            row
        };
        let mut rows: Vec<Row> = names.iter().map(|name| made("a", name, Some(9))).collect();
        rows.extend([
            made("a", names[0], Some(10)),
            made("a", names[0], None),
            made("b", names[0], Some(9)),
            made("none", names[0], Some(9)),
            made("a", names[0], Some(9)),
        ]);
        end(&mut rows[10], Status::TimeLimit);
        let mut results = Results::new(record(&names), rows, vec![]);
        results.bounds = vec![line("a", 8), line("b", 10)];
        let below = BelowBound::all(&results);
        let found: Vec<&str> = below.iter().map(|below| below.row.strategy.as_str()).collect();
        assert_eq!(found, names[..2]);
        assert_eq!((below[0].expanded, below[0].bound), (9, 10));
    }
}
