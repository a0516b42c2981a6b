//! A* while memory lasts, then IDA* below its frontier (Z. Bu, R. E. Korf,
//! A*+IDA*: A Simple Hybrid Search Algorithm, 2019).
//!
//! # The main decision
//!
//! A* visits each state once but fills memory in minutes; IDA* needs none but
//! visits a state by every path that leads there. The hybrid spends what memory
//! there is on A*. When its table is full, every path to the goal comes by an
//! open node, so depth-first searches within a rising bound go on below these.
//!
//! # Why the answer is optimal
//!
//! Take a shortest path, and on it the last state t that the table holds with
//! its exact g; the start is such a state. Had t been expanded, the next state
//! of the path would have got its exact g as well. So t is open, and a dive
//! begins there. Once the bound is the distance it finds the goal; within a
//! lower bound there is nothing to find. As every path has one parity, bounds
//! rise by two, from the least f of an open node, rounded up to that parity.
//!
//! A* stops between two expansions or within one; nodes that were taken from
//! the open list and not expanded to the end are put back for this.
//!
//! # Whether the table is asked again
//!
//! Below the open nodes no duplicates are looked for, as in the paper. They can
//! be: with `lookups=N` states up to N moves below an open node are looked up
//! in the table, and a dive ends at one that was reached in no more moves.
//! Whatever lies beyond is below an open node too. On the path of the proof no
//! state after t is in the table with a g that would end the dive. But a look
//! at a large table takes as long as a dozen nodes of a dive, and saves fewer.
//!
//! # The smallest path
//!
//! Every shortest path consists of one in the table, from the start to an open
//! node with exact g, and of one below this node. For the lexicographically
//! smallest path the last round is completed. Each open node below which the
//! goal is found at the bound, moves tried in the order d, l, r, u, gives one
//! candidate: the smallest path in the table that leads to the node, and the
//! first path found below. States that are looked up end a dive then only if
//! they were reached in fewer moves, as one reached in as many may be on the
//! path sought. The least candidate is the answer.
//!
//! # Example
//!
//! ```
//! use optile_core::{Meter, PathChoice, Problem};
//!
//! // A* would store 144,706 states.
//! let name = "astar-idastar:misplaced,table=256".parse()?;
//! let strategy = (optile_astar_idastar::family().build)(&name)?;
//! let problem: Problem = "867254301".parse()?;
//! let mut meter = Meter::default();
//! let path = strategy.solve(&problem, PathChoice::Any, &mut meter)?;
//! assert_eq!(path.len(), 31);
//! assert!(meter.counters().peak_bytes <= 256 << 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod dive;

use std::sync::Arc;

use dive::Below;
use optile_core::{
    Allowed, Board, Evaluator, Family, Heuristic, Meter, OptionInfo, Path, PathChoice, Search,
    Spec, SpecError, Stop, Task,
};
use optile_store::{BestFirst, Costs, Hashed, Memory, Space, Ties, any_path, smallest_path};

/// The family as the registry knows it.
// If it were inlined, each crate that calls it would compile the search again.
#[inline(never)]
pub fn family() -> Family {
    Family {
        name: "astar-idastar",
        about: "A* while memory lasts, then IDA* below its open nodes",
        heuristics: optile_heuristics::ALL,
        options: &[TABLE, LOOKUPS],
        build: |spec| Ok(Box::new(build(spec)?)),
    }
}

const TABLE: OptionInfo = OptionInfo {
    key: "table",
    about: "kibibytes that A* may take, or all: fifteen sixteenths of the memory limit",
    default: "all",
    allowed: Allowed::Form { about: TABLE_FORM, examples: &["256", "1000"] },
};

/// What a value of the option `table` must look like.
const TABLE_FORM: &str = "a number of kibibytes from 256 on, or all";

const LOOKUPS: OptionInfo = OptionInfo {
    key: "lookups",
    about: "moves below an open node for which states are looked up in A*'s table",
    default: "0",
    allowed: Allowed::Form { about: LOOKUPS_FORM, examples: &["1", "8"] },
};

/// What a value of the option `lookups` must look like.
const LOOKUPS_FORM: &str = "a number of moves";

fn build(spec: &Spec) -> Result<AStarIdaStar, SpecError> {
    let bad = |key: &str, value: &str, expected: &str| SpecError::BadValue {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: expected.to_owned(),
    };
    let table = match spec.option(TABLE.key) {
        None | Some("all") => None,
        Some(kibibytes) => match kibibytes.parse::<u64>() {
            Ok(number) if number >= 256 => Some(number.saturating_mul(1 << 10)),
            _ => return Err(bad(TABLE.key, kibibytes, TABLE_FORM)),
        },
    };
    let lookups = spec.option(LOOKUPS.key).unwrap_or(LOOKUPS.default);
    Ok(AStarIdaStar {
        heuristic: optile_heuristics::of(spec)?,
        table,
        lookups: lookups.parse().map_err(|_| bad(LOOKUPS.key, lookups, LOOKUPS_FORM))?,
    })
}

/// A* and IDA* with one heuristic; see the crate's description.
#[derive(Clone, Debug)]
pub struct AStarIdaStar {
    /// The heuristic, which may be inconsistent but must never be above the
    /// distance.
    pub heuristic: Arc<dyn Heuristic>,
    /// Bytes that A* may take; if none are named, fifteen sixteenths of the
    /// limit of the search.
    pub table: Option<u64>,
    /// How many moves below an open node states are looked up in the table.
    pub lookups: u32,
}

impl Search for AStarIdaStar {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        let memory = match (self.table, meter.limits().bytes) {
            (Some(bytes), _) => Memory::with_limit(bytes),
            // The rest is for the table with which the smallest path is found.
            (None, Some(bytes)) => Memory::with_limit(bytes - bytes / 16),
            (None, None) => Memory::default(),
        };
        let toward = self.heuristic.toward(task.board().size(), task.goal_blank, meter)?;
        let evaluator = B::evaluator(&*toward);
        let space = Hashed::new(task.board());
        let ties = Ties::default();
        let mut above = Above::<B>::new(space, evaluator, task, ties, memory, meter)?;
        match above.find_path(meter) {
            Err(Stop::Memory) => self.search_below(space, task, evaluator, &mut above, meter),
            result => result,
        }
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}

/// The A* that goes as far as its memory.
type Above<'a, B> = BestFirst<'a, B, Hashed<B>, &'a dyn Evaluator<B>, false>;

impl AStarIdaStar {
    /// Searches below the open nodes of A*, its table being full.
    fn search_below<B: Board>(
        &self,
        space: Hashed<B>,
        task: &Task<B>,
        evaluator: &dyn Evaluator<B>,
        above: &mut Above<'_, B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let least_f = above.frontier().map(|(f, ..)| f).min().unwrap_or_default();
        let mut bound = task.first_bound(least_f);
        // A* was in the round of the least f.
        let mut round = least_f;
        // What is left of the limit is for the candidates and their sweeps.
        above.memory().lift_limit();
        let mut memory = std::mem::take(above.memory());
        let found = loop {
            if bound > round {
                meter.begin_layer();
                round = bound;
            }
            let mut below = Below::new(space, evaluator, task, above.closed(), self.lookups, bound);
            let result = below.search(above.frontier(), &mut memory, meter);
            below.settle(meter);
            let found = result?;
            if !found.is_empty() {
                break found;
            }
            bound += 2;
        };
        let is_at = |node, g| above.closed().is_at(node, g);
        let start = space.root(&task.start);
        let mut least: Option<Path> = None;
        for (node, g, tail) in found {
            let mut moves = match task.choice {
                PathChoice::Any => any_path(space, node, g, &is_at),
                PathChoice::LexicographicallySmallest => {
                    smallest_path(space, start, node, g, &is_at, &mut memory, meter)?
                }
            };
            moves.extend(tail);
            let path = Path::new(moves);
            if least.as_ref().is_none_or(|least| path.to_string() < least.to_string()) {
                least = Some(path);
            }
        }
        least.ok_or(Stop::Unsolvable)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Interrupt, Limits, Rect};
    use optile_heuristics::Misplaced;
    use optile_testkit::{Oracle, random_problems};

    use super::*;

    type Eight = Rect<3, 3>;

    /// Bytes that A* may take, a part of what it would need.
    const TABLE: u64 = 150_000;

    /// What a search for the smallest path takes.
    struct Footprint {
        /// The most bytes that A* held, and those that are held in the end, by it
        /// and by the candidates.
        peak: u64,
        held: u64,
        /// By candidate, the bytes of its sweep.
        sweeps: Vec<u64>,
    }

    /// Makes the same search step by step; `None` where A* comes to the end.
    fn footprint(task: &Task<Eight>, distance: u32) -> Option<Footprint> {
        let toward = Misplaced.estimator(Rect::<3, 3>.size(), task.goal_blank);
        let evaluator = Eight::evaluator(&*toward);
        let (space, mut meter) = (Hashed::new(Rect), Meter::default());
        let (ties, memory) = (Ties::default(), Memory::with_limit(TABLE));
        let mut above =
            Above::<Eight>::new(space, evaluator, task, ties, memory, &mut meter).unwrap();
        if above.find_path(&mut meter) != Err(Stop::Memory) {
            return None;
        }
        let (peak, held) = (meter.counters().peak_bytes, above.memory().bytes());
        let mut below = Below::new(space, evaluator, task, above.closed(), 0, distance);
        let mut memory = Memory::default();
        let found = below.search(above.frontier(), &mut memory, &mut meter).unwrap();
        let tails: usize = found.iter().map(|(.., tail)| tail.len()).sum();
        assert!(memory.bytes() >= (size_of_val(&found[..]) + tails) as u64);
        let held = held + memory.bytes();
        let (start, is_at) = (space.root(&task.start), |node, g| above.closed().is_at(node, g));
        let sweeps = found.iter().map(|&(node, g, _)| {
            let (mut memory, mut meter) = (Memory::default(), Meter::default());
            smallest_path(space, start, node, g, &is_at, &mut memory, &mut meter).unwrap();
            meter.counters().peak_bytes
        });
        Some(Footprint { peak, held, sweeps: sweeps.collect() })
    }

    /// Beside what A* holds there is room for one sweep and not for two.
    #[test]
    fn sweeps_give_their_memory_back() {
        let oracle = Oracle::<Eight>::new(Rect, 8);
        let (heuristic, table) = (Arc::new(Misplaced), Some(TABLE));
        let strategy = AStarIdaStar { heuristic, table, lookups: 0 };
        let mut tried = 0;
        for problem in random_problems(Rect::<3, 3>.size(), 8, 30, 12) {
            let smallest = PathChoice::LexicographicallySmallest;
            let task = problem.task::<Eight>(smallest).unwrap();
            let Some(Footprint { peak, held, sweeps }) =
                footprint(&task, oracle.distance(&task.start))
            else {
                continue;
            };
            let (Some(least), Some(most)) = (sweeps.iter().min(), sweeps.iter().max()) else {
                panic!("{problem} has no candidates");
            };
            let bytes = held + most;
            // Below its peak A* would go another way.
            if sweeps.len() < 2 || bytes <= peak {
                continue;
            }
            assert!(held + 2 * least > bytes);
            let search = |bytes| {
                let limits = Limits { bytes: Some(bytes), ..Limits::default() };
                let mut meter = Meter::new(limits, Interrupt::default());
                let result = strategy.search(&task, &mut meter);
                assert!(meter.counters().peak_bytes <= bytes);
                result
            };
            let expected = oracle.smallest_path(&task.start);
            assert_eq!(search(bytes), Ok(expected), "{problem}, {} candidates", sweeps.len());
            assert_eq!(search(bytes - 1), Err(Stop::Memory), "{problem}");
            tried += 1;
        }
        assert!(tried >= 5, "{tried} searches have several candidates");
    }
}
