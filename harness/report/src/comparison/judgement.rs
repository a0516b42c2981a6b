use std::collections::BTreeSet;

use anyhow::{Result, bail};
use optile_results::row::Status;
use optile_statistics::resample::FEWEST;
use optile_statistics::{Estimate, geometric_mean_estimate};
use serde::Serialize;

use super::contrast::ratio;
use super::pairing::{Pair, Pairing};
use super::{Measure, Side};

/// Whether B is dearer than A by more than is allowed. `docs/comparison.md`
/// has the rule and the reasons for it.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The ratio B ÷ A that is still allowed.
    pub limit: f64,
    /// Each strategy and measure.
    pub verdicts: Vec<Verdict>,
    /// Instances that A answered and B did not, for a reason that repeats
    /// exactly: each fails by itself.
    pub lost: Vec<Lost>,
}

/// One strategy in one measure.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The strategy, both names where they differ.
    pub strategy: String,
    /// The measure.
    pub measure: Measure,
    /// Instances that it is judged on.
    pub instances: usize,
    /// How many of them B did not solve within its time; each counts as what
    /// it had spent by then, so the true ratio is larger.
    pub timed_out: usize,
    /// The ratio; `None` over no instance.
    pub estimate: Option<Estimate>,
    /// What it comes to.
    pub finding: Finding,
}

/// What judging a ratio came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Not beyond the limit, or not for sure.
    Within,
    /// Beyond the limit, with the whole interval.
    Beyond,
    /// Fewer instances than an interval takes.
    TooFewInstances,
    /// Times of different processors, which say nothing of the program.
    ProcessorsDiffer,
    /// Times of a machine that did much else, see [`MOST_NOISE_PPM`].
    Disturbed,
}

/// The processor time, in parts per million of all that there is, that may go
/// to other processes or other machines while times are taken.
///
/// What else a machine does slows all runs of a folder alike, so no interval
/// shows it: two runs of one program beside a compiler, which took half of two
/// cores, differed by 13 to 22 %. An idle system takes some tenths of a per
/// cent.
pub const MOST_NOISE_PPM: u64 = 50_000;

/// An instance that only A answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The strategy, both names where they differ.
    pub strategy: String,
    /// The instance.
    pub instance: String,
    /// How B ended.
    pub status: Status,
}

/// What floating-point arithmetic may add to a ratio that is exactly at the
/// limit.
const SLACK: f64 = 1e-9;

impl Judgement {
    pub(super) fn of(
        limit: f64,
        pairings: &[Pairing<'_>],
        measures: &[Measure],
        sides: (&Side<'_>, &Side<'_>),
    ) -> Self {
        let obstacle = obstacle(sides);
        let verdict = |pairing, &measure: &Measure| {
            let judged = judge(limit, pairing, measure);
            let unfit = obstacle.filter(|_| measure == Measure::Time);
            Verdict { finding: unfit.unwrap_or(judged.finding), ..judged }
        };
        let verdicts = pairings
            .iter()
            .flat_map(|pairing| measures.iter().map(move |measure| verdict(pairing, measure)));
        Self { limit, verdicts: verdicts.collect(), lost: pairings.iter().flat_map(lost).collect() }
    }

    /// Whether nothing is beyond the limit.
    ///
    /// # Errors
    ///
    /// When nothing could be judged, so that nothing can be said.
    pub fn is_passed(&self) -> Result<bool> {
        let beyond = self.verdicts.iter().any(|verdict| verdict.finding == Finding::Beyond);
        if beyond || !self.lost.is_empty() {
            return Ok(false);
        }
        if !self.verdicts.iter().any(|verdict| verdict.finding == Finding::Within) {
            bail!(
                "nothing can be judged by --fail-above: it takes {FEWEST} instances that both \
                 solved, and for times one kind of processor with little else to do"
            );
        }
        Ok(true)
    }
}

/// Why times of two folders cannot be compared, if they cannot.
fn obstacle(sides: (&Side<'_>, &Side<'_>)) -> Option<Finding> {
    let noisy = |side: &Side<'_>| {
        let mut noises = side.results.record.origins.iter().filter_map(|o| o.noise.as_ref());
        noises.any(|noise| noise.steal_ppm.max(noise.others_ppm) > MOST_NOISE_PPM)
    };
    if processors(sides.0) != processors(sides.1) {
        return Some(Finding::ProcessorsDiffer);
    }
    (noisy(sides.0) || noisy(sides.1)).then_some(Finding::Disturbed)
}

fn processors<'a>(side: &Side<'a>) -> BTreeSet<&'a str> {
    side.results.record.origins.iter().map(|origin| origin.cpu.as_str()).collect()
}

fn judge(limit: f64, pairing: &Pairing<'_>, measure: Measure) -> Verdict {
    let solved = pairing.pairs.iter().filter(|pair| pair.is_common());
    let mut ratios: Vec<f64> = solved.filter_map(|pair| ratio(pair, measure)).collect();
    let timed_out: Vec<f64> =
        pairing.pairs.iter().filter_map(|pair| proven(pair, measure)).collect();
    ratios.extend(&timed_out);
    let estimate = geometric_mean_estimate(&ratios);
    let finding = match estimate.and_then(|estimate| estimate.interval) {
        None => Finding::TooFewInstances,
        Some(interval) if interval.low > limit * (1.0 + SLACK) => Finding::Beyond,
        Some(_) => Finding::Within,
    };
    Verdict {
        strategy: pairing.name(),
        measure,
        instances: ratios.len(),
        timed_out: timed_out.len(),
        estimate,
        finding,
    }
}

/// What the ratio is at least where B ran out of time on what A solved;
/// `None` where B had not yet spent more than A needed, which proves nothing.
fn proven(pair: &Pair<'_>, measure: Measure) -> Option<f64> {
    let ran_out = pair.a.is_solved() && pair.b.status() == Status::TimeLimit;
    ratio(pair, measure).filter(|&ratio| ran_out && ratio > 1.0)
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
            bail!("{text:?} is below 1: expected a ratio such as 1.05 or a share such as 5%")
        }
        None => bail!("{text:?} is no ratio: expected one such as 1.05, or a share such as 5%"),
    }
}
