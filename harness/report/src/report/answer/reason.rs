//! Why the best strategy is the best: what a heuristic saves with the same search, what a
//! search saves with the same heuristic, and what memory buys.
//!
//! Each sentence compares two strategies that differ in one thing, over the instances
//! that both solved. The factor is a geometric mean with its 95 % interval.

use optile_results::quantity::counted;
use optile_results::strategy_name::StrategyName;
use optile_results::unit::three_digits;
use optile_statistics::{Estimate, Interval, ascending, geometric_mean_estimate, mean};

use super::summary::Summary;
use crate::measure::Measure;
use crate::table::is_tie;
use crate::trial::Trials;

/// A sentence that explains a part of the result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reason {
    /// The sentence.
    pub(crate) text: String,
    /// The sentence in a few words, without its interval.
    pub(crate) short: String,
    /// The strategies that it compares.
    pub(crate) strategies: Vec<String>,
    /// The beginning of the name of the chart that shows it.
    pub(crate) chart: &'static str,
}

impl Reason {
    fn new(chart: &'static str, searches: [&Search<'_>; 2], short: String, text: String) -> Self {
        let strategies = searches.map(|search| search.strategy().to_owned()).into();
        Self { text, short, strategies, chart }
    }
}

/// The most steps from the weakest heuristic to the strongest, and from small tables to
/// large ones.
const MOST_STEPS: usize = 5;

/// The sentences, in the order of the steps.
pub(crate) fn reasons(summaries: &[Summary], trials: &Trials<'_>) -> Vec<Reason> {
    let has_path = |strategy: &str| trials.attempts(strategy).any(|(_, trial)| trial.is_solved());
    // Options are variants of one search.
    let searches: Vec<Search<'_>> = summaries
        .iter()
        .filter(|summary| summary.standing.is_compared() && has_path(&summary.strategy))
        .map(|summary| Search { name: StrategyName::of(&summary.strategy), summary })
        .filter(|search| search.name.options.is_empty())
        .collect();
    let mut reasons = by_heuristic(&searches, trials);
    reasons.extend(by_tables(&searches, trials));
    reasons.extend(by_search(&searches, trials));
    reasons
}

struct Search<'a> {
    name: StrategyName<'a>,
    summary: &'a Summary,
}

impl<'a> Search<'a> {
    fn strategy(&self) -> &'a str {
        &self.summary.strategy
    }
}

/// The searches in groups; the largest group, or of several the one with the fastest search.
fn largest<'s, 'a>(
    searches: &'s [Search<'a>],
    key: &dyn Fn(&Search<'a>) -> Option<&'a str>,
) -> Vec<&'s Search<'a>> {
    let mut groups: Vec<(&str, Vec<&Search<'a>>)> = Vec::new();
    for search in searches {
        let Some(key) = key(search) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(search),
            None => groups.push((key, vec![search])),
        }
    }
    let least = |group: &[&Search<'a>]| {
        let ratios = group.iter().filter_map(|search| search.summary.time_ratio);
        ratios.fold(f64::INFINITY, f64::min)
    };
    let group = groups
        .into_iter()
        .max_by(|(_, a), (_, b)| a.len().cmp(&b.len()).then_with(|| least(b).total_cmp(&least(a))));
    group.map(|(_, group)| group).filter(|group| group.len() > 1).unwrap_or_default()
}

/// The searches in ascending order of a value; those without one are last.
fn sorted<'s, 'a>(
    group: &[&'s Search<'a>],
    value: &dyn Fn(&Search<'a>) -> Option<f64>,
) -> Vec<&'s Search<'a>> {
    ascending(group, |search| value(search).unwrap_or(f64::INFINITY))
}

/// What each stronger heuristic saves, with the search that has the most heuristics.
fn by_heuristic(searches: &[Search<'_>], trials: &Trials<'_>) -> Vec<Reason> {
    let has_heuristic = |search: &Search<'_>| !search.name.heuristic.is_empty();
    let mut group =
        largest(searches, &|search| has_heuristic(search).then_some(search.name.family));
    // Strategies without a ratio solved nothing that all solved.
    group.retain(|search| search.summary.expanded_ratio.is_some());
    let group = sorted(&group, &|search| search.summary.expanded_ratio.map(|ratio| -ratio));
    let steps = group.windows(2).filter_map(|pair| {
        let [weak, strong] = [pair[0], pair[1]];
        let saved = ratio(trials, [weak.strategy(), strong.strategy()], Measure::Expanded)?;
        let (family, from, to) = (weak.name.family, weak.name.heuristic, strong.name.heuristic);
        let effect = match saved.is_clear() {
            true => "divides the nodes expanded by",
            false => "makes no clear difference to the nodes expanded: it divides them by",
        };
        let (factor, closing) = (saved.factor(), closing(&[&saved]));
        let short = match saved.is_clear() {
            true => format!("{to} instead of {from} divides the nodes of {family} by {factor}"),
            false => format!("{to} instead of {from} makes no clear difference to {family}"),
        };
        let text = format!("With {family}, {to} instead of {from} {effect} {factor} {closing}.");
        Some(Reason::new("expansions", [weak, strong], short, text))
    });
    steps.take(MOST_STEPS).collect()
}

/// What larger tables save, with the search that looks up the most kinds of tables.
fn by_tables(searches: &[Search<'_>], trials: &Trials<'_>) -> Vec<Reason> {
    let bytes = |search: &Search<'_>| {
        let attempts = trials.attempts(search.strategy());
        let bytes = attempts.filter_map(|(_, trial)| trial.median_of(|row| row.table_bytes));
        bytes.fold(0.0, f64::max)
    };
    let group = largest(searches, &|search| (bytes(search) > 0.0).then_some(search.name.family));
    let group = sorted(&group, &|search| Some(bytes(search)));
    let steps = group.windows(2).filter_map(|pair| {
        let [small, large] = [pair[0], pair[1]];
        let memory = bytes(large) / bytes(small);
        if is_tie(memory) {
            return None;
        }
        let saved = ratio(trials, [small.strategy(), large.strategy()], Measure::Expanded)?;
        let (family, from, to) = (large.name.family, small.name.heuristic, large.name.heuristic);
        let (times, factor, closing) = (three_digits(memory), saved.factor(), closing(&[&saved]));
        let short =
            format!("tables of {to} instead of {from} divide the nodes of {family} by {factor}");
        let text = format!(
            "With {family}, the tables of {to} have {times} times the bytes of those of {from} and \
             divide the nodes expanded by {factor} {closing}."
        );
        Some(Reason::new("tables", [small, large], short, text))
    });
    steps.take(MOST_STEPS).collect()
}

/// What the fastest search saves, and what memory buys, with the heuristic that the most
/// searches have.
fn by_search(searches: &[Search<'_>], trials: &Trials<'_>) -> Vec<Reason> {
    let mut group =
        largest(searches, &|search| Some(search.name.heuristic).filter(|name| !name.is_empty()));
    group.retain(|search| search.summary.time_ratio.is_some());
    let by = |value: fn(&Summary) -> Option<f64>| {
        sorted(&group, &|search: &Search<'_>| value(search.summary))
    };
    let by_time = by(|summary| summary.time_ratio);
    let ([fastest, others @ ..], Some(slowest)) = (&by_time[..], by_time.last()) else {
        return Vec::new();
    };
    let time =
        |other: &Search<'_>| ratio(trials, [other.strategy(), fastest.strategy()], Measure::Time);
    // The next one that is not as fast as the fastest.
    let is_slower = |other: &&&Search<'_>| time(other).is_some_and(|ratio| ratio.is_clear());
    let Some(next) = others.iter().find(is_slower) else { return Vec::new() };
    let fewest = by(|summary| summary.expanded_ratio)[0];
    let name = fastest.name.heuristic;
    let mut reasons = Vec::new();
    let mut compared = vec![*next, *slowest];
    // With two or three searches, some of these are the same.
    compared.dedup_by(|a, b| a.strategy() == b.strategy());
    for other in &compared {
        let (of, to) = (other.strategy(), fastest.strategy());
        let (Some(time), Some(nodes)) = (time(other), ratio(trials, [of, to], Measure::Expanded))
        else {
            continue;
        };
        let (slow, fast) = (other.name.family, fastest.name.family);
        let (factor, more, closing) = (time.factor(), nodes.factor(), closing(&[&time, &nodes]));
        let short = format!("{slow} takes {factor} times the time of {fast} with {name}");
        let text = format!(
            "With {name}, {slow} takes {factor} times the time of {fast} and expands {more} times \
             the nodes {closing}."
        );
        reasons.push(Reason::new("time", [other, fastest], short, text));
    }
    let is_known = |search: &&Search<'_>| search.strategy() == fewest.strategy();
    if fewest.strategy() != fastest.strategy()
        && !compared.iter().any(is_known)
        && let Some(nodes) =
            ratio(trials, [fastest.strategy(), fewest.strategy()], Measure::Expanded)
        && nodes.is_clear()
    {
        let (many, few) = (fastest.name.family, fewest.name.family);
        let (factor, closing) = (nodes.factor(), closing(&[&nodes]));
        let short = format!("{many} expands {factor} times the nodes of {few} with {name}");
        let text = format!(
            "With {name}, {many} expands {factor} times the nodes of {few}, which expands the \
             fewest {closing}."
        );
        reasons.push(Reason::new("expansions", [fastest, fewest], short, text));
    }
    reasons.extend(by_memory(&by_time, trials));
    reasons
}

/// What the fastest search that stores nodes gains from its memory, compared with the
/// search that holds the least.
fn by_memory(by_time: &[&Search<'_>], trials: &Trials<'_>) -> Option<Reason> {
    let held = |search: &Search<'_>| {
        let solved = trials.attempts(search.strategy()).filter(|(_, trial)| trial.is_solved());
        let bytes: Vec<f64> =
            solved.filter_map(|(_, trial)| trial.median(Measure::Memory)).collect();
        mean(&bytes).filter(|&bytes| bytes > 0.0)
    };
    let storing: Vec<(&Search<'_>, f64)> =
        by_time.iter().filter_map(|search| Some((*search, held(search)?))).collect();
    let (rich, _) = storing.first()?;
    let (poor, _) = storing.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let memory = ratio(trials, [rich.strategy(), poor.strategy()], Measure::Memory)?;
    let time = ratio(trials, [poor.strategy(), rich.strategy()], Measure::Time)?;
    let is_notable =
        rich.strategy() != poor.strategy() && memory.estimate.value > 1.0 && memory.is_clear();
    let (name, own, other) = (rich.name.heuristic, rich.name.family, poor.name.family);
    let (bytes, longer, closing) = (memory.factor(), time.factor(), closing(&[&memory, &time]));
    let holds = format!(
        "{own} holds {bytes} times the bytes of {other}, which takes {longer} times its time"
    );
    let text = format!("Memory buys time: with {name}, {holds} {closing}.");
    is_notable.then(|| Reason::new("memory", [rich, poor], holds, text))
}

/// The value of one strategy divided by that of another.
struct Ratio {
    estimate: Estimate,
    instances: usize,
}

/// The values of `of` divided by those of `to`, over the instances that both solved.
fn ratio(trials: &Trials<'_>, [of, to]: [&str; 2], measure: Measure) -> Option<Ratio> {
    let ratios: Vec<f64> = trials
        .with_path(of)
        .filter_map(|(instance, trial)| {
            let other = trials.get(to, instance.id)?;
            let is_common = trial.is_solved() && other.is_solved();
            trial.ratio_to(other, measure).filter(|_| is_common)
        })
        .collect();
    Some(Ratio { estimate: geometric_mean_estimate(&ratios)?, instances: ratios.len() })
}

impl Ratio {
    /// Whether the interval, if there is one, leaves out 1.
    fn is_clear(&self) -> bool {
        let Estimate { value, interval } = self.estimate;
        match interval {
            Some(Interval { low, high }) => {
                (low > 1.0 && !is_tie(low)) || (high < 1.0 && !is_tie(high))
            }
            None => !is_tie(value),
        }
    }

    fn factor(&self) -> String {
        three_digits(self.estimate.value)
    }
}

/// The intervals of ratios over the same instances, and the number of instances, in
/// brackets.
fn closing(ratios: &[&Ratio]) -> String {
    let intervals: Vec<String> = ratios
        .iter()
        .filter_map(|ratio| ratio.estimate.interval)
        .map(|Interval { low, high }| format!("{} to {}", three_digits(low), three_digits(high)))
        .collect();
    let over = counted(ratios.first().map_or(0, |ratio| ratio.instances), "instance");
    match intervals.len() {
        0 => format!("({over})"),
        1 => format!("(95\u{a0}% interval {}; {over})", intervals[0]),
        _ => format!("(95\u{a0}% intervals {}; {over})", intervals.join(" and ")),
    }
}
