//! A comparison of two folders of results, or of two strategies.
//!
//! # The main decision
//!
//! **A comparison is over pairs.** Every ratio is B ÷ A on one instance.
//! Instances that only one side solved have no ratio and are counted separately.
//! So a comparison never has two averages over different instances.
//!
//! Optimal lengths, and the counts of nodes of one build of optile, must repeat exactly: a
//! difference is a [`Fault`]. Those of programs may vary, unless their suite says otherwise.
//! Values that vary have an interval ([`optile_statistics::resample`]).

mod classes;
mod contrast;
mod fault;
mod pairing;
#[cfg(test)]
mod tests;
mod text;

use std::ptr;

use anyhow::Result;
use optile_results::Results;
use optile_results::difference::{Purpose, differences};
use serde::Serialize;

use crate::trial::Trials;
use crate::verdict::{Division, cautions};

pub use classes::{ClassContrast, ClassRatio, PairClasses};
pub use contrast::{Change, Contrast, InstanceContrast, Ratio, Values};
pub use fault::Fault;
pub use optile_results::difference::Difference;
use optile_results::number::Number;
pub use text::Text;

/// One side of a comparison.
#[derive(Debug)]
pub struct Side<'a> {
    name: &'a str,
    results: &'a Results,
    trials: Trials<'a>,
}

impl<'a> Side<'a> {
    /// The side of these results. The name is that of messages: the folder as given.
    pub fn new(name: &'a str, results: &'a Results) -> Self {
        Self { name, results, trials: Trials::of(results) }
    }
}

/// What to compare.
#[derive(Clone, Debug)]
pub struct Options {
    /// The measures.
    pub measures: Vec<&'static Number>,
    /// Strategies of A, each with a strategy of B; empty to compare each strategy
    /// with itself.
    pub pairs: Vec<(String, String)>,
    /// What divides the instances into classes, if anything.
    pub by: Option<Division>,
}

/// A complete comparison; `optile compare --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The first side.
    pub a: SideRecord,
    /// The second side.
    pub b: SideRecord,
    /// The differences between their origins.
    pub differences: Vec<Difference>,
    /// Whether A is what another build did in turn with B, in one folder.
    pub in_turn: bool,
    /// Whether A and B are of one folder, whose runs were made in one order.
    pub in_one_order: bool,
    /// Each strategy, or pair of strategies.
    pub contrasts: Vec<Contrast>,
    /// Each of them in classes of instances, if that is asked for.
    pub classes: Vec<PairClasses>,
    /// The faults.
    pub faults: Vec<Fault>,
    /// What is no fault, because programs made the runs.
    pub notes: Vec<String>,
}

/// A side as a whole.
#[derive(Clone, Debug, Serialize)]
pub struct SideRecord {
    /// The folder as given.
    pub folder: String,
    /// The suite.
    pub suite: String,
    /// Number of rows.
    pub runs: usize,
    /// Number of planned rows.
    pub planned: u64,
    /// Strategies that are not compared.
    pub strategies_left_out: Vec<String>,
    /// Number of instances that the other side does not have.
    pub instances_alone: usize,
    /// What is missing, and problems with its files.
    pub notices: Vec<String>,
    /// What makes its times doubtful.
    pub cautions: Vec<String>,
}

impl SideRecord {
    fn of(side: &Side<'_>, other: &Trials<'_>, compared: &[&str]) -> Self {
        let Side { results, trials: own, .. } = side;
        let record = &results.record;
        let left_out = own.strategies().iter().filter(|name| !compared.contains(name));
        let alone = own.instances().iter().filter(|i| other.instance(i.id).is_none());
        Self {
            folder: side.name.into(),
            suite: record.suite.clone(),
            runs: results.rows.len(),
            planned: record.planned(),
            strategies_left_out: left_out.map(|name| (*name).into()).collect(),
            instances_alone: alone.count(),
            notices: results.remarks().collect(),
            cautions: cautions(results, own),
        }
    }
}

/// Compares two folders of results.
///
/// # Errors
///
/// When an id means two boards, when a requested strategy is missing, or when no
/// strategy ran on an instance in both folders.
pub fn compare(a: &Side<'_>, b: &Side<'_>, options: &Options) -> Result<Comparison> {
    let trials = (a.trials.checked()?, b.trials.checked()?);
    let pairings = pairing::pairings(trials.0, trials.1, (a, b), &options.pairs)?;
    let of_a: Vec<&str> = pairings.iter().map(|pairing| pairing.a).collect();
    let of_b: Vec<&str> = pairings.iter().map(|pairing| pairing.b).collect();
    let contrasts = contrast::contrasts(&pairings, &options.measures);
    let pairs = pairings.iter().zip(&contrasts);
    let by_class = |division| {
        pairs.map(move |(pairing, contrast)| {
            PairClasses::of(pairing, contrast, division, &options.measures)
        })
    };
    let classes = options.by.map(by_class).into_iter().flatten().collect();
    let in_one_folder = ptr::eq(a.results, b.results);
    let (faults, notes) = fault::faults(&pairings, a, b);
    Ok(Comparison {
        a: SideRecord::of(a, trials.1, &of_a),
        b: SideRecord::of(b, trials.0, &of_b),
        differences: differences(&a.results.record, &b.results.record, Purpose::Comparison),
        in_turn: in_one_folder && contrasts.iter().all(Contrast::is_in_turn),
        in_one_order: in_one_folder && a.results.record.plans.len() == 1,
        contrasts,
        classes,
        faults,
        notes,
    })
}
