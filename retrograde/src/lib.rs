//! Retrograde analysis of sliding-tile puzzles. A breadth-first search goes backwards from the
//! goal over the whole state space, once (`frontier/layer.rs`). After that, every query follows
//! the table of distances to the goal.
//!
//! # The main decision
//!
//! The search never handles single states. A move of the blank within a row does not change the
//! order of the tiles. A move between rows rotates a window of as many tiles as the board has
//! columns. So the states of a distance are stored as bits, indexed by the blank's cell and by
//! the rank of the tile sequence. All horizontal moves are then plain unions of words. All
//! vertical moves are a few masked shifts of words that hold sixty sequences each (the module
//! `sequences` says how). No rank is computed.
//!
//! A search needs only the last two distances ([`Exploration`]), which is one bit per state. A
//! [`Table`] keeps two bits per state, the distance modulo 3: 45 kB for the 8-puzzle, 64 MB for
//! the 239,500,800 states of 3x4. Reading paths needs some more data. It is small except for 6x2:
//! a vertical move there passes many tiles, and the data takes 56 MB.
//!
//! A path is read from the table by going, at each state, to the first closer neighbour in the
//! order down, left, right, up. So every path is the lexicographically smallest one, even if any
//! path is asked for.
//!
//! The path is optimal because breadth-first search is. A state gets the number of the first
//! layer that reaches it, and each step of the path goes to a state of the layer before.
//!
//! There is one table for each cell of the goal's blank. It is built by [`Strategy::prepare_in`] or by
//! the first search toward that goal, and kept as long as the session. Building is counted in the
//! meter of the search that builds. Reading a path counts one expansion per move, and the whole
//! table as stored. Every search counts the bytes for building its table, even if the table
//! exists already. No search is possible with fewer bytes, and the counts must not depend on
//! which search comes first.
//!
//! # Example
//!
//! ```
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//! use optile_retrograde::Retrograde;
//!
//! let problem: Problem = "8 6 7 / 2 5 4 / 3 0 1".parse()?;
//! let path = Retrograde.solve(&problem, PathChoice::Any, &mut Meter::default())?;
//! assert_eq!(path.len(), 31);
//! path.verify(&problem)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

use optile_core::{
    Board, Meter, Path, PathChoice, Problem, Rect, Shaped, Size, Stop, Strategy, Task, Workspace,
};

mod descent;
mod frontier;
// Unit tests would compile the whole search again: a static is compiled even where nothing uses it.
#[cfg(not(test))]
mod family;
mod sequences;
mod table;
mod turned;

#[cfg(not(test))]
pub use family::FAMILY;
pub use frontier::{Exploration, ExplorationError, Layer, Partition};
pub use table::Table;

/// Answers from distance tables, one for each board size and cell of the goal's blank.
#[derive(Clone, Copy, Debug, Default)]
pub struct Retrograde;

/// The tables of a session, with the sizes and the goals' blanks.
#[derive(Default)]
struct Tables(Vec<(Size, usize, Table)>);

impl Tables {
    #[inline]
    fn toward(&mut self, size: Size, goal_blank: usize, meter: &mut Meter) -> Result<&Table, Stop> {
        let is_it = |kept: &(Size, usize, Table)| (kept.0, kept.1) == (size, goal_blank);
        let kept = match self.0.iter().position(is_it) {
            Some(place) => &self.0[place],
            None => self.0.push_mut((size, goal_blank, Table::build(size, goal_blank, meter)?)),
        };
        Ok(&kept.2)
    }
}

impl Retrograde {
    #[inline]
    fn follow<B: Board>(
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if !task.is_solvable() {
            return Err(Stop::Unsolvable);
        }
        let tables: &mut Tables = workspace.keep();
        let table = tables.toward(task.board().size(), task.goal_blank, meter)?;
        meter.allow(table.bytes_to_build())?;
        meter.hold(0, table.bytes_to_build());
        table.path(&task.start, meter)
    }
}

/// It has no code per node that is compiled for large boards. 8-puzzles, which judges ask for by
/// the hundred thousand, have their own type of board.
impl Strategy for Retrograde {
    fn supports(&self, size: Size) -> bool {
        size.cells() <= Table::MOST_CELLS
    }

    fn prepare_in(
        &self,
        problem: &Problem,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let tables: &mut Tables = workspace.keep();
        tables.toward(problem.size(), problem.goal().blank(), meter).map(drop)
    }

    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if let Some(task) = problem.task::<Rect<3, 3>>(choice) {
            return Self::follow(&task, workspace, meter);
        }
        match problem.task::<Shaped<u64>>(choice) {
            Some(task) => Self::follow(&task, workspace, meter),
            None => Err(Stop::unsupported_size(problem.size())),
        }
    }
}
