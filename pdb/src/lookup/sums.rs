//! Sums of distances modulo 3.

use optile_core::{Board, State};

use crate::lookup::descent::{PERIOD, least_distance};
use crate::lookup::estimator::{PdbEstimator, PdbValue};
use crate::lookup::view::{Part, View};

/// Sums of distances in tables that keep them modulo 3.
///
/// A path needs only the first sum, because every move changes the sum by one.
/// For a state without a path, the distance of each pattern is known only
/// modulo six, and a descent finds the rest. But the stored estimate of a state
/// is its greater sum, which leaves few possibilities.
impl<const SLOTS: usize> PdbEstimator<SLOTS> {
    /// The least sum that a view with these entries can have.
    fn least_sum(&self, number: usize, parts: &[Part; SLOTS]) -> u16 {
        let parts = parts[self.slots(number)].iter();
        parts.map(|part| least_distance(part.manhattan, part.distance)).sum()
    }

    /// The sum of a view, which is known to be at most `most`.
    pub(crate) fn sum_at_most<B: Board>(
        &self,
        most: u16,
        number: usize,
        view: &View,
        parts: &[Part; SLOTS],
        state: &State<B>,
    ) -> u16 {
        let mut sum = self.least_sum(number, parts);
        for slot in self.slots(number) {
            let left = most - sum;
            if left < PERIOD {
                break;
            }
            let least = least_distance(parts[slot].manhattan, parts[slot].distance);
            let table = &self.tables[slot];
            let placement = view.placement(slot, table, state);
            sum += table.descent(placement, least.saturating_add(left)) - least;
        }
        sum
    }

    /// Sets the sums of a state that has been read. The greater one is the
    /// estimate.
    pub(crate) fn set_sums<B: Board>(
        &self,
        value: &mut PdbValue<SLOTS>,
        state: &State<B>,
        estimate: u16,
    ) {
        let Some(reflected) = &self.reflected else {
            value.sums[0] = estimate;
            return;
        };
        let least = [0, 1].map(|number| self.least_sum(number, &value.parts));
        let most = least.map(|least| estimate - (estimate - least) % PERIOD);
        // The sum with fewer possibilities comes first, because it can
        // determine the other.
        let first = usize::from(most[1] - least[1] < most[0] - least[0]);
        let mut settle = |number: usize, other_most: u16| {
            value.sums[number] = if other_most < estimate {
                estimate
            } else {
                let view = if number == 0 { &self.plain } else { reflected };
                self.sum_at_most(most[number], number, view, &value.parts, state)
            };
            value.sums[number]
        };
        let known = settle(first, most[1 - first]);
        settle(1 - first, known);
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Estimator, Meter, Size, reachable, with_board};

    use super::*;
    use crate::Memory;
    use crate::lookup::descent::DESCENTS;

    /// Compares values resumed from the estimate with values computed from the
    /// state, on states from the whole space. Returns how many needed a
    /// descent.
    fn compare<B: Board>(board: B, name: &str, goal_blank: usize, states: u128) -> usize {
        let size = board.size();
        let recipe = name.parse().unwrap();
        let meter = &mut Meter::default();
        let estimator =
            PdbEstimator::<16>::toward(&recipe, size, goal_blank, &Memory::default(), meter);
        let estimator = estimator.unwrap();
        let mut descended = 0;
        for number in 0..states {
            let index = number * 0x9E37_79B9_7F4A_7C15 % reachable(size);
            let state = State::from_index(board, index, goal_blank);
            let value = estimator.root(&state);
            let before = DESCENTS.get();
            let resumed = estimator.resume(&state, estimator.estimate(value));
            descended += usize::from(DESCENTS.get() > before);
            assert_eq!(resumed, value, "{name} at {state:?}");
        }
        descended
    }

    fn on(size: &str, name: &str, goal_blank: usize, states: u128) -> usize {
        let size: Size = size.parse().unwrap();
        with_board!(size, board => compare(board, name, goal_blank, states))
    }

    #[test]
    fn an_estimate_tells_the_one_sum_without_a_descent() {
        for (size, goal_blank) in [("3x3", 0), ("3x3", 5), ("4x3", 11), ("2x12", 7), ("5x5", 24)] {
            assert_eq!(on(size, "up-to-3+zero+mod3", goal_blank, 2000), 0);
        }
        assert_eq!(on("3x3", "4-4+zero+mod3", 4, 20_000), 0);
        assert_eq!(on("4x3", "4-4-3+zero+mod3", 0, 5000), 0);
    }

    #[test]
    fn an_estimate_tells_two_sums_and_descents_the_rest() {
        for goal_blank in 0..9 {
            let name = "4-4+reflected+zero+mod3";
            let descended = on("3x3", name, goal_blank, 5000);
            assert!(0 < descended && descended < 1000, "{descended} descents");
        }
        // Both sums are the distance, and most excesses are above six.
        assert!(on("3x3", "8+reflected+zero+mod3", 0, 5000) > 2500);
        let descended = on("4x4", "4-4-4-3+reflected+zero+mod3", 0, 5000);
        assert!(descended < 1000, "{descended} descents");
        on("5x5", "up-to-3+reflected+zero+mod3", 12, 2000);
    }
}
