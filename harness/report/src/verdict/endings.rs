//! How the runs of each strategy ended, in numbers.

use std::collections::BTreeMap;
use std::iter;

use optile_results::rows::row::Status;

use super::{Analysis, planned_of_each};
use crate::table::{Table, Value};

impl Analysis<'_> {
    /// How the runs of each strategy ended, with every strategy.
    pub fn endings(&self) -> Table {
        let rows = &self.results.rows;
        let mut counts: BTreeMap<(&str, Status), usize> = BTreeMap::new();
        for row in rows {
            *counts.entry((&row.run.strategy, row.outcome.status)).or_default() += 1;
        }
        let all = |each: usize| each * self.results.record.strategies.len();
        let each = planned_of_each(self.results).filter(|&each| all(each) > rows.len());
        let statuses = || self.verdict.statuses.keys();
        let row = |strategy: &&str| {
            let count = |&status| counts.get(&(*strategy, status)).copied().unwrap_or(0);
            let made: usize = statuses().map(count).sum();
            let missing = each.map(|each| each.saturating_sub(made));
            let counts = statuses().map(count).chain(missing);
            let counts = counts.map(|count| Value::Count(count as f64));
            iter::once(Value::Strategy((*strategy).into())).chain(counts).collect()
        };
        let headings = statuses().map(|status| status.words());
        let headings = iter::once("how runs ended").chain(headings);
        let headings = headings.chain(each.map(|_| "not run"));
        Table::new(headings, 1, self.trials.strategies().iter().map(row).collect())
    }
}
