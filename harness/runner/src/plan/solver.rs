//! What solves the instances of a plan: a strategy of the registry or an external program.

use std::path::PathBuf;

use anyhow::{Result, bail};
use optile_core::Promise;
use optile_results::lines::quote;
use serde::Deserialize;

use crate::plan::registry::{Entry, Registry};

/// A strategy of the registry or an external program.
#[derive(Debug)]
pub enum Solver {
    /// A strategy of the registry.
    BuiltIn(Entry),
    /// A program that uses the protocol of [`crate::supervision::protocol`].
    External(External),
}

impl Solver {
    /// The name, with options, as tables show it.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(entry) => &entry.name,
            Self::External(external) => &external.name,
        }
    }

    /// What is promised of its paths.
    pub fn promise(&self) -> Promise {
        match self {
            Self::BuiltIn(entry) => entry.strategy.promise(),
            Self::External(external) => external.promise,
        }
    }

    /// Whether it looks answers up, see [`optile_core::Family::is_lookup`]. External programs
    /// search.
    pub(crate) fn is_lookup(&self) -> bool {
        matches!(self, Self::BuiltIn(entry) if entry.is_lookup)
    }
}

/// Whether a text can be the name of a family or of a program: small letters, digits and
/// `-`, beginning with a letter.
pub fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(plain)
}

/// An external program, as a suite declares it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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
    #[serde(default, deserialize_with = "optile_results::as_text::deserialize")]
    pub promise: Promise,
    /// The folder of the suite's file.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl External {
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
