//! The command line. Each command is a file or a folder here, and a line in `all`. No command
//! imports this file.

mod boards;
mod bounds;
mod build;
mod check;
mod exit;
mod explore;
mod limits;
mod list;
mod memory;
mod new;
mod pdb;
mod reproduce;
mod results;
mod runs;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args};
use clap_complete::Shell;
use optile_core::Size;
use optile_instances::instance::LengthOfUnsolvable;
use optile_results::lines::visible_lines;
use optile_results::terminal::{error_width, wrapped};

use self::exit::Exit;

/// All commands, in the order of the help.
fn all() -> Vec<Command> {
    vec![
        command("run", runs::run::Arguments::execute),
        command("report", results::report::Arguments::execute),
        command("compare", results::compare::Arguments::execute),
        command("rank", results::rank::Arguments::execute),
        command("export", results::export::Arguments::execute),
        command("chart", results::chart::Arguments::execute),
        command("reproduce", reproduce::Arguments::execute),
        command("explore", explore::Arguments::execute),
        command("bounds", bounds::Arguments::execute),
        command("merge", results::merge::Arguments::execute),
        command("pdb", pdb::Arguments::execute),
        command("solve", boards::solve::Arguments::execute),
        command("watch", boards::watch::Arguments::execute),
        command("generate", boards::generate::Arguments::execute),
        command("list", list::Arguments::execute),
        command("verify", runs::verify::Arguments::execute),
        command("check", check::Arguments::execute),
        command("new", new::Arguments::execute),
        command("worker", runs::worker::WorkerArguments::execute),
        command("confine", runs::worker::KeeperArguments::execute),
        command("completions", Completions::execute),
        command("man", Manual::execute),
    ]
}

/// A command: its name, its arguments, and what it does.
struct Command {
    name: &'static str,
    describe: fn(clap::Command) -> clap::Command,
    execute: Box<Execute>,
}

/// What a command does with its arguments.
type Execute = dyn Fn(&ArgMatches) -> Result<Exit>;

/// The command of this name.
fn command<A: Args + 'static>(name: &'static str, execute: fn(A) -> Result<Exit>) -> Command {
    Command {
        name,
        describe: A::augment_args,
        execute: Box::new(move |matches| execute(A::from_arg_matches(matches)?)),
    }
}

/// The whole command line.
fn command_line() -> clap::Command {
    clap::Command::new("optile")
        .bin_name("optile")
        .version(env!("CARGO_PKG_VERSION"))
        .about(
            "Runs every sliding-tile search strategy on the same boards, checks that all agree on \
             the optimal length, and reports what each of them costs",
        )
        .after_help(
            "Exit status: 0 success, 1 bad usage or input, 2 an answer is wrong or strategies \
             disagree, 130 interrupted.",
        )
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(all().iter().map(|one| (one.describe)(clap::Command::new(one.name))))
}

/// Executes the command line.
pub fn main() -> ExitCode {
    let matches = match command_line().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            let error = with_tip(error);
            // clap's status for bad usage is 2, which here means a wrong answer.
            let status = u8::from(error.use_stderr());
            // If this fails, there is no way to say so.
            let _ = error.print();
            return status.into();
        }
    };
    match execute(&matches) {
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

/// Executes the command that was given.
fn execute(matches: &ArgMatches) -> Result<Exit> {
    let (name, matches) = matches.subcommand().ok_or_else(|| anyhow!("no command"))?;
    let command = all().into_iter().find(|command| command.name == name);
    let command = command.ok_or_else(|| anyhow!("unknown command {name:?}"))?;
    (command.execute)(matches)
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

/// Print completions for a shell
#[derive(Debug, Args)]
struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    fn execute(self) -> Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command_line(), "optile", &mut script);
        io::stdout().write_all(&script)?;
        Ok(Exit::Success)
    }
}

/// Print the manual page of optile or of one of its commands
#[derive(Debug, Args)]
struct Manual {
    /// The command
    command: Option<String>,
}

impl Manual {
    fn execute(self) -> Result<Exit> {
        let mut whole = command_line();
        whole.build();
        let described = match &self.command {
            None => whole,
            Some(name) => whole.find_subcommand(name).cloned().ok_or_else(|| {
                anyhow!("unknown command {name:?}: `optile help` lists all of them")
            })?,
        };
        let mut page = Vec::new();
        let source = concat!("optile ", env!("CARGO_PKG_VERSION"));
        clap_mangen::Man::new(described).source(source).manual("optile").render(&mut page)?;
        io::stdout().write_all(&page)?;
        Ok(Exit::Success)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command_line().debug_assert();
    }
}
