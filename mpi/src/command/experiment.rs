//! The instances of a run, its folder, and the table at the end.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{Result, bail};
use clap::Args;
use optile_heuristics::Catalogue;
use optile_report::{Analysis, note, terminal_table};
use optile_results::record::RanksRecord;
use optile_results::storage::folder::Folder;
use optile_results::text::terminal::{name, prose, width};
use optile_runner::instances::instance::Instance;
use optile_runner::interruption::{EXIT_STATUS, Interruption};
use optile_runner::plan::Plan;
use optile_runner::plan::suite::Suite;
use optile_runner::session::{Isolation, Session, complete};

use crate::BUILD;
use crate::families::registry;
use crate::overhead::Overhead;
use crate::shared_ranks::lock;

#[derive(Debug, Args)]
pub(super) struct Experiment {
    /// A TOML file or the name of a bundled suite
    suite: Option<String>,
    /// Use the instances of this file or bundled set instead of the suite's; may be repeated
    #[arg(long = "instances", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Use only this instance; may be repeated
    #[arg(long, value_name = "ID")]
    instance: Vec<String>,
    /// Where to write results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace existing results
    #[arg(long)]
    overwrite: bool,
    /// Print nothing unless something is wrong
    #[arg(long, short)]
    quiet: bool,
}

impl Experiment {
    /// The suite, and the chosen instances.
    pub(super) fn instances(&self) -> Result<(Suite, Vec<Instance>)> {
        let mut suite = match &self.suite {
            Some(name) => Suite::find(name, &registry(Catalogue::default()))?,
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

    /// Makes the runs of a plan that are not in the folder yet, writes the results, and prints
    /// the table.
    ///
    /// # Errors
    ///
    /// When the folder has other results, or cannot be written.
    pub(super) fn carry_out(
        &self,
        plan: &Plan,
        overhead: &Mutex<Overhead>,
        ranks: RanksRecord,
    ) -> Result<ExitCode> {
        let interruption = Interruption::listen(1)?;
        let (mut folder, found) = match self.overwrite {
            true => Folder::replace(&self.out)?,
            false => Folder::open(&self.out)?,
        };
        let session = Session {
            folder: &mut folder,
            found,
            tables: Vec::new(),
            pdb_folder: None,
            isolation: Isolation::InProcess,
            build: BUILD,
            ranks: Some(ranks),
            interruption: &interruption,
            quiet: self.quiet,
        };
        let mut results = session.carry_out(plan)?;
        complete(&folder, &mut results)?;
        let Analysis { summaries, verdict, .. } = Analysis::of(&results);
        if !self.quiet || !verdict.is_sound() {
            let mut out = io::stdout().lock();
            // The results are saved, so a closed output does no harm.
            let (table, note) = (terminal_table(&summaries, width()), prose(&note(&summaries)));
            let _ = writeln!(out, "{table}\n\n{note}\n");
            let overhead = lock(overhead).sentence();
            for sentence in [Some(verdict.sentence()), overhead].iter().flatten() {
                let _ = writeln!(out, "{}", prose(sentence));
            }
            let _ = writeln!(out, "Draw the report with: optile report {}", name(&self.out));
        }
        Ok(match () {
            () if !results.is_complete() => EXIT_STATUS.into(),
            () if verdict.is_sound() => ExitCode::SUCCESS,
            // A wrong instance file is wrong input.
            () if verdict.is_clean() => ExitCode::FAILURE,
            () => 2.into(),
        })
    }
}
