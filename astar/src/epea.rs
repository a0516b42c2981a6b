//! Enhanced partial expansion A* (M. Goldenberg, A. Felner, R. Stern, G.
//! Sharon, N. Sturtevant, R. C. Holte, J. Schaeffer, Enhanced Partial Expansion
//! A*, 2014).
//!
//! # The main decision
//!
//! Nearly half of the nodes that A* stores are never expanded: successors whose
//! f is above the cost of the solution. Partial expansion (T. Yoshizumi, T.
//! Miura, T. Ishida, A* with partial expansion for large branching factor
//! problems, 2000) does not store them. A node on the open list has a stored f,
//! which may be greater than g + h. When it is taken out, only the successors
//! with exactly that f are generated, and the node goes back with the least f
//! of the other successors. So the f of each stored state was the least f of
//! the open list at some time.
//!
//! The *enhanced* variant uses an operator selection function, which gives the
//! f of a successor without making it. Here that function is the heuristic's
//! step. For sums over the tiles it is one lookup by tile and cell, which A*
//! makes too, only later. Successors that are not due are not generated and
//! never reach the closed list. Their f is computed, and counts as evaluated.
//! This works with every heuristic.
//!
//! The lists are those of [`optile_search::BestFirst`]. A node does not store
//! the f with which it was last taken out. If its state is not in the closed
//! list, it is taken out for the first time, and all successors up to its f are
//! due. The heuristic's value follows from f and g then. If the closed list has
//! the state with the node's g, the value is computed again. If it gives the f
//! of the node, the node is a duplicate. Otherwise the node was put back, and
//! only successors with exactly its f are due.
//!
//! A node counts as **expanded** each time it is taken out. So there are more
//! expansions than in A*, and fewer **generated** and **stored** nodes. Whether
//! this saves time depends on the cost of a stored node. On 15-puzzles with
//! Manhattan distance, a node has about one successor of each kind.
//!
//! Ties and the smallest path are as in A*: all successors with an f up to the
//! cost of the solution are generated when the last f-layer is complete.
//!
//! # Example
//!
//! ```
//! use optile_astar::EPEA;
//! use optile_core::{Meter, PathChoice, Problem};
//! use optile_heuristics::Catalogue;
//!
//! let problem: Problem = "123046758".parse()?;
//! let mut meter = Meter::default();
//! let epea = (EPEA.build)(&"epea:manhattan".parse()?, &Catalogue::default())?;
//! epea.solve(&problem, PathChoice::Any, &mut meter)?;
//! // Only the three successors on the path are generated.
//! assert_eq!((meter.counters().expanded, meter.counters().generated), (3, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use optile_core::{Family, Takes};
use optile_store::Ties;

/// A* with partial expansion as the registry knows it.
pub static EPEA: Family = Family {
    name: "epea",
    about: "A* with partial expansion: successors are made when their f is due",
    heuristics: Takes::Every,
    options: &[&Ties::OPTION],
    is_lookup: false,
    build: crate::build::<true>,
};
