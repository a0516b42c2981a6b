//! Which strategy answers a board of `solve`.

use std::sync::Arc;

use anyhow::Result;
use optile_core::{Arrangement, Meter, Problem, Session, Size, Stop};
use optile_runner::library::Library;
use optile_runner::plan::registry::Registry;

use crate::registry;

/// A strategy by its name, and its session.
pub(super) type Named = (String, Session);

/// Chooses the strategy for each board and prepares it for the board's goal.
pub(super) struct StrategyChoice {
    library: Arc<Library>,
    registry: Registry,
    /// The strategy that the user named.
    asked: Option<Named>,
    /// The strategies chosen by size, each built once.
    chosen: Vec<Named>,
    /// Size, goal and index in `chosen` of the previous board.
    last: Option<(Size, Arrangement, usize)>,
}

impl StrategyChoice {
    pub(super) fn new(name: Option<&str>, library: Arc<Library>) -> Result<Self> {
        let registry = registry::with_tables(library.clone());
        let asked = name.map(|name| open(&registry, name)).transpose()?;
        Ok(Self { library, registry, asked, chosen: Vec::new(), last: None })
    }

    /// The session for this problem, and why it could not be prepared.
    pub(super) fn session_for(
        &mut self,
        problem: &Problem,
        meter: &mut Meter,
    ) -> Result<(&mut Named, Option<Stop>)> {
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
            self.library.announce(&self.registry, &named.0, problem, meter.limits().bytes);
        }
        let stop = is_new.then(|| named.1.prepare(problem, meter).err()).flatten();
        Ok((named, stop))
    }

    fn place_for(&mut self, size: Size) -> Result<usize> {
        if self.asked.is_some() {
            return Ok(0);
        }
        let name = self.registry.default_for(size);
        if let Some(place) = self.chosen.iter().position(|named| named.0 == name) {
            return Ok(place);
        }
        self.chosen.push(open(&self.registry, name)?);
        Ok(self.chosen.len() - 1)
    }
}

/// The strategy of a name, in a new session.
fn open(registry: &Registry, name: &str) -> Result<Named> {
    let entry = registry.build(name)?;
    Ok((entry.name, Session::new(entry.strategy)))
}
