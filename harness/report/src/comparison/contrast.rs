//! One strategy in both folders: ratios, and what changed.

use optile_results::before;
use optile_results::rows::row::Status;
use serde::Serialize;

use super::pairing::{Pair, Pairing};
use crate::trial::Trial;
use optile_results::number::{EXPANDED, GENERATED, Number};
use optile_statistics::{Estimate, geometric_mean_estimates};

/// A strategy of A compared with one of B, usually the same.
#[derive(Clone, Debug, Serialize)]
pub struct Contrast {
    /// The strategy of A.
    pub a: String,
    /// The strategy of B.
    pub b: String,
    /// Instances with a run in A only.
    pub only_a: usize,
    /// Instances with a run in B only.
    pub only_b: usize,
    /// Instances that both solved, in every sample.
    pub solved_by_both: usize,
    /// Instances that B answered and A did not.
    pub newly_solved: usize,
    /// Instances that A answered and B did not.
    pub newly_failed: usize,
    /// Instances that both answered, but differently.
    pub lengths_differ: usize,
    /// Instances that both solved, but with different counts of nodes, if A is B.
    pub counts_differ: usize,
    /// For each measure, the geometric mean of B ÷ A, if there is an instance
    /// for it.
    pub ratios: Vec<Ratio>,
    /// Each instance with a run in both, in the order of the suite.
    pub instances: Vec<InstanceContrast>,
}

/// The geometric mean of B ÷ A in one measure, over the instances that both
/// solved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The measure.
    pub measure: &'static Number,
    /// Number of instances: those of [`Contrast::solved_by_both`] with a value in
    /// both.
    pub instances: usize,
    /// The geometric mean and its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// The smallest ratio on any instance.
    pub least: f64,
    /// The largest ratio on any instance.
    pub largest: f64,
}

/// One instance in A and in B.
#[derive(Clone, Debug, Serialize)]
pub struct InstanceContrast {
    /// The instance's id.
    pub instance: String,
    /// The optimal length, if it is known.
    pub optimal: Option<u32>,
    /// The worst status of A's runs.
    pub status_a: Status,
    /// The worst status of B's runs.
    pub status_b: Status,
    /// Moves of A's path.
    pub length_a: Option<u32>,
    /// Moves of B's path.
    pub length_b: Option<u32>,
    /// What changed.
    pub change: Change,
    /// The measures, in the order in which they were requested.
    pub values: Vec<Values>,
}

/// What changed on an instance from A to B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Answered equally in both, with the same counts of nodes if both are one strategy.
    None,
    /// Solved by one strategy in both, with different counts of nodes.
    CountsDiffer,
    /// Answered in both, but differently.
    LengthsDiffer,
    /// Answered by B only.
    NewlySolved,
    /// Answered by A only.
    NewlyFailed,
    /// Not answered by A or B.
    Unsolved,
}

impl Change {
    fn of(pair: &Pair<'_>) -> Self {
        match (pair.a.answer(), pair.b.answer()) {
            (None, None) => Self::Unsolved,
            (None, Some(_)) => Self::NewlySolved,
            (Some(_), None) => Self::NewlyFailed,
            (Some(a), Some(b)) if a != b => Self::LengthsDiffer,
            _ => {
                let counts = |trial: &Trial<'_>| COUNTS.map(|measure| trial.median(measure));
                let differ =
                    |(a, b): (&Option<f64>, &Option<f64>)| a.is_some() && b.is_some() && a != b;
                let counts = (counts(pair.a), counts(pair.b));
                let differ = pair.is_common() && counts.0.iter().zip(&counts.1).any(differ);
                if differ { Self::CountsDiffer } else { Self::None }
            }
        }
    }
}

/// The counts that repeat exactly.
pub(super) const COUNTS: [&Number; 2] = [&EXPANDED, &GENERATED];

/// A measure on one instance: medians of the samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Values {
    /// The measure.
    pub measure: &'static Number,
    /// A's value. For a run that a limit ended, it is the amount spent by then.
    pub a: Option<f64>,
    /// B's value, in the same way.
    pub b: Option<f64>,
    /// B ÷ A, if both solved the instance.
    pub ratio: Option<f64>,
}

/// The contrasts of pairings, with their ratios.
pub(super) fn contrasts(pairings: &[Pairing<'_>], measures: &[&'static Number]) -> Vec<Contrast> {
    let mut contrasts: Vec<Contrast> =
        pairings.iter().map(|pairing| Contrast::of(pairing, measures)).collect();
    let ratios = |(contrast, measure): (&Contrast, _)| -> Vec<f64> {
        contrast.instances.iter().filter_map(|instance| instance.ratio(measure)).collect()
    };
    let each = contrasts.iter().flat_map(|one| measures.iter().map(move |&measure| (one, measure)));
    let ratios: Vec<Vec<f64>> = each.map(ratios).collect();
    // Estimating all of them at once takes little longer than one.
    let samples: Vec<&[f64]> = ratios.iter().map(Vec::as_slice).collect();
    let mut estimates = samples.iter().zip(geometric_mean_estimates(&samples));
    for contrast in &mut contrasts {
        let ratios = measures.iter().zip(&mut estimates);
        let ratio = |(&measure, (ratios, estimate)): (_, (&&[f64], _))| {
            Ratio::of(measure, ratios, estimate)
        };
        contrast.ratios.extend(ratios.filter_map(ratio));
    }
    contrasts
}

impl Contrast {
    fn of(pairing: &Pairing<'_>, measures: &[&'static Number]) -> Self {
        let is_one = pairing.a == pairing.b || pairing.a == before::name(pairing.b);
        let instance = |pair: &Pair<'_>| {
            let mut instance = InstanceContrast::of(pair, measures);
            // Two strategies have different counts, which is no change.
            if !is_one && instance.change == Change::CountsDiffer {
                instance.change = Change::None;
            }
            instance
        };
        let instances: Vec<InstanceContrast> = pairing.pairs.iter().map(instance).collect();
        let count = |change| instances.iter().filter(|i| i.change == change).count();
        Self {
            a: pairing.a.into(),
            b: pairing.b.into(),
            only_a: pairing.only_a,
            only_b: pairing.only_b,
            solved_by_both: pairing.pairs.iter().filter(|pair| pair.is_common()).count(),
            newly_solved: count(Change::NewlySolved),
            newly_failed: count(Change::NewlyFailed),
            lengths_differ: count(Change::LengthsDiffer),
            counts_differ: count(Change::CountsDiffer),
            ratios: Vec::new(),
            instances,
        }
    }

    /// Whether A's is the strategy of B in another build.
    pub fn is_in_turn(&self) -> bool {
        self.a == before::name(&self.b)
    }

    /// The strategy, or both names if they differ in more than the build.
    pub fn name(&self) -> String {
        let is_one = self.a == self.b || self.is_in_turn();
        if is_one { self.b.clone() } else { format!("{} → {}", self.a, self.b) }
    }
}

impl Ratio {
    pub(super) fn of(
        measure: &'static Number,
        ratios: &[f64],
        estimate: Option<Estimate>,
    ) -> Option<Self> {
        Some(Self {
            measure,
            instances: ratios.len(),
            estimate: estimate?,
            least: ratios.iter().copied().fold(f64::INFINITY, f64::min),
            largest: ratios.iter().copied().fold(0.0, f64::max),
        })
    }
}

impl InstanceContrast {
    fn of(pair: &Pair<'_>, measures: &[&'static Number]) -> Self {
        let values = |&measure: &&'static Number| {
            let (a, b) = (pair.a.median(measure), pair.b.median(measure));
            Values { measure, a, b, ratio: pair.ratio(measure).filter(|_| pair.is_common()) }
        };
        Self {
            instance: pair.instance.id.into(),
            optimal: pair.instance.optimal,
            status_a: pair.a.status(),
            status_b: pair.b.status(),
            length_a: pair.a.answer().flatten(),
            length_b: pair.b.answer().flatten(),
            change: Change::of(pair),
            values: measures.iter().map(values).collect(),
        }
    }

    /// B ÷ A in a measure, if both solved the instance.
    pub fn ratio(&self, measure: &'static Number) -> Option<f64> {
        self.values.iter().find(|values| values.measure == measure)?.ratio
    }
}
