//! Whether B costs too much: the judgement of `--fail-above`.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use optile_results::row::Status;
use optile_statistics::resample::FEWEST;
use optile_statistics::{Estimate, geometric_mean_estimate};
use serde::Serialize;

use super::Side;
use super::pairing::{Pair, Pairing};
use crate::disturbance::Disturbance;
use crate::measure::Measure;

/// Whether B costs more than A, beyond what is allowed. `docs/comparison.md`
/// explains the rule.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The largest ratio B ÷ A that is allowed.
    pub limit: f64,
    /// One for each strategy and measure.
    #[serde(rename = "verdicts")]
    pub ratios: Vec<JudgedRatio>,
    /// Instances that A answered and B did not, for a reason that repeats
    /// exactly. Each of them is enough to fail.
    pub lost: Vec<Lost>,
}

/// One strategy in one measure.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedRatio {
    /// The strategy, or both names if they differ.
    pub strategy: String,
    /// The measure.
    pub measure: Measure,
    /// Number of instances that it is judged on.
    pub instances: usize,
    /// How many of them B did not solve in time. Each counts with the amount
    /// that B had spent by then, so the true ratio is larger.
    pub timed_out: usize,
    /// The ratio; `None` without any instance.
    pub estimate: Option<Estimate>,
    /// Whether it is beyond the limit.
    #[serde(rename = "finding")]
    pub outcome: Outcome,
}

/// Whether a ratio is beyond the limit, or why it is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Within the limit, or not certainly beyond it.
    Within,
    /// The whole interval is beyond the limit.
    Beyond,
    /// Fewer instances than an interval needs.
    TooFewInstances,
    /// Times of different processors, which show nothing about the program.
    ProcessorsDiffer,
    /// Times of a machine that was busy with other work.
    Disturbed,
}

/// An instance that only A answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The strategy, or both names if they differ.
    pub strategy: String,
    /// The instance.
    pub instance: String,
    /// How B's run ended.
    pub status: Status,
}

/// Tolerance for rounding, so that a ratio exactly at the limit is within it.
const SLACK: f64 = 1e-9;

impl Judgement {
    pub(super) fn of(
        limit: f64,
        pairings: &[Pairing<'_>],
        measures: &[Measure],
        sides: (&Side<'_>, &Side<'_>),
    ) -> Self {
        let obstacle = obstacle(sides);
        let judged = |pairing, &measure: &Measure| {
            let judged = judge(limit, pairing, measure);
            let unfit = obstacle.filter(|_| measure == Measure::Time);
            JudgedRatio { outcome: unfit.unwrap_or(judged.outcome), ..judged }
        };
        let ratios = pairings
            .iter()
            .flat_map(|pairing| measures.iter().map(move |measure| judged(pairing, measure)));
        Self { limit, ratios: ratios.collect(), lost: pairings.iter().flat_map(lost).collect() }
    }

    /// Whether nothing is beyond the limit.
    ///
    /// # Errors
    ///
    /// When nothing could be judged.
    pub fn is_passed(&self) -> Result<bool> {
        let beyond = self.ratios.iter().any(|judged| judged.outcome == Outcome::Beyond);
        if beyond || !self.lost.is_empty() {
            return Ok(false);
        }
        if !self.ratios.iter().any(|judged| judged.outcome == Outcome::Within) {
            bail!(
                "nothing can be judged by --fail-above: it needs {FEWEST} instances that both \
                 solved, and for times one kind of processor without much other work"
            );
        }
        Ok(true)
    }
}

/// The reason why times of the two folders cannot be compared, if there is one.
fn obstacle(sides: (&Side<'_>, &Side<'_>)) -> Option<Outcome> {
    let is_disturbed = |side: &Side<'_>| Disturbance::of(&side.analysis.results.record).is_any();
    if processors(sides.0) != processors(sides.1) {
        return Some(Outcome::ProcessorsDiffer);
    }
    (is_disturbed(sides.0) || is_disturbed(sides.1)).then_some(Outcome::Disturbed)
}

fn processors<'a>(side: &Side<'a>) -> BTreeSet<&'a str> {
    side.analysis.results.record.origins.iter().map(|origin| origin.cpu.as_str()).collect()
}

fn judge(limit: f64, pairing: &Pairing<'_>, measure: Measure) -> JudgedRatio {
    let solved = pairing.pairs.iter().filter(|pair| pair.is_common());
    let mut ratios: Vec<f64> = solved.filter_map(|pair| pair.ratio(measure)).collect();
    let timed_out: Vec<f64> =
        pairing.pairs.iter().filter_map(|pair| proven(pair, measure)).collect();
    ratios.extend(&timed_out);
    let estimate = geometric_mean_estimate(&ratios);
    let outcome = match estimate.and_then(|estimate| estimate.interval) {
        None => Outcome::TooFewInstances,
        Some(interval) if interval.low > limit * (1.0 + SLACK) => Outcome::Beyond,
        Some(_) => Outcome::Within,
    };
    JudgedRatio {
        strategy: pairing.name(),
        measure,
        instances: ratios.len(),
        timed_out: timed_out.len(),
        estimate,
        outcome,
    }
}

/// A lower bound of the ratio if B ran out of time on an instance that A
/// solved. `None` if B had not yet spent more than A needed, because this
/// proves nothing.
fn proven(pair: &Pair<'_>, measure: Measure) -> Option<f64> {
    let ran_out = pair.a.is_solved() && pair.b.status() == Status::TimeLimit;
    pair.ratio(measure).filter(|&ratio| ran_out && ratio > 1.0)
}

fn lost<'a>(pairing: &'a Pairing<'_>) -> impl Iterator<Item = Lost> + 'a {
    let is_lost = |pair: &&Pair<'_>| {
        pair.a.is_answered() && !pair.b.is_answered() && pair.b.status() != Status::TimeLimit
    };
    pairing.pairs.iter().filter(is_lost).map(|pair| Lost {
        strategy: pairing.name(),
        instance: pair.instance.id.into(),
        status: pair.b.status(),
    })
}

/// Reads a limit such as `1.05` or `5%`.
///
/// # Errors
///
/// When it is neither, or below 1.
pub fn parse_limit(text: &str) -> Result<f64> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    let ratio = match text.trim().strip_suffix('%') {
        Some(percent) => number(percent).map(|percent| 1.0 + percent / 100.0),
        None => number(text),
    };
    match ratio {
        Some(ratio) if ratio >= 1.0 => Ok(ratio),
        Some(_) => {
            bail!("{text:?} is below 1: expected a ratio such as 1.05 or a percentage such as 5%")
        }
        None => {
            bail!("{text:?} is not a ratio: expected one such as 1.05, or a percentage such as 5%")
        }
    }
}
