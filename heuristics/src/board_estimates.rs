//! Estimates of single boards, outside of searches.

use std::sync::Arc;

use optile_core::{
    AnyEstimator, Arrangement, Board, Heuristic, Heuristics, Meter, PathChoice, Problem, SpecError,
    Stop, with_board,
};

/// The estimates of one heuristic toward one goal. They are for drawing or
/// averaging values, not for searching. Each estimate is computed from the
/// whole board.
pub struct BoardEstimates {
    goal: Arrangement,
    estimator: Arc<dyn AnyEstimator>,
}

impl BoardEstimates {
    /// The heuristic of this name toward this goal. The name is as in a
    /// strategy's name. The goal's tiles may be in any order. Tables that the
    /// heuristic needs are built here, within the limits of `meter`.
    ///
    /// # Errors
    ///
    /// When there is no such heuristic, when it is not for boards of this size,
    /// or when its tables could not be built.
    pub fn new(
        heuristics: &dyn Heuristics,
        name: &str,
        goal: &Arrangement,
        meter: &mut Meter,
    ) -> Result<Self, BoardEstimatesError> {
        Ok(Self::toward(&*heuristics.named(name)?, goal, meter)?)
    }

    /// Those of a heuristic toward this goal, as for [`BoardEstimates::new`].
    ///
    /// # Errors
    ///
    /// When it is not for boards of this size, or when its tables could not be built.
    pub fn toward(
        heuristic: &dyn Heuristic,
        goal: &Arrangement,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let estimator = heuristic.toward(goal.size(), goal.blank(), meter)?;
        Ok(Self { goal: *goal, estimator })
    }

    /// The estimate of this board, in moves; `None` if its size is not that of
    /// the goal.
    ///
    /// ```
    /// use optile_core::{Arrangement, Meter};
    /// use optile_heuristics::{BoardEstimates, Catalogue};
    ///
    /// let goal = Arrangement::goal("3x3".parse()?, 8)?;
    /// let (heuristics, mut meter) = (Catalogue::default(), Meter::default());
    /// let manhattan = BoardEstimates::new(&heuristics, "manhattan", &goal, &mut meter)?;
    /// assert_eq!(manhattan.of(&goal), Some(0));
    /// assert_eq!(manhattan.of(&"8 6 7 / 2 5 4 / 3 0 1".parse()?), Some(21));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&self, start: &Arrangement) -> Option<u32> {
        let problem = Problem::new(*start, self.goal).ok()?;
        with_board!(problem.size(), board => self.of_problem(board, &problem))
    }

    fn of_problem<B: Board>(&self, _: B, problem: &Problem) -> Option<u32> {
        let task = problem.task::<B>(PathChoice::Any)?;
        Some(B::estimates(&*self.estimator).of_state(&task.start))
    }
}

/// Why there is no [`BoardEstimates`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardEstimatesError {
    /// No heuristic has this name.
    #[error(transparent)]
    Name(#[from] SpecError),
    /// The heuristic is not for this board, or its tables could not be built.
    #[error(transparent)]
    Stop(#[from] Stop),
}

#[cfg(test)]
mod tests {
    use optile_core::{HeuristicInfo, Size};

    use super::*;
    use crate::Catalogue;

    #[test]
    fn every_heuristic_has_one_on_every_size_that_it_is_for() {
        let heuristics = Catalogue::default();
        for size in Size::all() {
            let goal = Arrangement::goal(size, 0).unwrap();
            for name in crate::ALL.iter().flat_map(HeuristicInfo::names) {
                match BoardEstimates::new(&heuristics, name, &goal, &mut Meter::default()) {
                    Ok(estimates) => assert_eq!(estimates.of(&goal), Some(0), "{name} {size}"),
                    Err(error) => {
                        let is_refused =
                            matches!(error, BoardEstimatesError::Stop(Stop::Unsupported(_)));
                        assert!(is_refused, "{name} {size}: {error}");
                    }
                }
            }
        }
    }

    #[test]
    fn goals_may_have_their_tiles_in_any_order_and_other_sizes_are_told() {
        let goal = "3 1 2 / 5 4 8 / 0 7 6".parse().unwrap();
        let estimates =
            BoardEstimates::new(&Catalogue::default(), "manhattan", &goal, &mut Meter::default())
                .unwrap();
        assert_eq!(estimates.of(&"3 1 2 / 5 4 8 / 7 6 0".parse().unwrap()), Some(2));
        assert_eq!(estimates.of(&"1 2 / 3 0".parse().unwrap()), None);
        assert!(matches!(
            BoardEstimates::new(&Catalogue::default(), "nonsense", &goal, &mut Meter::default()),
            Err(BoardEstimatesError::Name(_))
        ));
    }
}
