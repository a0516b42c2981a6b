//! Carries out a plan: makes its runs, and writes the row of each run when it
//! ends.

mod job;
pub mod origin;

use std::collections::{HashMap, HashSet};
use std::mem;
use std::path::Path;
use std::sync::{Mutex, mpsc};
use std::thread;

use anyhow::{Context, Result, bail};
use optile_results::Results;
use optile_results::record::{Origin, RanksRecord, RunRecord, TableRecord};
use optile_results::rows::agreement;
use optile_results::rows::row::{Outcome, Row};
use optile_results::rows::wrong_length::refute;
use optile_results::storage::folder::Folder;
use optile_results::text::quantity::counted;
use optile_results::text::terminal::say;

pub use self::job::Isolation;
use self::job::{Job, Queue};
use self::origin::Build;
use crate::check;
use crate::interruption::Interruption;
use crate::plan::Plan;
use crate::plan::order::{Order, PlannedRun};
use crate::plan::solver::Solver;
use crate::progress::Progress;
use crate::system::machine;
use crate::system::noise::NoiseMeter;

/// How a plan is carried out.
#[derive(Debug)]
pub struct Session<'a> {
    /// The result folder.
    pub folder: &'a mut Folder,
    /// What the folder held when it was opened.
    pub found: Option<Results>,
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
    pub fn carry_out(mut self, plan: &Plan) -> Result<Results> {
        let record = plan.record();
        let origin = self.origin();
        let mut results = Results::default();
        let mut runs = plan.runs();
        if let Some(found) = self.found.take() {
            let promise = |row: &Row| {
                let solver = plan.solvers.iter().find(|solver| solver.name() == row.run.strategy);
                solver.map_or(row.run.promise, Solver::promise)
            };
            if let Some(row) = found.rows.iter().find(|row| promise(row) != row.run.promise) {
                bail!(
                    "the folder holds results of another experiment: the promise of {} is {}, and \
                     now it is {}; choose another folder with --out, or use --overwrite",
                    row.run.strategy,
                    row.run.promise,
                    promise(row)
                );
            }
            found.continue_as(&record, &plan.boards(), &origin)?;
            results = Results { notices: Vec::new(), ..found };
        }
        let is_merged = results.record.plans.len() > 1;
        if is_merged {
            arrange(&mut results.rows, &runs);
        }
        let origins = mem::take(&mut results.record.origins);
        results.record = RunRecord { origins, ..record };
        let rows = &results.rows;
        let done: HashSet<&str> = rows.iter().map(|row| row.run.id.as_str()).collect();
        runs.retain(|run| !done.contains(run.id.as_str()));
        let pending = runs;
        if rows.len() + pending.len() != results.record.planned() as usize {
            bail!(
                "{} holds rows that are not of this plan: choose another folder with --out, or \
                 use --overwrite",
                self.folder.path().display()
            );
        }
        if is_merged {
            self.folder.write_rows(&results)?;
        }
        if !rows.is_empty() && !self.quiet {
            let path = self.folder.path().display();
            let (done, planned) = (rows.len(), counted(results.record.planned(), "run"));
            say(&format!("{path}: {done} of {planned} done"));
        }
        results.instances = plan.boards();
        if !pending.is_empty() {
            self.measure(plan, &pending, origin, &mut results)?;
        }
        results.rows.sort_by_key(|row| row.run.order);
        results.wrong_lengths = refute(&mut results.rows, &results.instances);
        if agreement::agree(&mut results.rows) || !results.wrong_lengths.is_empty() {
            self.folder.write_rows(&results)?;
        }
        self.folder.write_table(&results.rows)?;
        Ok(results)
    }

    /// The origin of the rows that this process is about to make.
    fn origin(&mut self) -> Origin {
        let mut origin = origin::here(self.isolation, self.build);
        origin.tables = mem::take(&mut self.tables);
        origin.ranks = self.ranks.take();
        origin
    }

    /// Makes the pending runs. The record has `origin` while they are made.
    fn measure(
        &mut self,
        plan: &Plan,
        pending: &[PlannedRun],
        origin: Origin,
        results: &mut Results,
    ) -> Result<()> {
        let noise = NoiseMeter::begin();
        let id = origin.id.clone();
        results.record.origins.push(origin);
        self.folder.write_record(&results.record)?;
        self.folder.write_boards(&results.instances)?;
        self.make_rows(plan, pending, &id, results)?;
        if let Some(origin) = results.record.origins.last_mut() {
            origin.noise = noise.end();
            origin.finished = Some(machine::now());
        }
        self.folder.write_record(&results.record)
    }

    /// Makes the pending runs, each job on a thread of its own, and writes a row for each.
    fn make_rows(
        &mut self,
        plan: &Plan,
        pending: &[PlannedRun],
        origin: &str,
        results: &mut Results,
    ) -> Result<()> {
        let Session { folder, pdb_folder, isolation, interruption, quiet, .. } = self;
        let progress = Progress::of((!*quiet).then_some(pending.len() as u64), "run");
        if plan.suite.order == Order::Listed {
            progress.hardest_last();
        }
        let queue = Queue(Mutex::new(pending.iter()));
        let cores = isolation.cores()?;
        thread::scope(|scope| {
            let (sender, ended) = mpsc::sync_channel(0);
            let start = |core| {
                let mut job = Job::new(plan, *isolation, core, *pdb_folder, interruption);
                let (queue, progress, sender) = (&queue, &progress, sender.clone());
                let work = move || job.work(queue, progress, &sender);
                let started = thread::Builder::new().spawn_scoped(scope, work);
                started.map(|_| ()).context("cannot start a thread that makes runs")
            };
            let started = cores.into_iter().try_for_each(start);
            drop(sender);
            let written = started.and_then(|()| {
                ended.iter().try_for_each(|(run, outcome): (&PlannedRun, Result<Outcome>)| {
                    let (instance, solver) = plan.pair(run);
                    let row = check::row(instance, solver, run, origin, outcome?);
                    folder.append(&row)?;
                    progress.end(row.outcome.status.is_failure().into());
                    results.rows.push(row);
                    Ok(())
                })
            });
            // The runs of the other jobs end at once.
            written.inspect_err(|_| {
                queue.close();
                interruption.interrupt().interrupt();
            })
        })?;
        interruption.work_on("");
        folder.sync()
    }
}

/// Gives rows that were made by plans that were merged their places in the plan with these runs.
fn arrange(rows: &mut [Row], runs: &[PlannedRun]) {
    let orders: HashMap<&str, u64> = runs.iter().map(|run| (run.id.as_str(), run.order)).collect();
    for row in &mut *rows {
        row.run.order = orders.get(row.run.id.as_str()).copied().unwrap_or(row.run.order);
    }
    rows.sort_by_key(|row| row.run.order);
}

/// Writes the record, which becomes complete if each run of the plan has its row.
///
/// # Errors
///
/// When the folder cannot be written.
pub fn complete(folder: &Folder, results: &mut Results) -> Result<()> {
    results.record.complete = results.is_complete();
    folder.write_record(&results.record)
}

#[cfg(test)]
mod tests;
