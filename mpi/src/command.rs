//! The command line.

mod experiment;
mod explore;
mod memory;
mod run;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use optile_results::text::terminal::say;

/// Searches sliding-tile puzzles on several machines, over MPI
///
/// Start it by mpirun or srun, with one rank per machine or per socket. With --local,
/// ranks are threads of one process, and no MPI is needed.
#[derive(Debug, Parser)]
#[command(name = "optile-mpi", version, max_term_width = 100)]
#[command(after_help = "Exit status: 0 success, 1 bad usage or input, 2 an answer is wrong, \
130 interrupted.")]
struct Cli {
    /// Start this number of ranks as threads of this process
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    local: Option<u16>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Arguments>),
    Explore(Box<explore::Arguments>),
}

/// Executes the command line.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // clap's status for bad usage is 2, which here means a wrong answer.
            let status = u8::from(error.use_stderr());
            return match error.print().and_then(|()| io::stdout().flush()) {
                Err(cause) if status == 0 && cause.kind() != io::ErrorKind::BrokenPipe => {
                    say(&format!("error: cannot write the help: {cause}"));
                    ExitCode::FAILURE
                }
                // If an error cannot be printed, there is no way to say so.
                _ => status.into(),
            };
        }
    };
    let local = cli.local.map(usize::from);
    match cli.command.execute(local) {
        Ok(status) => status,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

impl Command {
    fn execute(self, local: Option<usize>) -> Result<ExitCode> {
        match self {
            Self::Run(arguments) => arguments.execute(local),
            Self::Explore(arguments) => arguments.execute(local),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_claims_are_valid() {
        let page = include_str!("../../docs/artifact.md");
        let code = page.split('`').filter(|text| text.starts_with("optile-mpi "));
        let mut commands = 0;
        for command in code {
            if let Err(error) = Cli::try_parse_from(command.split_whitespace()) {
                panic!("{command}: {error}");
            }
            commands += 1;
        }
        assert!(commands > 0, "the page names no command");
    }
}
