//! Carries out a plan: makes its runs, and writes the row of each run when it
//! ends.

mod engine;
pub mod isolation;
pub mod origin;
pub mod pool;

use std::io::{self, Write};
use std::mem;
use std::path::Path;

use anyhow::{Result, bail};
use optile_results::folder::{Folder, Found};
use optile_results::record::{HeuristicPoint, Origin, RanksRecord, TableRecord};
use optile_results::row::Status;
use optile_results::{Results, agreement};

use self::engine::Event;
use self::isolation::Isolation;
use self::origin::Build;
use crate::check;
use crate::containment;
use crate::interruption::Interruption;
use crate::plan::solver::Solver;
use crate::plan::{Pending, Plan};
use crate::progress::Progress;
use crate::system::machine;
use crate::system::noise::NoiseMeter;

/// How a plan is carried out.
#[derive(Debug)]
pub struct Session<'a> {
    /// The result folder.
    pub folder: &'a mut Folder,
    /// What the folder held when it was opened.
    pub found: Option<Found>,
    /// The tables that were built for this plan.
    pub tables: Vec<TableRecord>,
    /// The folder from which processes take pattern databases.
    pub pdb_folder: Option<&'a Path>,
    /// Whether runs have separate processes.
    pub isolation: Isolation,
    /// How this program was built.
    pub build: Build,
    /// The ranks that make each run together, if there are several.
    pub ranks: Option<RanksRecord>,
    /// Whether the user wants to end.
    pub interruption: &'a Interruption,
    /// Whether to show no progress.
    pub quiet: bool,
}

impl Session<'_> {
    /// Makes all runs of `plan` that have no row yet, unless the user interrupts, and
    /// writes rows, instances and record into the folder. [`complete`] does the rest.
    ///
    /// # Errors
    ///
    /// When the folder holds the results of another plan, when an external program cannot
    /// be started, or when results cannot be written. Rows that were written before stay.
    pub fn carry_out(self, plan: &Plan) -> Result<Results> {
        self.carry_out_watched(plan, &mut |_| {})
    }

    /// The same. Before the first run and after each one, `watch` gets what is known so far. The
    /// job that made the run waits until `watch` returns, so that it disturbs none of its runs.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn carry_out_watched(
        mut self,
        plan: &Plan,
        watch: &mut dyn FnMut(&mut Results),
    ) -> Result<Results> {
        let mut record = plan.record();
        let origin = self.origin(plan);
        let mut rows = Vec::new();
        if let Some(found) = self.found.take() {
            found.record.continues_as(&record, &origin)?;
            record.origins = found.record.origins;
            rows = found.rows;
        }
        let pending = plan.pending(&rows.iter().map(|row| row.id.as_str()).collect());
        if rows.len() + pending.len() != record.planned() as usize {
            bail!(
                "{} holds rows that are not of this plan: choose another folder with --out, or \
                 use --overwrite",
                self.folder.path().display()
            );
        }
        if !rows.is_empty() && !self.quiet {
            let path = self.folder.path().display();
            let (done, planned) = (rows.len(), record.planned());
            // The work continues even if nobody reads this.
            let _ = writeln!(io::stderr(), "{path}: {done} of {planned} runs are done");
        }
        let mut results = Results::new(record, rows, Vec::new());
        results.instances = plan.boards();
        if !pending.is_empty() {
            self.measure(plan, &pending, origin, &mut results, watch)?;
        }
        results.rows.sort_by_key(|row| row.order);
        if agreement::agree(&mut results.rows) {
            self.folder.rewrite(&results.rows)?;
        }
        self.folder.write_csv(&results.rows)?;
        Ok(results)
    }

    /// The origin of the rows that this process is about to make.
    fn origin(&mut self, plan: &Plan) -> Origin {
        let mut origin = origin::here(self.isolation, self.build);
        origin.tables = mem::take(&mut self.tables);
        origin.ranks = self.ranks.take();
        let has_programs = plan.solvers.iter().any(|s| matches!(s, Solver::External(_)));
        if has_programs && origin.isolated {
            origin.containment = containment::of_programs();
        }
        origin
    }

    /// Makes the pending runs. The record has `origin` while they are made.
    fn measure(
        &mut self,
        plan: &Plan,
        pending: &[Pending],
        origin: Origin,
        results: &mut Results,
        watch: &mut dyn FnMut(&mut Results),
    ) -> Result<()> {
        let noise = NoiseMeter::begin();
        let id = origin.id.clone();
        results.record.origins.push(origin);
        self.folder.write_record(&results.record)?;
        self.folder.write_instances(&results.instances)?;
        watch(results);
        self.make_rows(plan, pending, &id, results, watch)?;
        if let Some(origin) = results.record.origins.last_mut() {
            origin.noise = noise.end();
            origin.finished = Some(machine::now());
        }
        self.folder.write_record(&results.record)
    }

    /// Makes the pending runs and writes a row for each.
    fn make_rows(
        &mut self,
        plan: &Plan,
        pending: &[Pending],
        origin: &str,
        results: &mut Results,
        watch: &mut dyn FnMut(&mut Results),
    ) -> Result<()> {
        let Session { folder, pdb_folder, isolation, interruption, quiet, .. } = self;
        let mut progress = Progress::new(pending.len() as u64, *quiet);
        engine::each(plan, pending, *isolation, *pdb_folder, interruption, |news| {
            let Some((pending, event)) = news else {
                progress.wait();
                return Ok(());
            };
            let instance = &plan.instances[pending.run.instance];
            let strategy = plan.solvers[pending.run.strategy].name();
            match event {
                Event::Begun => {
                    let what = format!("{} with {strategy}", instance.id);
                    interruption.work_on(format!("the run of {what}"));
                    progress.begin(|| what);
                }
                Event::Ended(measurement) => {
                    let label = check::Label {
                        id: pending.id.clone(),
                        origin: origin.to_owned(),
                        strategy: strategy.to_owned(),
                        sample: pending.run.sample,
                        order: pending.order,
                    };
                    let row = check::row(instance, label, &measurement);
                    folder.append(&row)?;
                    progress.end(matches!(row.status, Status::Wrong | Status::Crashed));
                    results.rows.push(row);
                    watch(results);
                }
            }
            Ok(())
        })?;
        interruption.work_on("");
        folder.sync()
    }
}

/// Adds what is known about the heuristics. The record becomes complete if each run of
/// the plan has its row.
///
/// # Errors
///
/// When the folder cannot be written.
pub fn complete(
    folder: &Folder,
    results: &mut Results,
    heuristics: Vec<HeuristicPoint>,
) -> Result<()> {
    folder.write_heuristics(&heuristics)?;
    results.heuristics = heuristics;
    results.record.complete = results.is_complete();
    folder.write_record(&results.record)
}

#[cfg(test)]
mod tests;
