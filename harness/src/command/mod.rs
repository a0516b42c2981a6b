//! The command line. Each command is a file or a folder here, and a line in `all`. No command
//! imports this file.

mod boards;
mod build;
mod check;
mod exit;
mod explore;
mod limits;
mod list;
mod new;
mod output;
mod pdb;
mod programs;
mod results;
mod runs;
mod watch;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args};
use clap_complete::Shell;
use optile_core::Size;
use optile_results::text::terminal::{say, width, wrapped};

use self::exit::Exit;

/// All commands by what a person wants, in the order of the help.
fn groups() -> Vec<(&'static str, Vec<Command>)> {
    let compare = vec![
        command("run", runs::run::Arguments::execute),
        command("report", results::report::Arguments::execute),
        command("compare", results::compare::Arguments::execute),
        command("export", results::export::Arguments::execute),
    ];
    let chart = vec![command("chart", results::chart::Arguments::execute)];
    let check = vec![command("check", check::Arguments::execute)];
    let add =
        vec![command("new", new::Arguments::execute), command("list", list::Arguments::execute)];
    let scale = vec![
        command("explore", explore::Arguments::execute),
        command("merge", results::merge::Arguments::execute),
        command("pdb", pdb::Arguments::execute),
    ];
    let solve = vec![
        command("solve", boards::solve::Arguments::execute),
        command("watch", watch::Arguments::execute),
        command("generate", boards::generate::Arguments::execute),
        command("convert", boards::convert::Arguments::execute),
    ];
    let shell = vec![command("completions", Completions::execute), command("man", Manual::execute)];
    // Workers, which the program starts itself, are not in the help.
    let hidden = vec![
        command("worker", runs::worker::WorkerArguments::execute),
        command("confine", runs::worker::KeeperArguments::execute),
    ];
    vec![
        ("Compare strategies", compare),
        ("Draw charts", chart),
        ("Check answers and searches", check),
        ("Add a strategy, and see what there is", add),
        ("Scale up to large spaces and several machines", scale),
        ("Solve and make boards", solve),
        ("Set up the shell", shell),
        ("", hidden),
    ]
}

/// All commands.
fn all() -> impl Iterator<Item = Command> {
    groups().into_iter().flat_map(|(_, commands)| commands)
}

/// A command: its name, its arguments, and what it does.
struct Command {
    name: &'static str,
    describe: fn(clap::Command) -> clap::Command,
    execute: Box<Execute>,
}

impl Command {
    fn described(&self) -> clap::Command {
        (self.describe)(clap::Command::new(self.name))
    }
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

/// The whole command line. Nothing is executed.
pub fn command_line() -> clap::Command {
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
        .max_term_width(HELP_WIDTH.into())
        .subcommand_required(true)
        .arg_required_else_help(true)
        .help_template(help())
        .subcommands(all().map(|one| one.described()))
}

/// The form of the help.
fn help() -> String {
    let header = *Styles::default().get_header();
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{}\n{header}Options:{header:#}\n\
         {{options}}{{after-help}}",
        grouped_help()
    )
}

/// The commands by their groups, each with its first line.
fn grouped_help() -> String {
    let header = *Styles::default().get_header();
    let literal = *Styles::default().get_literal();
    let name_width = all().map(|one| one.name.len()).max().unwrap_or_default();
    let indent = name_width + 4;
    let mut text = String::new();
    for (heading, commands) in groups() {
        if heading.is_empty() {
            continue;
        }
        text.push_str(&format!("\n{header}{heading}:{header:#}\n"));
        for one in commands {
            let about = one.described().get_about().map(ToString::to_string).unwrap_or_default();
            let about = wrapped(&about, Some(help_width()), indent, indent);
            let name = one.name;
            let space = " ".repeat(name_width - name.len());
            text.push_str(&format!("  {literal}{name}{literal:#}{space}  {about}\n"));
        }
    }
    text
}

/// The columns of the help.
fn help_width() -> u16 {
    width().unwrap_or(HELP_WIDTH).min(HELP_WIDTH)
}

/// The most columns of the help.
const HELP_WIDTH: u16 = 100;

/// Executes the command line.
pub fn main() -> ExitCode {
    let matches = match command_line().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            let error = with_tip(error);
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
    match execute(&matches) {
        Ok(exit) => exit.into(),
        // The reader of the output has ended, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Executes the command that was given.
fn execute(matches: &ArgMatches) -> Result<Exit> {
    let (name, matches) = matches.subcommand().ok_or_else(|| anyhow!("no command"))?;
    let command = all().find(|command| command.name == name);
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
///
/// Put the script where the shell looks for completions, or evaluate it when the shell begins:
/// `source <(optile completions bash)`.
#[derive(Debug, Args)]
struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    fn execute(self) -> Result<Exit> {
        // It would panic if nobody reads what it writes.
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

    #[test]
    fn the_help_has_each_command_in_one_group() {
        let help = command_line().render_help().to_string();
        for one in all() {
            let lines = help.lines().filter(|line| line.starts_with(&format!("  {} ", one.name)));
            assert_eq!(lines.count(), usize::from(!one.described().is_hide_set()), "{}", one.name);
        }
    }

    #[test]
    fn the_help_of_run_begins_with_ten_options() {
        let mut all = command_line();
        let help = all.find_subcommand_mut("run").unwrap().render_help().to_string();
        let (first, _) = help.split_once("\nMore:\n").unwrap();
        let options = first.lines().filter(|line| line.trim_start().starts_with('-'));
        assert_eq!(options.count(), 10 + 1, "and --help: {first}");
    }

    #[test]
    fn each_command_of_the_help_is_in_the_document() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/commands.md");
        let page = std::fs::read_to_string(file).unwrap();
        for one in all().filter(|one| !one.described().is_hide_set()) {
            assert!(page.contains(&format!("optile {}", one.name)), "{}", one.name);
        }
    }
}
