//! Pairs of strategies in classes of instances.

use proptest::prelude::*;

use super::*;

/// Runs of `a` and `b` on instances of these lengths, with these expansions, and whether `b` solved.
fn pair_of(runs: &[(u32, u64, u64, bool)]) -> Results {
    let mut all = Vec::new();
    for (place, &(length, a, b, is_solved)) in runs.iter().enumerate() {
        let id = format!("i{place}");
        all.push(row(&id, "a", length, a));
        all.push(row(&id, "b", length, b));
        if !is_solved {
            end(all.last_mut().unwrap(), Status::TimeLimit);
        }
    }
    results(all)
}

fn by(runs: &[(u32, u64, u64, bool)], division: Division) -> PairClasses {
    let results = pair_of(runs);
    let side = Side::new("both", &results);
    let pairs = vec![("a".into(), "b".into())];
    let measures = vec![&EXPANDED];
    let options = Options { measures, pairs, by: Some(division) };
    compare(&side, &side, &options).unwrap().classes.remove(0)
}

/// `count` instances at each of these lengths, on which B expands so many times as much as A.
fn bands(bands: &[(u32, f64)], count: usize) -> Vec<(u32, u64, u64, bool)> {
    let one = |&(length, factor): &(u32, f64)| {
        (0..count).map(move |n| {
            let a = 1000.0 + 10.0 * n as f64;
            // The ratios of a band differ by a few per cent.
            (length, a as u64, (a * factor * (1.0 + n as f64 / 500.0)) as u64, true)
        })
    };
    bands.iter().flat_map(one).collect()
}

#[test]
fn a_crossing_is_said_where_both_sides_of_it_are_certain() {
    for (factors, finding) in [
        (
            &[(30, 1.7), (40, 1.3), (50, 0.8), (60, 0.5)][..],
            "b has 1.73 times the nodes expanded of a at 30 moves, 0.509 times from 60 moves \
             on; the two cross between 40 and 50 moves.",
        ),
        (
            &[(30, 1.7), (40, 0.98), (50, 0.8)],
            "b has 1.73 times the nodes expanded of a at 30 moves, 0.815 times from 50 moves \
             on; the two cross between 30 and 50 moves.",
        ),
        (
            &[(30, 1.7), (40, 1.2)],
            "b has 1.73 times the nodes expanded of a at 30 moves, 1.22 times from 40 moves \
             on; no crossing is certain.",
        ),
        (
            &[(30, 1.7), (40, 0.5), (50, 1.7)],
            "b has 1.73 times the nodes expanded of a at 30 moves, 1.73 times from 50 moves \
             on; the two cross more than once.",
        ),
        (&[(30, 1.7)], "b has 1.73 times the nodes expanded of a at 30 moves."),
    ] {
        assert_eq!(by(&bands(factors, 20), Division::Length).findings, [finding]);
    }
    assert_eq!(by(&[(9, 5, 5, false)], Division::Length).findings, [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Each instance with a length is in one class, and neighbouring lengths share a class only if
    /// a class would be too small without it.
    #[test]
    fn classes_hold_each_instance_once_and_enough_of_them(
        runs in prop::collection::vec((10u32..60, 1u64..1000, 1u64..1000, prop::bool::weighted(0.8)), 1..160)
    ) {
        let classes = by(&runs, Division::Length).classes;
        prop_assert_eq!(classes.iter().map(|class| class.instances).sum::<usize>(), runs.len());
        let mut before = None;
        for class in &classes {
            let [from, to] = class.lengths.unwrap();
            prop_assert!(before.is_none_or(|before| before < from) && from <= to);
            before = Some(to);
            prop_assert!(classes.len() == 1 || class.solved_by_both >= 20);
            let own: Vec<_> = runs.iter().filter(|run| from <= run.0 && run.0 <= to).collect();
            let common: Vec<_> = own.iter().filter(|run| run.3).collect();
            prop_assert_eq!((class.instances, class.solved_by_both), (own.len(), common.len()));
            prop_assert_eq!((class.only_a, class.only_b), (own.len() - common.len(), 0));
            let measure = &class.measures[0];
            prop_assert_eq!(measure.less_a, common.iter().filter(|run| run.1 < run.2).count());
            prop_assert_eq!(measure.less_b, common.iter().filter(|run| run.1 > run.2).count());
            let logs: f64 = common.iter().map(|run| (run.2 as f64 / run.1 as f64).ln()).sum();
            let mean = (logs / common.len() as f64).exp();
            match measure.ratio {
                Some(ratio) => prop_assert!((ratio.estimate.value / mean - 1.0).abs() < 1e-9),
                None => prop_assert!(common.is_empty()),
            }
        }
        // A class is no longer than it must be: without its last band it would be too small, or it
        // is the last one.
        for class in classes.split_last().map_or(&[][..], |(_, others)| others) {
            let [from, to] = class.lengths.unwrap();
            let earlier = runs.iter().filter(|run| run.3 && from <= run.0 && run.0 < to / 5 * 5);
            prop_assert!(earlier.count() < 20);
        }
        let whole = by(&runs, Division::Size).classes;
        prop_assert_eq!((whole.len(), whole[0].instances, whole[0].lengths), (1, runs.len(), None));
    }
}
