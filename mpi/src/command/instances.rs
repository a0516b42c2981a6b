//! The instances that `run` and `simulate` search.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use optile_instances::instance::Instance;
use optile_runner::plan::suite::Suite;

use crate::families::registry;

#[derive(Debug, Args)]
pub(super) struct Instances {
    /// A TOML file or the name of a bundled suite
    suite: Option<String>,
    /// Use the instances of this file or bundled set instead of the suite's; may be repeated
    #[arg(long = "instances", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Use only this instance; may be repeated
    #[arg(long, value_name = "ID")]
    instance: Vec<String>,
}

impl Instances {
    /// The suite, and the chosen instances.
    pub(super) fn find(&self) -> Result<(Suite, Vec<Instance>)> {
        let mut suite = match &self.suite {
            Some(name) => Suite::find(name, &registry(()))?,
            None if self.files.is_empty() => {
                bail!("no instances: name a suite, or a file with --instances")
            }
            None => Suite::of_files(&self.files),
        };
        let mut instances = suite.read_instances(&self.files)?;
        for id in &self.instance {
            if !instances.iter().any(|instance| instance.id == *id) {
                bail!("no instance {id:?}");
            }
        }
        if !self.instance.is_empty() {
            instances.retain(|instance| self.instance.contains(&instance.id));
        }
        // Suites may name strategies that this program does not have.
        suite.pairs.clear();
        suite.counts_of = None;
        suite.external.clear();
        Ok((suite, instances))
    }
}
