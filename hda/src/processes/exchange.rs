//! What a search needs of the ranks of other processes.

use optile_ranks::Gone;

use super::freight::{Arrivals, Freight};
use crate::plan::Report;

/// What the ranks of all processes tell each other at the end of a step.
pub trait Exchange {
    /// Sends the reports and the freight of the ranks of this process, that of the first rank
    /// first. Writes the reports of all ranks.
    ///
    /// # Errors
    ///
    /// When another process has ended.
    fn exchange(
        &mut self,
        reports: &mut [Report],
        freights: Vec<Freight>,
    ) -> Result<Arrivals, Gone>;

    /// Waits for the number of expansions that the ranks of earlier processes have left.
    /// `None` if one of them was stopped.
    ///
    /// # Errors
    ///
    /// When another process has ended.
    fn left_by_earlier(&mut self, left: u64) -> Result<Option<u64>, Gone>;

    /// Passes on the number of expansions that are left, or that a rank was stopped.
    ///
    /// # Errors
    ///
    /// When another process has ended.
    fn leave_to_later(&mut self, left: Option<u64>) -> Result<(), Gone>;
}

/// No processes.
#[derive(Debug)]
pub enum Nobody {}

impl Exchange for Nobody {
    fn exchange(&mut self, _: &mut [Report], _: Vec<Freight>) -> Result<Arrivals, Gone> {
        match *self {}
    }

    fn left_by_earlier(&mut self, _: u64) -> Result<Option<u64>, Gone> {
        match *self {}
    }

    fn leave_to_later(&mut self, _: Option<u64>) -> Result<(), Gone> {
        match *self {}
    }
}
