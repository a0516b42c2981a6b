//! Two folders of results, or two strategies, against each other.
//!
//! # The main decision
//!
//! **A comparison is over pairs.** Rows meet by instance and strategy, and
//! every ratio is B ÷ A on one instance; what only one side solved has no
//! ratio and is counted beside. So a comparison is never between two averages
//! over different instances.
//!
//! What has to repeat exactly, lengths and counts of nodes, is judged as such:
//! a [`Fault`] where it does not. What varies has an interval
//! ([`optile_statistics::resample`]), and only what lies beyond a limit with
//! the whole interval fails a [`Judgement`].

mod contrast;
mod difference;
mod fault;
mod judgement;
mod pairing;
pub mod sheet;
#[cfg(test)]
mod tests;
mod text;

use anyhow::Result;
use optile_results::Results;
use serde::Serialize;

use crate::trial::Trials;

pub use crate::measure::Measure;
pub use contrast::{Change, Contrast, InstanceContrast, Ratio, Values};
pub use difference::Difference;
pub use fault::Fault;
pub use judgement::{Finding, JudgedRatio, Judgement, Lost, parse_limit};
pub use text::Text;

/// One of the two that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// What messages call it: the folder as given.
    pub name: &'a str,
    /// Its results.
    pub results: &'a Results,
}

/// What to compare.
#[derive(Clone, Debug)]
pub struct Options {
    /// By what.
    pub measures: Vec<Measure>,
    /// Strategies of A and those of B that they stand against; empty for each
    /// strategy against itself.
    pub pairs: Vec<(String, String)>,
    /// The ratio B ÷ A that is still allowed, where there is to be a judgement.
    pub fail_above: Option<f64>,
}

/// All that a comparison finds; `optile compare --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The first side.
    pub a: SideRecord,
    /// The second side.
    pub b: SideRecord,
    /// What differs in their origins.
    pub differences: Vec<Difference>,
    /// Each strategy, or pair of strategies.
    pub contrasts: Vec<Contrast>,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// Whether B is too dear, where that was asked.
    pub judgement: Option<Judgement>,
}

/// What a comparison says of a side as a whole.
#[derive(Clone, Debug, Serialize)]
pub struct SideRecord {
    /// The folder as given.
    pub folder: String,
    /// The suite.
    pub suite: String,
    /// Rows that are there.
    pub runs: usize,
    /// Rows that belong there.
    pub planned: u64,
    /// Strategies that are in no comparison.
    pub strategies_left_out: Vec<String>,
    /// Instances that the other side does not have.
    pub instances_alone: usize,
    /// What was amiss in its files.
    pub notices: Vec<String>,
}

impl SideRecord {
    fn of(side: &Side<'_>, own: &Trials<'_>, other: &Trials<'_>, compared: &[&str]) -> Self {
        let record = &side.results.record;
        let left_out = own.strategies().iter().filter(|name| !compared.contains(name));
        let alone = own.instances().iter().filter(|i| other.instance(i.id).is_none());
        Self {
            folder: side.name.into(),
            suite: record.suite.clone(),
            runs: side.results.rows.len(),
            planned: record.planned(),
            strategies_left_out: left_out.map(|name| (*name).into()).collect(),
            instances_alone: alone.count(),
            notices: side.results.notices.clone(),
        }
    }
}

/// Compares two folders of results.
///
/// # Errors
///
/// When an id means two boards, a strategy that was asked for is not there, or
/// no strategy ran on an instance in both.
pub fn compare(a: &Side<'_>, b: &Side<'_>, options: &Options) -> Result<Comparison> {
    let trials = (Trials::consistent(&[a.results])?, Trials::consistent(&[b.results])?);
    let pairings = pairing::pairings(&trials.0, &trials.1, (a, b), &options.pairs)?;
    let of_a: Vec<&str> = pairings.iter().map(|pairing| pairing.a).collect();
    let of_b: Vec<&str> = pairings.iter().map(|pairing| pairing.b).collect();
    let measures = &options.measures;
    Ok(Comparison {
        a: SideRecord::of(a, &trials.0, &trials.1, &of_a),
        b: SideRecord::of(b, &trials.1, &trials.0, &of_b),
        differences: difference::differences(&a.results.record, &b.results.record),
        contrasts: pairings.iter().map(|pairing| Contrast::of(pairing, measures)).collect(),
        faults: fault::faults(&pairings, a, b),
        judgement: options
            .fail_above
            .map(|limit| Judgement::of(limit, &pairings, measures, (a, b))),
    })
}
