//! How results compare with published figures.

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU32;

use optile_results::Results;
use optile_results::published::{Averaged, Counts, PublishedMean};
use optile_results::rows::row::Status;
use optile_results::text::quantity::{counted, grouped};

use crate::table::Value;
use crate::trial::{OnInstance, Trials};
use optile_results::number::{EXPANDED, GENERATED};
use optile_statistics::mean;

/// The greatest difference, in standard errors, that is still attributed to sampling.
const ALLOWED_ERRORS: f64 = 3.0;

/// How a measured figure compares with a published one.
enum Comparison {
    /// The same number, after rounding as the published one is rounded.
    Equal,
    /// Different, but within the error of so many instances.
    WithinError(NonZeroU32),
    /// What differs.
    Different(String),
}

/// How the figures of a strategy compare with the published ones, in a few words. There is no
/// value if nothing was published of it, or if it did not solve every instance of the suite.
pub(crate) fn published(results: &Results, trials: &Trials<'_>, strategy: &str) -> Value {
    let means = results.record.published.iter().filter(|mean| mean.strategy == strategy);
    let means = means.filter_map(|mean| of_mean(mean, &values(results, trials, mean)?));
    let is_counted = results.record.counts_of.as_deref() == Some(strategy);
    let counts = is_counted.then(|| of_counts(results, trials, strategy)).flatten();
    let (mut equal, mut within, mut different) = (false, None, Vec::new());
    for comparison in counts.into_iter().chain(means) {
        match comparison {
            Comparison::Equal => equal = true,
            Comparison::WithinError(samples) => within = Some(samples),
            Comparison::Different(what) => different.push(what),
        }
    }
    match (different.as_slice(), within) {
        ([_, ..], _) => Value::Fault(different.join("; ")),
        ([], Some(samples)) => format!("within the error of a sample of {samples}").into(),
        ([], None) if equal => "equal".into(),
        ([], None) => Value::Nothing,
    }
}

/// Compares the counts of a strategy with those in the instance files, on the instances that it
/// solved.
fn of_counts(results: &Results, trials: &Trials<'_>, strategy: &str) -> Option<Comparison> {
    let with_counts = results.instances.iter().filter_map(|board| {
        let counts = Counts { expanded: board.expanded, generated: board.generated };
        let row = *trials.get(strategy, &board.instance)?.rows().first()?;
        (counts != Counts::default() && row.outcome.status == Status::Solved).then(|| {
            counts.agree_with(row.outcome.counters.expanded, row.outcome.counters.generated)
        })
    });
    let agree: Vec<bool> = with_counts.collect();
    match agree.iter().filter(|agrees| !**agrees).count() {
        _ if agree.is_empty() => None,
        0 => Some(Comparison::Equal),
        n => Some(Comparison::Different(format!(
            "counts of {n} of {} differ",
            counted(agree.len(), "instance")
        ))),
    }
}

/// The values of which a mean was published, if every instance of the suite was solved.
fn values(results: &Results, trials: &Trials<'_>, published: &PublishedMean) -> Option<Vec<f64>> {
    let value = |(instance, trial): OnInstance<'_, '_>| {
        let length =
            || trial.is_solved().then(|| trial.answer().flatten()).flatten().map(f64::from);
        match published.column {
            Averaged::Length => length(),
            Averaged::LengthRatio => {
                Some(length()? / f64::from(instance.optimal.filter(|&optimal| optimal > 0)?))
            }
            Averaged::Expanded => trial.solved(&EXPANDED),
            Averaged::Generated => trial.solved(&GENERATED),
        }
    };
    let values: Vec<f64> = trials.of_strategy(&published.strategy).filter_map(value).collect();
    (Some(values.len()) == results.record.suite_instances).then_some(values)
}

/// Compares the mean of these values.
fn of_mean(published: &PublishedMean, values: &[f64]) -> Option<Comparison> {
    let measured = mean(values)?;
    let digits = published.mean.to_string();
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    // Rounding hides up to half a unit of the last digit, and floats slightly more.
    let hidden = 0.5 * 0.1f64.powi(decimals as i32) * (1.0 + 1e-9);
    let difference = (measured - published.mean).abs();
    let size = |count: u32| f64::from(count).sqrt();
    let error = published.samples.map(|samples| match published.sd {
        Some(sd) => sd / size(samples.get()),
        None => {
            let deviation = measured * relative_deviation(values);
            (deviation / size(samples.get())).hypot(deviation / size(values.len() as u32))
        }
    });
    Some(match (error, published.samples) {
        (None, _) if difference <= hidden => Comparison::Equal,
        (Some(error), Some(samples)) if difference - hidden <= ALLOWED_ERRORS * error => {
            Comparison::WithinError(samples)
        }
        _ => Comparison::Different(format!(
            "{} {}, published {}",
            column_name(published.column),
            grouped(&format!("{measured:.decimals$}")),
            grouped(&digits)
        )),
    })
}

fn column_name(column: Averaged) -> &'static str {
    match column {
        Averaged::Length => "length",
        Averaged::LengthRatio => "length ÷ optimum",
        Averaged::Expanded => "expanded",
        Averaged::Generated => "generated",
    }
}

/// The standard deviation divided by the mean, of the log-normal distribution with the spread of
/// these logarithms. Numbers of nodes differ by orders of magnitude, so a few instances contribute
/// most of their mean, and a sample without these would underestimate the spread.
fn relative_deviation(values: &[f64]) -> f64 {
    let logarithms: Vec<f64> = values.iter().map(|value| value.max(1.0).ln()).collect();
    let centre = mean(&logarithms).unwrap_or(0.0);
    let squares: f64 = logarithms.iter().map(|value| (value - centre).powi(2)).sum();
    (squares / values.len().saturating_sub(1).max(1) as f64).exp_m1().sqrt()
}

/// With what the results are compared; `None` if nothing comparable was published.
pub(crate) fn literature(results: &Results, trials: &Trials<'_>) -> Option<String> {
    let with_length =
        results.instances.iter().filter(|board| results.length_of_file(board).is_some());
    let known: HashSet<&str> = with_length.map(|board| &*board.instance).collect();
    // A row with another length would be wrong, not solved.
    let solved = results.rows.iter().filter(|row| row.outcome.status == Status::Solved);
    let lengths: HashSet<&str> =
        solved.map(|row| &*row.run.instance).filter(|instance| known.contains(instance)).collect();
    let published = results.record.published.iter();
    let compared = published.filter(|published| values(results, trials, published).is_some());
    let sources: BTreeSet<&str> = compared.map(|published| published.source.as_str()).collect();
    let mut sentences = Vec::new();
    if !lengths.is_empty() {
        let instances = counted(lengths.len(), "instance");
        sentences.push(format!("Lengths equal those in the instance files ({instances})."));
    }
    if !sources.is_empty() {
        let sources: Vec<&str> = sources.into_iter().collect();
        sentences.push(format!("Published figures: {}.", sources.join("; ")));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

#[cfg(test)]
mod tests;
