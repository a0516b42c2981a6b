//! Which strategy is best, by how much, and on which kind of instances.
//!
//! # The main decision
//!
//! **The number of solved instances decides the order, and ratios say by how
//! much.** A ratio needs a value on both sides. So it is over the instances
//! that all strategies solved and says nothing about the others. Therefore,
//! within a class, the strategy that solved more comes first, and ratios order
//! those that solved the same number. The penalised time (PAR-2) combines both
//! in one number, but its penalty is arbitrary.

mod table;

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Result, bail};
use optile_core::Size;
use optile_results::Results;
use optile_results::names::expected_one_of;
use optile_results::row::Status;
use optile_statistics::{Estimate, Interval, Ratios, geometric_mean_estimate, mean};
use serde::Serialize;

use crate::contest::Contest;
use crate::measure::Measure;
use crate::standing;
pub use crate::standing::Standing;
use crate::trial::{InstanceFacts, Trial, Trials};

/// What divides instances into classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The board's size.
    Size,
    /// The optimal length, in bands.
    Length,
}

/// How to rank.
#[derive(Clone, Debug)]
pub struct Options {
    /// The measure; less is better.
    pub measure: Measure,
    /// What divides the classes; nothing for one class of all instances.
    pub by: Vec<Key>,
    /// Moves in a band of lengths; at least 1.
    pub band: u32,
    /// Strategies to rank; empty for all of them.
    pub strategies: Vec<String>,
}

/// A ranking; `optile rank --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Ranking {
    /// The measure; less is better.
    pub measure: Measure,
    /// All instances together, then each class if there are several.
    pub classes: Vec<Class>,
    /// The strategies that are not compared with the others, and why. They have no ratio and no
    /// place.
    pub apart: BTreeMap<String, Standing>,
    /// Instances without a solution; they are in no class.
    pub unsolvable: usize,
    /// The value of an unsolved instance in PAR-2, in nanoseconds: twice the
    /// time limit.
    pub penalty_ns: Option<f64>,
    /// The reason, when there is no penalty and thus no PAR-2.
    pub no_penalty: Option<String>,
}

/// Strategies on instances of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct Class {
    /// The kind.
    pub kind: Kind,
    /// Instances of the kind.
    pub instances: usize,
    /// Instances that the ratios are over: those that all strategies solved,
    /// except strategies that solved none, are not compared or do not report the measure.
    pub common: usize,
    /// Strategies, the best first.
    pub lines: Vec<Line>,
}

/// A kind of instances; `None` means any.
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
    /// No strategy found a path, and the instance file states none.
    Unknown,
}

/// A strategy in a class.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The place, from 1. Equal strategies share the better place. `None` for strategies that
    /// are not compared, which are last.
    pub rank: Option<usize>,
    /// The strategy.
    pub strategy: String,
    /// Instances with a run, including boards that the strategy does not support.
    pub ran: usize,
    /// Instances solved in every sample.
    pub solved: usize,
    /// Geometric mean of the ratio to the best; `None` if the strategy solved
    /// nothing, or if there is no common instance.
    pub ratio: Option<Estimate>,
    /// Mean time in nanoseconds, where an unsolved instance counts as the
    /// penalty; `None` if there is no penalty, or if an instance has no run.
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
/// When the folders contradict each other or hold a run twice, when a strategy
/// is missing, and when there is no instance to rank on.
pub fn rank(folders: &[&Results], options: &Options) -> Result<Ranking> {
    Ranking::of(&Trials::over(folders), options)
}

impl Ranking {
    /// Ranks the strategies of these trials, as [`rank`] does.
    pub(crate) fn of(trials: &Trials<'_>, options: &Options) -> Result<Self> {
        let trials = trials.checked()?;
        let penalty = penalty(trials.time_limits());
        let strategies = chosen(trials, &options.strategies)?;
        let unsolvable = |instance: &&InstanceFacts<'_>| {
            strategies.iter().any(|strategy| {
                let trial = trials.get(strategy, instance.id);
                trial.is_some_and(|trial| trial.status() == Status::Unsolvable)
            })
        };
        let (without, with): (Vec<_>, Vec<_>) = trials.instances().iter().partition(unsolvable);
        if with.is_empty() {
            bail!("there is no instance with a solution to rank on");
        }
        let mut kinds: BTreeMap<Kind, Vec<&InstanceFacts<'_>>> = BTreeMap::new();
        for &instance in &with {
            kinds.entry(Kind::of(instance, options)).or_default().push(instance);
        }
        let contest = Contest::of(trials, &strategies);
        let standing = |name: &&&str| !trials.standing(name).is_compared();
        let apart = strategies.iter().filter(standing);
        let class = |kind, instances: &[&InstanceFacts<'_>]| {
            let penalty = penalty.as_ref().ok().copied();
            let (strategies, contest) = (&*strategies, &contest);
            Group { trials, contest, strategies, instances, penalty }.class(kind, options)
        };
        let mut classes = Vec::new();
        if kinds.len() > 1 {
            classes.push(class(Kind { size: None, lengths: None }, &with));
        }
        classes.extend(kinds.iter().map(|(&kind, instances)| class(kind, instances)));
        Ok(Self {
            measure: options.measure,
            classes,
            apart: apart.map(|name| ((*name).to_owned(), trials.standing(name))).collect(),
            unsolvable: without.len(),
            penalty_ns: penalty.as_ref().ok().copied(),
            no_penalty: penalty.err(),
        })
    }
}

impl Ranking {
    /// What readers of the ratios must know.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let share = (self.measure == Measure::Time)
            .then(|| "Each time includes an equal share of preparing tables once.".to_owned());
        let apart = self.apart.iter().map(|(name, &standing)| (name.as_str(), standing));
        share.into_iter().chain(standing::note(apart))
    }
}

impl Line {
    /// The interval of the ratio.
    pub(crate) fn interval(&self) -> Option<Interval> {
        self.ratio?.interval
    }
}

/// The strategies asked for, or all of them.
fn chosen<'a>(trials: &Trials<'a>, asked: &[String]) -> Result<Vec<&'a str>> {
    let all = trials.strategies();
    if let Some(name) = asked.iter().find(|name| !all.contains(&name.as_str())) {
        bail!("no strategy {name:?} in the results: {}", expected_one_of(name, all));
    }
    let is_asked = |name: &&&str| asked.is_empty() || asked.iter().any(|other| other == **name);
    Ok(all.iter().filter(is_asked).copied().collect())
}

/// Twice the common time limit of all folders, in nanoseconds, or the reason why
/// there is none.
fn penalty(limits: &[Option<u64>]) -> Result<f64, String> {
    let first = limits.first().copied().flatten();
    if limits.iter().any(|&limit| limit != first) {
        return Err("the folders have different time limits".into());
    }
    first.map(|limit| 2.0 * limit as f64).ok_or_else(|| "there was no time limit".into())
}

impl Kind {
    fn of(instance: &InstanceFacts<'_>, options: &Options) -> Self {
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

/// Instances of one kind, and the strategies.
struct Group<'a> {
    trials: &'a Trials<'a>,
    contest: &'a Contest<'a, 'a>,
    strategies: &'a [&'a str],
    instances: &'a [&'a InstanceFacts<'a>],
    penalty: Option<f64>,
}

impl Group<'_> {
    fn class(&self, kind: Kind, options: &Options) -> Class {
        let ids: Vec<&str> = self.instances.iter().map(|instance| instance.id).collect();
        let ratios = self.contest.ratios(&ids, options.measure);
        let Ratios { instances: common, ratios } = ratios;
        let mut lines: Vec<Line> = self
            .strategies
            .iter()
            .zip(&ratios)
            .map(|(&strategy, ratios)| Line {
                rank: None,
                strategy: strategy.into(),
                ran: self.trials(strategy).flatten().count(),
                solved: self.trials(strategy).flatten().filter(|trial| trial.is_solved()).count(),
                ratio: ratios.as_deref().and_then(geometric_mean_estimate),
                par2_ns: self.par2(strategy),
            })
            .collect();
        order(&mut lines, self.trials);
        Class { kind, instances: self.instances.len(), common, lines }
    }

    /// The strategy's trial on each instance.
    fn trials(&self, strategy: &str) -> impl Iterator<Item = Option<&Trial<'_>>> {
        self.instances.iter().map(move |instance| self.trials.get(strategy, instance.id))
    }

    fn par2(&self, strategy: &str) -> Option<f64> {
        let penalty = self.penalty?;
        let time = |trial: Option<&Trial<'_>>| {
            let trial = trial?;
            if trial.is_solved() { trial.median(Measure::Time) } else { Some(penalty) }
        };
        let times: Option<Vec<f64>> = self.trials(strategy).map(time).collect();
        mean(&times?)
    }
}

/// Sorts by the number solved, then by the ratio, and numbers the places. Strategies that are not
/// compared are last.
fn order(lines: &mut [Line], trials: &Trials<'_>) {
    let key = |line: &Line| {
        let ratio = line.ratio.map_or(f64::INFINITY, |ratio| ratio.value);
        (trials.standing(&line.strategy), usize::MAX - line.solved, ratio)
    };
    lines.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
    let compared =
        lines.iter().filter(|line| trials.standing(&line.strategy).is_compared()).count();
    for place in 0..compared {
        let shared = place > 0 && key(&lines[place - 1]) == key(&lines[place]);
        lines[place].rank = if shared { lines[place - 1].rank } else { Some(place + 1) };
    }
}

#[cfg(test)]
mod tests;
