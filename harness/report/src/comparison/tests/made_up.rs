//! Comparisons of random results.

use proptest::prelude::*;

use super::*;

/// A random trial: what ended it, its cost, and the times of its samples.
type MadeUp = (u8, u64, Vec<u64>);

/// Both sides of each instance.
type Runs = Vec<[MadeUp; 2]>;

fn made_up(runs: &Runs) -> [Results; 2] {
    [0, 1].map(|side| {
        let of_one = |(n, run): (usize, &[MadeUp; 2])| {
            let (ending, expanded, times) = &run[side];
            let sample = |(sample, &time): (usize, &u64)| {
                let mut row = row(&format!("i{n}"), "bfs", 9, *expanded);
                row.run.sample = sample as u32;
                row.outcome.search_ns = time;
                if *ending == 0 {
                    end(&mut row, Status::TimeLimit);
                }
                row
            };
            times.iter().enumerate().map(sample).collect::<Vec<_>>()
        };
        results(runs.iter().enumerate().flat_map(of_one).collect())
    })
}

proptest! {
    /// The slow form multiplies the ratios of the medians and takes the root.
    #[test]
    fn ratios_as_by_the_root_of_their_product(
        runs in prop::collection::vec(
            prop::array::uniform2((0u8..4, 0u64..1000, prop::collection::vec(1u64..100, 3))),
            1..12,
        )
    ) {
        let [a, b] = made_up(&runs);
        let comparison = compared(&a, &b);
        let contrast = &comparison.contrasts[0];
        let (mut nodes, mut times, mut common) = (1.0, 1.0, 0);
        for [a, b] in runs.iter().filter(|run| run[0].0 > 0 && run[1].0 > 0) {
            let middle = |(_, _, times): &MadeUp| {
                let mut times = times.clone();
                times.sort_unstable();
                times[1] as f64
            };
            nodes *= b.1.max(1) as f64 / a.1.max(1) as f64;
            times *= middle(b) / middle(a);
            common += 1;
        }
        prop_assert_eq!(contrast.solved_by_both, common);
        let root = |product: f64| product.powf(1.0 / common as f64);
        let expected: Vec<f64> = if common == 0 { vec![] } else { vec![root(nodes), root(times)] };
        let found: Vec<f64> = contrast.ratios.iter().map(|ratio| ratio.estimate.value).collect();
        prop_assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            prop_assert!((found / expected - 1.0).abs() < 1e-9, "{} {}", found, expected);
        }
    }

    /// Swapping the sides swaps newly solved and newly failed, and inverts ratios.
    #[test]
    fn swapping_the_sides_inverts_the_comparison(
        runs in prop::collection::vec(
            prop::array::uniform2((0u8..4, 1u64..1000, prop::collection::vec(1u64..100, 1..4))),
            1..12,
        )
    ) {
        let [a, b] = made_up(&runs);
        let (there, back) = (compared(&a, &b), compared(&b, &a));
        let (there, back) = (&there.contrasts[0], &back.contrasts[0]);
        prop_assert_eq!(there.newly_solved, back.newly_failed);
        prop_assert_eq!(there.newly_failed, back.newly_solved);
        prop_assert_eq!(there.counts_differ, back.counts_differ);
        for (one, other) in there.ratios.iter().zip(&back.ratios) {
            prop_assert!((one.estimate.value * other.estimate.value - 1.0).abs() < 1e-9);
        }
    }
}
