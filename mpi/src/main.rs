//! The `optile-mpi` program. `docs/clusters.md` explains how to use it.

mod command;
mod cores;
mod families;
mod launch;
mod leader;
#[cfg(feature = "mpi")]
mod mpi_link;
#[cfg(feature = "mpi")]
mod outbox;
mod overhead;
mod shared_ranks;

use std::process::ExitCode;

use optile_runner::session::origin::Build;

/// How this program was built, from its build script.
const BUILD: Build = Build {
    revision: env!("OPTILE_REVISION"),
    compiler: env!("OPTILE_COMPILER"),
    target: env!("OPTILE_TARGET"),
};

fn main() -> ExitCode {
    command::main()
}
