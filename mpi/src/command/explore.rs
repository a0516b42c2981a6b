//! `optile-mpi explore`: the states of a whole space at each distance from a goal.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use optile_exploration::Space;
use optile_ranks::Communicator;
use optile_ranks::agreement::all_have;
use optile_results::text::quantity::{parse_bytes, positive};
use optile_retrograde::Exploration;
use optile_runner::interruption::{EXIT_STATUS, Interruption};
use optile_runner::system::machine;
use serde::Serialize;

use super::memory;
use crate::cores::warn_of_few;
use crate::launch::{fail_together, on_ranks};

/// Count the states of a whole space at each distance from a goal
///
/// This is breadth-first search with one bit per state. Each rank holds a part of the space.
/// The counts are compared with published ones, if there are any. With --checkpoint, the same
/// command continues an exploration that was interrupted, also with another number of ranks.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mpirun -n 4 optile-mpi explore --size 2x7 --checkpoint /shared/2x7.checkpoint
  optile-mpi --local 2 explore --size 3x4

Exit status: 2 if the counts differ from the published ones.")]
pub(super) struct Arguments {
    #[command(flatten)]
    space: Space,
    /// Number of threads of each rank
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Most bytes that a rank may use, such as 4GiB [default: the machine's free memory]
    #[arg(long, value_name = "SIZE", value_parser = positive(parse_bytes))]
    memory_limit: Option<u64>,
}

/// What `--json` prints besides.
#[derive(Serialize)]
struct Report {
    ranks: usize,
    threads: u16,
    /// What all ranks have sent to build layers in this run.
    bytes_sent: u64,
    /// The machine of each rank.
    hosts: Vec<String>,
}

impl Arguments {
    pub(super) fn execute(&self, local: Option<usize>) -> Result<ExitCode> {
        let Self { space, .. } = self;
        Exploration::check(space.size, space.goal_blank())?;
        let interruption = Interruption::listen(1)?;
        on_ranks(local, &space.task(), |ranks| {
            if local.is_none() {
                warn_of_few(ranks, self.threads.into())?;
            }
            let result = self.explore(ranks, &interruption);
            fail_together(ranks, result)
        })
    }

    /// What each rank does. All ranks fail together.
    fn explore(&self, ranks: &mut Communicator, interruption: &Interruption) -> Result<ExitCode> {
        let Self { space, .. } = self;
        let threads = usize::from(self.threads);
        let bytes = Exploration::rank_bytes(space.size, ranks.ranks(), threads)?;
        let tried = space.checkpoint().map(|checkpoint| checkpoint.try_out());
        all_have(ranks, tried.transpose())?;
        memory::afford(ranks, bytes, self.memory_limit)?;
        let counted = space.explore(threads, ranks, interruption.interrupt())?;
        let Some(counted) = counted else { return Ok(EXIT_STATUS.into()) };
        let report = Report {
            ranks: ranks.ranks(),
            threads: self.threads,
            bytes_sent: counted.bytes_sent,
            hosts: ranks.gather(&machine::host())?,
        };
        let peak_bytes = bytes * ranks.ranks() as u128;
        let concluded = match ranks.rank() {
            0 => space.conclude(&counted, peak_bytes, &report),
            _ => Ok(true),
        };
        let is_right = all_have(ranks, concluded)?;
        Ok(if is_right { ExitCode::SUCCESS } else { 2.into() })
    }
}
