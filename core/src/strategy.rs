use crate::{Board, Meter, Path, PathChoice, Problem, Size, Stop, Task};

/// What the author of a strategy writes: one required method, generic over the
/// board, so that everything per node is compiled for each size.
///
/// A search must return an optimal path, or the [`Stop`] that ended it. It may
/// assume that the task is solvable. The same task must always give the same
/// path and the same counters.
pub trait Search: Send + Sync + 'static {
    /// Finds an optimal path.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for; the counters are then what was
    /// done until there.
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop>;

    /// Whether boards of this size can be searched at all. Limits of memory do
    /// not belong here.
    fn supports(&self, size: Size) -> bool {
        let _ = size;
        true
    }

    /// The blank's cells in the goals that the heuristic is asked about, where
    /// the goal of the search has its blank at `goal_blank`: a search may turn
    /// boards over, or go from goal to start. Who provides tables before any
    /// search reads it here.
    fn goals(&self, size: Size, goal_blank: usize) -> Vec<usize> {
        let _ = size;
        vec![goal_blank]
    }

    /// Builds what later searches for this goal share, such as tables; timed
    /// apart from searching. Done once for each goal, by whoever comes first;
    /// [`Search::search`] must work without it too.
    ///
    /// # Errors
    ///
    /// As for [`Search::search`].
    fn prepare<B: Board>(&self, goal_blank: usize, meter: &mut Meter) -> Result<(), Stop> {
        let _ = (goal_blank, meter);
        Ok(())
    }
}

/// What the harness sees: a strategy for problems of every size, as an object.
///
/// Implemented for every [`Search`]; a solver that is no Rust code can
/// implement it directly.
pub trait Strategy: Send + Sync {
    /// Whether boards of this size can be searched at all.
    fn supports(&self, size: Size) -> bool;

    /// The blank's cells in the goals that the heuristic is asked about.
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
    /// The [`Stop`] that ended it, which is [`Stop::Unsolvable`] before any
    /// search where parity says so, and [`Stop::Unsupported`] where
    /// [`Strategy::supports`] denies the size.
    fn solve(&self, problem: &Problem, choice: PathChoice, meter: &mut Meter)
    -> Result<Path, Stop>;
}

fn unsupported(size: Size) -> Stop {
    Stop::Unsupported(format!("boards of size {size}"))
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
            return Err(unsupported(size));
        }
        with_board!(size, B => Search::prepare::<B>(self, problem.goal().blank(), meter))
    }

    fn solve(
        &self,
        problem: &Problem,
        choice: PathChoice,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let size = problem.size();
        if !Search::supports(self, size) {
            return Err(unsupported(size));
        }
        with_board!(size, B => match problem.task::<B>(choice) {
            Some(task) if task.is_solvable() => self.search(&task, meter),
            Some(_) => Err(Stop::Unsolvable),
            None => unreachable!("a problem fits the board of its own size"),
        })
    }
}
