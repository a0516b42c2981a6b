//! Heuristics that programs compute, as the command line and a suite declare them.

use anyhow::Result;
use clap::Args;
use optile_runner::plan::registry::Registry;
use optile_runner::plan::solver::External;
use optile_runner::plan::suite::Suite;
use optile_runner::supervision::program::Programs;

/// Heuristics of the command line, common to several commands.
#[derive(Clone, Debug, Args)]
pub(super) struct HeuristicPrograms {
    /// Declare a heuristic that a program computes, such as mine='python3 h.py', for strategies
    /// such as astar:mine; may be repeated
    #[arg(long, value_name = "NAME=COMMAND", value_parser = External::of_words)]
    heuristic_program: Vec<External>,
}

impl HeuristicPrograms {
    /// Adds them to those of the suite, and all of these to the registry.
    pub(super) fn declare(&self, suite: &mut Suite, registry: &mut Registry) -> Result<Programs> {
        suite.heuristics.extend_from_slice(&self.heuristic_program);
        suite.check_programs(registry)?;
        Ok(Programs::add_to(registry, &suite.heuristics))
    }

    /// The same for a suite that only declares programs, if there is one.
    pub(super) fn declare_with(
        &self,
        suite: Option<&str>,
        registry: &mut Registry,
    ) -> Result<(Suite, Programs)> {
        let mut suite = match suite {
            Some(name) => Suite::find(name, registry)?,
            None => Suite::default(),
        };
        let programs = self.declare(&mut suite, registry)?;
        Ok((suite, programs))
    }
}
