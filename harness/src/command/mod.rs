//! The command line.

mod boards;
mod bounds;
mod check;
mod explore;
mod list;
mod memory;
mod new;
mod pdb;
mod reproduce;
mod results;
mod runs;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use optile_core::Size;
use optile_instances::instance::LengthOfUnsolvable;
use optile_results::limits::RunLimits;
use optile_results::lines::visible_lines;
use optile_results::quantity::{parse_bytes, parse_count, parse_duration};
use optile_results::terminal::{error_width, wrapped};
use optile_runner::origin::Build;
use optile_runner::{containment, interruption};

/// How this program was built, from its build script.
const BUILD: Build = Build {
    revision: env!("OPTILE_REVISION"),
    compiler: env!("OPTILE_COMPILER"),
    target: env!("OPTILE_TARGET"),
};

/// Runs every sliding-tile search strategy on the same boards, checks that all
/// agree on the optimal length, and reports what each of them costs.
#[derive(Debug, Parser)]
#[command(name = "optile", bin_name = "optile", version, max_term_width = 100)]
#[command(after_help = "Exit status: 0 success, 1 bad usage or input, 2 an answer is wrong or \
    strategies disagree, 130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run strategies on a suite of instances and report what each costs
    Run(runs::run::Arguments),
    /// Write the report again from recorded results, without searching
    Report(results::report::Arguments),
    Compare(results::compare::Arguments),
    Rank(results::rank::Arguments),
    Export(results::export::Arguments),
    Chart(results::chart::Arguments),
    Reproduce(reproduce::Arguments),
    Explore(explore::Arguments),
    Bounds(bounds::Arguments),
    Merge(results::merge::Arguments),
    Pdb(pdb::Arguments),
    /// Solve boards: arguments, files or standard input
    Solve(boards::solve::Arguments),
    /// Generate an instance file
    Generate(boards::generate::Arguments),
    /// List strategies, heuristics, suites, instances and judges
    List(list::Arguments),
    /// Check every strategy on every instance once, without measuring time
    Verify(runs::verify::Arguments),
    Check(check::Arguments),
    New(new::Arguments),
    #[command(hide = true)]
    Worker(runs::worker::WorkerArguments),
    #[command(hide = true)]
    Confine {
        /// What the harness orders
        order: String,
    },
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of optile or of one of its commands
    Man {
        /// The command
        command: Option<String>,
    },
}

/// Limits of each run, common to several commands.
#[derive(Clone, Copy, Debug, Args)]
struct LimitArguments {
    /// Longest time to prepare, and to search, such as 10s or 5m
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Most nodes to expand, such as 1000000 or 10M
    #[arg(long, value_name = "N", value_parser = parse_count)]
    node_limit: Option<u64>,
    /// Most bytes in tables and queues, such as 4GiB [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory_limit: Option<u64>,
}

impl LimitArguments {
    /// The limits given here, otherwise those of the suite.
    fn over(self, suite: RunLimits) -> RunLimits {
        RunLimits {
            time: self.time_limit.or(suite.time),
            cpu: suite.cpu,
            nodes: self.node_limit.or(suite.nodes),
            memory: self.memory_limit.or(suite.memory),
        }
    }
}

/// How a command ended, if it did not fail. The greater of two ends is the one to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// Success.
    Success,
    /// Something is missing. The output says what.
    Incomplete,
    /// An answer is wrong, or strategies disagree.
    Wrong,
    /// The user interrupted it.
    Interrupted,
}

impl Exit {
    /// [`Exit::Success`] or [`Exit::Wrong`].
    fn of(is_well: bool) -> Self {
        if is_well { Self::Success } else { Self::Wrong }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Success => Self::SUCCESS,
            Exit::Incomplete => Self::FAILURE,
            Exit::Wrong => 2.into(),
            Exit::Interrupted => interruption::EXIT_STATUS.into(),
        }
    }
}

/// Executes the command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let error = with_tip(error);
            // clap's status for bad usage is 2, which here means a wrong answer.
            let status = u8::from(error.use_stderr());
            // If this fails, there is no way to say so.
            let _ = error.print();
            return status.into();
        }
    };
    match cli.command.execute() {
        Ok(exit) => exit.into(),
        // The reader of the output has ended, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // A message may quote a file or an external program.
            let text = format!("error: {}", visible_lines(&format!("{error:#}")));
            let _ = writeln!(io::stderr(), "{}", wrapped(&text, error_width(), 0, 0));
            // A length in a file is an answer, too.
            let is_wrong = error.downcast_ref::<LengthOfUnsolvable>().is_some();
            if is_wrong { Exit::Wrong } else { Exit::Incomplete }.into()
        }
    }
}

/// The error, with a tip if a size was given without its option.
fn with_tip(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && let Ok(size) = word.parse::<Size>()
    {
        let tip = format!("the size is an option: --size {size}").into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

impl Command {
    fn execute(self) -> Result<Exit> {
        match self {
            Self::Run(arguments) => arguments.execute(),
            Self::Report(arguments) => arguments.execute(),
            Self::Solve(arguments) => arguments.execute(),
            Self::Generate(arguments) => arguments.execute(),
            Self::List(arguments) => arguments.execute(),
            Self::Verify(arguments) => arguments.execute(),
            Self::Check(arguments) => arguments.execute(),
            Self::New(arguments) => arguments.execute(),
            Self::Compare(arguments) => arguments.execute(),
            Self::Rank(arguments) => arguments.execute(),
            Self::Export(arguments) => arguments.execute(),
            Self::Chart(arguments) => arguments.execute(),
            Self::Reproduce(arguments) => arguments.execute(),
            Self::Explore(arguments) => arguments.execute(),
            Self::Bounds(arguments) => arguments.execute(),
            Self::Merge(arguments) => arguments.execute(),
            Self::Pdb(arguments) => arguments.execute(),
            Self::Worker(arguments) => arguments.execute(),
            Self::Confine { order } => match containment::keep(&order)? {},
            Self::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut Cli::command(), "optile", &mut script);
                io::stdout().write_all(&script)?;
                Ok(Exit::Success)
            }
            Self::Man { command } => {
                let mut page = Vec::new();
                let page_of = clap_mangen::Man::new(manual(command.as_deref())?)
                    .source(concat!("optile ", env!("CARGO_PKG_VERSION")))
                    .manual("optile");
                page_of.render(&mut page)?;
                io::stdout().write_all(&page)?;
                Ok(Exit::Success)
            }
        }
    }
}

/// The command of a manual page.
fn manual(name: Option<&str>) -> Result<clap::Command> {
    let mut whole = Cli::command();
    whole.build();
    let Some(name) = name else { return Ok(whole) };
    let command = whole
        .find_subcommand(name)
        .ok_or_else(|| anyhow!("unknown command {name:?}: `optile help` lists all of them"))?;
    Ok(command.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_command_line_overrides_the_suite_and_the_suite_the_machine() {
        let given = LimitArguments { time_limit: None, node_limit: Some(5), memory_limit: None };
        let suite = RunLimits {
            time: Some(Duration::from_secs(1)),
            nodes: Some(9),
            ..RunLimits::default()
        };
        let limits = optile_runner::machine::with_memory_limit(given.over(suite), 1);
        assert_eq!((limits.time, limits.nodes), (suite.time, Some(5)));
        assert_eq!(limits.memory, optile_runner::machine::default_memory_limit(1));
    }
}
