//! Searches and strategies.

mod family;
mod spec;

pub use family::{Allowed, Arguments, Family, HeuristicInfo, OptionInfo};
pub use spec::{Spec, SpecError, split_at_commas};

use crate::{Board, Heuristic, Meter, Path, PathChoice, Problem, Size, Stop, Task};

/// What the author of a strategy writes: one required method. It is generic
/// over the board, so that all code per node is compiled for the sizes that
/// matter.
///
/// A search must return an optimal path, or the [`Stop`] that ended it. It may
/// assume that the task is solvable. The same task must always give the same
/// path and the same counters.
pub trait Search: Send + Sync + 'static {
    /// Finds an optimal path.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for. The counters then show what was
    /// done so far.
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop>;

    /// The heuristic, if the search has one. It determines which sizes can be
    /// searched and what has to be prepared.
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        None
    }

    /// Whether boards of this size can be searched. Limits of memory do not
    /// belong here.
    fn supports(&self, size: Size) -> bool {
        self.heuristic().is_none_or(|heuristic| heuristic.supports(size))
    }

    /// The blank's cells in the goals for which the search uses the heuristic,
    /// if the goal of the search has its blank at `goal_blank`. There are
    /// several if a search flips boards, or searches from goal to start. Tables
    /// toward these goals are provided before the search begins.
    fn goals(&self, size: Size, goal_blank: usize) -> Vec<usize> {
        let _ = size;
        vec![goal_blank]
    }

    /// Builds what later searches for this goal share, such as tables. Its time
    /// is measured separately. It is called once for each goal, before the
    /// first search for that goal. [`Search::search`] must also work without
    /// it.
    ///
    /// # Errors
    ///
    /// See [`Search::search`].
    fn prepare(&self, size: Size, goal_blank: usize, meter: &mut Meter) -> Result<(), Stop> {
        let Some(heuristic) = self.heuristic() else { return Ok(()) };
        self.goals(size, goal_blank)
            .into_iter()
            .try_for_each(|goal| heuristic.toward(size, goal, meter).map(drop))
    }
}

/// A strategy for problems of every size, as an object. This is what the
/// harness uses.
///
/// It is implemented for every [`Search`]. A solver that is not Rust code can
/// implement it directly.
pub trait Strategy: Send + Sync {
    /// Whether boards of this size can be searched.
    fn supports(&self, size: Size) -> bool;

    /// The blank's cells in the goals for which the heuristic is used.
    fn goals(&self, problem: &Problem) -> Vec<usize> {
        vec![problem.goal().blank()]
    }

    /// Builds what later solves of problems with this goal share.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended it.
    fn prepare(&self, problem: &Problem, meter: &mut Meter) -> Result<(), Stop>;

    /// Finds an optimal path.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended it. It is [`Stop::Unsolvable`], without any
    /// search, if parity rules out a path, and [`Stop::Unsupported`] if the
    /// size is not supported.
    fn solve(&self, problem: &Problem, choice: PathChoice, meter: &mut Meter)
    -> Result<Path, Stop>;
}

impl<S: Search> Strategy for S {
    fn supports(&self, size: Size) -> bool {
        Search::supports(self, size)
    }

    fn goals(&self, problem: &Problem) -> Vec<usize> {
        Search::goals(self, problem.size(), problem.goal().blank())
    }

    fn prepare(&self, problem: &Problem, meter: &mut Meter) -> Result<(), Stop> {
        let size = problem.size();
        if !Search::supports(self, size) {
            return Err(Stop::unsupported_size(size));
        }
        Search::prepare(self, size, problem.goal().blank(), meter)
    }

    fn solve(
        &self,
        problem: &Problem,
        choice: PathChoice,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let size = problem.size();
        if !Search::supports(self, size) {
            return Err(Stop::unsupported_size(size));
        }
        with_board!(size, board => solve_on(self, board, problem, choice, meter))
    }
}

fn solve_on<S: Search, B: Board>(
    search: &S,
    _: B,
    problem: &Problem,
    choice: PathChoice,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    match problem.task::<B>(choice) {
        Some(task) if task.is_solvable() => search.search(&task, meter),
        Some(_) => Err(Stop::Unsolvable),
        None => unreachable!("a problem fits the board of its own size"),
    }
}
