//! Breadth-first heuristic search for sliding-tile puzzles: A*'s states in less
//! memory (R. Zhou, E. A. Hansen, Breadth-first heuristic search, Artificial
//! Intelligence 170, 2006).
//!
//! # The main decision
//!
//! A* must hold all states it has met, because its open list is spread over all
//! depths. Expanded by depth, the same states come in layers, and only two
//! layers are held: the one that is expanded and the one that is built. What
//! makes this possible is a bound on f: successors beyond it are dropped. The
//! cost is not known beforehand. So the bound begins at the estimate for the
//! start and rises until the goal is met. The article calls this breadth-first
//! iterative-deepening A* (BFIDA*). The search within each bound is one
//! iteration. Successors that exceed the bound are not remembered.
//!
//! The first bound is rounded up to the parity of all paths, which follows from
//! the cells of the two blanks, and it rises by two. So it never passes over
//! the cost.
//!
//! The price is time. In the last iteration *all* states with an f up to the
//! cost are expanded. A* ends soon after it has reached the first states with
//! an f equal to the cost.
//!
//! # Two layers, not three
//!
//! Call a path *within the bound* if g + h is at most the bound at each of its
//! states, and let layer d be the states that a path within the bound leads to
//! in d moves, and none in fewer. Let s be in layer d, and t be beside it and
//! within the bound at depth d + 1. Then t is in layer d - 1 or d + 1. It is in
//! no earlier layer. Otherwise the path to it and one more step would lead to s
//! in fewer than d moves and within the bound, because the estimate for s is
//! the same at each depth. It is not in layer d, because every move changes the
//! colour of the blank's cell. The heuristic may be inconsistent.
//!
//! So duplicates are in the next layer or in the previous one. Zhou and Hansen
//! keep the previous one to recognise them: *layered duplicate detection*. Here
//! it is **replaced by used-operator bits** (R. E. Korf, W. Zhang, I. Thayer,
//! H. Hohwald, Frontier search, Journal of the ACM 52, 2005): each way to a
//! state takes the move that leads back out of the state's four moves to try. A
//! state t of layer d - 1 beside s was expanded, and its move to s was not
//! taken out, as s is in no layer before; so it has generated s, and the move
//! from s to t is gone. The moves that are left to try lead to the next layer
//! or beyond the bound, so a successor is looked up in the next layer only.
//!
//! The bits are better in all respects. They take no additional memory, because
//! a node has four bits for the moves to try in any case. Otherwise the
//! previous layer would have to be held with its index. The layer in between
//! would need its index too, because it becomes the previous layer. This would
//! take some 36 bytes for each state of the largest layer, and this search
//! takes 12.5. Moves back would also be generated, one for each duplicate that
//! is met now (on Korf's instances one for every twenty successors). Every
//! successor within the bound would be looked up twice.
//!
//! # What a node takes
//!
//! A layer is a [`Queue`](optile_store::Queue) of packed states in the order in
//! which they were met, with 8 bytes per state for up to 16 cells. Its memory
//! is given back block by block while it is expanded. Only the layer that is
//! built has an index, of a little over 4 bytes per state
//! ([`optile_store::NextLayer`]). The index grows to the size that the layer is
//! likely to need, which is estimated from the expanded part of the previous
//! layer. Growing by a half needs no such estimate, but took nearly two bytes
//! per state more. Estimates of nodes are not stored. They are computed again
//! when a node is expanded, and are counted again.
//!
//! The successors of 32 nodes are looked up together, after the lines of the
//! index that they need were prefetched. This saves up to a fifth of the time
//! and changes no order and no count.
//!
//! # The path
//!
//! No node knows its parent. Instead each node past a **relay layer** knows the
//! number of its ancestor there. When the goal is met, this number gives the
//! state on the relay layer. Both parts of the path are then searched for in
//! the same way, each with its length as the only bound, down to parts of a
//! single move. For the first part the tiles are renamed so that the state
//! where it ends has them in order. The relay layer is at three quarters of the
//! path, as Zhou and Hansen advise. This is after the largest layers, so the
//! peak of memory is before it. (At half of the path, the peak would be six
//! tenths higher.) The searches for parts belong to the last iteration. On
//! Korf's instances they make less than a hundredth of its expansions, so short
//! parts need no other method. Without a heuristic they make at most half. A
//! first part ends with its blank at another cell than in the goal, and pattern
//! databases would have to be built for that cell. Such parts are searched with
//! Manhattan distance instead.
//!
//! Ancestors take hardly any memory either. Layers are ordered so that the
//! numbers of their ancestors never fall, and are kept in about one bit per
//! node.
//!
//! # Which path is found
//!
//! It is always the **lexicographically smallest**. Moves are tried in the
//! order down, left, right, up, and the first to reach a state gives it its
//! place in the layer and its ancestor. So *each layer is in the order of the
//! smallest shortest paths within the bound*. This holds for the start alone.
//! Let p be the smallest of these paths to a state s of the next layer, and t
//! the state before s on it. Every path within the bound that leads to t in at
//! most as many moves can be continued to s within the bound, because only the
//! state and its depth matter. So t is in this layer, and the beginning of p is
//! the smallest path to t. The search goes through this layer and through the
//! moves in their orders. So it generates the paths `smallest path to t, move`
//! in ascending order. The moves that are not tried lead back or beyond the
//! bound, and are on no such path. So p is the first of these paths to s, and
//! states enter the next layer in the order of their p.
//!
//! In the last iteration the bound is the cost, so all shortest paths to the
//! goal are within it: on these, g + h is at most g + the distance to the goal.
//! The first path that meets the goal is the smallest of all. Its ancestor is
//! that of the parent that came first, so it is on this path. Both parts of the
//! path are the smallest between their ends; otherwise a smaller part would
//! make the whole path smaller. The searches for the parts find the smallest
//! paths. [`PathChoice`](optile_core::PathChoice) is therefore ignored.
//!
//! # Example
//!
//! ```
//! use optile_core::{Meter, PathChoice, Problem};
//! use optile_heuristics::Catalogue;
//!
//! let problem: Problem = "867254301".parse()?;
//! let mut meter = Meter::default();
//! let name = "bfhs:manhattan".parse()?;
//! let search = (optile_bfhs::FAMILY.build)(&name, &Catalogue::default())?;
//! let path = search.solve(&problem, PathChoice::Any, &mut meter)?;
//! assert_eq!(path.len(), 31);
//! let counters = meter.counters();
//! assert!(counters.peak_stored < counters.expanded / 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

// Unit tests would compile the whole search again: a static is compiled even where nothing uses it.
#[cfg(not(test))]
mod family;
mod lineage;
mod pass;

use std::sync::Arc;

#[cfg(not(test))]
pub use family::FAMILY;
use optile_core::{
    AnyEstimator, Board, Heuristic, Manhattan, Meter, Move, Path, Problem, Rect, Search, Shaped,
    State, Stop, Task, TileSum, Workspace, with_estimates,
};
use pass::Pass;

/// Breadth-first heuristic search with one heuristic; see the crate's
/// description.
#[derive(Clone, Debug)]
pub struct BreadthFirstHeuristic {
    /// The heuristic. It must be admissible but may be inconsistent.
    pub heuristic: Arc<dyn Heuristic>,
}

impl Search for BreadthFirstHeuristic {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let mut moves = Vec::new();
        if task.start == task.goal() {
            return Ok(Path::new(moves));
        }
        let size = task.board().size();
        let estimator = workspace.estimator(&*self.heuristic, size, task.goal_blank, meter)?;
        meter.evaluate(1);
        let mut bound = task.first_bound(B::estimates(&*estimator).of_state(&task.start));
        let relay = loop {
            meter.begin_iteration();
            if let Some(relay) = pass(task, &*estimator, bound, meter)? {
                break relay;
            }
            bound += 2;
        };
        let heuristic = &*self.heuristic;
        let mut parts = Parts { heuristic, task, estimator: &*estimator, workspace };
        parts.halves(task, &relay, bound, &mut moves, meter)?;
        Ok(Path::new(moves))
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}

/// One iteration: a search within a bound.
fn pass<B: Board>(
    task: &Task<B>,
    estimator: &dyn AnyEstimator,
    bound: u32,
    meter: &mut Meter,
) -> Result<Option<State<B>>, Stop> {
    let depth = relay_depth(bound);
    // On 3x4 boards, the copy takes a fifth less time than the one for objects.
    with_estimates!(estimator, B; TileSum: [Rect<4, 4>, Shaped<u64>];
    values => {
        let pass = Pass::new(task.goal(), values(), meter)?;
        pass.run(&task.start, bound, depth, meter)
    })
}

/// The searches for the parts of a path.
struct Parts<'a, B: Board> {
    heuristic: &'a dyn Heuristic,
    /// The task of the whole path, and the estimator toward its goal.
    task: &'a Task<B>,
    estimator: &'a dyn AnyEstimator,
    workspace: &'a mut Workspace,
}

impl<B: Board> Parts<'_, B> {
    /// A search for a part, with its length as the bound.
    ///
    /// A part may have a goal with the blank at another cell. A heuristic that
    /// builds tables for each goal is replaced by Manhattan distance for such a
    /// part. That is enough, because parts take hardly a hundredth of the
    /// expansions.
    fn pass(
        &mut self,
        task: &Task<B>,
        bound: u32,
        meter: &mut Meter,
    ) -> Result<Option<State<B>>, Stop> {
        if task.goal_blank == self.task.goal_blank {
            return pass(task, self.estimator, bound, meter);
        }
        let (size, blank) = (task.board().size(), task.goal_blank);
        if self.heuristic.has_tables() {
            return pass(task, &*Manhattan.estimator(size, blank), bound, meter);
        }
        let estimator = self.workspace.estimator(self.heuristic, size, blank, meter)?;
        pass(task, &*estimator, bound, meter)
    }

    /// Adds the moves of the smallest path of `length` moves, whose state on
    /// the relay layer is known.
    fn halves(
        &mut self,
        task: &Task<B>,
        relay: &State<B>,
        length: u32,
        moves: &mut Vec<Move>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let depth = relay_depth(length);
        let problem = Problem::new(task.start.arrangement(), relay.arrangement());
        let Some(first) = problem.ok().and_then(|problem| problem.task::<B>(task.choice)) else {
            unreachable!("both are of the size of the board")
        };
        self.path(&first, depth, moves, meter)?;
        self.path(&Task { start: *relay, ..*task }, length - depth, moves, meter)
    }

    /// Adds the moves of the smallest path, whose length is known.
    fn path(
        &mut self,
        task: &Task<B>,
        length: u32,
        moves: &mut Vec<Move>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if length <= 1 {
            let goal = task.goal();
            moves.extend(task.start.moves().find(|&m| task.start.successor(m) == goal));
            return Ok(());
        }
        let Some(relay) = self.pass(task, length, meter)? else {
            unreachable!("a part of a shortest path is a path")
        };
        self.halves(task, &relay, length, moves, meter)
    }
}

/// The depth of the relay layer of a search for paths of this length.
fn relay_depth(length: u32) -> u32 {
    length * 3 / 4
}
