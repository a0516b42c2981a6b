//! The answer at the top of a report: which strategy, up to which length, and why.

mod class;
mod columns;
mod field;
mod runs;
mod summary;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use optile_core::Size;
use optile_results::text::quantity::{counted, enumerated};
use optile_results::text::strategy_name::StrategyName;
use optile_results::text::unit::three_digits;
use optile_statistics::{FEWEST_COMMON, ascending, takes_part};

use crate::bands::moves;
use crate::table::is_tie;
use crate::trial::Trials;
use field::{Costs, Field, Range, Unfinished};

pub(crate) use class::CLASS_HEADINGS;
pub use class::{Class, Division, classes};
pub(crate) use columns::Column;
pub(crate) use runs::planned_of_each;
pub use summary::{Summary, note, notes, terminal_table};
pub(crate) use summary::{fields, page_table, paper_table, summary, table, time_ratios, words};

/// What the results say about the boards of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The size of the boards, if the results have several.
    pub size: Option<Size>,
    /// Who is the fastest, and who expands the fewest nodes.
    pub claims: Vec<String>,
    /// The strategies that the claims name.
    pub named: BTreeSet<String>,
    /// Why, by ratios of strategies.
    pub reasons: Vec<String>,
    /// By how much, and over which instances.
    pub grounds: Vec<String>,
}

/// The most strategies that a claim names.
const MOST_NAMED: usize = 3;

/// What the best did, alone and together, and what the next did in how many times the amount.
struct Deed {
    alone: &'static str,
    together: &'static str,
    next: [&'static str; 2],
}

const FASTEST: Deed =
    Deed { alone: "is the fastest", together: "are the fastest", next: ["takes", "as long"] };

const FEWEST_NODES: Deed = Deed {
    alone: "expands the fewest nodes",
    together: "expand the fewest nodes",
    next: ["expands", "as many nodes"],
};

/// An answer for each size on which two strategies solved enough instances for an interval, or, if
/// there is none, for each on which they solved any.
pub(crate) fn answers(trials: &Trials<'_>) -> Vec<Answer> {
    let mut fields = Field::all(trials);
    if fields.iter().any(Field::is_large) {
        fields.retain(Field::is_large);
    }
    let is_mixed = trials.sizes().len() > 1;
    let answer =
        |field: &Field<'_>| Answer { size: is_mixed.then_some(field.size), ..Answer::of(field) };
    let mut answers: Vec<Answer> = fields.iter().map(answer).collect();
    if fields.is_empty() {
        answers.extend(why_none(trials));
        return answers;
    }
    if let Some(last) = answers.last_mut().filter(|_| fields.len() < trials.sizes().len()) {
        last.reasons.push("Boards of other sizes have too few instances for an answer.".into());
    }
    answers
}

/// Why strategies that could be compared are not; `None` if there are no two such strategies.
fn why_none(trials: &Trials<'_>) -> Option<Answer> {
    let tried = |name: &str| trials.with_path(name).count();
    let solved = |name: &str| trials.with_path(name).filter(|(_, one)| one.is_solved()).count();
    let is_compared = |name: &&&str| trials.standing(name).is_compared() && tried(name) > 0;
    let mut all: Vec<(usize, &str)> =
        trials.strategies().iter().filter(is_compared).map(|&name| (solved(name), name)).collect();
    all.sort_by_key(|one| Reverse(one.0));
    let [(most, best), (second, _), ..] = all[..] else { return None };
    let named = if most > 0 { BTreeSet::from([best.into()]) } else { BTreeSet::new() };
    let claim = match second {
        _ if most == 0 => "No strategy solved an instance.".into(),
        0 => format!("{best} alone solved {most} of {}.", tried(best)),
        few if takes_part(few, most) => "Too few instances for an answer.".into(),
        _ => format!("{best} solved {most} of {}, all others less than half as many.", tried(best)),
    };
    Some(Answer { size: None, claims: vec![claim], named, reasons: vec![], grounds: vec![] })
}

impl Answer {
    fn of(field: &Field<'_>) -> Self {
        let [searching, prepared, nodes] =
            [&field.time, &field.with_share, &field.expanded].map(|costs| field.ranges(costs));
        let claim = |ranges: &[Range<'_>], deed| claim(ranges, deed, field.names.len());
        let silent: Vec<&str> = field
            .names
            .iter()
            .filter(|name| !field.expanded.names.contains(name))
            .copied()
            .collect();
        let [without, with] = [&searching, &prepared].map(|ranges| claim(ranges, &FASTEST));
        let ranges = [&searching, &prepared, &nodes].into_iter().flatten();
        let mut named: Vec<&str> = ranges.flat_map(Range::named).copied().collect();
        let mut doubts = Doubts { field, told: Vec::new() };
        let mut of_times = doubts.fewer(&searching);
        for (doubt, names) in
            [doubts.longest(&searching), doubts.mean_time(&searching)].into_iter().flatten()
        {
            of_times.push(doubt);
            named.extend(names);
        }
        let mut claims = vec![but(&without, &of_times)];
        let mut grounds = vec![over(field)];
        if field.time != field.with_share {
            // What is told with preparing is told without it, if a reader could see a difference.
            match with == without {
                true => grounds.push("That holds with and without preparing tables.".into()),
                false => claims.push(format!("With an equal share of preparing tables, {with}.")),
            }
        }
        if !nodes.is_empty() {
            let strategies = field.expanded.names.len();
            let claim = self::claim(&nodes, &FEWEST_NODES, strategies);
            claims.push(but(&claim, &doubts.fewer(&nodes)));
        }
        grounds.extend(behind(&searching, &FASTEST));
        grounds.extend(behind(&nodes, &FEWEST_NODES));
        if !silent.is_empty() {
            let does = if silent.len() == 1 { "does" } else { "do" };
            grounds.push(format!("{} {does} not report the nodes expanded.", enumerated(&silent)));
        }
        let reasons = reasons(field).into_iter().chain(unfinished(field, &doubts.told)).collect();
        let named = named.into_iter().map(str::to_owned).collect();
        Self { size: None, claims, named, reasons, grounds }
    }

    /// The claims, reasons or grounds in one text, with the size if there are several.
    pub fn text(&self, part: fn(&Self) -> &[String]) -> String {
        let size = self.size.map_or(String::new(), |size| format!("{size}: "));
        size + &part(self).join(" ")
    }
}

/// What a claim does not hold of.
struct Doubts<'f, 'a> {
    field: &'f Field<'a>,
    /// The strategies of which it is told that they solved fewer instances.
    told: Vec<&'a str>,
}

impl<'a> Doubts<'_, 'a> {
    /// Who is the fastest of the longest instances, if not all that are said to be the fastest are; and
    /// the names.
    fn longest(&self, ranges: &[Range<'_>]) -> Option<(String, Vec<&'a str>)> {
        let range = ranges.last()?;
        let longest = self.field.longest(&self.field.time, range)?;
        let is_other = range.first.iter().any(|name| !longest.first.contains(name));
        let (who, is) = (who(&longest, self.field.names.len()), longest.first.len());
        let is = if is == 1 { "is" } else { "are" };
        is_other.then(|| {
            (format!("{who} {is} at {}", moves(longest.lengths)), longest.named().to_vec())
        })
    }

    /// Who has the least mean time, if none of those that are said to be the fastest.
    fn mean_time(&self, ranges: &[Range<'_>]) -> Option<(String, Vec<&'a str>)> {
        let names: Vec<&str> = ranges.iter().flat_map(|range| &range.first).copied().collect();
        let best = self.field.least_mean_time(&names)?;
        Some((format!("{best} is by {}", self.field.mean_time), vec![best]))
    }

    /// Which of those that are named solved fewer instances than another one, each told once. The subject
    /// of the claim is not named again.
    fn fewer(&mut self, ranges: &[Range<'_>]) -> Vec<String> {
        let Field { unfinished, most, tried, names, .. } = self.field;
        let is_claimed =
            |range: &&Range<'_>| range.first.len() <= MOST_NAMED || range.first.len() < names.len();
        let claimed = ranges.iter().filter(is_claimed).flat_map(|range| &range.first);
        let claimed: Vec<&str> = claimed.copied().collect();
        let is_new = |one: &&Unfinished<'_>| {
            one.solved < *most && claimed.contains(&one.name) && !self.told.contains(&one.name)
        };
        let new: Vec<&Unfinished<'_>> = unfinished.iter().filter(is_new).collect();
        self.told.extend(new.iter().map(|one| one.name));
        match new.len() {
            1 if ranges.len() == 1 && claimed.len() == 1 => vec![new[0].deed(*tried)],
            ..=MOST_NAMED => new.iter().map(|one| one.text(*tried)).collect(),
            many => vec![format!("{many} of them solved fewer instances than others")],
        }
    }
}

/// A claim, and what it does not hold of.
fn but(claim: &str, doubts: &[String]) -> String {
    match doubts {
        [] => format!("{claim}."),
        [one] => format!("{claim}, but {one}."),
        [others @ .., last] => format!("{claim}, but {}, and {last}.", others.join(", ")),
    }
}

fn who(range: &Range<'_>, strategies: usize) -> String {
    match range.first.len() {
        all if all == strategies && all > MOST_NAMED => "no strategy clearly".into(),
        ..=MOST_NAMED => enumerated(&range.first),
        many => counted(many, "strategy"),
    }
}

/// Who did it, with the lengths if they differ by length.
fn claim(ranges: &[Range<'_>], deed: &Deed, strategies: usize) -> String {
    let who = |range: &Range<'_>| who(range, strategies);
    let did = |range: &Range<'_>| match range.first.len() {
        1 => deed.alone,
        all if all == strategies && all > MOST_NAMED => deed.alone,
        _ => deed.together,
    };
    let [first, others @ ..] = ranges else { return String::new() };
    let mut text = format!("{} {}", who(first), did(first));
    let [.., last] = others else { return text };
    text.push_str(&format!(" up to {}", counted(first.lengths[1], "move")));
    for range in others {
        let [from, to] = range.lengths;
        match range == last {
            true => text.push_str(&format!(", {} from {from} on", who(range))),
            false => text.push_str(&format!(", {} from {from} to {to}", who(range))),
        }
    }
    text
}

/// By how much the best are ahead, in each range.
fn behind(ranges: &[Range<'_>], deed: &Deed) -> Option<String> {
    let [does, amount] = deed.next;
    let text = |range: &Range<'_>| {
        let (name, ratio) = range.next?;
        let [from, to] = range.lengths;
        let at = match ranges.len() {
            1 => String::new(),
            _ => format!(" at {from} to {}", counted(to, "move")),
        };
        Some(format!("{name} {does} {} times {amount}{at}", three_digits(ratio)))
    };
    let texts: Vec<String> = ranges.iter().filter_map(text).collect();
    let last = |texts: &[String]| format!("Next: {}.", texts.join("; "));
    (!texts.is_empty()).then(|| last(&texts))
}

/// Over which instances the answer is.
fn over(field: &Field<'_>) -> String {
    let common = field.lengths.len();
    let instances = match common == field.tried {
        true => counted(common, "instance"),
        false => format!("{common} of {}", counted(field.tried, "instance")),
    };
    let range = match (field.lengths.first(), field.lengths.last()) {
        (Some(least), Some(most)) if least < most => {
            format!(" of {least} to {}", counted(most, "move"))
        }
        _ => String::new(),
    };
    format!(
        "Geometric means over the {instances}{range} that {} solved.",
        counted(field.names.len(), "strategy")
    )
}

/// Who did not solve all instances, besides those of which this is told.
fn unfinished(field: &Field<'_>, told: &[&str]) -> Option<String> {
    let others = field.unfinished.iter().filter(|one| !told.contains(&one.name));
    let others: Vec<&Unfinished<'_>> = others.collect();
    let (named, more) = others.split_at(others.len().min(MOST_NAMED));
    let part = |one: &&Unfinished<'_>| {
        let end = if field.names.contains(&one.name) { "" } else { " and is left out" };
        one.text(field.tried) + end
    };
    let more = (!more.is_empty())
        .then(|| format!("{} solved fewer than all", counted(more.len(), "other")));
    let parts: Vec<String> = named.iter().map(part).chain(more).collect();
    (!parts.is_empty()).then(|| format!("{}.", parts.join("; ")))
}

/// What the nodes of one strategy cost, compared with another one that expands no more.
fn cost_of([more, fewer]: [&str; 2], nodes: f64, each: f64) -> String {
    let each = match three_digits(each.max(1.0 / each)).as_str() {
        "1.00" => "in the same time".into(),
        factor if each < 1.0 => format!("{factor} times as fast"),
        factor => format!("in {factor} times the time"),
    };
    format!("{more} expands {} times as many nodes as {fewer}, each {each}.", three_digits(nodes))
}

/// What a heuristic is worth, and what distinguishes the fastest strategy from A\* or from the one
/// that expands the fewest nodes.
fn reasons(field: &Field<'_>) -> Vec<String> {
    if field.lengths.len() < FEWEST_COMMON {
        return Vec::new();
    }
    let ranked = |costs: &Costs<'_>| {
        ascending(&field.names, |name| field.mean(costs, name).unwrap_or(f64::INFINITY))
    };
    let (by_time, by_nodes) = (ranked(&field.time), ranked(&field.expanded));
    let (fastest, next, fewest) = (by_time[0], by_time[1], by_nodes[0]);
    let ratio = |costs: &Costs<'_>, one: &str, other: &str| {
        Some((field.mean(costs, one)? - field.mean(costs, other)?).exp())
    };
    let heuristic = match StrategyName::of(fastest).heuristic {
        "" => StrategyName::of(fewest).heuristic,
        heuristic => heuristic,
    };
    let of_family = |family: &str, heuristic: &str| {
        let is_it = |name: &&&str| **name == format!("{family}:{heuristic}");
        field.names.iter().find(is_it).copied()
    };
    let worth = field.names.iter().find_map(|name| {
        let StrategyName { family, heuristic: own, .. } = StrategyName::of(name);
        let informed = of_family(family, heuristic).filter(|_| own == "zero")?;
        let divisor = ratio(&field.expanded, name, informed)?;
        Some(format!("{heuristic} divides the nodes of {family} by {}.", three_digits(divisor)))
    });
    let others = [of_family("astar", heuristic), Some(fewest), Some(next)];
    let cost = others.into_iter().flatten().find(|other| *other != fastest).and_then(|other| {
        let nodes = ratio(&field.expanded, fastest, other)?;
        let each = ratio(&field.time, fastest, other)? / nodes;
        let is_told = !is_tie(nodes) || !is_tie(each);
        // Who expands more is the subject, because a factor below 1 says little.
        is_told.then(|| match nodes < 1.0 {
            true => cost_of([other, fastest], 1.0 / nodes, 1.0 / each),
            false => cost_of([fastest, other], nodes, each),
        })
    });
    worth.into_iter().chain(cost).collect()
}
