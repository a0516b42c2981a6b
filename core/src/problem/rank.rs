//! The numbers of permutations.

/// `n!`, for `n` up to 25, the cells of the largest board.
///
/// # Panics
///
/// When `n` is above 34, because the product does not fit in a `u128`.
pub const fn factorial(n: usize) -> u128 {
    let mut product = 1u128;
    let mut factor = 2;
    while factor <= n {
        product *= factor as u128;
        factor += 1;
    }
    product
}

/// The place of a permutation of `0..n` in the lexicographic order of all of
/// them, from 0 (Cantor expansion; D. H. Lehmer, Teaching combinatorial tricks
/// to a computer, 1960).
///
/// `permutation` must be a permutation of `0..n` with `n` at most 25.
///
/// ```
/// assert_eq!(optile_core::rank(&[2, 0, 1]), 4);
/// ```
pub fn rank(permutation: &[u8]) -> u128 {
    let n = permutation.len();
    let mut seen = 0u32;
    let digits = permutation.iter().enumerate().map(|(place, &item)| {
        // Items below this one that have not been placed yet.
        let digit = u32::from(item) - (seen & ((1 << item) - 1)).count_ones();
        seen |= 1 << item;
        (n - place, digit)
    });
    if n <= SHORT {
        digits.fold(0, |rank, (base, digit)| rank * base as u64 + u64::from(digit)).into()
    } else {
        digits.fold(0, |rank, (base, digit)| rank * base as u128 + u128::from(digit))
    }
}

/// The longest permutations whose ranks fit in 64 bits. Processors divide such
/// numbers many times faster than larger ones.
const SHORT: usize = 20;

/// Fills `permutation` with the permutation of `0..n` that has this rank, the
/// inverse of [`rank()`]; `n` is the slice's length, at most 25, and the rank
/// is taken modulo `n!`.
pub fn unrank(mut rank: u128, permutation: &mut [u8]) {
    let n = permutation.len();
    if n <= SHORT {
        let mut rank = (rank % factorial(n)) as u64;
        for (place, slot) in permutation.iter_mut().enumerate().rev() {
            let base = (n - place) as u64;
            *slot = (rank % base) as u8;
            rank /= base;
        }
    } else {
        for (place, slot) in permutation.iter_mut().enumerate().rev() {
            let base = (n - place) as u128;
            *slot = (rank % base) as u8;
            rank /= base;
        }
    }
    let mut free = (1u32 << n) - 1;
    for slot in permutation {
        let mut rest = free;
        for _ in 0..*slot {
            rest &= rest - 1;
        }
        *slot = rest.trailing_zeros() as u8;
        free &= !(1 << *slot);
    }
}

/// Whether a permutation of `0..n` (`n` at most 25) is a product of an even
/// number of swaps.
#[inline]
pub fn is_even(permutation: &[u8]) -> bool {
    let mut seen = 0u32;
    // For each item, the set of larger items before it. The sum of the sets'
    // sizes is even exactly if the exclusive or of the sets has even size. So
    // bits are counted only once.
    let mut inversions = 0u32;
    for &item in permutation {
        inversions ^= seen >> item;
        seen |= 1 << item;
    }
    inversions.count_ones().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranks_count_through_all_permutations_in_order() {
        let mut previous = None;
        for place in 0..720 {
            let mut permutation = [0; 6];
            unrank(place, &mut permutation);
            assert_eq!(rank(&permutation), place);
            assert!(previous < Some(permutation));
            previous = Some(permutation);
        }
    }

    /// Counts inversions pair by pair.
    fn is_even_slowly(permutation: &[u8]) -> bool {
        let pairs = (0..permutation.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.filter(|&(a, b)| permutation[a] > permutation[b]).count() % 2 == 0
    }

    /// Counts, for every place, the smaller items to its right.
    fn rank_slowly(permutation: &[u8]) -> u128 {
        (0..permutation.len())
            .map(|place| {
                let rest = &permutation[place..];
                let smaller = rest.iter().filter(|&&item| item < rest[0]).count();
                smaller as u128 * factorial(rest.len() - 1)
            })
            .sum()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn fast_and_slow_forms_agree(
            permutation in (1usize..=25)
                .prop_flat_map(|n| Just((0..n as u8).collect::<Vec<_>>()).prop_shuffle())
        ) {
            prop_assert_eq!(rank(&permutation), rank_slowly(&permutation));
            prop_assert_eq!(is_even(&permutation), is_even_slowly(&permutation));
            let mut back = vec![0; permutation.len()];
            unrank(rank(&permutation), &mut back);
            prop_assert_eq!(back, permutation);
        }
    }
}
