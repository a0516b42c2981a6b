//! Search times that the harness did not measure: external programs report them, or they are
//! simulated.

use optile_results::quantity::enumerated;
use optile_results::unit::Unit;
use optile_statistics::median;
use serde::Serialize;

use crate::measure::Measure;
use crate::table::SELF_REPORTED;
use crate::trial::Trial;

/// Search times that a program reports itself, or that are simulated: medians over the instances
/// that it solved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SelfReport {
    /// The program.
    pub strategy: String,
    /// What it reports, in nanoseconds.
    pub own_ns: f64,
    /// What was seen from outside, in nanoseconds.
    pub outside_ns: f64,
    /// Whether the strategy does not report its times, but they are simulated.
    pub is_simulated: bool,
}

impl SelfReport {
    /// That of a strategy with these trials; `None` if the harness measured its times.
    pub(crate) fn of<'t>(
        strategy: &str,
        trials: impl Iterator<Item = &'t Trial<'t>>,
    ) -> Option<Self> {
        let mut is_simulated = false;
        let times = trials.filter_map(|trial| {
            is_simulated |= trial.simulated > 0;
            let outside = trial.median_of(|row| row.outside_ns)?;
            Some((trial.solved(Measure::Time)?, outside))
        });
        let (own, outside): (Vec<f64>, Vec<f64>) = times.unzip();
        Some(Self {
            strategy: strategy.to_owned(),
            own_ns: median(&own)?,
            outside_ns: median(&outside)?,
            is_simulated,
        })
    }
}

/// What the mark means, with the times seen from outside. `None` if there is nothing to mark.
pub(crate) fn note<'r>(reports: impl Iterator<Item = &'r SelfReport>) -> Option<String> {
    let (simulated, reported): (Vec<_>, Vec<_>) = reports.partition(|report| report.is_simulated);
    let texts: Vec<String> = reported
        .iter()
        .map(|SelfReport { strategy, own_ns, outside_ns, .. }| {
            let [own, outside] = [*own_ns, *outside_ns].map(|time| Unit::Nanoseconds.text(time));
            format!("{strategy} ({own}, and {outside} seen from outside)")
        })
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let of_programs = format!("a program reports itself: {}, medians", enumerated(&texts));
    let kinds = [
        (!simulated.is_empty()).then_some("are simulated"),
        (!texts.is_empty()).then_some(&*of_programs),
    ];
    let kinds = kinds.into_iter().flatten().collect::<Vec<_>>().join(", or that ");
    (!kinds.is_empty()).then(|| format!("{SELF_REPORTED} rests on search times that {kinds}."))
}
