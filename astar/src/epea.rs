//! Enhanced partial expansion A* (M. Goldenberg, A. Felner, R. Stern, G.
//! Sharon, N. Sturtevant, R. C. Holte, J. Schaeffer, Enhanced Partial Expansion
//! A*, 2014).
//!
//! # The main decision
//!
//! Nearly half of what A* stores it never expands: successors whose f is above
//! the cost of the solution. Partial expansion (T. Yoshizumi, T. Miura, T.
//! Ishida, A* with partial expansion for large branching factor problems, 2000)
//! does not store them. A node is taken from the open list with an f of its
//! own; only the successors with just that f are generated, and the node goes
//! back with the least f of the others. So each state that is stored had an f,
//! at some time, that was the least.
//!
//! What the *enhanced* kind adds is to know the f of a successor without making
//! it, by an operator selection function. Here that is the heuristic's step: for
//! sums over the tiles one look at a table by tile and cell, which A* would make
//! as well, only later. Successors passed over are not generated and never reach
//! the closed table; their f was asked for, and counts as evaluated. This works
//! with every heuristic.
//!
//! The loop is that of [`optile_store::BestFirst`], and so is the closed table.
//! No field says which f a node was last taken with. If its state is not marked
//! as expanded, this is the first time, and successors up to its f are due;
//! else just those with its f. The heuristic's value, which follows from f and g
//! the first time, is computed again the next times.
//!
//! Each time that a node is taken out counts as an **expansion**, so there are
//! more of these than in A*, and fewer nodes **generated** and **stored**.
//! Whether that pays depends on how dear a stored node is: with 15-puzzles and
//! Manhattan distance a node has about one successor of each kind.
//!
//! With ties and the smallest path it is as in A*: all successors up to the
//! cost of the solution are generated when the last round is complete.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//! use optile_astar::Epea;
//! use optile_heuristics::Manhattan;
//!
//! let problem: Problem = "123046758".parse()?;
//! let mut meter = Meter::default();
//! Epea::new(Arc::new(Manhattan)).solve(&problem, PathChoice::Any, &mut meter)?;
//! // On the way of three moves all others are passed over.
//! assert_eq!((meter.counters().expanded, meter.counters().generated), (3, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use optile_core::{Board, Family, Heuristic, Meter, Path, Search, Stop, Task};
use optile_store::Ties;

use crate::run;

/// A* with partial expansion as the registry knows it.
// If it were inlined, each crate that calls it would compile the search again.
#[inline(never)]
pub fn epea_family() -> Family {
    Family {
        name: "epea",
        about: "A* with partial expansion: successors are made when their f is due",
        heuristics: optile_heuristics::ALL,
        options: &[Ties::OPTION],
        build: |spec| {
            let heuristic = optile_heuristics::of(spec)?;
            Ok(Box::new(Epea { heuristic, ties: Ties::of(spec) }))
        },
    }
}

/// A* with partial expansion and one heuristic; see the module's description.
#[derive(Clone, Debug)]
pub struct Epea {
    /// The heuristic, which may be inconsistent but must never be above the
    /// distance.
    pub heuristic: Arc<dyn Heuristic>,
    /// Which of the nodes with equal f comes first.
    pub ties: Ties,
}

impl Epea {
    /// A* with partial expansion and this heuristic, ties to larger g.
    pub fn new(heuristic: Arc<dyn Heuristic>) -> Self {
        Self { heuristic, ties: Ties::default() }
    }
}

impl Search for Epea {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        run::<B, true>(&*self.heuristic, self.ties, task, meter)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}
