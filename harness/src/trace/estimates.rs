//! The estimates of a strategy's heuristic, in both directions.

use std::fmt;
use std::sync::Arc;

use optile_core::{
    AnyEstimator, Arrangement, Board, Heuristic, Labels, Meter, PathChoice, Problem, Stop,
    with_shaped_board,
};

/// The estimates of a heuristic toward the goal, and toward the start.
#[derive(Clone)]
pub struct Estimates {
    problem: Problem,
    labels: Labels,
    toward: Option<[Arc<dyn AnyEstimator>; 2]>,
}

impl Estimates {
    /// The estimates of a heuristic for a problem; none without a heuristic.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for.
    pub fn new(
        heuristic: Option<&dyn Heuristic>,
        problem: &Problem,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let blanks = [problem.goal().blank(), problem.start().blank()];
        let Some(heuristic) = heuristic else { return Ok(Self::none(problem)) };
        let [goal, start] = blanks.map(|blank| heuristic.toward(problem.size(), blank, meter));
        Ok(Self { toward: Some([goal?, start?]), ..Self::none(problem) })
    }

    /// No estimates.
    pub fn none(problem: &Problem) -> Self {
        Self { problem: *problem, labels: Labels::of(problem), toward: None }
    }

    /// Whether there is a heuristic.
    pub fn is_known(&self) -> bool {
        self.toward.is_some()
    }

    /// The estimate of a board, which must be of the problem's size: toward the goal on side 0
    /// and toward the start on side 1.
    pub fn of(&self, side: usize, board: &Arrangement) -> Option<u32> {
        let estimator = &self.toward.as_ref()?[side];
        let problem = Problem::new(*board, *self.problem.goal()).ok()?;
        with_shaped_board!(problem.size(), shape => {
            let state = task_of(shape, &problem)?;
            let state = if side == 0 { state } else { self.labels.rename(&state) };
            Some(on(shape, &**estimator).of_state(&state))
        })
    }
}

fn task_of<B: Board>(_: B, problem: &Problem) -> Option<optile_core::State<B>> {
    Some(problem.task::<B>(PathChoice::Any)?.start)
}

fn on<B: Board>(_: B, any: &dyn AnyEstimator) -> &dyn optile_core::Estimates<B> {
    B::estimates(any)
}

impl fmt::Debug for Estimates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Estimates").field(&self.is_known()).finish()
    }
}
