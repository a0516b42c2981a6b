//! Which strategy answers a board of `solve`, and how near to optimal its path is.

mod bound;
mod far;
mod near;

use std::sync::Arc;

use anyhow::Result;
use optile_core::{
    Arrangement, Heuristics, Meter, Path, Problem, Promise, Session, Size, Stop, Weight,
};
use optile_results::rows::row::Status;
use optile_runner::check;
use optile_runner::library::Library;
use optile_runner::plan::registry::{Entry, Registry};

pub(in crate::command::boards) use self::bound::Bound;
use self::far::Far;
use self::near::{Near, Proof};
use crate::registry;

/// A strategy with its session.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) session: Session,
    /// What it promises of its paths.
    pub(super) promise: Promise,
    /// See [`optile_core::Family::is_lookup`].
    pub(super) is_lookup: bool,
}

impl Named {
    /// What an answer is worth, and why if it is wrong or there is none.
    pub(super) fn judge(
        &mut self,
        problem: &Problem,
        end: &Result<Path, Stop>,
    ) -> (Status, Option<String>) {
        let fault = check::fault(problem, self.promise, end.as_ref()).or_else(|| {
            let path = end.as_ref().ok()?;
            Some(self.session.overestimate(problem, path)?.to_string())
        });
        match (fault, end) {
            (Some(fault), _) => (Status::Wrong, Some(fault)),
            (None, Ok(_)) => (Status::Solved, None),
            (None, Err(Stop::Unsupported(what))) => (Status::Unsupported, Some(what.clone())),
            (None, Err(stop)) => (Status::of(stop), None),
        }
    }
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
    /// Chooses among the strategies of a registry whose tables are in the library, unless one is
    /// named. With a weight, paths may be so many times as long as optimal ones.
    pub(super) fn new(
        name: Option<&str>,
        weight: Option<Weight>,
        registry: Registry,
        library: Arc<Library>,
    ) -> Result<Self> {
        let asked = name.map(|name| open(&registry, name)).transpose()?;
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
            Some((last_size, last_goal, place)) if (last_size, last_goal) == (size, goal) => {
                (place, false)
            }
            _ => (self.place_for(problem)?, true),
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
        if is_new {
            // The counts of the preparation do not belong to the board.
            meter.reset();
        }
        Ok((place, stop))
    }

    /// The default strategy, with large tables if all their files are in the library.
    fn optimal(&self, problem: &Problem) -> String {
        let is_fifteen = problem.size().to_string() == "4x4" && problem.is_solvable();
        let names =
            TABLES.iter().filter(|_| is_fifteen).map(|tables| format!("idastar:pdb:{tables}"));
        let mut names = names.filter(|name| self.library.has_all(&self.registry, name, problem));
        names.next().unwrap_or_else(|| registry::default_for(problem.size()).to_owned())
    }

    fn place_for(&mut self, problem: &Problem) -> Result<usize> {
        if self.asked.is_some() {
            return Ok(0);
        }
        let optimal = self.optimal(problem);
        let tables = optimal.strip_prefix("idastar:").filter(|tables| tables.starts_with("pdb:"));
        let (name, is_near) = match (self.weight, tables) {
            (Some(weight), Some(tables)) if weight >= QUICK.parse()? => {
                (format!("wastar:{tables},w={weight}"), false)
            }
            (Some(_), Some(_)) => (optimal.clone(), true),
            (Some(_), None) if optimal.starts_with("idastar:") => {
                (format!("idastar:{}", far::HEURISTIC), true)
            }
            _ => (optimal.clone(), false),
        };
        if let Some(place) = self.chosen.iter().position(|named| named.name == name) {
            return Ok(place);
        }
        let mut named = open(&self.registry, &name)?;
        if let (Some(weight), true) = (self.weight, is_near) {
            let build = |name: &str| anyhow::Ok(self.registry.build(name)?.strategy);
            named.promise = Promise::within(weight);
            named.session = Session::new(match tables {
                Some(tables) => {
                    let quick = [
                        format!("wastar:{tables},w={QUICK},curve=xup"),
                        format!("beam:{tables},width=10000"),
                    ];
                    let quick = quick.iter().map(|name| build(name)).collect::<Result<_>>()?;
                    let proof = Proof { search: build(&name)? };
                    Box::new(Near { weight, easy: EASY, quick, proof })
                }
                None => Box::new(Far::new(weight, build)?),
            });
        }
        self.chosen.push(named);
        Ok(self.chosen.len() - 1)
    }
}

/// Expansions of IDA* on a board that is easy: a tenth of a second.
const EASY: u64 = 2_000_000;

/// The least weight with which weighted A* answers hard 4x4 boards at once: one of 72 moves took
/// 0.4 s, and with 1.2 it took 25 s and 1.5 GB.
const QUICK: &str = "1.4";

/// Recipes of large tables for 4x4 boards, which the default strategy uses if their files are there,
/// because it then expands far fewer nodes.
pub(super) const TABLES: [&str; 2] = ["7-8+reflected+nibbles", "7-8+reflected"];

/// The strategy of a name, in a new session.
fn open(registry: &Registry, name: &str) -> Result<Named> {
    let entry = registry.build(name)?;
    let promise = entry.strategy.promise();
    let Entry { name, is_lookup, strategy } = entry;
    Ok(Named { name, session: Session::new(strategy), promise, is_lookup })
}
