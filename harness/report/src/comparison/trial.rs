use std::collections::{BTreeMap, HashMap};

use anyhow::{Result, bail};
use optile_core::Size;
use optile_results::Results;
use optile_results::row::{Row, Status};
use optile_statistics::median;

use super::Measure;

/// A strategy on an instance, all its samples.
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    /// The samples, in their order; at least one.
    rows: Vec<&'a Row>,
}

impl<'a> Trial<'a> {
    /// The samples, in their order.
    pub fn rows(&self) -> &[&'a Row] {
        &self.rows
    }

    /// What all samples came to, or the worst of it: an instance counts as
    /// solved when every sample of it is.
    pub fn status(&self) -> Status {
        // `Status` is ordered from good to bad.
        self.rows.iter().map(|row| row.status).max().unwrap_or(Status::Crashed)
    }

    /// Whether every sample found an optimal path.
    pub fn is_solved(&self) -> bool {
        self.status() == Status::Solved
    }

    /// Whether every sample has an answer that can be right: a path, or that
    /// there is none.
    pub fn is_answered(&self) -> bool {
        matches!(self.status(), Status::Solved | Status::Unsolvable)
    }

    /// The answer: moves of the path found, or `None` for "there is none".
    /// Nothing where the trial is not answered.
    pub fn answer(&self) -> Option<Option<u32>> {
        self.is_answered().then(|| self.rows[0].length)
    }

    /// The samples' values; empty where there are none.
    pub fn values(&self, measure: Measure) -> Vec<f64> {
        self.rows.iter().filter_map(|row| measure.of(row)).map(|value| value as f64).collect()
    }

    /// The median of the samples' values.
    pub fn median(&self, measure: Measure) -> Option<f64> {
        median(&self.values(measure))
    }
}

/// An instance, as far as results tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance<'a> {
    /// The id.
    pub id: &'a str,
    /// The board's size.
    pub size: Size,
    /// Tiles of start and goal; `None` where the results do not hold them.
    pub tiles: Option<(&'a str, &'a str)>,
    /// The optimal length, where anybody knows it.
    pub optimal: Option<u32>,
}

/// All runs of one folder or of several, by strategy and instance.
#[derive(Debug, Default)]
pub struct Trials<'a> {
    strategies: Vec<&'a str>,
    instances: Vec<Instance<'a>>,
    places: HashMap<&'a str, usize>,
    /// By strategy, then by instance.
    trials: BTreeMap<&'a str, BTreeMap<&'a str, Trial<'a>>>,
}

impl<'a> Trials<'a> {
    /// The runs of one folder.
    ///
    /// # Errors
    ///
    /// As for [`Trials::add`].
    pub fn of(results: &'a Results) -> Result<Self> {
        let mut trials = Self::default();
        trials.add(results)?;
        Ok(trials)
    }

    /// Adds the runs of a folder to those that are here.
    ///
    /// # Errors
    ///
    /// When an id means two boards, or a sample of a strategy on an instance
    /// is here already.
    pub fn add(&mut self, results: &'a Results) -> Result<()> {
        for board in &results.instances {
            let tiles = Some((board.start.as_str(), board.goal.as_str()));
            self.meet(Instance {
                id: &board.instance,
                size: board.size,
                tiles,
                optimal: board.optimal,
            })?;
        }
        // Rows stand in the order in which they were made, which says nothing.
        let mut rows: Vec<&Row> = results.rows.iter().collect();
        rows.sort_by(|a, b| (&a.instance, a.sample).cmp(&(&b.instance, b.sample)));
        let named = results.record.strategies.iter().map(String::as_str);
        let mut unnamed: Vec<&str> = rows.iter().map(|row| row.strategy.as_str()).collect();
        unnamed.sort_unstable();
        for strategy in named.chain(unnamed) {
            if !self.strategies.contains(&strategy) {
                self.strategies.push(strategy);
            }
        }
        for row in rows {
            let found = row.length.filter(|_| row.status == Status::Solved);
            let optimal = row.optimal.or(found);
            self.meet(Instance { id: &row.instance, size: row.size, tiles: None, optimal })?;
            let trial = self
                .trials
                .entry(&row.strategy)
                .or_default()
                .entry(&row.instance)
                .or_insert_with(|| Trial { rows: Vec::new() });
            if trial.rows.iter().any(|other| other.sample == row.sample) {
                bail!(
                    "sample {} of {} on instance {:?} is there twice; `optile compare` sets one \
                     run of a strategy against another",
                    row.sample,
                    row.strategy,
                    row.instance
                );
            }
            trial.rows.push(row);
        }
        Ok(())
    }

    /// Adds an instance or what is known of it.
    fn meet(&mut self, instance: Instance<'a>) -> Result<()> {
        let Some(&place) = self.places.get(instance.id) else {
            self.places.insert(instance.id, self.instances.len());
            self.instances.push(instance);
            return Ok(());
        };
        let known = &mut self.instances[place];
        same_board(known, &instance)?;
        known.tiles = known.tiles.or(instance.tiles);
        known.optimal = known.optimal.or(instance.optimal);
        Ok(())
    }

    /// Strategies in the order of the record, others behind them by name.
    pub fn strategies(&self) -> &[&'a str] {
        &self.strategies
    }

    /// Instances in the order of the suite, others behind them by name.
    pub fn instances(&self) -> &[Instance<'a>] {
        &self.instances
    }

    /// The instance of an id.
    pub fn instance(&self, id: &str) -> Option<&Instance<'a>> {
        self.places.get(id).map(|&place| &self.instances[place])
    }

    /// How a strategy fared on an instance; `None` where it did not run.
    pub fn get(&self, strategy: &str, instance: &str) -> Option<&Trial<'a>> {
        self.trials.get(strategy)?.get(instance)
    }
}

/// Whether two folders mean the same board by an id, as far as they tell.
///
/// # Errors
///
/// When they do not; the message has both boards.
pub(super) fn same_board(a: &Instance<'_>, b: &Instance<'_>) -> Result<()> {
    if a.size != b.size {
        bail!("instance {:?} is a {} board and a {} board", a.id, a.size, b.size);
    }
    if let (Some(a_tiles), Some(b_tiles)) = (a.tiles, b.tiles)
        && a_tiles != b_tiles
    {
        let text = |(start, goal): (&str, &str)| format!("{start} -> {goal}");
        bail!(
            "instance {:?} is two boards, which cannot be compared: {} and {}",
            a.id,
            text(a_tiles),
            text(b_tiles)
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{end, record, row};
    use optile_results::record::InstanceRecord;

    fn board(instance: &str, start: &str) -> InstanceRecord {
        InstanceRecord {
            instance: instance.into(),
            size: Size::new(3, 3).unwrap(),
            start: start.into(),
            goal: "1 2 3 4 5 6 7 8 0".into(),
            optimal: None,
            expanded: None,
            generated: None,
        }
    }

    #[test]
    fn samples_are_taken_together_and_the_worst_is_the_status() {
        let mut rows = vec![row("a", "bfs", 9, 100); 3];
        for (sample, time) in [(0, 5), (1, 900), (2, 7)] {
            rows[sample].sample = sample as u32;
            rows[sample].search_ns = time;
        }
        let mut results = Results::new(record(&["bfs"]), rows, vec![]);
        let trials = Trials::of(&results).unwrap();
        let trial = trials.get("bfs", "a").unwrap();
        assert_eq!(trial.median(Measure::Time), Some(7.0));
        assert_eq!(trial.answer(), Some(Some(9)));
        end(&mut results.rows[1], Status::TimeLimit);
        let trials = Trials::of(&results).unwrap();
        let trial = trials.get("bfs", "a").unwrap();
        assert_eq!((trial.status(), trial.answer()), (Status::TimeLimit, None));
    }

    #[test]
    fn instances_stand_in_the_order_of_the_suite() {
        let rows = ["10", "9", "z", "a"].map(|id| row(id, "bfs", 9, 100)).into();
        let mut results = Results::new(record(&["bfs"]), rows, vec![]);
        results.instances = vec![board("9", "a"), board("10", "b")];
        let trials = Trials::of(&results).unwrap();
        let ids: Vec<&str> = trials.instances().iter().map(|instance| instance.id).collect();
        assert_eq!(ids, ["9", "10", "a", "z"]);
        assert_eq!(trials.instance("9").unwrap().optimal, Some(9));
    }

    #[test]
    fn two_boards_of_one_name_and_a_sample_twice_are_refused() {
        let mut results = Results::new(record(&["bfs"]), vec![row("a", "bfs", 9, 1)], vec![]);
        results.instances = vec![board("a", "1 2 3 4 5 6 7 0 8"), board("a", "1 2 3 4 5 6 0 7 8")];
        let message = |results: &Results| Trials::of(results).unwrap_err().to_string();
        assert!(message(&results).contains("is two boards"), "{}", message(&results));
        results.instances.clear();
        results.rows.push(results.rows[0].clone());
        assert!(message(&results).contains("sample 0 of bfs on instance \"a\" is there twice"));
        results.rows[1].size = Size::new(4, 4).unwrap();
        assert!(message(&results).contains("is a 3x3 board and a 4x4 board"));
    }
}
