//! What a shell completes: commands and options by themselves, and names of strategies,
//! heuristics, suites and instances.
//!
//! The shell asks the program at each press of Tab. So the names are always those of the
//! installed program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};

use anyhow::{Result, anyhow};
use clap::{Args, Command};
use clap_complete::engine::ValueCompleter;
use clap_complete::env::{CompleteEnv, Shells};
use clap_complete::{ArgValueCompleter, CompletionCandidate, PathCompleter, Shell};
use optile_instances::bundle;
use optile_runner::plan::suite::Suite;

use super::exit::Exit;
use crate::registry;

/// The variable with which a shell asks for candidates.
const VARIABLE: &str = "COMPLETE";

/// The suite whose instances are offered if no other one is named.
const USUAL_SUITE: &str = "eight";

/// Bash ends a word at a colon otherwise, and names of strategies have one.
const COLONS_OF_BASH: &str = "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n";

/// Print completions for a shell
///
/// Put the script where the shell looks for completions, or evaluate it when the shell begins:
/// `source <(optile completions bash)`. It asks the program for candidates, names of strategies,
/// heuristics, suites and instances included.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        io::stdout().write_all(&script(self.shell)?)?;
        Ok(Exit::Success)
    }
}

/// The script that makes a shell ask the program for candidates.
fn script(shell: Shell) -> Result<Vec<u8>> {
    let (shells, name) = (Shells::builtins(), shell.to_string());
    let known = shells.completer(&name).ok_or_else(|| anyhow!("no completions for {name}"))?;
    let mut script = Vec::new();
    known.write_registration(VARIABLE, "optile", "optile", "optile", &mut script)?;
    if shell == Shell::Bash {
        script.extend(COLONS_OF_BASH.bytes());
    }
    Ok(script)
}

/// Answers a shell that asks for candidates, and ends the process then.
pub(super) fn answer(command_line: fn() -> Command) {
    CompleteEnv::with_factory(move || with_names(command_line())).var(VARIABLE).complete();
}

/// The command line with candidates for all arguments that are names.
fn with_names(command_line: Command) -> Command {
    let commands: Vec<String> =
        command_line.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    commands.iter().fold(command_line, |line, name| {
        line.mut_subcommand(name, |command| {
            let is_check = command.get_name() == "check";
            command.mut_args(|argument| match argument.get_id().as_str() {
                "strategy" | "counts_as" => argument.add(ArgValueCompleter::new(strategies)),
                "heuristic" => argument.add(ArgValueCompleter::new(heuristics)),
                "name" if is_check => argument.add(ArgValueCompleter::new(subjects)),
                "suite" => argument.add(ArgValueCompleter::new(suites)),
                "instance" => argument.add(ArgValueCompleter::new(instances)),
                _ => argument,
            })
        })
    })
}

/// The candidates that begin like the word.
fn beginning(
    word: &OsStr,
    candidates: impl IntoIterator<Item = CompletionCandidate>,
) -> Vec<CompletionCandidate> {
    let Some(word) = word.to_str() else { return Vec::new() };
    let is_like = |one: &CompletionCandidate| one.get_value().to_string_lossy().starts_with(word);
    candidates.into_iter().filter(is_like).collect()
}

/// Families first, and the heuristics of a family after its colon.
fn strategies(word: &OsStr) -> Vec<CompletionCandidate> {
    let is_with_colon = word.to_string_lossy().contains(':');
    let registry = registry::all();
    let candidates = registry.families().iter().flat_map(|family| {
        let about = Some(family.about.into());
        match (family.heuristics.is_empty(), is_with_colon) {
            (true, _) => vec![CompletionCandidate::new(family.name).help(about)],
            (false, false) => {
                vec![CompletionCandidate::new(format!("{}:", family.name)).help(about)]
            }
            (false, true) => family.names().into_iter().map(CompletionCandidate::new).collect(),
        }
    });
    beginning(word, candidates)
}

fn heuristics(word: &OsStr) -> Vec<CompletionCandidate> {
    let all = optile_heuristics::ALL.iter().flat_map(|heuristic| {
        let candidate = |name| CompletionCandidate::new(name).help(Some(heuristic.about.into()));
        heuristic.names().map(candidate)
    });
    beginning(word, all)
}

/// What `check` examines.
fn subjects(word: &OsStr) -> Vec<CompletionCandidate> {
    strategies(word).into_iter().chain(heuristics(word)).collect()
}

/// Bundled suites, and files.
fn suites(word: &OsStr) -> Vec<CompletionCandidate> {
    let own = beginning(word, bundle::suite_names().map(CompletionCandidate::new));
    own.into_iter().chain(PathCompleter::file().complete(word)).collect()
}

/// The instances of the suite that is named before.
fn instances(word: &OsStr) -> Vec<CompletionCandidate> {
    instances_of(env::args_os(), word)
}

fn instances_of(line: impl Iterator<Item = OsString>, word: &OsStr) -> Vec<CompletionCandidate> {
    let words: Vec<OsString> = line.collect();
    let named = bundle::suite_names().find(|name| words.iter().any(|word| word == name));
    let suite = Suite::find(named.unwrap_or(USUAL_SUITE), &registry::all());
    let instances = suite.and_then(|suite| suite.instances()).unwrap_or_default();
    beginning(word, instances.into_iter().map(|instance| CompletionCandidate::new(instance.id)))
}

#[cfg(test)]
mod tests {
    use clap_complete::engine::complete;

    use super::*;
    use crate::command::command_line;

    /// The candidates for the last word of a line.
    fn candidates(line: &str) -> Vec<String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let last = words.len() - 1;
        let found = complete(&mut with_names(command_line()), words, last, None).unwrap();
        found.iter().map(|one| one.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn names_are_completed() {
        assert_eq!(
            candidates("optile solve --strategy as"),
            ["astar:", "astar-idastar:", "astar-reverse:"]
        );
        assert_eq!(candidates("optile solve --strategy idastar:lin"), ["idastar:linear-conflict"]);
        assert_eq!(candidates("optile check walk"), ["walking-distance"]);
        assert_eq!(candidates("optile check hda:walk"), ["hda:walking-distance"]);
        assert_eq!(candidates("optile run korf100"), ["korf100", "korf100-full"]);
        assert!(candidates("optile verify smoke --instance ").len() > 30);
        assert_eq!(candidates("optile comp"), ["compare", "completions"]);
    }

    #[test]
    fn instances_are_those_of_the_suite_that_is_named() {
        let of = |line: &str| {
            let found = instances_of(line.split(' ').map(OsString::from), OsStr::new(""));
            found.iter().map(|one| one.get_value().to_string_lossy().into_owned()).collect()
        };
        let (korf, usual): (Vec<_>, Vec<_>) = (of("-- optile run korf100"), of("-- optile run"));
        assert_eq!(korf.len(), 100);
        assert!(!usual.is_empty() && usual != korf);
    }

    #[test]
    fn every_shell_has_a_script() {
        for shell in [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
            let script = String::from_utf8(script(shell).unwrap()).unwrap();
            assert!(script.contains(VARIABLE) && script.contains("optile"), "{script}");
        }
    }
}
