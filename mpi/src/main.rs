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
mod overdue;
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
    #[cfg(feature = "mpi")]
    outbox::send_at_once();
    command::main()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_environment_is_changed_before_any_thread_starts() {
        let (_, main) = include_str!("main.rs").split_once("fn main() -> ExitCode {\n").unwrap();
        let first = main.lines().find(|line| !line.trim().starts_with("#[")).unwrap();
        assert_eq!(first.trim(), "outbox::send_at_once();");
        let others = [include_str!("mpi_link.rs"), include_str!("launch.rs")];
        assert!(others.iter().all(|file| !file.contains("send_at_once")));
    }
}
