//! Iterative-deepening A*: depth-first searches of all paths whose f is within
//! a bound, the bound rising until one of them meets the goal (R. E. Korf,
//! Depth-first iterative-deepening: an optimal admissible tree search,
//! Artificial Intelligence 27, 1985).
//!
//! # The main decision
//!
//! IDA* stores nothing, so all that counts is how little is done for a node.
//! A dive is a recursion whose nodes live in registers: a parent is not
//! copied, and nothing has to be undone when the search comes back to it. The
//! last move is a constant of the recursion, and states are rotated so that
//! the blank is lowest, which makes every shift constant too. A successor is
//! evaluated before it is visited, and those beyond the bound are only
//! counted; the count itself is one addition for all successors of a node,
//! corrected along the path when the search ends among them.
//!
//! The counts are those of Korf's experiments, exactly: the successor that
//! takes back the last move is never generated, roots are not generated, and
//! the goal is recognised when it is about to be expanded, which is not
//! counted. The example `korf100` compares them with what is published.
//!
//! # Subtrees without slack are swept
//!
//! Call the bound less f a node's slack. The nodes with slack are just those
//! of the iteration before; the others, five of six, are new, and from them
//! only moves go on that lower the estimate. Where the estimate is a sum over
//! the tiles ([`optile_core::Estimator::lowering`]) which moves these are is
//! known by four bits, and is kept up to date in the word of all such bits by
//! one look at a table. Nothing is left for the search to decide but whether
//! the goal is there, so such subtrees are gathered and counted by a loop
//! without a branch that could be mispredicted, in whatever order suits it.
//! Order matters in two cases: the goal is met, or a limit. The batch is then
//! forgotten, and searched again by the plain dive from where it began; so
//! paths and all counts, also at limits, are those of the plain search. The
//! batch takes some kilobytes, which are not counted as memory, like the call
//! stack. The option `sweep=off` gives the plain search, for comparison. It is
//! also what larger boards have if nothing else is asked for: words of 128 bits
//! make the sweep slower than the recursion.
//!
//! # Several threads
//!
//! [`ParallelIdaStar`], the family `idastar-parallel`, divides a round among
//! threads, which steal work from each other (after A. Reinefeld, V. Schnecke,
//! AIDA*: asynchronous parallel IDA*, 1994, but with rounds one after the
//! other). It is a family of its own, since a comparison wants it as a column
//! of its own, yet lives in this crate: it *is* this search, cut into subtrees,
//! and all that it adds is in one module. A crate below both would hold nearly
//! everything and serve nobody else.
//!
//! Its path and all its counts, but for memory, are those of one thread, those
//! of the last round and at limits included: the counts of subtrees are added
//! in the order of the search up to the one with the goal or the limit, and
//! work beyond it is thrown away.
//!
//! # Why the bound rises by two
//!
//! The textbook's next bound is the least f that exceeded this one. But every
//! move takes the blank from a black cell to a white one or back, so all paths
//! to the goal have one parity, and a bound of the other can as well be one
//! more. The first bound is rounded up to that parity, and all bounds keep it.
//! Under a consistent heuristic no move raises f by more than two, so a
//! successor that exceeds the bound exceeds it by one or two, and the next
//! bound, rounded up, is always two more. Nothing is lost under other
//! heuristics: bounds that rise by two never leap over the optimal length.
//! For [`optile_heuristics::Manhattan`] these are just Korf's bounds.
//!
//! # Which path is found
//!
//! No dive before the last can meet the goal, and the last one, whose bound is
//! the optimal length, meets it only by optimal paths. It tries them in the
//! order of their first differing moves, so the path found is the first in
//! that order, and with the moves tried as d, l, r, u it is the
//! **lexicographically smallest**. When that is asked for, the search is made
//! in this order, whatever the option says.
//!
//! # Transpositions
//!
//! With `transposition=on` a dive remembers each state visited and the least g
//! it was reached with, and leaves out a visit with no smaller g (A. Reinefeld,
//! T. A. Marsland, Enhanced iterative-deepening search, 1994). The argument
//! above still holds. Let p be the first of the optimal paths. A state on p,
//! say at depth g, cannot be reached with less than g moves, or p would not be
//! optimal; and had it been reached with g before, then by a path that comes
//! before the beginning of p, which continued by the rest of p would make an
//! optimal path before p. So no visit along p is left out. Within a lower
//! bound, dives find nothing with or without a table.
//!
//! The table is forgotten after each dive. Where it would pass the memory
//! limit the search ends with [`Stop::Memory`]. Going on without storing would
//! be as correct, but then counts would depend on the limit without saying so;
//! who has no memory has the search without a table.
//!
//! # Duplicate strings of moves
//!
//! With `fsm=N` moves are left out that complete a string of up to N moves for
//! which another leads to the same place, by an automaton learned beforehand
//! for the size of the board; it is kept for later searches. The module that
//! learns it says why the path found stays the same. It does so together with
//! `transposition=on` as well, since the argument for the table is about
//! visits along the first of the optimal paths only, and the automaton lets
//! all of these pass.
//!
//! # From both sides
//!
//! With `dual=on` a node has the greater of the bounds that it has from the
//! start's side and from the goal's, and is searched from the better one, and
//! with `pathmax=on` it is left when a successor's bound says that the goal is
//! too far. Both are for heuristics such as pattern databases: with Manhattan
//! distance both sides have the same bound, and that of a successor differs by
//! one. Nodes are then few and dear, and this search is written for clarity.
//! Where the lexicographically smallest path is asked for, the plain search is
//! made.
//!
//! # Example
//!
//! ```
//! use optile_core::{Meter, PathChoice, Problem};
//!
//! let strategy = (optile_idastar::family().build)(&"idastar:manhattan".parse()?)?;
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

mod automaton;
mod branch;
mod dive;
mod dual;
mod engine;
mod family;
mod glide;
mod parallel;
mod pruning;
mod round;
mod rule;
mod seen;
mod sweep;
mod values;

use std::sync::Arc;

pub use dual::Ways;
use engine::with_engine;
pub use family::{family, parallel_family};
use optile_core::{Board, Heuristic, Meter, MoveOrder, Path, PathChoice, Search, Size, Stop, Task};
pub use parallel::ParallelIdaStar;
pub use pruning::Pruning;
use round::{Round, deepen};

/// IDA* with one heuristic.
#[derive(Debug)]
pub struct IdaStar {
    /// The bound on the moves to the goal.
    pub heuristic: Arc<dyn Heuristic>,
    /// The order in which successors are generated, unless the
    /// lexicographically smallest path is asked for.
    pub order: MoveOrder,
    /// Whether a state reached again within one dive, by no fewer moves, is
    /// left out.
    pub transposition: bool,
    /// How many expansions an iteration must have made for the next one to be
    /// swept, where the heuristic allows it; `None` for 4,096 on boards of up to
    /// 16 cells and never on larger ones. Changes the time only.
    pub sweep_from: Option<u64>,
    /// Which moves are left out as they complete a duplicate.
    pub pruning: Pruning,
    /// Whether the search may change sides, and cut by what successors know.
    pub ways: Ways,
}

impl IdaStar {
    /// The plain search, with moves in Korf's order.
    pub fn new(heuristic: Arc<dyn Heuristic>) -> Self {
        Self {
            heuristic,
            order: MoveOrder::KORF,
            transposition: false,
            sweep_from: None,
            pruning: Pruning::default(),
            ways: Ways::default(),
        }
    }
}

impl Search for IdaStar {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        // A path of which parts are found backward is not the first in any
        // order of its moves.
        if self.ways != Ways::default() && task.choice == PathChoice::Any {
            return dual::search(&*self.heuristic, self.ways, self.order, task, meter);
        }
        let order = match task.choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => MoveOrder::LEXICOGRAPHIC,
        };
        let board = task.board();
        let estimator = self.heuristic.toward(board.size(), task.goal_blank, meter)?;
        let automaton = self.pruning.automaton(board.size(), order, self.transposition, meter)?;
        let ways = engine::Ways {
            board,
            order,
            automaton: automaton.as_deref(),
            has_table: self.transposition,
        };
        let sweep_from = if self.transposition { Some(u64::MAX) } else { self.sweep_from };
        with_engine(&*estimator, &ways, &mut |engine| {
            let search =
                &mut |round: &Round<'_, B>, meter: &mut Meter| round.search(round.root, meter);
            deepen(engine, sweep_from, task, meter, search)
        })
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }

    fn goals(&self, size: Size, goal_blank: usize) -> Vec<usize> {
        self.ways.goals(size, goal_blank)
    }

    fn prepare(&self, size: Size, goal_blank: usize, meter: &mut Meter) -> Result<(), Stop> {
        for goal in self.goals(size, goal_blank) {
            self.heuristic.toward(size, goal, meter)?;
        }
        if self.pruning.is_wanted() {
            self.pruning.automaton(size, self.order, false, meter)?;
        }
        Ok(())
    }
}
