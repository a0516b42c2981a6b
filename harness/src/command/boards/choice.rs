//! Which strategy answers a board of `solve`.

use std::sync::Arc;

use anyhow::Result;
use optile_core::{Arrangement, Heuristics, Meter, Problem, Promise, Session, Size, Stop, Weight};
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
