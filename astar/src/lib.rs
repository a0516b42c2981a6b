//! A* for sliding-tile puzzles (P. E. Hart, N. J. Nilsson and B. Raphael, A
//! Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968).
//!
//! # The main decision
//!
//! The loop is one page: `astar.rs` in the crate `optile-search`. A state is
//! looked up when its node is popped, and only expanded states are in the
//! closed list; [`optile_search::BestFirst`] says why that is faster, and how
//! lookups in a large list do not wait for memory.
//!
//! The closed list holds the state itself and one byte with half of g.
//! Everything else is known without being stored. The parity of g follows from
//! the blank's cell. The h of a node taken from the open list is the difference
//! of the f and g with which it was put there. The path is found backwards from
//! the goal: each step goes to a neighbour whose g is one less. The packed state
//! and the byte together fit in one word.
//!
//! By default, nodes leave the open list in this order: least f first, then
//! largest g, then last in, first out. The option `ties` changes this.
//!
//! The search ends when the goal is *taken out*. Because h is 0 at the goal and
//! ties go to larger g, this is soon after the goal was generated with the f of
//! the current f-layer. The search cannot end sooner: as long as the open list
//! has a lower f, a shorter path may exist.
//!
//! # The smallest path
//!
//! For the lexicographically smallest path the search continues after the goal
//! was taken out at cost C, until no open node has an f up to C. (Those
//! expansions are counted.) Then every state on a shortest path has its exact g
//! in the closed list, and [`optile_store::shortest_path`] finds the smallest
//! of these paths.
//!
//! # Partial expansion
//!
//! The family `epea` has the same lists and a loop of its own, in `epea.rs`.
//!
//! # Example
//!
//! ```
//! use optile_astar::FAMILY;
//! use optile_core::{Meter, PathChoice, Problem};
//! use optile_heuristics::Catalogue;
//!
//! let problem: Problem = "123046758".parse()?;
//! let heuristics = Catalogue::default();
//! let (mut informed, mut blind) = (Meter::default(), Meter::default());
//! let astar = (FAMILY.build)(&"astar:manhattan".parse()?, &heuristics)?;
//! astar.solve(&problem, PathChoice::Any, &mut informed)?;
//! let astar = (FAMILY.build)(&"astar:zero".parse()?, &heuristics)?;
//! astar.solve(&problem, PathChoice::Any, &mut blind)?;
//! assert_eq!(informed.counters().expanded, 3);
//! assert!(blind.counters().expanded > 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod epea;

use std::sync::Arc;

pub use epea::EPEA;
use optile_core::{
    Board, Family, Heuristic, Heuristics, Meter, Path, Rect, Search, Spec, SpecError, Stop,
    Strategy, Takes, Task, TileSum, Workspace, with_estimates,
};
use optile_search::best_first;
use optile_store::Ties;

/// A* as the registry knows it.
pub static FAMILY: Family = Family {
    name: "astar",
    about: "A*, ties to larger g",
    heuristics: Takes::Every,
    options: &[&Ties::OPTION],
    is_lookup: false,
    build: build::<false>,
};

fn build<const PARTIAL: bool>(
    spec: &Spec,
    heuristics: &dyn Heuristics,
) -> Result<Box<dyn Strategy>, SpecError> {
    let (heuristic, ties) = (heuristics.of(spec)?, Ties::OPTION.of(spec)?);
    Ok(Box::new(AStar::<PARTIAL> { heuristic, ties }))
}

/// A* with one heuristic, with or without [partial expansion](epea); see the crate's description.
#[derive(Clone, Debug)]
struct AStar<const PARTIAL: bool> {
    /// The heuristic. It must be admissible but may be inconsistent.
    heuristic: Arc<dyn Heuristic>,
    /// Which of the nodes with equal f comes first.
    ties: Ties,
}

impl<const PARTIAL: bool> Search for AStar<PARTIAL> {
    /// The search uses its heuristic as an object. It uses the cheapest estimators
    /// by their types on the boards that people compare, because there the dynamic
    /// call would take a noticeable part of the time.
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let (heuristic, size) = (&*self.heuristic, task.board().size());
        let estimator = workspace.estimator(heuristic, size, task.goal_blank, meter)?;
        with_estimates!(&*estimator, B; TileSum: [Rect<4, 4>];
            values => best_first::<B, _, PARTIAL>(values(), self.ties, task, meter))
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}
