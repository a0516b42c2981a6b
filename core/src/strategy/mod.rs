//! Searches and strategies.

mod family;
mod options;
mod promise;
mod session;
mod spec;

pub use family::{
    Arguments, Build, Family, HeuristicEntry, HeuristicInfo, Heuristics, OpenHeuristics, Takes,
};
pub use options::{Allowed, AnyAllowed, Opt, fixed_point};
pub use promise::{ParsePromiseError, ParseWeightError, Promise, Weight};
pub use session::{Overestimate, Session, Workspace};
pub use spec::{Spec, SpecError, split_at_commas};

use crate::{Board, Heuristic, Meter, Path, PathChoice, Problem, Size, Stop, Task};

/// What the author of a strategy writes: one required method. It is generic
/// over the board, so that all code per node is compiled for the sizes that
/// matter.
///
/// A search must return a path that keeps its [`Promise`], which is an optimal
/// path unless it says otherwise, or the [`Stop`] that ended it. It may
/// assume that the task is solvable. The same task must always give the same
/// path and the same counters, whatever is already in the workspace.
pub trait Search: Send + Sync + 'static {
    /// Finds a path. Estimators come from `workspace`, which also keeps what
    /// later searches can use.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for. The counters then show what was
    /// done so far.
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop>;

    /// The heuristic, if the search has one. It determines which sizes can be
    /// searched and what has to be prepared.
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        None
    }

    /// What is promised of the paths. A search whose paths are optimal says nothing.
    fn promise(&self) -> Promise {
        Promise::Optimal
    }

    /// Whether boards of this size can be searched. Limits of memory do not
    /// belong here.
    fn supports(&self, size: Size) -> bool {
        self.heuristic().is_none_or(|heuristic| heuristic.supports(size))
    }

    /// Builds in `workspace` what later searches for this goal share besides
    /// the estimators. Its time is measured separately. [`Search::search`] must
    /// also work without it.
    fn prepare(
        &self,
        size: Size,
        goal_blank: usize,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let _ = (size, goal_blank, workspace, meter);
        Ok(())
    }
}

/// A strategy for problems of every size, as an object. A [`Session`] solves
/// problems with it.
///
/// It is implemented for every [`Search`]. A solver that is not Rust code can
/// implement it directly.
pub trait Strategy: Send + Sync {
    /// Whether boards of this size can be searched.
    fn supports(&self, size: Size) -> bool;

    /// The heuristic, if there is one.
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        None
    }

    /// What is promised of the paths.
    fn promise(&self) -> Promise {
        Promise::Optimal
    }

    /// The blank's cells in the goals for which the heuristic is used. There
    /// are several if a strategy also searches from goal to start. Tables toward
    /// these goals are provided before the search begins.
    fn goals(&self, problem: &Problem) -> Vec<usize> {
        vec![problem.goal().blank()]
    }

    /// What [`Session::prepare`] does for a size that is supported.
    fn prepare_in(
        &self,
        problem: &Problem,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let Some(heuristic) = self.heuristic() else { return Ok(()) };
        self.goals(problem).into_iter().try_for_each(|goal| {
            workspace.estimator(heuristic, problem.size(), goal, meter).map(drop)
        })
    }

    /// What [`Session::solve`] does for a size that is supported.
    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop>;

    /// Solves one problem, in a session of its own.
    fn solve(
        &self,
        problem: &Problem,
        choice: PathChoice,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        Session::new(self).solve(problem, choice, meter)
    }
}

impl<S: Search> Strategy for S {
    fn supports(&self, size: Size) -> bool {
        Search::supports(self, size)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Search::heuristic(self)
    }

    fn promise(&self) -> Promise {
        Search::promise(self)
    }

    fn prepare_in(
        &self,
        problem: &Problem,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (size, goal_blank) = (problem.size(), problem.goal().blank());
        if let Some(heuristic) = Search::heuristic(self) {
            workspace.estimator(heuristic, size, goal_blank, meter)?;
        }
        self.prepare(size, goal_blank, workspace, meter)
    }

    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if meter.is_watched() {
            return with_shaped_board!(problem.size(), board => {
                solve_on(self, board, problem, choice, workspace, meter)
            });
        }
        with_board!(problem.size(), board => {
            solve_on(self, board, problem, choice, workspace, meter)
        })
    }
}

fn solve_on<S: Search, B: Board>(
    search: &S,
    _: B,
    problem: &Problem,
    choice: PathChoice,
    workspace: &mut Workspace,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    match problem.task::<B>(choice) {
        Some(task) if task.is_solvable() => search.search(&task, workspace, meter),
        Some(_) => Err(Stop::Unsolvable),
        None => unreachable!("a problem fits the board of its own size"),
    }
}
