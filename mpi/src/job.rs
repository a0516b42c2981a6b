//! What the first rank asks the others to do.

use anyhow::{Context, Result};
use optile_core::{Limits, PathChoice, Problem};
use optile_ranks::{Communicator, decode, encode};
use optile_results::limits::RunLimits;
use optile_runner::protocol::Request;
use serde::{Deserialize, Serialize};

/// A piece of work that all ranks do together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Job {
    /// Build the tables that a strategy needs.
    Prepare(Request),
    /// Search; whether for the smallest path.
    Solve(Request, bool),
    /// There is nothing more to do.
    End,
}

impl Job {
    pub(crate) fn prepare(strategy: &str, problem: &Problem, limits: &Limits) -> Self {
        Self::Prepare(request(strategy, problem, limits))
    }

    pub(crate) fn solve(
        strategy: &str,
        problem: &Problem,
        choice: PathChoice,
        limits: &Limits,
    ) -> Self {
        let is_smallest = choice == PathChoice::LexicographicallySmallest;
        Self::Solve(request(strategy, problem, limits), is_smallest)
    }

    /// Sends it to all other ranks.
    pub(crate) fn announce(&self, ranks: &mut Communicator) -> Result<()> {
        let text = serde_json::to_string(self).context("cannot write a job")?;
        ranks.broadcast(0, encode(&text))?;
        Ok(())
    }

    /// Waits for the next job from the first rank.
    pub(crate) fn receive(ranks: &mut Communicator) -> Result<Self> {
        let words = ranks.broadcast(0, Vec::new())?;
        serde_json::from_str(&decode::<String>(&words)).context("cannot read a job")
    }
}

/// The limit of time is kept by the first rank alone.
fn request(strategy: &str, problem: &Problem, limits: &Limits) -> Request {
    let limits = RunLimits { nodes: limits.expanded, memory: limits.bytes, ..RunLimits::default() };
    Request::new(0, strategy, problem, limits)
}
