//! The estimates of a strategy's heuristic, in both directions.

use std::fmt;

use optile_core::{Arrangement, Heuristic, Meter, Problem, Stop};
use optile_heuristics::BoardEstimates;

/// The estimates of a heuristic toward the goal, and toward the start; none without a heuristic.
#[derive(Default)]
pub struct Estimates(Option<[BoardEstimates; 2]>);

impl Estimates {
    /// The estimates of a heuristic for a problem.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for.
    pub fn new(
        heuristic: Option<&dyn Heuristic>,
        problem: &Problem,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let Some(heuristic) = heuristic else { return Ok(Self::default()) };
        let ends = [problem.goal(), problem.start()];
        let [goal, start] = ends.map(|end| BoardEstimates::toward(heuristic, end, meter));
        Ok(Self(Some([goal?, start?])))
    }

    /// Whether there is a heuristic.
    pub fn is_known(&self) -> bool {
        self.0.is_some()
    }

    /// The estimate of a board: toward the goal on side 0 and toward the start on side 1.
    pub fn of(&self, side: usize, board: &Arrangement) -> Option<u32> {
        self.0.as_ref()?[side].of(board)
    }
}

impl fmt::Debug for Estimates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Estimates").field(&self.is_known()).finish()
    }
}
