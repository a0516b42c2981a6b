//! The samples of a strategy on an instance, taken together. All comparisons,
//! tables and charts are made from these.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ptr;

use anyhow::{Result, anyhow};
use optile_core::{Promise, Size};
use optile_results::Results;
use optile_results::record::TableRecord;
use optile_results::rows::row::{Row, Status};

pub(crate) use crate::facts::InstanceFacts;
use crate::facts::same_board;
use crate::missing::Missing;
use crate::standing::Standing;
use optile_results::number::{Number, Of, Rank, TIME};
use optile_statistics::{mean, median};

/// One strategy on one instance, with all its samples.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trial<'a> {
    /// The samples, in their order; at least one where others see a trial.
    rows: Vec<&'a Row>,
    /// The worst status of the samples. It is asked for often, and the rows are far apart in
    /// memory.
    worst: Option<Status>,
    /// The medians of the samples' costs, for the same reason, in the order of [`Number::costs`]; not
    /// a number if no sample has a value.
    medians: [f64; 4],
}

impl<'a> Trial<'a> {
    fn push(&mut self, row: &'a Row) {
        // `Status` is ordered from good to bad.
        self.worst = self.worst.max(Some(row.outcome.status));
        self.rows.push(row);
    }

    /// This trial, if there was a run.
    fn run(&self) -> Option<&Self> {
        (!self.rows.is_empty()).then_some(self)
    }

    /// The samples, in their order.
    pub(crate) fn rows(&self) -> &[&'a Row] {
        &self.rows
    }

    /// The worst status of any sample: an instance counts as solved only when
    /// every sample solved it.
    pub(crate) fn status(&self) -> Status {
        self.worst.unwrap_or(Status::Crashed)
    }

    /// Whether every sample found an optimal path.
    pub(crate) fn is_solved(&self) -> bool {
        self.status() == Status::Solved
    }

    /// Whether every sample has an answer that can be right: a path, or the
    /// statement that there is none.
    pub(crate) fn is_answered(&self) -> bool {
        matches!(self.status(), Status::Solved | Status::Unsolvable)
    }

    /// The answer: the moves of the path, or `None` for "there is no path". The
    /// outer `None` means that the trial is not answered.
    pub(crate) fn answer(&self) -> Option<Option<u32>> {
        self.is_answered().then(|| self.rows[0].outcome.length())
    }

    /// The values of the samples that have one.
    pub(crate) fn values(&self, number: &Number) -> Vec<f64> {
        let values = self.rows.iter().filter_map(|row| number.of(row));
        values.map(|value| value as f64).collect()
    }

    /// The median of the samples' values; of a derived number, that of all of them. `None` if there is none.
    pub(crate) fn median(&self, number: &Number) -> Option<f64> {
        if number.is_derived() {
            return number.over(self.rows.iter().copied());
        }
        if number.rank != Rank::Cost {
            return self.median_of(number);
        }
        match Number::costs().position(|cost| ptr::eq(cost, number)) {
            Some(place) if place < self.medians.len() => {
                Some(self.medians[place]).filter(|median| !median.is_nan())
            }
            _ => self.median_of(number),
        }
    }

    fn median_of(&self, number: &Number) -> Option<f64> {
        match self.rows[..] {
            // Most trials have one sample, and a vector for each would take most of the time.
            [row] => number.of(row).map(|value| value as f64),
            _ => median(&self.values(number)),
        }
    }

    /// The median on an instance, about which the results may know more than the rows.
    pub(crate) fn median_on(&self, instance: &InstanceFacts<'_>, number: &Number) -> Option<f64> {
        match number.of {
            Of::Instance(_) => instance.optimal.map(f64::from),
            _ => self.median(number),
        }
    }

    /// The median, if every sample solved the instance, or why there is none.
    pub(crate) fn cost(&self, measure: &Number) -> Result<f64, Missing> {
        self.lacking(self.median(measure))
    }

    /// The median on an instance as charts draw it: a rate is known before the end of a search.
    pub(crate) fn drawn(
        &self,
        instance: &InstanceFacts<'_>,
        number: &Number,
    ) -> Result<f64, Missing> {
        match self.median_on(instance, number) {
            Some(ratio) if number.is_derived() => Ok(ratio),
            value => self.lacking(value),
        }
    }

    /// A value of these samples, if every one solved the instance, or why there is none.
    pub(crate) fn lacking<T>(&self, value: Option<T>) -> Result<T, Missing> {
        match self.status() {
            Status::Solved => value.ok_or(Missing::NotReported),
            status => Err(Missing::NotSolved(status)),
        }
    }

    /// The median, if every sample solved the instance.
    pub(crate) fn solved(&self, measure: &Number) -> Option<f64> {
        self.cost(measure).ok()
    }

    /// The median divided by that of another trial, if both have one. A value below 1, from a
    /// search that expanded nothing, counts as 1, so that division is possible.
    pub(crate) fn ratio_to(&self, other: &Trial<'_>, measure: &Number) -> Option<f64> {
        Some(self.median(measure)?.max(1.0) / other.median(measure)?.max(1.0))
    }
}

/// A trial with its instance.
pub(crate) type OnInstance<'t, 'a> = (&'t InstanceFacts<'a>, &'t Trial<'a>);

/// All runs of a folder, by strategy and instance.
#[derive(Debug, Default)]
pub(crate) struct Trials<'a> {
    strategies: Vec<&'a str>,
    instances: Vec<InstanceFacts<'a>>,
    places: HashMap<&'a str, usize>,
    /// The places of the instances, by their names. This order decides the last digit of a mean.
    by_name: Vec<usize>,
    /// By strategy, one for each instance; without rows if there was no run.
    trials: HashMap<&'a str, Vec<Trial<'a>>>,
    /// The time limit in nanoseconds.
    time_limit: Option<u64>,
    /// The strategies that are not compared with the others.
    apart: BTreeMap<&'a str, Standing>,
    /// The tables that were built before runs.
    tables: Vec<&'a TableRecord>,
    /// The first contradiction met.
    contradiction: Option<String>,
}

impl<'a> Trials<'a> {
    /// The runs of one folder. They may contradict themselves, because a report
    /// shows all rows.
    pub(crate) fn of(results: &'a Results) -> Self {
        let mut trials = Self::default();
        trials.add(results);
        trials
    }

    /// These trials, if they do not contradict themselves.
    ///
    /// # Errors
    ///
    /// When an id means two boards, or the results hold a sample of a strategy
    /// on an instance twice.
    pub(crate) fn checked(&self) -> Result<&Self> {
        match &self.contradiction {
            Some(contradiction) => Err(anyhow!(contradiction.clone())),
            None => Ok(self),
        }
    }

    fn add(&mut self, results: &'a Results) {
        self.time_limit = results.record.limits.time_ns();
        self.tables.extend(results.record.origins.iter().flat_map(|origin| &origin.tables));
        for board in &results.instances {
            self.learn(InstanceFacts {
                tiles: Some((&board.start, &board.goal)),
                blank: board.goal.split(' ').position(|tile| tile == "0"),
                optimal: results.length_of_file(board),
                ..InstanceFacts::new(&board.instance, board.size)
            });
        }
        let unknown = |row: &&Row| !self.places.contains_key(&*row.run.instance);
        // The first row of each tells its size.
        let unlisted = results.rows.iter().rev().filter(unknown);
        let unlisted: BTreeMap<&str, &Row> =
            unlisted.map(|row| (&*row.run.instance, row)).collect();
        for (id, row) in unlisted {
            self.learn(InstanceFacts::new(id, row.run.size));
        }
        for strategy in &results.record.strategies {
            self.enter(strategy, results);
        }
        let others: BTreeSet<&str> = results.rows.iter().map(|row| &*row.run.strategy).collect();
        for strategy in others {
            self.enter(strategy, results);
        }
        // The order of the rows, in which they were made, has no meaning.
        let place = |row: &Row| (self.places[&*row.run.instance], row.run.sample);
        let mut rows: Vec<((usize, u32), &Row)> =
            results.rows.iter().map(|row| (place(row), row)).collect();
        rows.sort_by_key(|(place, _)| *place);
        for ((place, sample), row) in rows {
            let is_optimal = row.run.promise == Promise::Optimal;
            if !is_optimal {
                self.apart.insert(&row.run.strategy, Standing::NotOptimal);
            }
            let found = row.outcome.solution().filter(|_| is_optimal);
            let optimal = row.optimal.or(found);
            let known = InstanceFacts::new(&row.run.instance, row.run.size);
            self.agree(place, InstanceFacts { optimal, ..known });
            let trial =
                &mut self.trials.get_mut(&*row.run.strategy).expect("all are entered")[place];
            if trial.rows.iter().any(|other| other.run.sample == sample) {
                self.contradiction.get_or_insert_with(|| {
                    format!(
                        "the results hold sample {sample} of {} on instance {:?} twice; use \
                         `optile compare` to compare one run of a strategy with another",
                        row.run.strategy, row.run.instance
                    )
                });
            }
            trial.push(row);
        }
        for trial in self.trials.values_mut().flatten() {
            for (place, cost) in Number::costs().take(trial.medians.len()).enumerate() {
                trial.medians[place] = trial.median_of(cost).unwrap_or(f64::NAN);
            }
        }
        self.by_name = (0..self.instances.len()).collect();
        self.by_name.sort_unstable_by_key(|&place| self.instances[place].id);
    }

    /// Adds a strategy, without a run.
    fn enter(&mut self, strategy: &'a str, results: &Results) {
        if self.trials.contains_key(strategy) {
            return;
        }
        self.trials.insert(strategy, vec![Trial::default(); self.instances.len()]);
        self.strategies.push(strategy);
        if results.record.is_lookup(strategy) {
            self.apart.insert(strategy, Standing::Lookup);
        }
    }

    /// Adds an instance, or what is new about a known one.
    fn learn(&mut self, instance: InstanceFacts<'a>) {
        let Some(&place) = self.places.get(instance.id) else {
            self.places.insert(instance.id, self.instances.len());
            self.instances.push(instance);
            return;
        };
        self.agree(place, instance);
    }

    /// Adds what is new about a known instance.
    fn agree(&mut self, place: usize, instance: InstanceFacts<'a>) {
        let known = &mut self.instances[place];
        if let Err(error) = same_board(known, &instance) {
            self.contradiction.get_or_insert_with(|| error.to_string());
        }
        known.tiles = known.tiles.or(instance.tiles);
        known.optimal = known.optimal.or(instance.optimal);
    }

    /// Strategies in the order of the record, then others by name.
    pub(crate) fn strategies(&self) -> &[&'a str] {
        &self.strategies
    }

    /// The time limit in nanoseconds.
    pub(crate) fn time_limit(&self) -> Option<u64> {
        self.time_limit
    }

    /// Whether the strategy is compared with the others.
    pub(crate) fn standing(&self, strategy: &str) -> Standing {
        self.apart.get(strategy).copied().unwrap_or(Standing::Compared)
    }

    /// The tables that were built before runs.
    pub(crate) fn tables(&self) -> &[&'a TableRecord] {
        &self.tables
    }

    /// Instances in the order of the suite, then others by name.
    pub(crate) fn instances(&self) -> &[InstanceFacts<'a>] {
        &self.instances
    }

    /// The sizes of boards.
    pub(crate) fn sizes(&self) -> BTreeSet<Size> {
        self.instances.iter().map(|instance| instance.size).collect()
    }

    /// The instance with this id.
    pub(crate) fn instance(&self, id: &str) -> Option<&InstanceFacts<'a>> {
        self.places.get(id).map(|&place| &self.instances[place])
    }

    /// The trial of a strategy on an instance; `None` if there was no run.
    pub(crate) fn get(&self, strategy: &str, instance: &str) -> Option<&Trial<'a>> {
        self.trials.get(strategy)?[*self.places.get(instance)?].run()
    }

    /// The mean time of a strategy on these instances, where those that were not solved count as
    /// twice the limit (PAR-2). `None` if one was not solved without a limit, or was not tried.
    pub(crate) fn mean_time<'i>(
        &self,
        strategy: &str,
        instances: impl Iterator<Item = &'i InstanceFacts<'a>>,
    ) -> Option<f64>
    where
        'a: 'i,
    {
        let penalty = || Some(2.0 * self.time_limit? as f64);
        let time = |one: &InstanceFacts<'_>| match self.cost(strategy, one.id, &TIME) {
            Err(Missing::NotTried) => None,
            time => time.ok().or_else(penalty),
        };
        mean(&instances.map(time).collect::<Option<Vec<f64>>>()?)
    }

    /// What a strategy needed on an instance, or why that is not known.
    pub(crate) fn cost(
        &self,
        strategy: &str,
        instance: &str,
        measure: &Number,
    ) -> Result<f64, Missing> {
        self.get(strategy, instance).ok_or(Missing::NotTried)?.cost(measure)
    }

    /// Each instance with the trial of a strategy, if there was a run, by the names of the
    /// instances.
    pub(crate) fn by_name(
        &self,
        strategy: &str,
    ) -> impl Iterator<Item = (&InstanceFacts<'a>, Option<&Trial<'a>>)> {
        let trials = self.trials.get(strategy).map_or(&[][..], Vec::as_slice);
        let places = self.by_name.iter().filter(|_| !trials.is_empty());
        places.map(|&place| (&self.instances[place], trials[place].run()))
    }

    /// The trials of a strategy, by the names of the instances.
    pub(crate) fn of_strategy(&self, strategy: &str) -> impl Iterator<Item = OnInstance<'_, 'a>> {
        self.by_name(strategy).filter_map(|(instance, trial)| Some((instance, trial?)))
    }

    /// Whether a strategy proved that the instance at this place has no path.
    pub(crate) fn has_no_path(&self, place: usize) -> bool {
        self.trials.values().any(|row| row[place].worst == Some(Status::Unsolvable))
    }

    /// The trials of a strategy on boards that it supports.
    pub(crate) fn attempts(&self, strategy: &str) -> impl Iterator<Item = OnInstance<'_, 'a>> {
        self.of_strategy(strategy).filter(|(_, trial)| trial.status() != Status::Unsupported)
    }

    /// The attempts of a strategy on instances that have a path.
    pub(crate) fn with_path(&self, strategy: &str) -> impl Iterator<Item = OnInstance<'_, 'a>> {
        self.attempts(strategy).filter(|(_, trial)| trial.status() != Status::Unsolvable)
    }
}

#[cfg(test)]
mod tests;
