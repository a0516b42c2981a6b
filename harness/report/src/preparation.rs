//! What strategies prepare before they search, each table counted once.
//!
//! A process that searches on a board for the first time builds the tables that its
//! later searches share. Each process does this again, so the sum over all runs
//! tells how often processes were replaced, not what a strategy costs. Here a table
//! counts once for each board size and each cell of the goal's blank. The
//! instances with these goals share it equally.

use optile_core::Size;
use optile_statistics::median;

use crate::trial::{InstanceFacts, Trials};

/// What instances must share to share tables: the size of the board, and the cell of
/// the goal's blank if it is known. Other goals only rename the tiles.
pub(crate) type Goal = (Size, Option<usize>);

/// What one strategy prepared for one goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Prepared {
    /// Nanoseconds for preparing once.
    pub(crate) ns: f64,
    /// Instances that were answered with it.
    pub(crate) instances: usize,
}

/// What one strategy prepared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Preparation {
    goals: Vec<(Goal, Prepared)>,
}

pub(crate) fn goal(instance: &InstanceFacts<'_>) -> Goal {
    (instance.size, instance.blank)
}

impl Preparation {
    pub(crate) fn of(strategy: &str, trials: &Trials<'_>) -> Self {
        let mut times: Vec<(Goal, Vec<f64>, usize)> = Vec::new();
        for (instance, trial) in trials.attempts(strategy) {
            let own = goal(instance);
            let place = times.iter().position(|(goal, ..)| *goal == own).unwrap_or_else(|| {
                times.push((own, Vec::new(), 0));
                times.len() - 1
            });
            let (_, times, answered) = &mut times[place];
            times.extend(trial.rows().iter().map(|row| row.outcome.prepare_ns as f64));
            *answered += usize::from(trial.is_answered());
        }
        let prepared = |(goal, times, instances): (Goal, Vec<f64>, usize)| {
            (goal, Prepared { ns: once(&times), instances })
        };
        let mut goals: Vec<(Goal, Prepared)> = times.into_iter().map(prepared).collect();
        for table in trials.tables() {
            if !table.strategies.iter().any(|name| name == strategy) {
                continue;
            }
            let of_table = |(size, blank): &Goal| {
                blank.is_some_and(|cell| table.table.starts_with(&format!("{size}-goal{cell}-")))
            };
            if let Some((_, prepared)) = goals.iter_mut().find(|(goal, _)| of_table(goal)) {
                prepared.ns += table.build_ns as f64;
            }
        }
        Self { goals }
    }

    /// Nanoseconds for everything, once.
    pub(crate) fn total(&self) -> f64 {
        self.goals.iter().map(|(_, prepared)| prepared.ns).sum()
    }

    /// What was prepared for a goal.
    pub(crate) fn at(&self, goal: Goal) -> Prepared {
        let found = self.goals.iter().find(|(other, _)| *other == goal);
        found.map_or_else(Prepared::default, |(_, prepared)| *prepared)
    }

    /// The share of an instance with this goal, in nanoseconds.
    pub(crate) fn share(&self, goal: Goal) -> f64 {
        let Prepared { ns, instances } = self.at(goal);
        if instances == 0 { 0.0 } else { ns / instances as f64 }
    }
}

/// The time of preparing once: the median of the runs that prepared. The others found
/// everything ready, which takes much less time.
fn once(times: &[f64]) -> f64 {
    let most = times.iter().copied().fold(0.0, f64::max);
    let prepared: Vec<f64> = times.iter().copied().filter(|&time| time * 2.0 >= most).collect();
    median(&prepared).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{record, row};
    use optile_results::Results;
    use optile_results::record::{InstanceRecord, TableRecord};

    fn results() -> Results {
        let mut rows = Vec::new();
        // Two processes prepared; in the first, two goals with one cell of the blank.
        for (instance, prepare) in [("a", 900), ("b", 2), ("c", 1100), ("d", 400)] {
            let mut row = row(instance, "table", 9, 9);
            row.outcome.prepare_ns = prepare;
            rows.push(row);
        }
        let mut results = Results::new(record(&["table"]), rows);
        let board = |(instance, goal): (&str, &str)| InstanceRecord {
            instance: instance.into(),
            size: Size::new(3, 3).unwrap(),
            start: String::new(),
            goal: goal.into(),
            optimal: None,
            expanded: None,
            generated: None,
        };
        let (corner, other) = ("1 2 3 4 5 6 7 8 0", "8 7 6 5 4 3 2 1 0");
        let edge = "1 2 3 4 5 6 7 0 8";
        results.instances =
            [("a", corner), ("b", other), ("c", corner), ("d", edge)].map(board).into();
        results
    }

    #[test]
    fn a_table_counts_once_for_each_goal() {
        let mut results = results();
        let size = Size::new(3, 3).unwrap();
        let trials = Trials::of(&results);
        let found = Preparation::of("table", &trials);
        assert_eq!(found.at((size, Some(8))), Prepared { ns: 1000.0, instances: 3 });
        assert_eq!(found.at((size, Some(7))), Prepared { ns: 400.0, instances: 1 });
        assert_eq!((found.total(), found.share((size, Some(7)))), (1400.0, 400.0));
        assert_eq!(found.share((size, Some(0))), 0.0);

        // Tables that were built before the first run count for the strategies that use them.
        let table = |goal: usize, strategy: &str| TableRecord {
            table: format!("3x3-goal{goal}-1.2.3-bytes"),
            bytes: 1,
            build_ns: 50,
            strategies: vec![strategy.into()],
        };
        results.record.origins[0].tables = vec![table(8, "table"), table(7, "other")];
        let found = Preparation::of("table", &Trials::of(&results));
        assert_eq!(found.total(), 1450.0);
    }
}
