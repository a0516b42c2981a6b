//! What takes part in an experiment: a strategy of the registry, or a program
//! from elsewhere.

use std::path::PathBuf;

use anyhow::{Result, bail};
use optile_results::lines::quote;
use serde::{Deserialize, Serialize};

use crate::registry::{Entry, Registry};

/// A strategy as an experiment sees it.
#[derive(Debug)]
pub enum Solver {
    /// From the registry.
    BuiltIn(Entry),
    /// A program that speaks the protocol of [`crate::protocol`].
    External(External),
}

impl Solver {
    /// The name that tables show, with options.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(entry) => &entry.name,
            Self::External(external) => &external.name,
        }
    }
}

/// A program from elsewhere, as a suite declares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct External {
    /// The name that tables show.
    pub name: String,
    /// One line about it.
    #[serde(default)]
    pub about: String,
    /// The program and its arguments. It is started without a shell, in the
    /// folder of the suite's file.
    pub command: Vec<String>,
    /// The folder it is started in: the suite's.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl External {
    /// Whether it can be told from others and be started.
    ///
    /// # Errors
    ///
    /// When the name is no name for a strategy, or that of one in `registry`, or
    /// there is no command.
    pub fn check(&self, registry: &Registry) -> Result<()> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_name = self.name.starts_with(|c: char| c.is_ascii_lowercase());
        if !is_name || !self.name.chars().all(plain) {
            bail!(
                "program {} has no name for a strategy: expected small letters, digits and -, a \
                 letter first",
                quote(&self.name)
            );
        }
        if registry.families().iter().any(|family| family.name == self.name) {
            bail!("program {} has the name of a strategy in the registry", quote(&self.name));
        }
        if self.command.is_empty() {
            bail!(
                "program {} has no command: expected such as [\"python3\", \"solver.py\"]",
                quote(&self.name)
            );
        }
        Ok(())
    }
}
