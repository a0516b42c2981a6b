//! Sessions, and what their searches keep for each other.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::{
    Admissibility, AnyEstimator, Arrangement, Board, Heuristic, Meter, Path, PathChoice, Problem,
    Shaped, Size, Stop, Strategy, counted,
};

/// Solves problems one after the other with one strategy. What the strategy
/// builds for a problem, such as tables, is kept for later ones.
///
/// The path and the counters of a search do not depend on the searches before
/// it. `S` is a reference to a strategy, or its owner.
///
/// ```
/// use optile_core::{Meter, PathChoice, Problem, Session, Strategy};
///
/// fn lengths(strategy: &dyn Strategy, problems: &[Problem]) -> Vec<Option<usize>> {
///     let mut session = Session::new(strategy);
///     let mut solve = |problem| session.solve(problem, PathChoice::Any, &mut Meter::default());
///     problems.iter().map(|problem| solve(problem).ok().map(|path| path.len())).collect()
/// }
/// ```
pub struct Session<S = Box<dyn Strategy>> {
    strategy: S,
    workspace: Workspace,
}

impl<S: Deref<Target: Strategy>> Session<S> {
    /// A session in which nothing is built yet.
    pub fn new(strategy: S) -> Self {
        Self { strategy, workspace: Workspace::default() }
    }

    /// The strategy.
    pub fn strategy(&self) -> &S::Target {
        &self.strategy
    }

    /// Builds what searches for problems with this goal share. A search also
    /// builds it if it is missing. This method exists so that its time is
    /// measured separately.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended it. It is [`Stop::Unsupported`] if the size is
    /// not supported.
    pub fn prepare(&mut self, problem: &Problem, meter: &mut Meter) -> Result<(), Stop> {
        self.check(problem.size())?;
        self.strategy.prepare_in(problem, &mut self.workspace, meter)
    }

    /// Finds a path that keeps the strategy's promise.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended it. It is [`Stop::Unsolvable`], without any
    /// search, if parity rules out a path, and [`Stop::Unsupported`] if the
    /// size is not supported.
    pub fn solve(
        &mut self,
        problem: &Problem,
        choice: PathChoice,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        self.check(problem.size())?;
        meter.begin_holding();
        self.strategy.solve_in(problem, choice, &mut self.workspace, meter)
    }

    /// The first state on a path to the goal whose estimate is above what is left of the path. Then
    /// the heuristic is not admissible, and nothing that the strategy promises of lengths is shown.
    ///
    /// `None` if there is none, if it promises nothing of lengths, if the heuristic is
    /// [`Proved`](Admissibility::Proved), and if the path does not lead to the goal.
    pub fn overestimate(&mut self, problem: &Problem, path: &Path) -> Option<Overestimate> {
        let heuristic = self.strategy.heuristic()?;
        let is_proved = heuristic.admissibility() == Admissibility::Proved;
        if is_proved || !self.strategy.promise().limits_length() || path.verify(problem).is_err() {
            return None;
        }
        let task = problem.task::<Shaped<u128>>(PathChoice::Any)?;
        let (size, goal_blank) = (problem.size(), problem.goal().blank());
        // The search has made it, and has counted its memory.
        let meter = &mut Meter::default();
        let estimator = self.workspace.estimator(heuristic, size, goal_blank, meter).ok()?;
        let estimates = Shaped::<u128>::estimates(&*estimator);
        let (mut state, moves) = (task.start, path.moves());
        for (done, &m) in moves.iter().enumerate() {
            let (h, left) = (estimates.of_state(&state), (moves.len() - done) as u32);
            if h > left {
                let board = Path::new(moves[..done].to_vec()).replay(problem.start()).ok()?;
                return Some(Overestimate { board, h, left });
            }
            state.apply(m);
        }
        None
    }

    /// Whether boards of this size can be searched.
    ///
    /// # Errors
    ///
    /// [`Stop::Unsupported`] if not, with the reason of the heuristic if it is due to that.
    pub fn check(&self, size: Size) -> Result<(), Stop> {
        if self.strategy.supports(size) {
            return Ok(());
        }
        // The heuristic says what does not fit, and builds nothing.
        let unfit = self.strategy.heuristic().filter(|heuristic| !heuristic.supports(size));
        let reason = unfit.and_then(|heuristic| {
            heuristic.toward(size, size.cells() - 1, &mut Meter::default()).err()
        });
        Err(reason.unwrap_or_else(|| Stop::unsupported_size(size)))
    }
}

impl<S: fmt::Debug> fmt::Debug for Session<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Session").field(&self.strategy).finish()
    }
}

/// An estimate that is too large, see [`Session::overestimate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overestimate {
    /// The board.
    pub board: Arrangement,
    /// Its estimate.
    pub h: u32,
    /// The moves that lead from it to the goal.
    pub left: u32,
}

impl fmt::Display for Overestimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, h, left } = self;
        let left = counted(left, "move");
        write!(
            f,
            "the heuristic is not admissible: h = {h} on `{board}`, but the goal is {left} away"
        )
    }
}

/// What the searches of one session keep for each other: the estimators of
/// their heuristic, and one value of each type that they ask for.
#[derive(Default)]
pub struct Workspace {
    estimators: Vec<Kept>,
    others: Vec<Box<dyn Any + Send>>,
}

/// An estimator, and a meter with the memory that it takes.
struct Kept {
    size: Size,
    goal_blank: usize,
    estimator: Arc<dyn AnyEstimator>,
    counted: Meter,
}

impl Workspace {
    /// The estimator of the search's heuristic toward a goal, which is made if
    /// it is not there yet. All calls must be for the same heuristic. The
    /// memory of the tables counts in each search.
    pub fn estimator(
        &mut self,
        heuristic: &dyn Heuristic,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        let is_wanted = |kept: &Kept| (kept.size, kept.goal_blank) == (size, goal_blank);
        let kept = match self.estimators.iter().position(is_wanted) {
            Some(place) => &self.estimators[place],
            None => {
                let mut counted = meter.apart();
                let estimator = heuristic.toward(size, goal_blank, &mut counted)?;
                self.estimators.push_mut(Kept { size, goal_blank, estimator, counted })
            }
        };
        meter.count_memory_of(&kept.counted)?;
        Ok(Arc::clone(&kept.estimator))
    }

    /// The value of this type, which is the default one until a search changes
    /// it.
    pub fn keep<T: Any + Default + Send>(&mut self) -> &mut T {
        let place = self.others.iter().position(|other| other.is::<T>());
        let other = match place {
            Some(place) => &mut self.others[place],
            None => self.others.push_mut(Box::<T>::default()),
        };
        other.downcast_mut().unwrap_or_else(|| unreachable!("it was found by its type"))
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goals = self.estimators.iter().map(|kept| (kept.size, kept.goal_blank));
        f.debug_list().entries(goals).finish()
    }
}
