//! An experiment: every strategy on every instance, each run judged and
//! recorded as it ends.

use anyhow::Result;
use optile_core::{PathChoice, Stop};

use crate::folder::Folder;
use crate::instance::Instance;
use crate::interruption::Interruption;
use crate::origin;
use crate::plan::plan;
use crate::progress::Progress;
use crate::record::RunRecord;
use crate::registry::{self, Entry};
use crate::report::Results;
use crate::row::Status;
use crate::run::{End, Runner};
use crate::suite::RunLimits;
use crate::{check, space};

/// What to run.
#[derive(Debug)]
pub struct Experiment {
    /// The instances.
    pub instances: Vec<Instance>,
    /// The strategies.
    pub strategies: Vec<Entry>,
    /// Samples of each pair.
    pub repeat: u32,
    /// Seed of the order of runs.
    pub seed: u64,
    /// Limits of each run.
    pub limits: RunLimits,
}

impl Experiment {
    /// How many runs it takes.
    pub fn planned(&self) -> u64 {
        self.instances.len() as u64 * self.strategies.len() as u64 * u64::from(self.repeat)
    }

    /// Makes all runs, unless the user interrupts, and writes everything but
    /// the report into `folder`. `record` becomes complete when every run has
    /// its row.
    ///
    /// # Errors
    ///
    /// When results cannot be written. Rows that were written before stay.
    pub fn conduct(
        &self,
        folder: &mut Folder,
        mut record: RunRecord,
        interruption: &Interruption,
        quiet: bool,
    ) -> Result<Results> {
        folder.write_record(&record)?;
        let runner = Runner::new(self.limits, interruption.interrupt());
        let mut progress = Progress::new(self.planned(), quiet);
        let mut rows = Vec::new();
        let runs = plan(self.instances.len(), self.strategies.len(), self.repeat, self.seed);
        for (order, run) in (0..).zip(runs) {
            if interruption.is_asked() {
                break;
            }
            let instance = &self.instances[run.instance];
            let Entry { name, strategy } = &self.strategies[run.strategy];
            progress.begin(|| format!("{} with {name}", instance.id));
            let outcome = runner.run(strategy.as_ref(), &instance.problem, PathChoice::Any);
            if outcome.end == End::Stop(Stop::Interrupted) {
                break;
            }
            let row = check::row(instance, name, run.sample, order, &outcome);
            folder.append(&row)?;
            progress.end(matches!(row.status, Status::Wrong | Status::Crashed));
            rows.push(row);
        }
        drop(progress);
        if check::agree(&mut rows) {
            folder.rewrite(&rows)?;
        }
        folder.write_csv(&rows)?;
        let problems = self.instances.iter().map(|instance| &instance.problem);
        let heuristics = space::heuristic_points(problems);
        folder.write_heuristics(&heuristics)?;
        record.finished = Some(origin::now());
        record.complete = rows.len() as u64 == self.planned();
        folder.write_record(&record)?;
        let mut results = Results::new(record, rows, heuristics);
        results.registry = registry::names();
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use optile_testkit::{Behaviour, Mock};

    use super::*;
    use crate::report::{self, Verdict};
    use crate::suite::Suite;

    fn mock(name: &str, behaviour: Behaviour) -> Entry {
        Entry { name: name.into(), strategy: Box::new(Mock::new(behaviour)) }
    }

    fn conduct(strategies: Vec<Entry>, interruption: &Interruption) -> (Results, Results) {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path(), false).unwrap();
        let suite = Suite::parse("name = \"mock\"\ninstances = [\"smoke\"]\n").unwrap();
        let text = "a\t1 2 3 / 4 5 0\t0\nb\t1 2 3 / 0 4 5\t-\nc\t2 1 3 / 4 5 0\t-\n";
        let set = crate::instance::InstanceSet::read("test", "test", text.as_bytes()).unwrap();
        let names = strategies.iter().map(|entry| entry.name.clone()).collect();
        let experiment = Experiment {
            instances: set.instances,
            strategies,
            repeat: 2,
            seed: 1,
            limits: RunLimits::default(),
        };
        let record = origin::record(&suite, experiment.limits, names, experiment.planned());
        let results = experiment.conduct(&mut folder, record, interruption, true).unwrap();
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 4, "no drafts are left");
        let loaded = report::load(home.path()).unwrap();
        (results, loaded)
    }

    #[test]
    fn agreeing_strategies_give_a_clean_and_complete_folder() {
        let strategies = vec![mock("one", Behaviour::Right), mock("two", Behaviour::Right)];
        let (results, loaded) = conduct(strategies, &Interruption::default());
        assert!(Verdict::of(&results).is_clean());
        assert!(results.record.complete);
        assert_eq!(results.rows.len(), 12);
        let optimal = |id: &str| {
            results.rows.iter().filter(|row| row.instance == id).map(|row| row.optimal).max()
        };
        assert_eq!(
            (optimal("a"), optimal("b"), optimal("c")),
            (Some(Some(0)), Some(Some(2)), Some(None))
        );
        assert_eq!(loaded.rows, results.rows);
        assert_eq!(loaded.record, results.record);
        assert_eq!(loaded.heuristics, results.heuristics);
    }

    #[test]
    fn a_wrong_strategy_is_found_without_a_known_length() {
        let strategies = vec![mock("long", Behaviour::TooLong), mock("right", Behaviour::Right)];
        let (results, loaded) = conduct(strategies, &Interruption::default());
        let wrong: Vec<_> = results.rows.iter().filter(|row| row.status == Status::Wrong).collect();
        assert_eq!(wrong.len(), 4);
        assert!(wrong.iter().all(|row| row.strategy == "long" && row.reason.is_some()));
        assert!(!Verdict::of(&loaded).is_clean());
    }

    #[test]
    fn a_crash_costs_its_rows_and_no_others() {
        let strategies = vec![mock("bad", Behaviour::Panics), mock("good", Behaviour::Right)];
        let (results, _) = conduct(strategies, &Interruption::default());
        assert!(results.record.complete);
        // The unsolvable one panics as well: this mock asks no parity.
        assert_eq!(results.rows.iter().filter(|row| row.status == Status::Crashed).count(), 6);
        assert_eq!(results.rows.iter().filter(|row| row.status == Status::Solved).count(), 4);
    }

    #[test]
    fn an_interrupted_run_gets_no_row() {
        let strategies = vec![mock("stopped", Behaviour::Stops(Stop::Interrupted))];
        let (results, loaded) = conduct(strategies, &Interruption::default());
        assert!(results.rows.is_empty() && !loaded.record.complete);
        assert!(loaded.record.finished.is_some());
    }
}
