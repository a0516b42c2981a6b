//! What strategies paid on the same boards, and who paid least up to which length.

use std::collections::BTreeMap;

use optile_core::Size;
use optile_results::before::is_before;
use optile_results::rows::row::Status;

use super::MOST_NAMED;
use crate::bands::{BAND, classes_of_bands};
use crate::missing::Lacks;
use crate::preparation::{Preparation, goal};
use crate::table::is_tie;
use crate::trial::{InstanceFacts, Trial, Trials};
use optile_results::number::{EXPANDED, TIME};
use optile_statistics::{FEWEST, FEWEST_COMMON, mean_interval, takes_part};

/// Strategies that are compared, on the instances of one size that all of them solved.
pub(super) struct Field<'a> {
    pub(super) size: Size,
    pub(super) names: Vec<&'a str>,
    /// The optimal length of each instance, in ascending order.
    pub(super) lengths: Vec<u32>,
    /// Instances of this size that were tried.
    pub(super) tried: usize,
    /// The most that a strategy solved of them.
    pub(super) most: usize,
    /// Strategies that did not solve all instances.
    pub(super) unfinished: Vec<Unfinished<'a>>,
    pub(super) expanded: Costs<'a>,
    pub(super) time: Costs<'a>,
    /// The times with an equal share of what the strategy prepared.
    pub(super) with_share: Costs<'a>,
    /// The mean time of each strategy on all instances that were tried, where one that was not solved
    /// counts as twice the limit (PAR-2). Without a limit, those that solved all have one.
    mean_times: Vec<(&'a str, f64)>,
    /// The name of such a mean.
    pub(super) mean_time: &'static str,
}

/// The fewest instances about which anything is said.
const FEWEST_TOLD: usize = 3;

/// A strategy that did not solve all instances.
pub(super) struct Unfinished<'a> {
    pub(super) name: &'a str,
    pub(super) solved: usize,
    /// Why the others have no cost, such as those after an interruption.
    pub(super) lacks: Lacks,
}

impl Unfinished<'_> {
    pub(super) fn text(&self, tried: usize) -> String {
        format!("{} {}", self.name, self.deed(tried))
    }

    /// What it did, after its name.
    pub(super) fn deed(&self, tried: usize) -> String {
        format!("solved {} of {tried}{}", self.solved, self.lacks.beside())
    }
}

/// What the strategies that report it on each instance paid: their names, and the natural
/// logarithms. A difference of two means of logarithms is the logarithm of a ratio of geometric
/// means.
#[derive(PartialEq)]
pub(super) struct Costs<'a> {
    pub(super) names: Vec<&'a str>,
    logs: Vec<Vec<f64>>,
}

/// Instances of neighbouring lengths, with the strategies that paid least for them.
#[derive(Debug, PartialEq)]
pub(super) struct Range<'a> {
    /// The shortest and the longest.
    pub(super) lengths: [u32; 2],
    /// Those between which the instances do not decide.
    pub(super) first: Vec<&'a str>,
    /// The next one, and its ratio to the best.
    pub(super) next: Option<(&'a str, f64)>,
}

impl<'a> Range<'a> {
    /// Those that a claim names: more than a few are counted.
    pub(super) fn named(&self) -> &[&'a str] {
        if self.first.len() > MOST_NAMED { &[] } else { &self.first }
    }
}

impl<'a> Field<'a> {
    /// The fields of all sizes, the smallest first; none where fewer than two strategies solved
    /// enough instances for an answer.
    pub(super) fn all(trials: &Trials<'a>) -> Vec<Self> {
        let mut sizes: BTreeMap<(usize, Size), Vec<&InstanceFacts<'a>>> = BTreeMap::new();
        for instance in trials.instances() {
            sizes.entry((instance.size.cells(), instance.size)).or_default().push(instance);
        }
        let field = |((_, size), mut instances): ((usize, Size), Vec<&InstanceFacts<'a>>)| {
            instances.sort_by_key(|instance| (instance.optimal, instance.id));
            Self::of(size, &instances, trials)
        };
        sizes
            .into_iter()
            .map(field)
            .filter(|field| field.names.len() > 1 && field.lengths.len() >= FEWEST_TOLD)
            .collect()
    }

    fn of(size: Size, instances: &[&InstanceFacts<'a>], trials: &Trials<'a>) -> Self {
        let cost = |name: &str, instance: &InstanceFacts<'_>, measure| {
            trials.cost(name, instance.id, measure)
        };
        let is_solved = |name: &str, one: &InstanceFacts<'_>| {
            trials.get(name, one.id).is_some_and(Trial::is_solved)
        };
        let solved = |name: &str| instances.iter().filter(|one| is_solved(name, one)).count();
        // Another build is compared with this one, not with other strategies.
        let compared = trials
            .strategies()
            .iter()
            .filter(|name| trials.standing(name).is_compared() && !is_before(name));
        let all: Vec<(&'a str, usize)> = compared.map(|&name| (name, solved(name))).collect();
        let most = all.iter().map(|&(_, solved)| solved).max().unwrap_or(0);
        let is_part = |&&(_, solved): &&(&str, usize)| takes_part(solved, most);
        let names: Vec<&str> = all.iter().filter(is_part).map(|&(name, _)| name).collect();
        let common: Vec<&&InstanceFacts<'_>> =
            instances.iter().filter(|one| names.iter().all(|name| is_solved(name, one))).collect();
        let unsolvable = |one: &InstanceFacts<'_>| {
            let found = |(name, _): &(&str, usize)| Some(trials.get(name, one.id)?.status());
            all.iter().filter_map(found).all(|status| status == Status::Unsolvable)
        };
        let with_path = || instances.iter().filter(|one| !unsolvable(one));
        let tried = with_path().count();
        let unfinished = |&(name, solved): &(&'a str, usize)| Unfinished {
            name,
            solved,
            lacks: with_path().filter_map(|one| cost(name, one, &TIME).err()).collect(),
        };
        let mean_time = |&(name, _): &(&'a str, usize)| {
            Some((name, trials.mean_time(name, with_path().copied())?))
        };
        let lacks = |&&(_, solved): &&(&str, usize)| solved < tried;
        let costs = |measure, share: &dyn Fn(&str, &InstanceFacts<'_>) -> f64| -> Costs<'a> {
            let log = |name: &str, one: &InstanceFacts<'_>| {
                Some((cost(name, one, measure).ok()? + share(name, one)).max(1.0).ln())
            };
            let costs = |&name: &&'a str| {
                Some((name, common.iter().map(|one| log(name, one)).collect::<Option<_>>()?))
            };
            let (names, logs) = names.iter().filter_map(costs).unzip();
            Costs { names, logs }
        };
        let prepared: BTreeMap<&str, Preparation> =
            names.iter().map(|&name| (name, Preparation::of(name, trials))).collect();
        Self {
            size,
            lengths: common.iter().map(|one| one.optimal.unwrap_or(0)).collect(),
            tried,
            most,
            mean_time: trials.time_limit().map_or("mean time", |_| "mean time (PAR-2)"),
            mean_times: all.iter().filter_map(mean_time).collect(),
            unfinished: all.iter().filter(lacks).map(unfinished).collect(),
            expanded: costs(&EXPANDED, &|_, _| 0.0),
            time: costs(&TIME, &|_, _| 0.0),
            with_share: costs(&TIME, &|name, one| prepared[name].share(goal(one))),
            names,
        }
    }

    /// Whether there are enough instances for an interval.
    pub(super) fn is_large(&self) -> bool {
        self.lengths.len() >= FEWEST
    }

    /// The mean of what a strategy paid on all instances.
    pub(super) fn mean(&self, costs: &Costs<'_>, name: &str) -> Option<f64> {
        let place = costs.names.iter().position(|other| *other == name)?;
        Some(costs.logs[place].iter().sum::<f64>() / self.lengths.len().max(1) as f64)
    }

    /// Who paid least: on all instances, or up to some length and from there on.
    ///
    /// The lengths are divided where two strategies, each on its side, pay least together, among the
    /// places at which each is ahead of the other on its side beyond the doubt of the instances.
    /// Each side is then divided in the same way. There are no ranges if fewer than two strategies
    /// have costs.
    pub(super) fn ranges(&self, costs: &Costs<'a>) -> Vec<Range<'a>> {
        if costs.names.len() < 2 {
            return Vec::new();
        }
        // The sums of all costs before an instance.
        let sums: Vec<Vec<f64>> = costs
            .logs
            .iter()
            .map(|costs| {
                let mut sum = 0.0;
                let all = costs.iter().map(|cost| {
                    sum += cost;
                    sum
                });
                [0.0].into_iter().chain(all).collect()
            })
            .collect();
        let mut ranges = Vec::new();
        self.divide(costs, &sums, [0, self.lengths.len()], &mut ranges);
        ranges
    }

    fn divide(
        &self,
        costs: &Costs<'a>,
        sums: &[Vec<f64>],
        [low, high]: [usize; 2],
        into: &mut Vec<Range<'a>>,
    ) {
        let sum = |place: usize, low: usize, high: usize| sums[place][high] - sums[place][low];
        let best = |low: usize, high: usize| {
            let by_sum = |&a: &usize, &b: &usize| sum(a, low, high).total_cmp(&sum(b, low, high));
            (0..sums.len()).min_by(by_sum).expect("two strategies or more")
        };
        let is_ahead = |one: usize, other: usize, low: usize, high: usize| {
            mean_interval(&differences(&costs.logs[one], &costs.logs[other], low, high))
                .is_some_and(|interval| interval.high < 0.0)
        };
        let sides =
            |middle: usize| [(best(low, middle), low, middle), (best(middle, high), middle, high)];
        let cost = |&middle: &usize| -> f64 {
            sides(middle).iter().map(|&(place, low, high)| sum(place, low, high)).sum()
        };
        let is_certain = |&middle: &usize| {
            let [(short, ..), (long, ..)] = sides(middle);
            is_ahead(short, long, low, middle) && is_ahead(long, short, middle, high)
        };
        let middle = (low + FEWEST..(high + 1).saturating_sub(FEWEST))
            .filter(|&place| self.lengths[place - 1] < self.lengths[place])
            .filter(is_certain)
            .min_by(|a, b| cost(a).total_cmp(&cost(b)));
        if let Some(middle) = middle {
            self.divide(costs, sums, [low, middle], into);
            self.divide(costs, sums, [middle, high], into);
            return;
        }
        let range = self.range(costs, [low, high]);
        match into.last_mut().filter(|last| last.first == range.first) {
            Some(last) => {
                last.lengths[1] = range.lengths[1];
                last.next = None;
            }
            None => into.push(range),
        }
    }

    /// The longest instances, in the classes of `optile compare --by length`, if they are a part of
    /// this range.
    pub(super) fn longest(&self, costs: &Costs<'a>, range: &Range<'_>) -> Option<Range<'a>> {
        let bands = self.lengths.chunk_by(|one, next| one / BAND == next / BAND);
        let classes = classes_of_bands(bands.map(<[u32]>::to_vec), |_| true);
        let low = self.lengths.len() - classes.last()?.len();
        let high = self.lengths.len();
        (self.lengths[low] > range.lengths[0]).then(|| self.range(costs, [low, high]))
    }

    /// Who has the least mean time, if it is nobody of these.
    pub(super) fn least_mean_time(&self, names: &[&str]) -> Option<&'a str> {
        let (best, least) = self.mean_times.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let time = |name: &&str| self.mean_times.iter().find(|one| one.0 == *name);
        let times: Vec<_> = names.iter().map(time).collect::<Option<_>>()?;
        times.iter().all(|one| !is_tie(one.1 / least)).then_some(best)
    }

    /// The range of the instances from `low` up to and without `high`.
    fn range(&self, costs: &Costs<'a>, [low, high]: [usize; 2]) -> Range<'a> {
        let sum = |place: &usize| costs.logs[*place][low..high].iter().sum::<f64>();
        let best = (0..costs.names.len()).min_by(|a, b| sum(a).total_cmp(&sum(b)));
        let best = best.expect("two strategies or more");
        let mut first = Vec::new();
        let mut next: Option<(&str, f64)> = None;
        for (place, name) in costs.names.iter().enumerate() {
            let behind = differences(&costs.logs[place], &costs.logs[best], low, high);
            let ratio = (behind.iter().sum::<f64>() / behind.len() as f64).exp();
            let is_close = mean_interval(&behind).is_some_and(|interval| interval.low <= 0.0);
            if place == best || is_tie(ratio) || is_close {
                first.push(*name);
            } else if self.lengths.len() >= FEWEST_COMMON
                && next.is_none_or(|(_, least)| ratio < least)
            {
                next = Some((name, ratio));
            }
        }
        Range { lengths: [self.lengths[low], self.lengths[high - 1]], first, next }
    }
}

fn differences(one: &[f64], other: &[f64], low: usize, high: usize) -> Vec<f64> {
    one[low..high].iter().zip(&other[low..high]).map(|(one, other)| one - other).collect()
}
