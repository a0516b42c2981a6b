//! What solves the instances of a plan: a strategy of the registry or an external program.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, process};

use anyhow::{Context, Result, bail};
use optile_core::Promise;
use optile_results::program::ProgramRecord;
use optile_results::storage::disk;
use optile_results::text::lines::quote;
use optile_results::{before, program};
use serde::Deserialize;
use serde_json::json;

use crate::plan::registry::{Entry, Registry};

/// A strategy of the registry or an external program.
#[derive(Debug)]
pub enum Solver {
    /// A strategy of the registry.
    BuiltIn(Entry),
    /// A program that uses the protocol of [`crate::supervision::protocol`].
    External(External),
    /// A strategy of the registry that another build of this program carries out.
    Before(Before),
}

/// A strategy in another build of this program.
#[derive(Debug)]
pub struct Before {
    /// The strategy in this build, by the name that results have.
    entry: Entry,
    /// The name by which that build knows it.
    pub(crate) asked: String,
    /// That build.
    pub(crate) program: Arc<OtherBuild>,
}

/// Another build of this program.
#[derive(Debug)]
pub struct OtherBuild {
    /// It stays open: if a build replaces the file, its workers are still those of this one.
    file: File,
    /// The SHA-256 of the file, in hexadecimal.
    sum: String,
}

impl OtherBuild {
    /// Opens the program.
    ///
    /// # Errors
    ///
    /// When it is not a file that can be read.
    pub fn open(path: &Path) -> Result<Self> {
        let what = || format!("cannot read {}, another build of optile", path.display());
        let file = disk::open(path).with_context(what)?;
        let sum = sha256(&file).with_context(what)?;
        Ok(Self { file, sum })
    }

    /// Where workers find the open file.
    pub(crate) fn path(&self) -> PathBuf {
        format!("/proc/{}/fd/{}", process::id(), self.file.as_raw_fd()).into()
    }
}

/// Each strategy, and after it the same in another build.
///
/// # Errors
///
/// When one of them is a program.
pub fn with_before(
    solvers: Vec<Solver>,
    build: OtherBuild,
    registry: &Registry,
) -> Result<Vec<Solver>> {
    let program = Arc::new(build);
    let both = |solver| {
        let Solver::BuiltIn(own) = solver else {
            bail!("an external program is in no build of optile: choose others with --strategy");
        };
        let other = registry.build(&own.name)?;
        let entry = Entry { name: before::name(&own.name), ..other };
        let other = Before { entry, asked: own.name.clone(), program: Arc::clone(&program) };
        Ok([Solver::BuiltIn(own), Solver::Before(other)])
    };
    let all: Vec<[Solver; 2]> = solvers.into_iter().map(both).collect::<Result<_>>()?;
    Ok(all.into_iter().flatten().collect())
}

impl Solver {
    /// The name, with options, as tables show it.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(entry) | Self::Before(Before { entry, .. }) => &entry.name,
            Self::External(external) => &external.name,
        }
    }

    /// The name by which its process knows it.
    pub(crate) fn asked(&self) -> &str {
        match self {
            Self::Before(before) => &before.asked,
            other => other.name(),
        }
    }

    /// The strategy, unless it is an external program.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            Self::BuiltIn(entry) | Self::Before(Before { entry, .. }) => Some(entry),
            Self::External(_) => None,
        }
    }

    /// Whether it is a program with the plain protocol.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Self::External(External { plain: true, .. }))
    }

    /// What is promised of its paths.
    pub fn promise(&self) -> Promise {
        match self {
            Self::BuiltIn(entry) | Self::Before(Before { entry, .. }) => entry.strategy.promise(),
            Self::External(external) => external.promise,
        }
    }

    /// The program that makes its runs, which greeted with this text; `None` for a strategy of the
    /// registry.
    pub(crate) fn program(&self, greeting: &str) -> Option<ProgramRecord> {
        let greeting = greeting.to_owned();
        match self {
            Self::BuiltIn(_) => None,
            // Its path does not matter.
            Self::Before(Before { program, .. }) => Some(ProgramRecord {
                name: program::BEFORE.to_owned(),
                greeting,
                files: BTreeMap::from([("optile".to_owned(), program.sum.clone())]),
                ..ProgramRecord::default()
            }),
            Self::External(external) => Some(ProgramRecord {
                name: external.name.clone(),
                command: external.command.clone(),
                greeting,
                files: external.files(),
                deterministic: external.deterministic,
            }),
        }
    }

    /// Whether it looks answers up, see [`optile_core::Family::is_lookup`]. External programs
    /// search.
    pub(crate) fn is_lookup(&self) -> bool {
        self.entry().is_some_and(|entry| entry.is_lookup)
    }
}

/// Whether a text can be the name of a family or of a program: small letters, digits and
/// `-`, beginning with a letter.
pub fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(plain)
}

/// The SHA-256 of what can be read, in hexadecimal.
fn sha256(mut file: impl Read) -> io::Result<String> {
    let (mut hash, mut buffer) = (hmac_sha256::Hash::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            length => hash.update(&buffer[..length]),
        }
    }
}

/// An external program, as a suite declares it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct External {
    /// The name, as tables show it.
    pub name: String,
    /// A description of one line.
    #[serde(default)]
    pub about: String,
    /// The program and its arguments. It is started without a shell, in the folder of the
    /// suite's file.
    pub command: Vec<String>,
    /// What the program promises of its paths: that they are optimal, unless the suite says
    /// otherwise.
    #[serde(default, deserialize_with = "optile_results::text::as_text::deserialize")]
    pub promise: Promise,
    /// Whether the same board always costs it the same nodes. Counts that differ are then a fault.
    #[serde(default)]
    pub deterministic: bool,
    /// Whether it speaks the plain protocol: a line of tiles, and a line of moves.
    #[serde(default)]
    pub plain: bool,
    /// The folder of the suite's file.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl External {
    /// A program as the command line declares it, NAME=COMMAND, with spaces between the words of the
    /// command. It is started in the current folder.
    ///
    /// # Errors
    ///
    /// When there is no command.
    pub fn of_words(text: &str) -> Result<Self> {
        let Some((name, command)) = text.split_once('=') else {
            bail!(
                "{} is no program: expected NAME=COMMAND, such as mine=\"python3 h.py\"",
                quote(text)
            );
        };
        let command = command.split_whitespace().map(str::to_owned).collect();
        Ok(Self { name: name.trim().to_owned(), command, ..Self::default() })
    }

    /// The regular files that the words of the command name, each with its SHA-256. If there are
    /// none, it is the program itself, as the shell would find it. A file that cannot be read has
    /// no sum.
    fn files(&self) -> BTreeMap<String, String> {
        let sum = |path: &Path| sha256(disk::open(path).ok()?).ok();
        let named = self
            .command
            .iter()
            .filter_map(|word| Some((word.clone(), sum(&self.folder.join(word))?)));
        let named: BTreeMap<String, String> = named.collect();
        let paths = env::var_os("PATH").unwrap_or_default();
        match self.command.first() {
            Some(program) if named.is_empty() && !program.contains('/') => {
                let mut found = env::split_paths(&paths).map(|folder| folder.join(program));
                let found = found.find_map(|path| Some((program.clone(), sum(&path)?)));
                found.into_iter().collect()
            }
            _ => named,
        }
    }

    /// A program as workers are told of it.
    pub(crate) fn told(&self) -> String {
        json!([self.name, self.command, self.folder]).to_string()
    }

    /// The program of which a worker is told.
    ///
    /// # Errors
    ///
    /// When the text does not come from the harness.
    pub fn of_told(text: &str) -> Result<Self> {
        let (name, command, folder) = serde_json::from_str(text)?;
        Ok(Self { name, command, folder, ..Self::default() })
    }

    /// Whether it gives the estimates of a strategy, as its heuristic or as a part of that.
    pub(crate) fn is_behind(&self, strategy: &str) -> bool {
        program::is_behind(&self.name, strategy)
    }

    /// Checks the name and the command.
    ///
    /// # Errors
    ///
    /// When the name is not valid for a strategy or is the name of a family in `registry`, or
    /// when the command is empty.
    pub fn check(&self, registry: &Registry) -> Result<()> {
        if !is_name(&self.name) {
            bail!(
                "program {} does not have the name of a strategy: expected small letters, digits and -, \
                 beginning with a letter",
                quote(&self.name)
            );
        }
        if registry.families().iter().any(|family| family.name == self.name) {
            bail!("program {} has the name of a strategy in the registry", quote(&self.name));
        }
        if self.command.is_empty() {
            bail!(
                "program {} has no command: expected a list such as [\"python3\", \"solver.py\"]",
                quote(&self.name)
            );
        }
        Ok(())
    }
}
