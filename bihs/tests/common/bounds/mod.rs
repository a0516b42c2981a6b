//! Lower bounds on the expansions of bidirectional search.
//!
//! # The main decision
//!
//! Two numbers are given for each instance, because there are two kinds of
//! searches. Each is the weight of the least vertex cover of the must-expand
//! graph ([`graph`]), with what the searches of that kind know:
//!
//! * the **basic** bound holds for all searches that use only g, f and the
//!   least cost of an edge, such as A*, MM and NBS (J. Eckerle, J. Chen, N. R.
//!   Sturtevant, S. Zilles, R. C. Holte, Sufficient Conditions for Node
//!   Expansion in Bidirectional Heuristic Search, 2017; J. Chen, R. C. Holte,
//!   S. Zilles, N. R. Sturtevant, Front-to-End Bidirectional Heuristic Search
//!   with Near-Optimal Node Expansions, 2017),
//! * the **consistent** bound holds for all front-to-end searches, also those
//!   that use the consistency of the heuristic, such as BAE* and DBBS (E.
//!   Shaham, A. Felner, N. R. Sturtevant, J. S. Rosenschein, Minimizing Node
//!   Expansions in Bidirectional Search with Consistent Heuristics, 2018; V.
//!   Alcázar, P. Riddle, M. Barley, A Unifying View on Individual Bounds and
//!   Heuristic Inaccuracies in Bidirectional Search, 2020; L. Siag, S.
//!   Shperberg, A. Felner, N. R. Sturtevant, Front-to-End Bidirectional
//!   Heuristic Search with Consistent Heuristics, 2023).
//!
//! Bounds are not rounded up to the parity of the solutions.
//!
//! The vertices are the states that A* and A* from the goal must expand,
//! counted by class ([`classes()`]). Every other state has an f
//! that is not below the cost of the solution.
//!
//! They are for the tests of this crate and for its example.

mod classes;
pub(crate) mod graph;

use optile_core::{Heuristic, Meter, Problem, Stop, Workspace};

pub(crate) use self::classes::{Class, classes};

use self::graph::Counts;

/// The bounds of one instance with one heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The cost C of the solution.
    pub(crate) length: u32,
    /// The basic bound.
    pub(crate) basic: u64,
    /// The bound for searches that use the consistency of the heuristic.
    pub(crate) consistent: u64,
    /// The expansions of A* with f < C.
    pub(crate) astar: u64,
    /// The expansions of A* from the goal with f < C.
    pub(crate) astar_reverse: u64,
    /// The least g that is not in the forward part of the least cover with the
    /// basic bound. The backward part has the states with a g below C - 1 less
    /// this one.
    pub(crate) cut: u32,
}

impl Bounds {
    /// The bounds of an instance with a solution of this cost, from the classes
    /// of both searches. The goal of the backward search is the start.
    pub(crate) fn of(length: u32, forward: &Counts, backward: &Counts) -> Self {
        let sum = |side: &Counts| side.iter().map(|(_, count)| count).sum();
        let (basic, cut) = graph::basic_cover(length, forward, backward);
        Self {
            length,
            basic,
            consistent: graph::consistent_cover(length, forward, backward),
            astar: sum(forward),
            astar_reverse: sum(backward),
            cut,
        }
    }

    /// The best fraction: the p for which fractional MM must expand the fewest
    /// states. They are as many as the basic bound. Fractional MM must expand
    /// the forward states with f < C and g < p (C - 1), and the backward states
    /// with f < C and g < (1 - p) (C - 1). Of several such p, it is the one
    /// nearest to 1/2. If C is at most 1, there is none.
    pub(crate) fn p_star(&self) -> Option<f64> {
        (self.length > 1).then(|| f64::from(self.cut) / f64::from(self.length - 1))
    }
}

/// The problem of the search from the goal.
pub(crate) fn reversed(problem: &Problem) -> Problem {
    match Problem::new(*problem.goal(), *problem.start()) {
        Ok(reversed) => reversed,
        Err(error) => unreachable!("both ends have the same size: {error}"),
    }
}

/// The bounds of an instance, by two searches with the limits of `meter`.
///
/// # Errors
///
/// The [`Stop`] that ended a search. It is [`Stop::Unsupported`] if the
/// heuristic is not consistent, or not for boards of this size.
pub(crate) fn bounds(
    problem: &Problem,
    heuristic: &dyn Heuristic,
    meter: &mut Meter,
) -> Result<Bounds, Stop> {
    let mut workspace = Workspace::default();
    let (length, forward) = classes(problem, heuristic, &mut workspace, meter)?;
    meter.reset();
    let (_, backward) = classes(&reversed(problem), heuristic, &mut workspace, meter)?;
    Ok(Bounds::of(length, &forward, &backward))
}
