//! Warnings about the times of a run.

use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::unit::Unit;
use optile_statistics::{absolute_deviation, median};

use crate::disturbance::Disturbance;
use crate::measure::Measure;
use crate::trial::Trials;

/// The least number of samples of a strategy on an instance whose spread is
/// meaningful.
const LEAST_SAMPLES: usize = 3;
/// A pair of strategy and instance is unsteady if the median absolute deviation
/// of its times exceeds this share of their median: with such times, two
/// strategies that differ by ten per cent could not be distinguished.
const UNSTEADY: f64 = 0.1;
/// There is a warning if more than this share of pairs is unsteady, or of times
/// is near the clock's step.
const WORTH_A_WORD: f64 = 0.1;
/// A time of fewer clock steps has fewer than two reliable digits.
const FEWEST_STEPS: u64 = 100;

/// What makes the times of these results doubtful, one sentence per cause.
/// Counts are never in doubt.
pub fn cautions(results: &Results) -> Vec<String> {
    let mut cautions = Vec::new();
    cautions.extend(unsteady(results));
    cautions.extend(short(results));
    let disturbance = Disturbance::of(&results.record);
    let percent = |ppm: u64| ppm as f64 / 10_000.0;
    if let Some(percent) = disturbance.stolen_ppm.map(percent) {
        cautions.push(format!(
            "The hypervisor gave {percent:.1} % of the processor time to other machines: wall \
             times are too long by at least this share."
        ));
    }
    if let Some(percent) = disturbance.others_ppm.map(percent) {
        cautions.push(format!(
            "Other processes used {percent:.0} % of the machine's processor time: rely on ratios \
             and counts more than on times."
        ));
    }
    let noises = results.record.origins.iter().filter_map(|origin| origin.noise.as_ref());
    let governors = noises.filter_map(|noise| noise.governor.as_deref());
    if let Some(governor) = governors.filter(|&governor| governor != "performance").min() {
        cautions.push(format!(
            "The frequency governor of the processor is {governor:?}: the frequency may have \
             changed between runs."
        ));
    }
    cautions
}

/// Whether the times of equal runs differ too much.
fn unsteady(results: &Results) -> Option<String> {
    let trials = Trials::of(results);
    let spread = |times: &[f64]| Some(absolute_deviation(times)? / median(times)?.max(1.0));
    let spreads: Vec<f64> = trials
        .strategies()
        .iter()
        .flat_map(|strategy| trials.of_strategy(strategy))
        .filter(|(_, trial)| trial.is_solved() && trial.rows().len() >= LEAST_SAMPLES)
        .filter_map(|(_, trial)| spread(&trial.values(Measure::Time)))
        .collect();
    let over = spreads.iter().filter(|&&spread| spread > UNSTEADY).count();
    (over as f64 > WORTH_A_WORD * spreads.len() as f64).then(|| {
        format!(
            "Times are unsteady: for {over} of {} of instance and strategy, the samples differ by \
             more than {:.0} % (median absolute deviation). {}",
            counted(spreads.len(), "pair"),
            UNSTEADY * 100.0,
            advice(results.record.warmup)
        )
    })
}

/// What to do about unsteady times.
fn advice(warmup: u32) -> &'static str {
    match warmup {
        0 => "Run again with --warmup 1: the first run of a pair is often slower than the others.",
        _ => "End other programs, or take more samples with --repeat 7.",
    }
}

/// Whether times are too short for the clock.
fn short(results: &Results) -> Option<String> {
    let steps = results.record.origins.iter().filter_map(|origin| origin.noise.as_ref());
    let step = steps.map(|noise| noise.clock_ns).max()?;
    let times = || results.rows.iter().filter(|row| row.length.is_some()).map(|row| row.search_ns);
    let below = times().filter(|&time| time < step.saturating_mul(FEWEST_STEPS)).count();
    let all = times().count();
    (below as f64 > WORTH_A_WORD * all as f64).then(|| {
        format!(
            "{below} of {} are shorter than {FEWEST_STEPS} clock steps of {}: their second digit \
             means nothing.",
            counted(all, "time"),
            Unit::Nanoseconds.text(step as f64)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic;
    use optile_results::record::Noise;

    fn results(times: &[u64], noise: Noise) -> Results {
        let mut record = synthetic::record(&["a"]);
        record.origins[0].noise = Some(noise);
        let rows = (0..).zip(times).map(|(sample, &time)| {
            let mut row = synthetic::row("i", "a", 4, 10);
            (row.sample, row.search_ns) = (sample, time);
            row
        });
        Results::new(record, rows.collect(), vec![])
    }

    #[test]
    fn a_quiet_machine_gives_no_caution() {
        let noise =
            Noise { clock_ns: 20, governor: Some("performance".into()), ..Noise::default() };
        assert_eq!(cautions(&results(&[5000, 5100, 5050], noise)), Vec::<String>::new());
        assert_eq!(cautions(&Results::new(synthetic::record(&[]), vec![], vec![])), [""; 0]);
    }

    #[test]
    fn each_disturbance_is_named() {
        let noise = Noise {
            clock_ns: 100,
            steal_ppm: 62_000,
            others_ppm: 450_000,
            governor: Some("powersave".into()),
        };
        let text = cautions(&results(&[5000, 7000, 9000], noise)).join("\n").replace('\u{a0}', " ");
        insta::assert_snapshot!(text, @r#"
        Times are unsteady: for 1 of 1 pair of instance and strategy, the samples differ by more than 10 % (median absolute deviation). Run again with --warmup 1: the first run of a pair is often slower than the others.
        3 of 3 times are shorter than 100 clock steps of 100 ns: their second digit means nothing.
        The hypervisor gave 6.2 % of the processor time to other machines: wall times are too long by at least this share.
        Other processes used 45 % of the machine's processor time: rely on ratios and counts more than on times.
        The frequency governor of the processor is "powersave": the frequency may have changed between runs.
        "#);
    }

    #[test]
    fn two_samples_have_no_spread() {
        assert_eq!(cautions(&results(&[5000, 9000], Noise::default())), [""; 0]);
    }
}
