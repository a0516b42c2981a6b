//! The folder of a run, and the table at the end.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use optile_report::{Analysis, note, terminal_table};
use optile_results::folder::Folder;
use optile_results::record::RanksRecord;
use optile_results::terminal::{prose, width};
use optile_runner::interruption::{EXIT_STATUS, Interruption};
use optile_runner::plan::Plan;
use optile_runner::plan::registry::Registry;
use optile_runner::session::isolation::Isolation;
use optile_runner::session::{Session, complete};

use super::instances::Instances;
use crate::BUILD;
use crate::overhead::{self, Overheads};
use crate::shared_ranks::lock;

#[derive(Debug, Args)]
pub(super) struct Experiment {
    #[command(flatten)]
    pub(super) instances: Instances,
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
    /// Makes the runs of a plan that are not in the folder yet, writes the results, and prints
    /// the table.
    ///
    /// # Errors
    ///
    /// When the folder has other results, or cannot be written.
    pub(super) fn carry_out(
        &self,
        plan: &Plan,
        registry: &Registry,
        overheads: &Overheads,
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
            registry: registry.names(),
            ranks: Some(ranks),
            interruption: &interruption,
            quiet: self.quiet,
        };
        let mut results = session.carry_out(plan)?;
        let overheads = std::mem::take(&mut *lock(overheads));
        complete(&folder, &mut results)?;
        let Analysis { summaries, verdict, .. } = Analysis::of(&results);
        if !self.quiet || !verdict.is_clean() {
            let mut out = io::stdout().lock();
            // The results are saved, so a closed output does no harm.
            let (table, note) = (terminal_table(&summaries, width()), prose(&note(&summaries)));
            let _ = writeln!(out, "{table}\n\n{note}\n");
            let overhead = overhead::sentence(&overheads);
            for sentence in [Some(verdict.sentence()), overhead].iter().flatten() {
                let _ = writeln!(out, "{}", prose(sentence));
            }
            let _ = writeln!(out, "Draw the report with: optile report {}", self.out.display());
        }
        Ok(match () {
            () if !results.is_complete() => EXIT_STATUS.into(),
            () if verdict.is_clean() => ExitCode::SUCCESS,
            () => 2.into(),
        })
    }
}
