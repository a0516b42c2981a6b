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
//! the first time, is computed anew the next times.
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
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//! use optile_epea::Epea;
//! use optile_heuristics::Manhattan;
//!
//! let problem: Problem = "123046758".parse()?;
//! let mut meter = Meter::default();
//! Epea::new(Manhattan).solve(&problem, PathChoice::Any, &mut meter)?;
//! // On the way of three moves all others are passed over.
//! assert_eq!((meter.counters().expanded, meter.counters().generated), (3, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

use optile_core::{Board, Family, Heuristic, Meter, Path, Search, Size, Stop, Strategy, Task};
use optile_heuristics::Visitor;
use optile_store::{Ties, best_first};

/// The family as the registry knows it.
// Else every crate that calls it would compile all searches anew.
#[inline(never)]
pub fn family() -> Family {
    Family {
        name: "epea",
        about: "A* with partial expansion: successors are made when their f is due",
        heuristics: optile_heuristics::ALL,
        options: &[Ties::OPTION],
        build: |spec| optile_heuristics::build(spec, Build { ties: Ties::of(spec) }),
    }
}

struct Build {
    ties: Ties,
}

impl Visitor for Build {
    type Output = Box<dyn Strategy>;

    fn visit<H: Heuristic + Clone>(self, heuristic: H) -> Self::Output {
        Box::new(Epea { heuristic, ties: self.ties })
    }
}

/// A* with partial expansion and one heuristic; see the crate's description.
#[derive(Clone, Copy, Debug, Default)]
pub struct Epea<H> {
    /// The heuristic, which may be inconsistent but must never be above the
    /// distance.
    pub heuristic: H,
    /// Which of the nodes with equal f comes first.
    pub ties: Ties,
}

impl<H: Heuristic> Epea<H> {
    /// A* with partial expansion and this heuristic, ties to larger g.
    pub fn new(heuristic: H) -> Self {
        Self { heuristic, ties: Ties::default() }
    }
}

impl<H: Heuristic> Search for Epea<H> {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        best_first::<B, H, true>(&self.heuristic, self.ties, task, meter)
    }

    fn supports(&self, size: Size) -> bool {
        self.heuristic.supports(size)
    }

    fn prepare<B: Board>(&self, goal_blank: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.heuristic.toward::<B>(goal_blank, meter).map(drop)
    }
}
