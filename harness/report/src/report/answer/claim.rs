//! The answer in at most three claims of a few words, for the first screen.

use optile_results::unit::three_digits;

use super::{Ranked, Summary};

/// A claim of a few words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Claim {
    /// The claim.
    pub(crate) text: String,
    /// By how much, or compared with what.
    pub(crate) detail: String,
}

/// Which strategy is the fastest, which one expands the fewest nodes, and which one solves the
/// smallest share.
pub(crate) fn claims(summaries: &[Summary]) -> Vec<Claim> {
    let of = |ratio, claim: [&str; 2], verb, times| {
        Ranked::by(summaries, ratio).map(|ranked| winner(&ranked, claim, verb, times))
    };
    let time = of(
        |summary| summary.time_ratio,
        ["is the fastest", "are equally fast"],
        "takes",
        "times as long",
    );
    let nodes = of(
        |summary| summary.expanded_ratio,
        ["expands fewest nodes", "expand equally few nodes"],
        "expands",
        "times as many",
    );
    [time, nodes, solves(summaries)].into_iter().flatten().collect()
}

/// A claim about the best strategy, or about several that nobody could tell apart.
fn winner(ranked: &Ranked<'_>, [alone, together]: [&str; 2], verb: &str, times: &str) -> Claim {
    let text = match &ranked.first[..] {
        [name] => format!("{name} {alone}"),
        [a, b] => format!("{a} and {b} {together}"),
        all => format!("{} strategies {together}", all.len()),
    };
    let detail = match ranked.next {
        Some((name, ratio)) => {
            format!("{name} {verb} {} {times}", three_digits(ratio))
        }
        None => "there is no other difference".into(),
    };
    Claim { text, detail }
}

/// The strategy that solved the smallest share of its instances, if that is not all.
fn solves(summaries: &[Summary]) -> Option<Claim> {
    let tried = summaries.iter().filter(|summary| summary.instances > 0);
    let share = |summary: &Summary| summary.solved as f64 / summary.instances as f64;
    let least = tried.clone().min_by(|a, b| share(a).total_cmp(&share(b)))?;
    let whole = tried.clone().filter(|summary| summary.solved == summary.instances).count();
    (least.solved < least.instances).then(|| Claim {
        text: format!("{} solves {} of {}", least.strategy, least.solved, least.instances),
        detail: format!("{whole} of {} strategies solve all that they try", tried.count()),
    })
}
