//! Who is best, by how much, on which kind of instances.
//!
//! # The main decision
//!
//! **Ratios say how much, the number solved says who.** A ratio needs a value
//! on both sides, so it is over the instances that all strategies solved, and
//! knows nothing of those that some gave up on. Within a class the strategy
//! that solved more therefore stands first, and ratios order those that solved
//! as many. The penalised time beside it (PAR-2) has both in one number, at
//! the price of an arbitrary penalty.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Result, bail};
use optile_core::Size;
use optile_results::Results;
use optile_results::names::{nearest, suggestion};
use optile_results::row::Status;
use optile_statistics::{Estimate, geometric_mean_estimate, mean};
use serde::Serialize;

use crate::comparison::{Instance, Measure, Trials};

/// By what instances fall into classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The board's size.
    Size,
    /// The optimal length, in bands.
    Length,
}

/// What to rank by.
#[derive(Clone, Debug)]
pub struct Options {
    /// What counts as better where it is less.
    pub measure: Measure,
    /// The classes; none for all instances together.
    pub by: Vec<Key>,
    /// Moves in a band of lengths; at least 1.
    pub band: u32,
    /// Strategies to rank; empty for all.
    pub strategies: Vec<String>,
}

/// A ranking; `optile rank --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Ranking {
    /// What counts as better where it is less.
    pub measure: Measure,
    /// All instances together, then each class where there are several.
    pub classes: Vec<Class>,
    /// Instances that have no solution; they are in no class.
    pub unsolvable: usize,
    /// What an unsolved instance counts as in PAR-2, in nanoseconds: twice the
    /// time limit.
    pub penalty_ns: Option<f64>,
    /// Why there is no penalty and no PAR-2.
    pub no_penalty: Option<String>,
}

/// Strategies on instances of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct Class {
    /// What kind.
    pub kind: Kind,
    /// Instances of the kind.
    pub instances: usize,
    /// Instances that the ratios are over: those that every strategy solved
    /// that solved any.
    pub common: usize,
    /// Strategies, the best first.
    pub lines: Vec<Line>,
}

/// A kind of instances; what is `None` is not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Kind {
    /// The board's size.
    #[serde(serialize_with = "optional_text")]
    pub size: Option<Size>,
    /// Optimal lengths.
    pub lengths: Option<Lengths>,
}

/// A band of optimal lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lengths {
    /// From the first to the second, both included.
    Between(u32, u32),
    /// Nobody found a path, and the instance file knows none.
    Unknown,
}

/// A strategy in a class.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The place, from 1; those that are equal share the better one.
    pub rank: usize,
    /// The strategy.
    pub strategy: String,
    /// Instances with a run, boards included that the strategy does not do.
    pub ran: usize,
    /// Instances solved in every sample.
    pub solved: usize,
    /// Geometric mean of the ratio to the best; `None` where it solved
    /// nothing, or there is no common instance.
    pub ratio: Option<Estimate>,
    /// Mean time in nanoseconds, each unsolved instance counting as the
    /// penalty; `None` where that is not known, or an instance has no run.
    pub par2_ns: Option<f64>,
}

fn optional_text<S: serde::Serializer>(size: &Option<Size>, out: S) -> Result<S::Ok, S::Error> {
    size.map(|size| size.to_string()).serialize(out)
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths = self.lengths.map(|lengths| match lengths {
            Lengths::Between(from, to) if from == to => format!("optimal length {from}"),
            Lengths::Between(from, to) => format!("optimal lengths {from} to {to}"),
            Lengths::Unknown => "optimal length unknown".into(),
        });
        match (self.size, lengths) {
            (None, None) => f.pad("all instances"),
            (Some(size), None) => f.pad(&size.to_string()),
            (None, Some(lengths)) => f.pad(&lengths),
            (Some(size), Some(lengths)) => f.pad(&format!("{size}, {lengths}")),
        }
    }
}

/// Ranks the strategies of one folder of results, or of several together.
///
/// # Errors
///
/// When folders contradict each other or hold a run twice, when a strategy is
/// not there, and when there is no instance to rank on.
pub fn rank(folders: &[&Results], options: &Options) -> Result<Ranking> {
    let mut trials = Trials::default();
    for results in folders {
        trials.add(results)?;
    }
    let strategies = chosen(&trials, &options.strategies)?;
    let unsolvable = |instance: &&Instance<'_>| {
        strategies.iter().any(|strategy| {
            let trial = trials.get(strategy, instance.id);
            trial.is_some_and(|trial| trial.status() == Status::Unsolvable)
        })
    };
    let (without, with): (Vec<_>, Vec<_>) = trials.instances().iter().partition(unsolvable);
    if with.is_empty() {
        bail!("there is no instance with a solution to rank on");
    }
    let mut kinds: BTreeMap<Kind, Vec<&Instance<'_>>> = BTreeMap::new();
    for &instance in &with {
        kinds.entry(Kind::of(instance, options)).or_default().push(instance);
    }
    let penalty = penalty(folders);
    let class = |kind, instances: &[&Instance<'_>]| {
        let penalty = penalty.as_ref().ok().copied();
        Group { trials: &trials, strategies: &strategies, instances, penalty }.class(kind, options)
    };
    let mut classes = Vec::new();
    if kinds.len() > 1 {
        classes.push(class(Kind { size: None, lengths: None }, &with));
    }
    classes.extend(kinds.iter().map(|(&kind, instances)| class(kind, instances)));
    Ok(Ranking {
        measure: options.measure,
        classes,
        unsolvable: without.len(),
        penalty_ns: penalty.as_ref().ok().copied(),
        no_penalty: penalty.err(),
    })
}

/// The strategies asked for, else all.
fn chosen<'a>(trials: &Trials<'a>, asked: &[String]) -> Result<Vec<&'a str>> {
    let all = trials.strategies();
    for name in asked {
        if !all.contains(&name.as_str()) {
            let near = suggestion(nearest(name, all.iter().copied()));
            bail!("no strategy {name:?} in the results: {near}expected one of {}", all.join(" "));
        }
    }
    let is_asked = |name: &&&str| asked.is_empty() || asked.iter().any(|other| other == **name);
    Ok(all.iter().filter(is_asked).copied().collect())
}

/// Twice the time limit of all folders, in nanoseconds; else why there is
/// none.
fn penalty(folders: &[&Results]) -> Result<f64, String> {
    let mut limits: Vec<Option<u64>> =
        folders.iter().map(|results| results.record.limits.time_ns).collect();
    limits.sort_unstable();
    limits.dedup();
    match limits[..] {
        [Some(limit)] => Ok(2.0 * limit as f64),
        [None] => Err("there was no time limit".into()),
        _ => Err("the folders have different time limits".into()),
    }
}

impl Kind {
    fn of(instance: &Instance<'_>, options: &Options) -> Self {
        let band = options.band.max(1);
        let lengths = match instance.optimal {
            Some(length) => {
                let from = length / band * band;
                Lengths::Between(from, from.saturating_add(band - 1))
            }
            None => Lengths::Unknown,
        };
        Self {
            size: options.by.contains(&Key::Size).then_some(instance.size),
            lengths: options.by.contains(&Key::Length).then_some(lengths),
        }
    }
}

/// Instances of one kind and who ran on them.
struct Group<'a> {
    trials: &'a Trials<'a>,
    strategies: &'a [&'a str],
    instances: &'a [&'a Instance<'a>],
    penalty: Option<f64>,
}

impl Group<'_> {
    fn class(&self, kind: Kind, options: &Options) -> Class {
        let solved: Vec<usize> = self.strategies.iter().map(|s| self.solved(s)).collect();
        // A strategy that solved nothing would leave no common instance.
        let taking_part: Vec<&str> = self
            .strategies
            .iter()
            .zip(&solved)
            .filter(|&(_, &solved)| solved > 0)
            .map(|(&strategy, _)| strategy)
            .collect();
        let common = self.common(&taking_part, options.measure);
        let ratios = ratios(&common);
        let mut lines: Vec<Line> = self
            .strategies
            .iter()
            .zip(&solved)
            .map(|(&strategy, &solved)| Line {
                rank: 0,
                strategy: strategy.into(),
                ran: self.ran(strategy),
                solved,
                ratio: taking_part
                    .iter()
                    .position(|other| *other == strategy)
                    .and_then(|place| ratios.get(place).copied()),
                par2_ns: self.par2(strategy),
            })
            .collect();
        order(&mut lines);
        Class { kind, instances: self.instances.len(), common: common.len(), lines }
    }

    fn solved(&self, strategy: &str) -> usize {
        let trials = self.instances.iter().filter_map(|i| self.trials.get(strategy, i.id));
        trials.filter(|trial| trial.is_solved()).count()
    }

    fn ran(&self, strategy: &str) -> usize {
        self.instances.iter().filter(|i| self.trials.get(strategy, i.id).is_some()).count()
    }

    /// The values of these strategies on each instance that all of them solved.
    /// A search that expanded nothing counts as having expanded one node, so
    /// that it can be divided by.
    fn common(&self, strategies: &[&str], measure: Measure) -> Vec<Vec<f64>> {
        let values = |instance: &&Instance<'_>| -> Option<Vec<f64>> {
            let of_one = |strategy: &&str| {
                let trial = self.trials.get(strategy, instance.id).filter(|t| t.is_solved())?;
                trial.median(measure).map(|value| value.max(1.0))
            };
            strategies.iter().map(of_one).collect()
        };
        match strategies {
            [] => Vec::new(),
            _ => self.instances.iter().filter_map(values).collect(),
        }
    }

    fn par2(&self, strategy: &str) -> Option<f64> {
        let penalty = self.penalty?;
        let time = |instance: &&Instance<'_>| {
            let trial = self.trials.get(strategy, instance.id)?;
            if trial.is_solved() { trial.median(Measure::Time) } else { Some(penalty) }
        };
        let times: Option<Vec<f64>> = self.instances.iter().map(time).collect();
        mean(&times?)
    }
}

/// For each strategy the geometric mean of its value over the best one's;
/// empty over no instance.
fn ratios(common: &[Vec<f64>]) -> Vec<Estimate> {
    let best = |values: &Vec<f64>| values.iter().copied().fold(f64::INFINITY, f64::min);
    let strategies = common.first().map_or(0, Vec::len);
    let of_one = |strategy: usize| {
        let ratios: Vec<f64> =
            common.iter().map(|values| values[strategy] / best(values)).collect();
        geometric_mean_estimate(&ratios)
    };
    (0..strategies).filter_map(of_one).collect()
}

/// Sorts: who solved more, then the smaller ratio; and numbers the places.
fn order(lines: &mut [Line]) {
    let key = |line: &Line| {
        (usize::MAX - line.solved, line.ratio.map_or(f64::INFINITY, |ratio| ratio.value))
    };
    lines.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
    for place in 0..lines.len() {
        let shared = place > 0 && key(&lines[place - 1]) == key(&lines[place]);
        lines[place].rank = if shared { lines[place - 1].rank } else { place + 1 };
    }
}

#[cfg(test)]
mod tests;
