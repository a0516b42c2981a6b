use crate::{Board, Heuristic, Meter, Path, PathChoice, Problem, Size, Stop, Task};

/// What the author of a strategy writes: one required method, generic over the
/// board, so that everything per node is compiled for the sizes that matter.
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

    /// The heuristic, if the search has one. It tells which sizes can be
    /// searched and what is to be prepared.
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        None
    }

    /// Whether boards of this size can be searched at all. Limits of memory do
    /// not belong here.
    fn supports(&self, size: Size) -> bool {
        self.heuristic().is_none_or(|heuristic| heuristic.supports(size))
    }

    /// The blank's cells in the goals that the heuristic is asked about, where
    /// the goal of the search has its blank at `goal_blank`. There are several
    /// if a search turns boards over, or goes from goal to start. Tables toward
    /// these goals are provided before the search begins.
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
    fn prepare(&self, size: Size, goal_blank: usize, meter: &mut Meter) -> Result<(), Stop> {
        let Some(heuristic) = self.heuristic() else { return Ok(()) };
        self.goals(size, goal_blank)
            .into_iter()
            .try_for_each(|goal| heuristic.toward(size, goal, meter).map(drop))
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
            return Err(unsupported(size));
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
