//! An experiment: every strategy on every instance, each run judged and
//! recorded as it ends.

use std::collections::{BTreeSet, HashSet};
use std::mem;

use anyhow::{Result, bail};
use optile_core::{Problem, Spec};
use optile_instances::instance::Instance;
use optile_instances::{sampling, space};
use optile_results::digest::{self, digest};
use optile_results::folder::{Folder, Found};
use optile_results::limits::RunLimits;
use optile_results::record::{
    FORMAT, InstanceRecord, LimitsRecord, PlanRecord, RunRecord, TableRecord,
};
use optile_results::row::{Row, Status};
use optile_results::shard::Shard;
use optile_results::{Results, agreement};

use crate::contestant::Contestant;
use crate::engine::{self, Event, Work};
use crate::interruption::Interruption;
use crate::isolation::Isolation;
use crate::noise::NoiseMeter;
use crate::origin::{self, Build};
use crate::plan::{Pending, PlannedRun, plan};
use crate::program_group::Site;
use crate::progress::Progress;
use crate::suite::Suite;
use crate::{check, machine};

/// What to run.
#[derive(Debug)]
pub struct Experiment {
    /// The suite: its name, seed, samples and limits are taken from it, its
    /// instances and strategies from below.
    pub suite: Suite,
    /// The instances.
    pub instances: Vec<Instance>,
    /// The strategies.
    pub contestants: Vec<Contestant>,
    /// Limits of each run: the suite's, and the machine's where it has none.
    /// Only the suite's are part of the plan, which is the same on machines
    /// of different size.
    pub limits: RunLimits,
    /// The part of the plan to run; all of it where there is none.
    pub shard: Option<Shard>,
}

/// How an experiment is carried out.
#[derive(Debug)]
pub struct Session<'a> {
    /// Where rows go.
    pub folder: &'a mut Folder,
    /// What is there already.
    pub found: Option<Found>,
    /// Tables that had to be made for it.
    pub tables: Vec<TableRecord>,
    /// Whether runs have processes of their own.
    pub isolation: Isolation,
    /// How this program was built.
    pub build: Build,
    /// Whether the user wants to end.
    pub interruption: &'a Interruption,
    /// Whether nothing is said on the way.
    pub quiet: bool,
}

impl Experiment {
    /// What the folder's record says before any run is made. It is the same
    /// for the same experiment; origins are added as there are any.
    pub fn record(&self) -> RunRecord {
        let suite = &self.suite;
        let runs =
            self.instances.len() as u64 * self.contestants.len() as u64 * u64::from(suite.repeat);
        let plan = PlanRecord {
            id: self.plan_id(),
            runs,
            shards: self.shard.iter().map(Shard::to_string).collect(),
            planned: self.shard.map_or(runs, |shard| shard.share_of(runs)),
        };
        RunRecord {
            format: FORMAT,
            suite: suite.name.clone(),
            about: suite.about.clone(),
            complete: false,
            seed: suite.seed,
            repeat: suite.repeat,
            warmup: suite.warmup,
            limits: self.limits.into(),
            plans: vec![plan],
            strategies: self.contestants.iter().map(|c| c.name().to_owned()).collect(),
            pairs: suite.pairs.clone(),
            counts_of: suite.counts_of.clone(),
            origins: Vec::new(),
        }
    }

    /// Each strategy of the registry with each problem.
    pub fn needs(&self) -> impl Iterator<Item = (&str, &Problem)> {
        let built_in = self.contestants.iter().filter_map(|contestant| match contestant {
            Contestant::BuiltIn(entry) => Some(entry.name.as_str()),
            Contestant::External(_) => None,
        });
        built_in.flat_map(|name| self.instances.iter().map(move |i| (name, &i.problem)))
    }

    /// A digest of all that decides which runs are made, in which order and
    /// within what limits.
    fn plan_id(&self) -> String {
        let Suite { name, seed, repeat, warmup, limits, .. } = &self.suite;
        let limits = LimitsRecord::from(*limits);
        let mut parts = vec![name.clone(), format!("{seed} {repeat} {warmup} {limits:?}")];
        for instance in &self.instances {
            parts.push(instance.id.clone());
            parts.push(digest::problem(&instance.problem));
            parts.push(format!("{:?}", instance.optimal));
        }
        parts.extend(self.contestants.iter().map(|contestant| match contestant {
            Contestant::BuiltIn(entry) => entry.name.clone(),
            Contestant::External(external) => format!("{} {:?}", external.name, external.command),
        }));
        digest(parts)
    }

    /// The runs of this part of the plan that are not done, in order.
    fn pending(&self, done: &HashSet<&str>) -> Vec<Pending> {
        let Suite { name, seed, repeat, .. } = &self.suite;
        let boards: Vec<String> =
            self.instances.iter().map(|i| digest::problem(&i.problem)).collect();
        let id = |run: &PlannedRun| {
            digest([
                name.as_str(),
                &self.instances[run.instance].id,
                &boards[run.instance],
                self.contestants[run.strategy].name(),
                &run.sample.to_string(),
                env!("CARGO_PKG_VERSION"),
            ])
        };
        (0..)
            .zip(plan(self.instances.len(), self.contestants.len(), *repeat, *seed))
            .filter(|&(order, _)| self.shard.is_none_or(|shard| shard.contains(order)))
            .map(|(order, run)| Pending { id: id(&run), order, run })
            .filter(|pending| !done.contains(pending.id.as_str()))
            .collect()
    }

    /// Makes all runs that have no row yet, unless the user interrupts, and
    /// writes everything but the report into the folder. The record becomes
    /// complete when every run has its row.
    ///
    /// # Errors
    ///
    /// When the folder holds another experiment, when a program from elsewhere
    /// cannot be started, or when results cannot be written. Rows that were
    /// written before stay.
    pub fn conduct(&self, mut session: Session<'_>) -> Result<Results> {
        let mut record = self.record();
        let mut rows = Vec::new();
        let mut origin = origin::here(session.isolation, session.build);
        origin.tables = mem::take(&mut session.tables);
        let has_programs = self.contestants.iter().any(|c| matches!(c, Contestant::External(_)));
        if has_programs && let Some(site) = Site::of_this_process() {
            origin.containment = site.containment();
        }
        if let Some(found) = session.found.take() {
            found.record.continues_as(&record, &origin)?;
            record.origins = found.record.origins;
            rows = found.rows;
        }
        let pending = self.pending(&rows.iter().map(|row| row.id.as_str()).collect());
        if rows.len() + pending.len() != record.planned() as usize {
            bail!(
                "{} holds rows that are not of this plan: choose another folder with --out, or \
                 say --overwrite",
                session.folder.path().display()
            );
        }
        let boards = self.boards();
        if !pending.is_empty() {
            let noise = NoiseMeter::begin();
            let id = origin.id.clone();
            record.origins.push(origin);
            session.folder.write_record(&record)?;
            session.folder.write_instances(&boards)?;
            self.make(&pending, &mut rows, &id, &mut session)?;
            if let Some(origin) = record.origins.last_mut() {
                origin.noise = noise.end();
                origin.finished = Some(machine::now());
            }
        }
        rows.sort_by_key(|row| row.order);
        if agreement::agree(&mut rows) {
            session.folder.rewrite(&rows)?;
        }
        session.folder.write_csv(&rows)?;
        let problems = self.instances.iter().map(|instance| &instance.problem);
        let (named, memory) = (self.heuristics(), self.limits.memory);
        let mut heuristics = space::heuristic_points(problems.clone(), &named, memory);
        heuristics.extend(sampling::heuristic_points(problems, &named, memory));
        session.folder.write_heuristics(&heuristics)?;
        record.complete = rows.len() as u64 == record.planned();
        session.folder.write_record(&record)?;
        let mut results = Results::new(record, rows, heuristics);
        results.instances = boards;
        Ok(results)
    }

    /// Makes the runs that are pending, one row each.
    fn make(
        &self,
        pending: &[Pending],
        rows: &mut Vec<Row>,
        origin: &str,
        session: &mut Session<'_>,
    ) -> Result<()> {
        let Session { folder, isolation, interruption, quiet, .. } = session;
        let mut progress = Progress::new(pending.len() as u64, *quiet);
        let work = Work {
            instances: &self.instances,
            contestants: &self.contestants,
            limits: self.limits,
            warmup: self.suite.warmup,
        };
        engine::each(work, pending, *isolation, interruption, |pending, event| {
            let instance = &self.instances[pending.run.instance];
            let strategy = self.contestants[pending.run.strategy].name();
            match event {
                Event::Begun => progress.begin(|| format!("{} with {strategy}", instance.id)),
                Event::Ended(outcome) => {
                    let label = check::Label {
                        id: pending.id.clone(),
                        origin: origin.to_owned(),
                        strategy: strategy.to_owned(),
                        sample: pending.run.sample,
                        order: pending.order,
                    };
                    let row = check::row(instance, label, &outcome);
                    folder.append(&row)?;
                    progress.end(matches!(row.status, Status::Wrong | Status::Crashed));
                    rows.push(row);
                }
            }
            Ok(())
        })?;
        folder.sync()
    }

    /// The heuristics that the strategies have.
    fn heuristics(&self) -> BTreeSet<String> {
        let specs = self.contestants.iter().filter_map(|contestant| match contestant {
            Contestant::BuiltIn(entry) => entry.name.parse::<Spec>().ok(),
            Contestant::External(_) => None,
        });
        specs.filter_map(|spec| spec.heuristic).collect()
    }

    fn boards(&self) -> Vec<InstanceRecord> {
        let record = |instance: &Instance| InstanceRecord {
            instance: instance.id.clone(),
            size: instance.problem.size(),
            start: digest::tiles(instance.problem.start()),
            goal: digest::tiles(instance.problem.goal()),
            optimal: instance.optimal,
            expanded: instance.counts.and_then(|counts| counts.expanded),
            generated: instance.counts.and_then(|counts| counts.generated),
        };
        self.instances.iter().map(record).collect()
    }
}

#[cfg(test)]
mod tests;
