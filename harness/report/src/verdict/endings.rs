//! How the runs of each strategy ended, in numbers.

use std::collections::BTreeMap;
use std::iter;

use optile_results::rows::row::Status;

use super::Analysis;
use crate::table::{Table, Value};

impl Analysis<'_> {
    /// How the runs of each strategy ended, with every strategy.
    pub fn endings(&self) -> Table {
        let record = &self.results.record;
        let each = self.results.instances.len() * record.repeat as usize;
        let all = (each * record.strategies.len()) as u64;
        let rows = &self.results.rows;
        let mut counts: BTreeMap<(&str, Status), usize> = BTreeMap::new();
        for row in rows {
            *counts.entry((&row.run.strategy, row.outcome.status)).or_default() += 1;
        }
        // A part of a plan does not say how many runs of a strategy it has.
        let is_missing = all == record.planned() && all > rows.len() as u64;
        let statuses = || self.verdict.statuses.keys();
        let row = |strategy: &&str| {
            let count = |&status| counts.get(&(*strategy, status)).copied().unwrap_or(0);
            let made: usize = statuses().map(count).sum();
            let missing = is_missing.then(|| each.saturating_sub(made));
            let counts = statuses().map(count).chain(missing);
            let counts = counts.map(|count| Value::Count(count as f64));
            iter::once(Value::Strategy((*strategy).into())).chain(counts).collect()
        };
        let headings = statuses().map(|status| status.words());
        let headings = iter::once("how runs ended").chain(headings);
        let headings = headings.chain(is_missing.then_some("not run"));
        Table::new(headings, 1, self.trials.strategies().iter().map(row).collect())
    }
}
