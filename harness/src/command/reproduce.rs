//! `optile reproduce`: published experiments, run again.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use optile_core::Stop;
use optile_reproduction::{EXPERIMENTS, Experiment, Laboratory, Reproduction, WrongPath};
use optile_results::disk;
use optile_results::names::{nearest, suggestion};
use optile_results::terminal::width;
use optile_runner::interruption::Interruption;
use optile_runner::session::isolation::Isolation;
use optile_runner::session::origin;

use crate::command::build::BUILD;
use crate::command::exit::Exit;
use crate::command::pdb::TableFolder;

/// Run published experiments again and compare the results
///
/// Without a name, this lists the experiments. Only counts are compared, never
/// times, so runs share the cores.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile reproduce korf1985
  optile reproduce all --page docs/reproductions.md

Exit status: 2 if a difference from the published figures is unexplained.")]
pub(super) struct Arguments {
    /// An experiment, or `all`; may be repeated
    name: Vec<String>,
    /// Run only a small part of each, in seconds: a demonstration, not the experiment
    #[arg(long, requires = "name")]
    quick: bool,
    /// Also write the comparison to this file, as a page of Markdown
    #[arg(
        long,
        visible_alias = "write",
        value_name = "FILE",
        requires = "name",
        conflicts_with = "quick"
    )]
    page: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let mut out = io::stdout().lock();
        if self.name.is_empty() {
            writeln!(out, "{}", optile_reproduction::list(EXPERIMENTS, width()))?;
            return Ok(Exit::Success);
        }
        let experiments = chosen(&self.name)?;
        // It is checked before minutes of work, not after them.
        if let Some(page) = &self.page {
            check_place(page)?;
        }
        let origin = origin::here(Isolation::InProcess, BUILD);
        let jobs = self.jobs.map_or_else(thread::available_parallelism, Ok);
        let laboratory = Laboratory {
            is_quick: self.quick,
            threads: jobs.map_or(1, NonZeroUsize::get),
            is_quiet: self.quiet,
            registry: Arc::new(TableFolder::default().registry(self.quiet)),
            interruption: Interruption::listen(1)?,
        };
        let mut made = Vec::new();
        for experiment in experiments {
            if !self.quiet {
                let part = if self.quick { "only a part of it" } else { experiment.cost() };
                // A closed standard error is no reason to stop.
                let _ = writeln!(io::stderr(), "{} ({part})", experiment.name);
            }
            let reproduction = match experiment.run(&laboratory) {
                Ok(reproduction) => reproduction,
                Err(error) => return conclude(error),
            };
            if !made.is_empty() {
                writeln!(out)?;
            }
            write!(out, "{}", optile_reproduction::sheet(&reproduction, width()))?;
            out.flush()?;
            made.push(reproduction);
        }
        if let Some(page) = &self.page {
            let text = optile_reproduction::page(&made, &origin);
            disk::write(page, text.as_bytes())
                .with_context(|| format!("cannot write {}", page.display()))?;
        }
        Ok(Exit::of(made.iter().all(Reproduction::is_explained)))
    }
}

/// How the command ends if an experiment failed.
fn conclude(error: anyhow::Error) -> Result<Exit> {
    if error.downcast_ref::<Stop>() == Some(&Stop::Interrupted) {
        return Ok(Exit::Interrupted);
    }
    if error.downcast_ref::<WrongPath>().is_some() {
        writeln!(io::stderr(), "{error:#}")?;
        return Ok(Exit::Wrong);
    }
    Err(error)
}

/// The experiments of these names, in the order of the list, each once.
fn chosen(names: &[String]) -> Result<Vec<&'static Experiment>> {
    for name in names {
        let known = EXPERIMENTS.iter().map(|experiment| experiment.name).chain(["all"]);
        if !known.clone().any(|known| known == name) {
            return Err(anyhow!(
                "unknown experiment {name:?}: {}`optile reproduce` lists them",
                suggestion(nearest(name, known))
            ));
        }
    }
    let is_named = |experiment: &&Experiment| {
        names.iter().any(|name| name == "all" || name == experiment.name)
    };
    Ok(EXPERIMENTS.iter().filter(is_named).collect())
}

/// Fails if no page can be written there.
fn check_place(page: &std::path::Path) -> Result<()> {
    let folder = page.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder
        && !folder.is_dir()
    {
        bail!("cannot write {}: there is no folder {}", page.display(), folder.display());
    }
    if page.is_dir() {
        bail!("{} is a folder: expected the name of a file", page.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Result<Vec<&'static str>> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Ok(chosen(&names)?.iter().map(|experiment| experiment.name).collect())
    }

    #[test]
    fn experiments_come_once_and_in_the_order_of_the_list() {
        let twice = names(&["depth-tables", "korf1985", "depth-tables"]).unwrap();
        assert_eq!(twice, ["korf1985", "depth-tables"]);
        assert_eq!(names(&["all"]).unwrap().len(), EXPERIMENTS.len());
        let error = names(&["korf1986"]).unwrap_err().to_string();
        assert!(error.contains("did you mean \"korf1985\"?"), "{error}");
    }

    #[test]
    fn errors_end_the_command_as_what_they_are() {
        let stop = |stop: Stop| conclude(anyhow::Error::from(stop).context("korf1985"));
        assert_eq!(stop(Stop::Interrupted).unwrap(), Exit::Interrupted);
        assert!(stop(Stop::Memory).is_err());
    }
}
