use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::unit::Unit;
use optile_statistics::median;

use crate::report::outcome::Outcomes;

/// Samples of a pair needed before their spread says anything.
const LEAST_SAMPLES: usize = 3;
/// A pair is unsteady when the median absolute deviation of its times is more
/// than this share of their median: two strategies ten per cent apart could
/// not be told apart on it.
const UNSTEADY: f64 = 0.1;
/// Shares of unsteady pairs, and of times near the clock's step, that are
/// worth a word.
const WORTH_A_WORD: f64 = 0.1;
/// Shares of the machine's processor time, in parts per million, from which on
/// others disturbed the runs.
const STOLEN_PPM: u64 = 10_000;
const OTHERS_PPM: u64 = 50_000;
/// A time of fewer steps of the clock has fewer than two digits.
const FEWEST_STEPS: u64 = 100;

/// What makes the times of these results doubtful, a sentence each; nothing
/// where nothing does. Counts are never in doubt.
pub fn cautions(results: &Results) -> Vec<String> {
    let mut cautions = Vec::new();
    cautions.extend(unsteady(results));
    cautions.extend(short(results));
    let noises = || results.record.origins.iter().filter_map(|origin| origin.noise.as_ref());
    let most = |share: fn(&optile_results::record::Noise) -> u64, least: u64| {
        noises().map(share).max().filter(|&ppm| ppm > least).map(|ppm| ppm as f64 / 10_000.0)
    };
    if let Some(percent) = most(|noise| noise.steal_ppm, STOLEN_PPM) {
        cautions.push(format!(
            "The hypervisor gave {percent:.1} % of the processor time to others: wall times are \
             too long by as much or more."
        ));
    }
    if let Some(percent) = most(|noise| noise.others_ppm, OTHERS_PPM) {
        cautions.push(format!(
            "Other processes used {percent:.0} % of the machine's processor time: compare \
             ratios, and counts before times."
        ));
    }
    let governors = noises().filter_map(|noise| noise.governor.as_deref());
    if let Some(governor) = governors.filter(|&governor| governor != "performance").min() {
        cautions.push(format!(
            "The processor's frequency is governed by {governor:?} and may have changed between \
             runs."
        ));
    }
    cautions
}

/// Whether samples of the same run differ too much in time.
fn unsteady(results: &Results) -> Option<String> {
    let outcomes = Outcomes::of(results);
    let spreads: Vec<f64> = (0..outcomes.strategies.len())
        .flat_map(|strategy| outcomes.of_strategy(strategy).iter().flatten())
        .filter(|outcome| outcome.is_solved() && outcome.times.len() >= LEAST_SAMPLES)
        .filter_map(|outcome| {
            let middle = median(&outcome.times)?;
            let deviations: Vec<f64> =
                outcome.times.iter().map(|time| (time - middle).abs()).collect();
            Some(median(&deviations)? / middle.max(1.0))
        })
        .collect();
    let over = spreads.iter().filter(|&&spread| spread > UNSTEADY).count();
    (over as f64 > WORTH_A_WORD * spreads.len() as f64).then(|| {
        format!(
            "Times are unsteady: on {over} of {} of instance and strategy the samples differ by \
             more than {:.0} % (median absolute deviation); ask for more samples or a quieter \
             machine.",
            counted(spreads.len(), "pair"),
            UNSTEADY * 100.0
        )
    })
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
            "{below} of {} are shorter than {FEWEST_STEPS} steps of the clock ({}): their second \
             digit means nothing.",
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
            steal_ppm: 32_000,
            others_ppm: 450_000,
            governor: Some("powersave".into()),
        };
        let text = cautions(&results(&[5000, 7000, 9000], noise)).join("\n").replace('\u{a0}', " ");
        insta::assert_snapshot!(text, @r#"
        Times are unsteady: on 1 of 1 pair of instance and strategy the samples differ by more than 10 % (median absolute deviation); ask for more samples or a quieter machine.
        3 of 3 times are shorter than 100 steps of the clock (100 ns): their second digit means nothing.
        The hypervisor gave 3.2 % of the processor time to others: wall times are too long by as much or more.
        Other processes used 45 % of the machine's processor time: compare ratios, and counts before times.
        The processor's frequency is governed by "powersave" and may have changed between runs.
        "#);
    }

    #[test]
    fn two_samples_have_no_spread() {
        assert_eq!(cautions(&results(&[5000, 9000], Noise::default())), [""; 0]);
    }
}
