//! Warnings about the times of a run, and the times of programs in it.

use optile_results::Results;
use optile_results::record::Noise;
use optile_results::rows::row::Row;
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use crate::trial::{Trial, Trials};
use optile_results::number::TIME;
use optile_statistics::{absolute_deviation, geometric_mean, median};

/// The share of all processor time, in parts per million, that other processes
/// or other machines may take while times are measured.
///
/// Other work slows all runs of a folder alike, so no interval shows it. Two
/// runs of one program beside a compiler that used half of two cores differed
/// by 13 to 22 %. An idle system takes some tenths of one per cent.
const MOST_NOISE_PPM: u64 = 50_000;
/// The least number of samples of a strategy on an instance whose spread is
/// meaningful.
const LEAST_SAMPLES: usize = 3;
/// Times are unsteady if their median absolute deviation exceeds this share of
/// their median: with such times, two strategies that differ by ten per cent
/// could not be distinguished.
const UNSTEADY: f64 = 0.1;
/// A pair of strategy and instance is judged alone if its median time is at least
/// this many nanoseconds. What the run before it left in the caches changes a run
/// by some microseconds, on a quiet machine too.
const JUDGED_ALONE: f64 = 100_000.0;
/// There is a warning if more than this share of pairs is unsteady. Figures over
/// many instances average out what disturbs single runs, so that a minority of
/// disturbed runs changes none of them; with a majority, the time of a typical run
/// is doubtful. On a virtual machine with no other program, a fifth of the pairs
/// above [`JUDGED_ALONE`] was unsteady because of its neighbours.
const MOST_PAIRS: f64 = 0.5;
/// What makes the times of these results doubtful, one sentence per cause.
/// Counts are never in doubt.
pub(crate) fn cautions(results: &Results, trials: &Trials<'_>) -> Vec<String> {
    let noises = || results.record.origins.iter().filter_map(|origin| origin.noise.as_ref());
    let percent = |share: fn(&Noise) -> u64| {
        let most = noises().map(share).max().filter(|&ppm| ppm > MOST_NOISE_PPM);
        most.map(|ppm| ppm as f64 / 10_000.0)
    };
    let stolen = percent(|noise| noise.steal_ppm).map(|percent| {
        format!(
            "The hypervisor gave {percent:.1}\u{a0}% of the processor time to other machines: wall \
             times are too long by at least this share."
        )
    });
    let others = percent(|noise| noise.others_ppm).map(|percent| {
        format!(
            "Other processes used {percent:.0}\u{a0}% of the machine's processor time: rely on ratios \
             and counts more than on times."
        )
    });
    let cautions = [unsteady(results, trials), stolen, others];
    cautions.into_iter().flatten().collect()
}

/// The least share of a pipe in the time of a strategy that is told, in percent.
const LEAST_PIPE: f64 = 10.0;

/// Of each strategy with an external program for its heuristic, the share of the program in its time,
/// and whether its estimates are right as far as runs examine them.
pub(crate) fn programs(trials: &Trials<'_>) -> Vec<String> {
    let remark = |strategy: &&str| {
        let rows = || trials.of_strategy(strategy).flat_map(|(_, trial)| trial.rows());
        let sum = |of: fn(&Row) -> Option<u64>| -> f64 {
            rows().filter_map(|row| of(row)).map(|ns| ns as f64).sum()
        };
        let all = sum(|row| Some(row.outcome.search_ns));
        let waited = sum(|row| row.outcome.program_ns);
        let [percent, pipe] =
            [waited, sum(|row| row.outcome.pipe_ns)].map(|part| 100.0 * part / all);
        let pipe = (pipe >= LEAST_PIPE).then(|| {
            format!(
                " Empty questions alone would take {pipe:.0}\u{a0}% of its time, so ratios of times are \
                 not those of the heuristics."
            )
        });
        let rounded = match rows().any(|row| row.outcome.rounded) {
            true => " The fractions of the program are rounded down.",
            false => "",
        };
        let is_unseen =
            |row: &&Row| !row.run.promise.limits_length() || row.outcome.status.is_failure();
        let examined = match rows().any(is_unseen) {
            true => "",
            false => ", and no estimate that was examined is too large",
        };
        (waited > 0.0).then(|| {
            format!(
                "{strategy} waited for the program of its heuristic for {percent:.0}\u{a0}% of its \
                 time{examined}.{}{rounded}",
                pipe.unwrap_or_default()
            )
        })
    };
    trials.strategies().iter().filter_map(remark).collect()
}

/// Whether the times of equal runs differ too much: those of whole strategies, or
/// those of single instances.
fn unsteady(results: &Results, trials: &Trials<'_>) -> Option<String> {
    let repeated: Vec<Vec<&Trial<'_>>> = trials
        .strategies()
        .iter()
        .map(|strategy| trials.of_strategy(strategy).map(|(_, trial)| trial))
        .map(|all| all.filter(|t| t.is_solved() && t.rows().len() >= LEAST_SAMPLES).collect())
        .filter(|repeated: &Vec<_>| !repeated.is_empty())
        .collect();
    let over = repeated.iter().filter(|trials| is_unsteady(&samples(trials))).count();
    let finding = if over > 0 {
        match repeated.len() {
            1 => "for the strategy".to_owned(),
            all => format!("for {over} of {}", counted(all, "strategy")),
        }
    } else {
        let pairs = repeated.iter().flatten().map(|trial| trial.values(&TIME));
        let judged: Vec<Vec<f64>> =
            pairs.filter(|times| median(times) >= Some(JUDGED_ALONE)).collect();
        let over = judged.iter().filter(|times| is_unsteady(times)).count();
        if over as f64 <= MOST_PAIRS * judged.len() as f64 {
            return None;
        }
        format!(
            "for {over} of {} of instance and strategy that take {} or more",
            counted(judged.len(), "pair"),
            Unit::Nanoseconds.text(JUDGED_ALONE)
        )
    };
    Some(format!(
        "Times are unsteady: {finding}, the samples differ by more than {:.0}\u{a0}% (median absolute \
         deviation). {}",
        UNSTEADY * 100.0,
        advice(results.record.warmup)
    ))
}

/// The times of a strategy's first samples, of its second samples, and so on,
/// relative to the medians of its instances: geometric means over the instances.
///
/// A disturbance of single runs averages out over many instances, here as in the
/// figures of a report. A machine that becomes slower does not: the samples of an
/// instance are in the order of time.
fn samples(trials: &[&Trial<'_>]) -> Vec<f64> {
    let relative = |trial: &&Trial<'_>| {
        let times: Vec<f64> = trial.values(&TIME).iter().map(|t| t.max(1.0)).collect();
        let middle = median(&times).unwrap_or(1.0);
        times.into_iter().map(move |time| time / middle).collect::<Vec<f64>>()
    };
    let relative: Vec<Vec<f64>> = trials.iter().map(relative).collect();
    let fewest = relative.iter().map(Vec::len).min().unwrap_or(0);
    let of_sample = |sample: usize| relative.iter().map(|times| times[sample]).collect::<Vec<_>>();
    (0..fewest).filter_map(|sample| geometric_mean(&of_sample(sample))).collect()
}

fn is_unsteady(times: &[f64]) -> bool {
    match (absolute_deviation(times), median(times)) {
        (Some(deviation), Some(middle)) => deviation > UNSTEADY * middle,
        _ => false,
    }
}

/// What to do about unsteady times.
fn advice(warmup: u32) -> &'static str {
    match warmup {
        0 => "End other programs, or run again with --warmup 1.",
        _ => "End other programs, or take more samples with --repeat 7.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic;
    use optile_results::record::Noise;

    fn cautions(results: &Results) -> Vec<String> {
        super::cautions(results, &Trials::of(results))
    }

    fn results(times: &[u64], noise: Noise) -> Results {
        let mut record = synthetic::record(&["a"]);
        record.origins[0].noise = Some(noise);
        let rows = (0..).zip(times).map(|(sample, &time)| {
            let mut row = synthetic::row("i", "a", 4, 10);
            (row.run.sample, row.outcome.search_ns) = (sample, time);
            row
        });
        Results::new(record, rows.collect())
    }

    #[test]
    fn a_quiet_machine_gives_no_caution() {
        assert_eq!(cautions(&results(&[5000, 5100, 5050], Noise::default())), Vec::<String>::new());
        assert_eq!(cautions(&Results::new(synthetic::record(&[]), vec![])), [""; 0]);
    }

    #[test]
    fn each_disturbance_is_named() {
        let noise = Noise { steal_ppm: 62_000, others_ppm: 450_000 };
        let text = cautions(&results(&[5000, 7000, 9000], noise)).join("\n").replace('\u{a0}', " ");
        insta::assert_snapshot!(text, @r#"
        Times are unsteady: for the strategy, the samples differ by more than 10 % (median absolute deviation). End other programs, or run again with --warmup 1.
        The hypervisor gave 6.2 % of the processor time to other machines: wall times are too long by at least this share.
        Other processes used 45 % of the machine's processor time: rely on ratios and counts more than on times.
        "#);
    }

    #[test]
    fn two_samples_have_no_spread() {
        assert_eq!(cautions(&results(&[5000, 9000], Noise::default())), [""; 0]);
    }

    /// Three samples of two strategies on 300 instances in a random order, as a plan
    /// has them. `time` gives the time of a run from the progress of the whole, from 0
    /// to 1, and from a random number.
    fn run(time: impl Fn(f64, u64) -> u64) -> Vec<String> {
        const RUNS: usize = 2 * 300 * 3;
        let mut order: Vec<usize> = (0..RUNS).collect();
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            random >> 33
        };
        for place in (1..RUNS).rev() {
            order.swap(place, next() as usize % (place + 1));
        }
        let mut made = [[0; 300]; 2];
        let rows = order.into_iter().enumerate().map(|(place, run)| {
            let (strategy, instance) = (run % 2, run / 2 % 300);
            let mut row = synthetic::row(&format!("i{instance}"), ["a", "b"][strategy], 4, 10);
            row.run.sample = made[strategy][instance];
            made[strategy][instance] += 1;
            row.outcome.search_ns = time(place as f64 / RUNS as f64, next());
            row
        });
        cautions(&Results::new(synthetic::record(&["a", "b"]), rows.collect()))
    }

    #[test]
    fn short_runs_that_scatter_alike_at_all_times_give_no_caution() {
        assert_eq!(run(|_, random| 5_000 + random % 5_000), [""; 0]);
    }

    #[test]
    fn a_machine_that_becomes_slower_gives_a_caution() {
        let slower = |progress, random| match progress < 0.5 {
            true => 5_000 + random % 1_000,
            false => 8_000 + random % 1_000,
        };
        insta::assert_snapshot!(run(slower).join("\n").replace('\u{a0}', " "), @"Times are unsteady: for 2 of 2 strategies, the samples differ by more than 10 % (median absolute deviation). End other programs, or run again with --warmup 1.");
    }

    #[test]
    fn long_runs_of_which_some_are_disturbed_give_no_caution() {
        let disturbed = |_, random| match random % 8 {
            0..3 => 500_000 + random % 400_000,
            _ => 500_000 + random % 20_000,
        };
        assert_eq!(run(disturbed), [""; 0]);
    }

    #[test]
    fn long_runs_that_scatter_give_a_caution() {
        let text = run(|_, random| 500_000 + random % 1_000_000).join("\n").replace('\u{a0}', " ");
        insta::assert_snapshot!(text, @"Times are unsteady: for 323 of 600 pairs of instance and strategy that take 100 µs or more, the samples differ by more than 10 % (median absolute deviation). End other programs, or run again with --warmup 1.");
    }
}
