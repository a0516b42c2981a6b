//! How near to optimal a path is whose strategy does not promise optimal ones.

use std::fmt;

use optile_core::{Heuristics, Meter, Problem, Promise};
use optile_heuristics::BoardEstimates;
use optile_results::quantity::counted;
use optile_results::strategy_name::StrategyName;

use super::choice::Named;

/// A path between its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    length: u32,
    /// Moves that every path has.
    pub(super) least: u32,
}

impl Bound {
    /// What is known of a path of `length` moves: no path has fewer than the heuristic estimates,
    /// or than the promise leaves. `None` if the strategy promises optimal paths.
    pub(super) fn of(
        named: &Named,
        heuristics: &dyn Heuristics,
        problem: &Problem,
        length: u32,
    ) -> Option<Self> {
        let promised = match named.promise {
            Promise::Optimal => return None,
            Promise::Within(weight) => {
                let (numerator, denominator) = weight.fraction();
                let least =
                    (u64::from(length) * u64::from(denominator)).div_ceil(u64::from(numerator));
                least as u32
            }
            Promise::AnyPath => 0,
        };
        let heuristic = StrategyName::of(&named.name).heuristic;
        let estimates =
            BoardEstimates::new(heuristics, heuristic, problem.goal(), &mut Meter::default());
        let estimate = estimates.ok().and_then(|estimates| estimates.of(problem.start()));
        let least = promised.max(estimate.unwrap_or(0));
        // All paths between two states have the same parity.
        Some(Self { length, least: least + ((least ^ length) & 1) })
    }
}

/// What follows the number of moves in a line. The ratio is rounded up.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length, least } = *self;
        match least {
            0 => Ok(()),
            _ if length <= least => f.write_str(" (optimal)"),
            _ => {
                let hundredths = (100 * length).div_ceil(least);
                let ratio = f64::from(hundredths) / 100.0;
                let moves = counted(least as usize, "move");
                write!(f, " (at most {ratio:.2} times the optimum, which is at least {moves})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use optile_core::Session;

    use super::*;
    use crate::registry;

    fn bound(name: &str, length: u32) -> Option<String> {
        let registry = registry::all();
        let entry = registry.build(name).unwrap();
        let promise = entry.strategy.promise();
        let named = Named { name: entry.name, session: Session::new(entry.strategy), promise };
        let problem: Problem = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
        let bound = Bound::of(&named, registry.heuristics(), &problem, length)?;
        Some(bound.to_string())
    }

    #[test]
    fn the_better_of_both_bounds_is_said_and_the_ratio_is_rounded_up() {
        // The estimate is 21, and no path has an even length.
        let said = |ratio: &str, least: u32| {
            Some(format!(" (at most {ratio} times the optimum, which is at least {least} moves)"))
        };
        assert_eq!(bound("astar:manhattan", 31), None);
        assert_eq!(bound("wastar:manhattan,w=2", 31), said("1.48", 21));
        assert_eq!(bound("wastar:manhattan,w=1.2", 31), said("1.15", 27));
        assert_eq!(bound("greedy:manhattan", 301), said("14.34", 21));
        assert_eq!(bound("greedy:manhattan", 21).unwrap(), " (optimal)");
        assert_eq!(bound("wastar:zero,w=1.01", 31).unwrap(), " (optimal)");
    }
}
