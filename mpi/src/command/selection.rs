//! Which instances a command uses.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use optile_instances::instance::Instance;
use optile_runner::plan::suite::Suite;

use crate::families::registry;

#[derive(Debug, Args)]
pub(super) struct Selection {
    /// A TOML file or the name of a bundled suite
    suite: Option<String>,
    /// Use the instances in this file instead of the suite's; may be repeated
    #[arg(long, value_name = "FILE")]
    instances: Vec<PathBuf>,
    /// Use only this instance; may be repeated
    #[arg(long, value_name = "ID")]
    instance: Vec<String>,
}

impl Selection {
    /// The suite, and the chosen instances.
    pub(super) fn find(&self) -> Result<(Suite, Vec<Instance>)> {
        let mut suite = match &self.suite {
            Some(name) => Suite::find(name, &registry(()))?,
            None if self.instances.is_empty() => {
                bail!("no instances: name a suite, or a file with --instances")
            }
            None => Suite::of_files(&self.instances),
        };
        let mut instances = suite.read_instances(&self.instances)?;
        for id in &self.instance {
            if !instances.iter().any(|instance| instance.id == *id) {
                bail!("no instance {id:?}");
            }
        }
        if !self.instance.is_empty() {
            instances.retain(|instance| self.instance.contains(&instance.id));
        }
        Ok((suite, instances))
    }
}
