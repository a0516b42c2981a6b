//! Iterative-deepening A*: depth-first searches of all paths whose f is within
//! a threshold. The threshold rises until a search meets the goal (R. E. Korf,
//! Depth-first iterative-deepening: an optimal admissible tree search,
//! Artificial Intelligence 27, 1985). Each of these searches is an *iteration*.
//! The loop over iterations is in `deepening.rs`, on one thread and on several.
//! The depth-first search is in `search/depth_first.rs`.
//!
//! Programs of courses count by other conventions: other orders, states that are left out because they
//! are on the path, other first thresholds. The family `ida` of `depth-first` has these as options, on
//! one page, and is many times slower. This crate is the fast one.
//!
//! # The main decision
//!
//! IDA* stores no states, so its speed depends only on the work per node. The
//! depth-first search is a recursion whose nodes are in registers. A parent is
//! not copied, and nothing has to be undone when the search returns to it. The
//! last move is a constant of the recursion. States are rotated so that the
//! blank is lowest, which makes every shift constant too. A successor is
//! evaluated before it is visited, and successors beyond the threshold are only
//! counted. One addition counts all successors of a node. If the search ends
//! among them, the count is corrected along the path.
//!
//! The counts are exactly those of Korf's experiments. The successor that takes
//! back the last move is never generated. Roots are not generated. The goal is
//! recognised when it is about to be expanded, and that expansion is not
//! counted. The example `korf100` compares the counts with the published ones.
//!
//! # Subtrees without slack are counted in any order
//!
//! A node's *slack* is the threshold minus f. The nodes with slack are exactly
//! those of the previous iteration. The other nodes, five of six, are new. From
//! these, only h-decreasing moves stay within the threshold: moves that lower
//! the estimate. If the estimate is a sum over the tiles
//! ([`optile_core::Estimator::lowering`]), subtrees of such nodes are collected
//! and counted in any order, by a loop without unpredictable branches. Order
//! matters in two cases: when the goal is met, and at a limit. Then the
//! collected subtrees are dropped and searched again by the plain depth-first
//! search. So the path and all counts are those of the plain search. The
//! collected subtrees take some kilobytes. Like the call stack, these are not
//! counted as memory. The option `sweep=off` gives the plain search.
//!
//! # Several threads and ranks
//!
//! [`ParallelIdaStar`], the family `idastar-parallel`, divides an iteration
//! among threads. This follows A. Reinefeld, V. Schnecke, AIDA*: asynchronous
//! parallel IDA*, 1994, but iterations do not overlap. It is a separate family,
//! so that comparisons show it as a separate column. It is in this crate because
//! it *is* this search, cut into subtrees. [`on_ranks`] makes the same strategy
//! for all ranks of a run, which may be processes on several machines. That is
//! not a family, because a name alone does not say who the ranks are.
//!
//! # Why the threshold rises by two
//!
//! In textbooks, the next threshold is the least f that exceeded the current
//! one. But every move takes the blank from a black cell to a white one or
//! back. So all paths to the goal have the same parity, and a threshold of the
//! other parity can be raised by one. The first threshold is rounded up to that
//! parity, and all thresholds keep it. With a consistent heuristic no move
//! raises f by more than two. So a successor that exceeds the threshold exceeds
//! it by one or two, and the next threshold, rounded up, is always two more.
//! With other heuristics nothing is lost either: thresholds that rise by two
//! never pass over the optimal length. For [`optile_core::Manhattan`]
//! these are exactly Korf's thresholds.
//!
//! # Which path is found
//!
//! No iteration before the last can reach the goal. The threshold of the last
//! one is the optimal length, so it reaches the goal only by optimal paths. It
//! tries them in the order of their first differing moves, so it finds the
//! first in that order. With the moves tried as d, l, r, u that is the
//! **lexicographically smallest**. When that path is asked for, the search uses
//! this order and ignores the option.
//!
//! # Transpositions
//!
//! With `transposition=on` an iteration remembers each visited state and the
//! least g with which it was reached. It skips states already reached at equal
//! or lower g (A. Reinefeld, T. A. Marsland, Enhanced iterative-deepening
//! search, 1994). The argument above still holds. Let p be the first of the
//! optimal paths. A state on p, at depth g, cannot be reached in fewer than g
//! moves, or p would not be optimal. Suppose that it had been reached in g
//! moves before. The path to it would come before the beginning of p. Continued
//! by the rest of p, it would be an optimal path before p, and p would not be
//! the first. So no visit along p is skipped. An iteration with a lower
//! threshold finds no goal, with or without a table.
//!
//! The table is dropped after each iteration. If it would pass the memory
//! limit, the search ends with [`Stop::Memory`]. Continuing without storing
//! would be correct too, but then counts would silently depend on the limit. If
//! there is too little memory, use the search without a table.
//!
//! # Subtrees in which the iteration before came deepest
//!
//! The last iteration is nine tenths of a search if the goal is found late in it.
//! With `subtrees=deepest-first` an iteration is cut into subtrees, and those
//! come first in which the iteration before reached the greatest g ([`SubtreeOrder`]).
//! There, states near the goal were within two moves of the threshold. On
//! seventeen 24-puzzles with pattern databases the last iteration then had 5 % of
//! all expansions in the median, and 47 % at most. The other iterations have the
//! same nodes. The path is optimal, but not always the first in the order of moves. If the lexicographically
//! smallest path is asked for, subtrees are searched in order.
//!
//! # Duplicate strings of moves
//!
//! With `fsm=N` the search leaves out moves that complete a string of up to N
//! moves if another string leads to the same state ([`Pruning`]). The path found
//! stays the same. It also stays the same together with `transposition=on`: the
//! argument for the table is only about visits along the first of the optimal
//! paths, and these are not left out.
//!
//! # Example
//!
//! ```
//! use optile_core::{Meter, PathChoice, Problem};
//! use optile_heuristics::Catalogue;
//!
//! let name = "idastar:manhattan".parse()?;
//! let strategy = (optile_idastar::FAMILY.build)(&name, &Catalogue::default())?;
//! let problem: Problem = "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15 \
//!     -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15"
//!     .parse()?;
//! let mut meter = Meter::default();
//! let path = strategy.solve(&problem, PathChoice::Any, &mut meter)?;
//! assert_eq!(path.len(), 45);
//! assert_eq!(meter.counters().generated, 546_343);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod branch;
mod count;
mod cutting;
mod deepening;
// Unit tests would compile the whole search again: a static is compiled even where nothing uses it.
#[cfg(not(test))]
mod family;
mod iteration;
mod parallel;
mod pieces;
mod pruning;
mod search;
mod tally;
mod work;

use std::sync::Arc;

pub use cutting::SubtreeOrder;
#[cfg(not(test))]
pub use family::{FAMILY, PARALLEL, on_ranks};
use optile_core::{
    Board, Heuristic, Meter, MoveOrder, Path, PathChoice, Search, Size, State, Stop, Strategy,
    Task, Workspace,
};
pub use parallel::ParallelIdaStar;
pub use pruning::Pruning;
use search::Variant;

/// IDA* with one heuristic.
#[derive(Debug)]
pub struct IdaStar {
    /// The heuristic.
    pub heuristic: Arc<dyn Heuristic>,
    /// The order in which moves are tried, unless the lexicographically
    /// smallest path is asked for.
    pub order: MoveOrder,
    /// Whether to skip states already reached in at most as many moves in the
    /// same iteration.
    pub transposition: bool,
    /// After an iteration with this number of expansions, the next one counts
    /// subtrees without slack in any order, if the heuristic allows it. `None`
    /// means 4,096 on boards of up to 16 cells, and never on larger boards. It
    /// changes only the time.
    pub zero_slack_from: Option<u64>,
    /// Which moves are left out because they complete a duplicate.
    pub pruning: Pruning,
    /// In which order an iteration searches its subtrees, unless the
    /// lexicographically smallest path is asked for.
    pub subtrees: SubtreeOrder,
}

impl IdaStar {
    /// The plain search, with moves in Korf's order.
    pub fn new(heuristic: Arc<dyn Heuristic>) -> Self {
        Self {
            heuristic,
            order: MoveOrder::KORF,
            transposition: false,
            zero_slack_from: None,
            pruning: Pruning::default(),
            subtrees: SubtreeOrder::default(),
        }
    }

    /// The search as an object. Its code for all boards is compiled here: a crate that makes the
    /// object itself, or calls a method of [`Strategy`] on this type, compiles it again.
    #[inline(never)]
    #[must_use]
    pub fn boxed(self) -> Box<dyn Strategy> {
        Box::new(self)
    }

    /// What all iterations of a search share.
    fn variant<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Variant<B::Shaped>, Stop> {
        let (order, subtrees) = match task.choice {
            PathChoice::Any => (self.order, self.subtrees),
            PathChoice::LexicographicallySmallest => {
                (MoveOrder::LEXICOGRAPHIC, SubtreeOrder::InOrder)
            }
        };
        let (size, has_table) = (task.board().size(), self.transposition);
        let is_plain = !has_table && subtrees == SubtreeOrder::InOrder;
        // Other searches, and a watched one, need every node in order.
        let zero_slack_from = match self.zero_slack_from {
            _ if !is_plain || meter.is_watched() => u64::MAX,
            from => from.unwrap_or(const { default_zero_slack_from::<B>() }),
        };
        let estimator = workspace.estimator(&*self.heuristic, size, task.goal_blank, meter)?;
        let automaton = self.pruning.automaton(size, order, is_plain, workspace, meter)?;
        let Some(board) = B::Shaped::of(size) else { unreachable!("it has the same word") };
        let start = State::from_word(board, task.start.word());
        let task = Task { start, goal_blank: task.goal_blank, choice: task.choice };
        Ok(Variant { task, estimator, order, automaton, has_table, subtrees, zero_slack_from })
    }
}

/// With fewer expansions, counting in any order takes longer than it saves. On
/// boards of more than 16 cells, whose words have 128 bits, it never saves
/// time.
const fn default_zero_slack_from<B: Board>() -> u64 {
    if size_of::<B::Word>() > 8 { u64::MAX } else { 4096 }
}

impl Search for IdaStar {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let variant = self.variant(task, workspace, meter)?;
        deepening::search(&*variant.engine(task.board()), variant.cutting(0), None, meter)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }

    fn prepare(
        &self,
        size: Size,
        _: usize,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.pruning.prepare(size, self.order, workspace, meter)
    }
}
