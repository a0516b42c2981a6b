//! `optile-mpi check-link`: whether messages arrive as the searches need it.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use optile_ranks::conformance;

use crate::launch::on_ranks;

/// Check that messages between all ranks arrive complete and in order
#[derive(Debug, Args)]
pub(super) struct Arguments {}

impl Arguments {
    pub(super) fn execute(&self, local: Option<usize>) -> Result<ExitCode> {
        on_ranks(local, "check-link", |ranks| {
            conformance::check(ranks);
            let traffic = ranks.traffic();
            if ranks.rank() == 0 {
                println!(
                    "{} ranks: all messages arrived; rank 0 sent {} messages of {} bytes in all",
                    ranks.ranks(),
                    traffic.messages,
                    traffic.bytes
                );
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}
