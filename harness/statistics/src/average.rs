//! Averages: medians, quartiles, means.

/// The three values that divide a sample into four equal shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quartiles {
    /// A quarter of the sample is at most this.
    pub lower: f64,
    /// The median.
    pub middle: f64,
    /// Three quarters of the sample are at most this.
    pub upper: f64,
}

/// The middle value of the sample, or the mean of the two middle values.
pub fn median(values: &[f64]) -> Option<f64> {
    quartiles(values).map(|quartiles| quartiles.middle)
}

/// Quartiles with linear interpolation between neighbours (type 7 of Hyndman
/// and Fan, "Sample Quantiles in Statistical Packages", 1996, which is the
/// default of R and NumPy).
pub fn quartiles(values: &[f64]) -> Option<Quartiles> {
    if values.is_empty() {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some(Quartiles {
        lower: quantile(&sorted, 0.25),
        middle: quantile(&sorted, 0.5),
        upper: quantile(&sorted, 0.75),
    })
}

/// The value that a `share` of a sorted, non-empty sample does not exceed.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    // The difference of two infinities would be NaN.
    if below == above { below } else { below + (above - below) * place.fract() }
}

/// The items in ascending order of a number; those with equal numbers keep their order.
pub fn ascending<T: Copy>(items: &[T], number: impl Fn(T) -> f64) -> Vec<T> {
    // What is sorted has the same type for all items. A sort for each type is much code.
    let mut places: Vec<(f64, usize)> =
        items.iter().enumerate().map(|(place, &item)| (number(item), place)).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    places.into_iter().map(|(_, place)| items[place]).collect()
}

/// The arithmetic mean.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The geometric mean; `None` also when a value is not above zero.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.iter().any(|&value| value <= 0.0) {
        return None;
    }
    mean(&values.iter().map(|value| value.ln()).collect::<Vec<_>>()).map(f64::exp)
}

/// The fewest common instances over which strategies have ratios.
pub const FEWEST_COMMON: usize = 5;

/// Whether a strategy that solved so many instances is compared, where the best one solved `most`.
/// One that solved less than half as many would leave few instances to compare the others on.
pub const fn takes_part(solved: usize, most: usize) -> bool {
    solved > 0 && 2 * solved >= most
}

/// The values of strategies divided by the best value on the same instance,
/// see [`ratios_to_best`].
#[derive(Clone, Debug, PartialEq)]
pub struct Ratios {
    /// The number of instances that the ratios include: those for which every
    /// strategy that takes part has a value.
    pub instances: usize,
    /// Which strategies take part, see [`takes_part`].
    pub is_part: Vec<bool>,
    /// For each strategy, its ratio on each of these instances, which is at
    /// least 1. `None` for a strategy that does not take part, and for all if fewer than two do or
    /// if there are fewer than [`FEWEST_COMMON`] instances.
    pub ratios: Vec<Option<Vec<f64>>>,
}

/// For each strategy, its ratio to the best on each common instance.
///
/// `values` is indexed by `[strategy][instance]`; `None` means that the
/// strategy did not solve the instance. Values below 1, from a search that expanded nothing, count
/// as 1, so that division is possible.
///
/// # Panics
///
/// When the lists have different lengths.
pub fn ratios_to_best(values: &[Vec<Option<f64>>]) -> Ratios {
    let solved: Vec<usize> = values.iter().map(|list| list.iter().flatten().count()).collect();
    let most = solved.iter().copied().max().unwrap_or(0);
    let is_part: Vec<bool> = solved.iter().map(|&solved| takes_part(solved, most)).collect();
    let parts = values.iter().zip(&is_part).filter(|(_, is_part)| **is_part);
    let taking_part: Vec<&Vec<Option<f64>>> = parts.map(|(list, _)| list).collect();
    let length = values.first().map_or(0, Vec::len);
    assert!(values.iter().all(|list| list.len() == length), "one entry per instance");
    let common: Vec<(usize, f64)> = (0..length)
        .filter_map(|instance| {
            let column: Option<Vec<f64>> = taking_part.iter().map(|list| list[instance]).collect();
            let best = column?.into_iter().reduce(f64::min)?;
            Some((instance, best.max(1.0)))
        })
        .collect();
    let has_ratios = taking_part.len() > 1 && common.len() >= FEWEST_COMMON;
    let ratios = |(list, &is_part): (&Vec<Option<f64>>, &bool)| -> Option<Vec<f64>> {
        let ratio = |&(instance, best): &(usize, f64)| Some(list[instance]?.max(1.0) / best);
        common.iter().map(ratio).collect::<Option<_>>().filter(|_| is_part && has_ratios)
    };
    let ratios = values.iter().zip(&is_part).map(ratios).collect();
    Ratios { instances: common.len(), is_part, ratios }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(a: f64, b: f64) -> bool {
        a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
    }

    #[test]
    fn empty_samples_have_no_average() {
        assert_eq!(median(&[]), None);
        assert_eq!(quartiles(&[]), None);
        assert_eq!(mean(&[]), None);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(ratios_to_best(&[]).ratios, []);
        assert_eq!(ratios_to_best(&[vec![], vec![]]).ratios, [None, None]);
    }

    #[test]
    fn equal_values_keep_their_order() {
        let numbers = [3.0, 1.0, f64::INFINITY, 1.0];
        assert_eq!(ascending(&[0, 1, 2, 3], |place| numbers[place]), [1, 3, 0, 2]);
    }

    #[test]
    fn infinity_is_the_largest_value() {
        let inf = f64::INFINITY;
        assert_eq!(median(&[inf, inf]), Some(inf));
        assert_eq!(median(&[1.0, inf]), Some(inf));
        let quartiles = quartiles(&[1.0, 2.0, 3.0, inf, inf]).unwrap();
        assert_eq!(quartiles, Quartiles { lower: 2.0, middle: 3.0, upper: inf });
    }

    #[test]
    fn ratios_are_over_common_instances_only() {
        let values = [
            vec![Some(10.0), Some(5.0), None, Some(0.0), Some(2.0), Some(2.0), Some(2.0)],
            vec![Some(40.0), None, Some(1.0), Some(4.0), Some(8.0), Some(8.0), Some(8.0)],
            // Less than half of the most that one solved.
            vec![Some(1.0), Some(1.0), None, None, None, None, None],
            vec![None; 7],
        ];
        let Ratios { instances, is_part, ratios } = ratios_to_best(&values);
        assert_eq!((instances, is_part), (5, vec![true, true, false, false]));
        assert_eq!(ratios, [Some(vec![1.0; 5]), Some(vec![4.0; 5]), None, None]);
        let four = values.map(|mut list| list.split_off(1));
        assert_eq!(ratios_to_best(&four).instances, 4);
        assert_eq!(ratios_to_best(&four).ratios, [None, None, None, None]);
    }

    fn sample() -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec((0u32..1000).prop_map(f64::from), 1..40)
    }

    proptest! {
        /// The slow form lists four interpolated values per gap, so that each
        /// quartile is one of them.
        #[test]
        fn quartiles_as_by_listing_every_step(values in sample()) {
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            // Four steps from each value to the next; quartile k is step
            // k * (n - 1).
            let mut steps = Vec::new();
            for pair in sorted.windows(2) {
                for step in 0..4 {
                    steps.push(pair[0] + (pair[1] - pair[0]) * f64::from(step) / 4.0);
                }
            }
            steps.push(sorted[sorted.len() - 1]);
            let at = |k: usize| steps[k * (sorted.len() - 1)];
            let quartiles = quartiles(&values).unwrap();
            prop_assert!(close(quartiles.lower, at(1)));
            prop_assert!(close(quartiles.middle, at(2)));
            prop_assert!(close(quartiles.upper, at(3)));
        }

        /// The slow form removes the smallest and the largest value until one or
        /// two remain.
        #[test]
        fn median_as_by_removing_the_ends(values in sample()) {
            let mut left = values.clone();
            left.sort_by(f64::total_cmp);
            while left.len() > 2 {
                left.remove(0);
                left.pop();
            }
            prop_assert!(close(median(&values).unwrap(), left.iter().sum::<f64>() / left.len() as f64));
        }

        #[test]
        fn geometric_mean_as_root_of_the_product(values in prop::collection::vec(1u32..100, 1..12)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let product: f64 = values.iter().product();
            let root = product.powf(1.0 / values.len() as f64);
            prop_assert!(close(geometric_mean(&values).unwrap(), root));
        }

        /// The best strategy of an instance has ratio 1, and no other is below it.
        #[test]
        fn ratios_are_at_least_one(
            rows in prop::collection::vec(prop::array::uniform3(prop::option::of(1u32..1000)), 0..20)
        ) {
            let values: Vec<Vec<Option<f64>>> =
                (0..3).map(|s| rows.iter().map(|row| row[s].map(f64::from)).collect()).collect();
            let found = ratios_to_best(&values);
            let solved = |s: usize| rows.iter().filter(|row| row[s].is_some()).count();
            let some = |s: usize| solved(s) > 0 && (0..3).all(|t| solved(t) <= 2 * solved(s));
            let mut common = 0;
            let mut logs = [0.0; 3];
            for row in &rows {
                if (0..3).all(|s| !some(s) || row[s].is_some()) && (0..3).any(some) {
                    common += 1;
                    let best = (0..3).filter(|&s| some(s)).filter_map(|s| row[s]).min().unwrap_or(1);
                    for (log, value) in logs.iter_mut().zip(row) {
                        *log += (f64::from(value.unwrap_or(1)) / f64::from(best)).ln();
                    }
                }
            }
            prop_assert_eq!(found.instances, common);
            for (s, log) in logs.iter().enumerate() {
                let are_two = (0..3).filter(|&s| some(s)).count() > 1;
                prop_assert_eq!(found.ratios[s].is_some(), some(s) && are_two && common >= 5);
                if let Some(ratios) = &found.ratios[s] {
                    prop_assert!(ratios.iter().all(|&ratio| ratio >= 1.0));
                    prop_assert!(close(geometric_mean(ratios).unwrap(), (log / common as f64).exp()));
                }
            }
        }
    }
}
