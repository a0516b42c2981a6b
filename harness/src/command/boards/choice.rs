//! Which strategy answers a board of `solve`, and how near to optimal its path is.

use std::fmt;
use std::sync::Arc;

use anyhow::Result;
use optile_core::{Arrangement, Heuristics, Meter, Problem, Promise, Session, Size, Stop, Weight};
use optile_heuristics::BoardEstimates;
use optile_results::quantity::counted;
use optile_results::strategy_name::StrategyName;
use optile_runner::library::Library;
use optile_runner::plan::registry::Registry;

use crate::registry;

/// A strategy with its session.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) session: Session,
    /// What it promises of its paths.
    pub(super) promise: Promise,
}

/// What the user asks for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wish<'a> {
    /// The strategy of this name.
    Strategy(&'a str),
    /// Optimal paths.
    Optimal,
    /// Paths that are at most so many times as long as optimal ones.
    Within(Weight),
}

/// Chooses the strategy for each board and prepares it for the board's goal.
pub(super) struct StrategyChoice {
    library: Arc<Library>,
    registry: Registry,
    /// How long paths may be, if the size decides on the strategy.
    weight: Option<Weight>,
    /// The strategy that the user named.
    asked: Option<Named>,
    /// The strategies chosen by size, each built once.
    chosen: Vec<Named>,
    /// Size, goal and index in `chosen` of the previous board.
    last: Option<(Size, Arrangement, usize)>,
}

impl StrategyChoice {
    pub(super) fn new(wish: Wish<'_>, library: Arc<Library>) -> Result<Self> {
        let registry = registry::with_tables(library.clone());
        let (weight, asked) = match wish {
            Wish::Strategy(name) => (None, Some(open(&registry, name)?)),
            Wish::Optimal => (None, None),
            Wish::Within(weight) => (Some(weight), None),
        };
        Ok(Self { library, registry, weight, asked, chosen: Vec::new(), last: None })
    }

    /// The heuristics of all strategies.
    pub(super) fn heuristics(&self) -> &dyn Heuristics {
        self.registry.heuristics()
    }

    /// The strategy at a place that [`StrategyChoice::prepare_for`] has given.
    pub(super) fn named(&self, place: usize) -> &Named {
        self.asked.as_ref().unwrap_or_else(|| &self.chosen[place])
    }

    /// The same, to search with it.
    pub(super) fn named_mut(&mut self, place: usize) -> &mut Named {
        self.asked.as_mut().unwrap_or_else(|| &mut self.chosen[place])
    }

    /// Prepares the strategy for this problem: its place, and why it could not be prepared.
    pub(super) fn prepare_for(
        &mut self,
        problem: &Problem,
        meter: &mut Meter,
    ) -> Result<(usize, Option<Stop>)> {
        let (size, goal) = (problem.size(), *problem.goal());
        let (place, is_new) = match self.last {
            Some((last_size, last_goal, place)) if last_size == size => (place, last_goal != goal),
            _ => (self.place_for(size)?, true),
        };
        // Nothing is prepared for a problem without a solution.
        let is_new = is_new && problem.is_solvable();
        if is_new {
            self.last = Some((size, goal, place));
        }
        let named = self.asked.as_mut().unwrap_or_else(|| &mut self.chosen[place]);
        if is_new {
            self.library.announce(&self.registry, &named.name, problem, meter.limits().bytes);
        }
        let stop = is_new.then(|| named.session.prepare(problem, meter).err()).flatten();
        Ok((place, stop))
    }

    fn place_for(&mut self, size: Size) -> Result<usize> {
        if self.asked.is_some() {
            return Ok(0);
        }
        let name = match self.weight {
            Some(weight) => registry::within(weight, size),
            None => registry::default_for(size).to_owned(),
        };
        if let Some(place) = self.chosen.iter().position(|named| named.name == name) {
            return Ok(place);
        }
        self.chosen.push(open(&self.registry, &name)?);
        Ok(self.chosen.len() - 1)
    }
}

/// The strategy of a name, in a new session.
fn open(registry: &Registry, name: &str) -> Result<Named> {
    let entry = registry.build(name)?;
    let promise = entry.strategy.promise();
    Ok(Named { name: entry.name, session: Session::new(entry.strategy), promise })
}

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
            Promise::AnyPath | Promise::MayFail => 0,
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
    use super::*;

    fn bound(name: &str, length: u32) -> Option<String> {
        let registry = registry::all();
        let named = open(&registry, name).unwrap();
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
