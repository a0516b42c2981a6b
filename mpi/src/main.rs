//! The `optile-mpi` program. `docs/clusters.md` explains how to use it.

mod command;
mod launch;
#[cfg(feature = "mpi")]
mod mpi_link;
#[cfg(feature = "mpi")]
mod outbox;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
