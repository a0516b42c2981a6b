//! `optile explore`: the states of a whole space at each distance from a goal.

use std::thread;

use anyhow::Result;
use clap::Args;
use optile_core::reachable;
use optile_exploration::Space;
use optile_ranks::Communicator;
use optile_results::text::quantity::{counted, parse_bytes, positive};
use optile_results::text::unit::Unit;
use optile_retrograde::Exploration;
use optile_runner::interruption::Interruption;

use crate::command::exit::Exit;
use crate::command::limits::afford;

/// Count the states of a whole space at each distance from a goal
///
/// This is breadth-first search with one bit per state, on all cores. The counts are
/// compared with published ones, if there are any. With --checkpoint, the same
/// command continues an exploration that was interrupted.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile explore --size 3x4
  optile explore --size 2x7 --checkpoint 2x7.checkpoint

Exit status: 2 if the counts differ from the published ones.")]
pub(super) struct Arguments {
    #[command(flatten)]
    space: Space,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Most bytes to use, such as 4GiB [default: the machine's free memory]
    #[arg(long, value_name = "SIZE", value_parser = positive(parse_bytes))]
    memory_limit: Option<u64>,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let Self { space, .. } = &self;
        let (size, goal_blank) = (space.size, space.goal_blank());
        Exploration::check(size, goal_blank)?;
        space.checkpoint().map(|checkpoint| checkpoint.try_out()).transpose()?;
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(cores, usize::from);
        let bytes = Exploration::rank_bytes(size, 1, threads)?;
        let needs = format!(
            "{size}: {} need {} of memory",
            counted(reachable(size), "state"),
            Unit::Bytes.text(bytes as f64)
        );
        afford(bytes, self.memory_limit, needs)?;
        let interruption = Interruption::listen(1)?;
        let interrupt = interruption.interrupt();
        let mut alone = Communicator::alone();
        let counted = space.explore(threads, &mut alone, interrupt)?;
        let Some(counted) = counted else { return Ok(Exit::Interrupted) };
        let is_right = space.conclude(&counted, bytes, &serde_json::Map::new())?;
        Ok(Exit::of(is_right))
    }
}
