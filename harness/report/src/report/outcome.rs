use std::collections::{BTreeMap, BTreeSet};

use optile_results::Results;
use optile_results::row::{Row, Status};
use optile_statistics::median;

/// A strategy on an instance, its samples taken together.
///
/// Values are medians over the samples that have one.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// What all samples came to, or the worst of it: an instance counts as
    /// solved when every sample of it is.
    pub(crate) status: Status,
    /// The optimal length, where anybody knows it.
    pub(crate) optimal: Option<u32>,
    pub(crate) expanded: Option<f64>,
    pub(crate) generated: Option<f64>,
    pub(crate) search_ns: f64,
    /// Nanoseconds of searching, of each sample.
    pub(crate) times: Vec<f64>,
    pub(crate) peak_stored: Option<f64>,
    pub(crate) peak_bytes: Option<f64>,
    pub(crate) table_bytes: Option<f64>,
}

impl Outcome {
    fn of(rows: &[&Row], optimal: Option<u32>) -> Self {
        let middle = |value: fn(&Row) -> Option<u64>| {
            let values: Vec<f64> =
                rows.iter().filter_map(|row| value(row)).map(|value| value as f64).collect();
            median(&values)
        };
        // `Status` is ordered from good to bad.
        let status = rows.iter().map(|row| row.status).max().unwrap_or(Status::Crashed);
        Self {
            status,
            optimal,
            expanded: middle(|row| row.expanded),
            generated: middle(|row| row.generated),
            search_ns: middle(|row| Some(row.search_ns)).unwrap_or(0.0),
            times: rows.iter().map(|row| row.search_ns as f64).collect(),
            peak_stored: middle(|row| row.peak_stored),
            peak_bytes: middle(|row| row.peak_bytes),
            table_bytes: middle(|row| row.table_bytes),
        }
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.status == Status::Solved
    }

    /// Ended with an answer that can be right: a path, or that there is none.
    pub(crate) fn is_answered(&self) -> bool {
        matches!(self.status, Status::Solved | Status::Unsolvable)
    }
}

/// All outcomes of a run, by strategy and instance.
pub(crate) struct Outcomes<'a> {
    /// Strategies in the order of the record, others behind them by name.
    pub(crate) strategies: Vec<&'a str>,
    /// Instances by name.
    pub(crate) instances: Vec<&'a str>,
    grid: Vec<Vec<Option<Outcome>>>,
}

impl<'a> Outcomes<'a> {
    pub(crate) fn of(results: &'a Results) -> Self {
        let mut samples: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
        let mut optimal: BTreeMap<&str, u32> = BTreeMap::new();
        for row in &results.rows {
            samples.entry((&row.strategy, &row.instance)).or_default().push(row);
            let solved = if row.status == Status::Solved { row.length } else { None };
            if let Some(length) = row.optimal.or(solved) {
                optimal.entry(&row.instance).or_insert(length);
            }
        }
        let mut strategies: Vec<&str> = Vec::new();
        let named = results.record.strategies.iter().map(String::as_str);
        for strategy in named.chain(samples.keys().map(|key| key.0)) {
            if !strategies.contains(&strategy) {
                strategies.push(strategy);
            }
        }
        let instances: BTreeSet<&str> = samples.keys().map(|key| key.1).collect();
        let instances: Vec<&str> = instances.into_iter().collect();
        let outcome = |strategy, instance| {
            let rows = samples.get(&(strategy, instance))?;
            Some(Outcome::of(rows, optimal.get(instance).copied()))
        };
        let grid = strategies
            .iter()
            .map(|strategy| instances.iter().map(|instance| outcome(strategy, instance)).collect())
            .collect();
        Self { strategies, instances, grid }
    }

    /// One entry for each instance: how a strategy, by its place in
    /// [`Outcomes::strategies`], fared.
    pub(crate) fn of_strategy(&self, strategy: usize) -> &[Option<Outcome>] {
        &self.grid[strategy]
    }

    /// The outcomes of the runs that a strategy made, those on boards that it
    /// does not do left out.
    pub(crate) fn attempts(&self, strategy: usize) -> impl Iterator<Item = &Outcome> {
        self.of_strategy(strategy)
            .iter()
            .flatten()
            .filter(|outcome| outcome.status != Status::Unsupported)
    }
}
