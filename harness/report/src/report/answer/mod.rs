//! The answer at the top of a report: which strategy won, and by how much.

mod claim;
mod class;
mod columns;
mod runs;
mod summary;
#[cfg(test)]
mod tests;

use crate::statistics::ascending;
use optile_results::quantity::{counted, enumerated};
use optile_results::unit::three_digits;

use crate::standing::Standing;
use crate::table::is_tie;

pub(crate) use claim::{Claim, claims};
pub use class::{Class, Division, classes};
pub(crate) use columns::Column;
pub use summary::{Summary, note, terminal_table};
pub(crate) use summary::{paper_table, summary, table, time_ratios, words};

/// Sentences that name the best strategies on the common instances; none if there is nothing to
/// compare.
pub fn best(summaries: &[Summary]) -> Vec<String> {
    let mut sentences = Vec::new();
    let Some(time) = Ranked::by(summaries, |summary| summary.time_ratio) else {
        return sentences;
    };
    let searches = summaries.iter().filter(|summary| summary.standing.is_compared()).count();
    let kind = match summaries.iter().map(|summary| summary.standing).max() {
        Some(Standing::Lookup) => "searches",
        Some(Standing::NotOptimal) => "strategies that promise optimal paths",
        _ => "strategies",
    };
    let who = match time.count {
        count if count == searches => format!("all {kind} solved"),
        count => format!("{count} {kind} solved (the others solved none)"),
    };
    // A table of a search is part of its time.
    let prepares = |summary: &Summary| summary.prepares && summary.standing.is_compared();
    let share = match summaries.iter().any(prepares) {
        true => " Each time includes an equal share of preparing tables once.",
        false => "",
    };
    sentences.push(format!(
        "On the {} that {who}, {}.{share}",
        counted(summaries[0].common, "instance"),
        time.sentence(["was the fastest", "were equally fast"], "took", "times as long"),
    ));
    if let Some(nodes) = Ranked::by(summaries, |summary| summary.expanded_ratio) {
        let sentence = nodes.sentence(
            ["expanded the fewest nodes", "expanded equally few nodes"],
            "expanded",
            "times as many",
        );
        sentences.push(format!("{sentence}."));
    }
    sentences
}

/// The strategies in the order of their ratios to the best.
struct Ranked<'a> {
    /// Those whose ratio no reader could tell from the best.
    first: Vec<&'a str>,
    /// The next one, and its ratio to the best.
    next: Option<(&'a str, f64)>,
    count: usize,
}

impl<'a> Ranked<'a> {
    /// `None` if fewer than two strategies have a ratio.
    fn by(summaries: &'a [Summary], ratio: fn(&Summary) -> Option<f64>) -> Option<Self> {
        let known: Vec<(f64, &str)> = summaries
            .iter()
            .filter_map(|summary| Some((ratio(summary)?, summary.strategy.as_str())))
            .collect();
        let ranked = ascending(&known, |(ratio, _)| ratio);
        let least = ranked.first().filter(|_| ranked.len() > 1)?.0;
        // Over the same instances, the quotient of two geometric means is the
        // geometric mean of the quotients.
        let behind = |ratio: f64| ratio / least;
        let ties = ranked.iter().take_while(|(ratio, _)| is_tie(behind(*ratio))).count();
        Some(Self {
            first: ranked[..ties].iter().map(|(_, name)| *name).collect(),
            next: ranked.get(ties).map(|&(ratio, name)| (name, behind(ratio))),
            count: ranked.len(),
        })
    }

    /// `alone` says what one winner, and what several winners did.
    fn sentence(&self, alone: [&str; 2], verb: &str, times: &str) -> String {
        let did = alone[usize::from(self.first.len() > 1)];
        let next = self.next.map_or(String::new(), |(name, ratio)| {
            format!(" ({name} {verb} {} {times})", three_digits(ratio))
        });
        format!("{} {did}{next}", enumerated(&self.first))
    }
}
