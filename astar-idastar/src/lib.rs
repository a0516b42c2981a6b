//! A* until its memory is full, then IDA* below its open nodes (Z. Bu, R. E.
//! Korf, A*+IDA*: A Simple Hybrid Search Algorithm, 2019).
//!
//! # The main decision
//!
//! A* visits each state once but fills the memory in minutes. IDA* needs no
//! memory but visits a state by every path that leads there. The hybrid gives
//! the available memory to A*. When its closed list is full, every path to the
//! goal leads through an open node, so depth-first searches within a rising
//! threshold continue below the open nodes.
//!
//! # Why the answer is optimal
//!
//! Take a shortest path, and on it the last state t that the closed list holds
//! with its exact g. It was expanded, so the next state u of the path was put on
//! the open list with its exact g, and is still there. (If there is no such t,
//! u is the start.) A depth-first search begins at u. It finds the goal when the
//! threshold is the distance, and finds nothing with a lower threshold. All
//! paths have the same parity. So the first threshold is the least f of an open
//! node, rounded up to that parity, and thresholds rise by two.
//!
//! A* stops between two batches. Nodes that were taken from the open list and
//! not expanded, and successors for which it had no memory, count as open nodes.
//!
//! As in the paper, the search does not look for duplicates below the open
//! nodes. A lookup in a large table takes as long as a dozen nodes of a
//! depth-first search, and it saves fewer nodes.
//!
//! # The smallest path
//!
//! Every shortest path consists of a path in the closed list, from the start to
//! an open node with exact g, and of a path below this node: the node is the
//! first state of the path that is not in the closed list. For the
//! lexicographically smallest path the last iteration is completed. Moves are
//! tried in the order d, l, r, u. Each open node below which the goal is found
//! gives one candidate: the smallest path in the closed list that leads to the
//! node, followed by the first path found below it. The smallest candidate is
//! the answer.
//!
//! # Example
//!
//! ```
//! use optile_core::{Meter, PathChoice, Problem};
//! use optile_heuristics::Catalogue;
//!
//! // A* would store 160,408 nodes.
//! let name = "astar-idastar:misplaced,table=256".parse()?;
//! let strategy = (optile_astar_idastar::FAMILY.build)(&name, &Catalogue::default())?;
//! let problem: Problem = "867254301".parse()?;
//! let mut meter = Meter::default();
//! let path = strategy.solve(&problem, PathChoice::Any, &mut meter)?;
//! assert_eq!(path.len(), 31);
//! assert!(meter.counters().peak_bytes <= 256 << 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod depth_first;
// Unit tests would compile the whole search again: a static is compiled even where nothing uses it.
#[cfg(not(test))]
mod family;

use std::sync::Arc;

use depth_first::DepthFirst;
#[cfg(not(test))]
pub use family::FAMILY;
use optile_core::{
    Board, Estimates, Heuristic, Meter, Path, PathChoice, PathValues, Search, Stop, Strategy, Task,
    Workspace,
};
use optile_search::BestFirst;
use optile_store::{ClosedList, Encoding, Hashed, Ties, any_path, smallest_path};

/// A* and IDA* with one heuristic; see the crate's description.
#[derive(Clone, Debug)]
pub struct AStarIdaStar {
    /// The heuristic. It must be admissible but may be inconsistent.
    pub heuristic: Arc<dyn Heuristic>,
    /// Bytes that A* may take; `None` for fifteen sixteenths of the limit of
    /// the search.
    pub table: Option<u64>,
}

impl Search for AStarIdaStar {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        // The rest is for the table that the smallest path needs.
        let most = meter.limits().bytes.map(|bytes| bytes - bytes / 16);
        meter.limit_held(self.table.or(most));
        let (heuristic, size) = (&*self.heuristic, task.board().size());
        let estimator = workspace.estimator(heuristic, size, task.goal_blank, meter)?;
        let estimates = B::estimates(&*estimator);
        let encoding = Hashed::new(task.board());
        let ties = Ties::default();
        let values = estimates.kept();
        let mut astar = MemoryAStar::<B>::new(encoding, values, task, ties, meter)?;
        match astar.find_path(meter) {
            Err(Stop::Memory) => self.search_below(encoding, task, estimates, &mut astar, meter),
            result => result,
        }
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}

/// The A* part, which ends when its memory is full.
type MemoryAStar<'a, B> = BestFirst<'a, B, Hashed<B>, PathValues<'a, B>>;

impl AStarIdaStar {
    /// The search as an object. Its code for all boards is compiled here: a crate that makes the
    /// object itself, or calls a method of [`Strategy`] on this type, compiles it again.
    #[inline(never)]
    #[must_use]
    pub fn boxed(self) -> Box<dyn Strategy> {
        Box::new(self)
    }

    /// Searches below the open nodes of A*, when its closed list is full.
    fn search_below<B: Board>(
        &self,
        encoding: Hashed<B>,
        task: &Task<B>,
        estimates: &dyn Estimates<B>,
        astar: &mut MemoryAStar<'_, B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let least_f = astar.open_nodes().map(|(f, ..)| f).min().unwrap_or_default();
        let mut threshold = task.first_bound(least_f);
        // A* was in the f-layer of the least f.
        let mut iteration = least_f;
        // The rest of the limit is for the candidates and their tables of
        // marks.
        meter.limit_held(None);
        let found = loop {
            if threshold > iteration {
                meter.begin_iteration();
                iteration = threshold;
            }
            let mut depth_first =
                DepthFirst::new(encoding, estimates, task, astar.closed(), threshold);
            let result = depth_first.search(astar.open_nodes(), meter);
            depth_first.settle(meter);
            let found = result?;
            if !found.is_empty() {
                break found;
            }
            threshold += 2;
        };
        let is_at = |node, g| astar.closed().is_at(node, g);
        let start = encoding.root(&task.start);
        let mut least: Option<Path> = None;
        for (node, g, tail) in found {
            let mut moves = match task.choice {
                PathChoice::Any => any_path(encoding, node, g, &is_at),
                PathChoice::LexicographicallySmallest => {
                    smallest_path(encoding, start, node, g, &is_at, meter)?
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

    /// Bytes that A* may take, which is only a part of what it would need.
    const TABLE: u64 = 150_000;

    /// The memory that a search for the smallest path needs.
    struct Footprint {
        /// The most bytes that A* held, and the bytes that A* and the
        /// candidates hold in the end.
        peak: u64,
        held: u64,
        /// The least bytes in which the path to each candidate is found, and the bytes that are
        /// taken where there are more.
        marks: Vec<[u64; 2]>,
    }

    /// Makes the same search step by step; `None` if A* finishes alone.
    fn footprint(task: &Task<Eight>, distance: u32) -> Option<Footprint> {
        let estimator = Misplaced.estimator(Rect::<3, 3>.size(), task.goal_blank);
        let estimates = Eight::estimates(&*estimator);
        let (encoding, mut meter) = (Hashed::new(Rect), Meter::default());
        meter.limit_held(Some(TABLE));
        let (ties, values) = (Ties::default(), estimates.kept());
        let mut astar =
            MemoryAStar::<Eight>::new(encoding, values, task, ties, &mut meter).unwrap();
        if astar.find_path(&mut meter) != Err(Stop::Memory) {
            return None;
        }
        let (peak, held) = (meter.counters().peak_bytes, meter.held());
        meter.limit_held(None);
        let mut depth_first = DepthFirst::new(encoding, estimates, task, astar.closed(), distance);
        let found = depth_first.search(astar.open_nodes(), &mut meter).unwrap();
        let tails: usize = found.iter().map(|(.., tail)| tail.len()).sum();
        assert!(meter.held() - held >= (size_of_val(&found[..]) + tails) as u64);
        let held = meter.held();
        let (start, is_at) = (encoding.root(&task.start), |node, g| astar.closed().is_at(node, g));
        let marks = found.iter().map(|&(node, g, _)| {
            let bytes_within = |limit| {
                let mut meter = Meter::default();
                meter.limit_held(Some(limit));
                smallest_path(encoding, start, node, g, &is_at, &mut meter).ok()?;
                Some(meter.counters().peak_bytes)
            };
            let least = (0..).find(|&limit| bytes_within(limit).is_some());
            [least.unwrap(), bytes_within(u64::MAX).unwrap()]
        });
        Some(Footprint { peak, held, marks: marks.collect() })
    }

    /// There is memory for A* and for one table of marks, but not for all of them.
    #[test]
    fn tables_of_marks_give_their_memory_back() {
        let oracle = Oracle::<Eight>::new(Rect, 8);
        let (heuristic, table) = (Arc::new(Misplaced), Some(TABLE));
        let strategy = AStarIdaStar { heuristic, table };
        let mut tried = 0;
        for problem in random_problems(Rect::<3, 3>.size(), 8, 120, 12) {
            let smallest = PathChoice::LexicographicallySmallest;
            let task = problem.task::<Eight>(smallest).unwrap();
            let Some(Footprint { peak, held, marks }) =
                footprint(&task, oracle.distance(&task.start))
            else {
                continue;
            };
            let (Some(least), Some(most)) = (
                marks.iter().map(|&[least, _]| least).min(),
                marks.iter().map(|&[_, most]| most).max(),
            ) else {
                panic!("{problem} has no candidates");
            };
            // With less than its peak, A* would stop earlier.
            if marks.len() as u64 * least <= most || held + most <= peak {
                continue;
            }
            let search = |bytes| {
                let limits = Limits { bytes: Some(bytes), ..Limits::default() };
                let mut meter = Meter::new(limits, Interrupt::default());
                let result = strategy.search(&task, &mut Workspace::default(), &mut meter);
                assert!(meter.counters().peak_bytes <= bytes);
                result
            };
            let expected = oracle.smallest_path(&task.start);
            assert_eq!(search(held + most), Ok(expected), "{problem}, {} candidates", marks.len());
            if held + least > peak {
                assert_eq!(search(held + least - 1), Err(Stop::Memory), "{problem}");
            }
            tried += 1;
        }
        assert!(tried >= 5, "only {tried} searches have several candidates");
    }
}
