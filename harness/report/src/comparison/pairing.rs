//! Which strategies and instances of two folders are compared.

use anyhow::{Result, bail};
use optile_results::text::names::expected_one_of;

use super::Side;
use crate::facts::same_board;
use crate::trial::{InstanceFacts, Trial, Trials};
use optile_results::number::Number;

/// An instance with a trial in A and one in B.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub(super) instance: InstanceFacts<'a>,
    pub(super) a: &'a Trial<'a>,
    pub(super) b: &'a Trial<'a>,
}

impl Pair<'_> {
    /// Whether both sides solved it.
    pub(super) fn is_common(&self) -> bool {
        self.a.is_solved() && self.b.is_solved()
    }

    /// B ÷ A of the medians; `None` if one side has no value.
    pub(super) fn ratio(&self, measure: &'static Number) -> Option<f64> {
        self.b.ratio_to(self.a, measure)
    }
}

/// A strategy of A and the strategy of B that it is compared with.
#[derive(Debug)]
pub(super) struct Pairing<'a> {
    pub(super) a: &'a str,
    pub(super) b: &'a str,
    pub(super) pairs: Vec<Pair<'a>>,
    /// Number of instances with a run on one side only.
    pub(super) only_a: usize,
    pub(super) only_b: usize,
}

impl<'a> Pairing<'a> {
    fn of(a: &'a Trials<'a>, b: &'a Trials<'a>, names: (&'a str, &'a str)) -> Self {
        let ran = |trials: &Trials<'a>, name| {
            trials.instances().iter().filter(|i| trials.get(name, i.id).is_some()).count()
        };
        let pair = |instance: &InstanceFacts<'a>| {
            let b = b.get(names.1, instance.id)?;
            Some(Pair { instance: *instance, a: a.get(names.0, instance.id)?, b })
        };
        let pairs: Vec<Pair<'a>> = a.instances().iter().filter_map(pair).collect();
        let (only_a, only_b) = (ran(a, names.0) - pairs.len(), ran(b, names.1) - pairs.len());
        Self { a: names.0, b: names.1, pairs, only_a, only_b }
    }

    /// The strategy, or both names if they differ.
    pub(super) fn name(&self) -> String {
        if self.a == self.b { self.a.into() } else { format!("{} → {}", self.a, self.b) }
    }
}

/// The requested pairs, or each strategy of both folders paired with itself.
///
/// # Errors
///
/// When an id means two boards, when a requested strategy is missing, or when the
/// folders have nothing in common.
pub(super) fn pairings<'a>(
    a: &'a Trials<'a>,
    b: &'a Trials<'a>,
    sides: (&Side<'_>, &Side<'_>),
    asked: &[(String, String)],
) -> Result<Vec<Pairing<'a>>> {
    let both = a.instances().iter().filter_map(|i| Some((i, b.instance(i.id)?)));
    let mut common = 0;
    for (a, b) in both {
        same_board(a, b)?;
        common += 1;
    }
    if common == 0 {
        bail!(
            "{} and {} have no instance in common: expected two folders of the same suite",
            sides.0.name,
            sides.1.name
        );
    }
    let mut names: Vec<(&str, &str)> = Vec::new();
    for (of_a, of_b) in asked {
        let pair = (find(a, of_a, sides.0)?, find(b, of_b, sides.1)?);
        if !names.contains(&pair) {
            names.push(pair);
        }
    }
    if asked.is_empty() {
        let shared = a.strategies().iter().filter(|name| b.strategies().contains(name));
        names.extend(shared.map(|&name| (name, name)));
    }
    let pairings: Vec<Pairing<'a>> =
        names.into_iter().map(|names| Pairing::of(a, b, names)).collect();
    if pairings.iter().all(|pairing| pairing.pairs.is_empty()) {
        bail!(
            "{} ran on no instance in both {} and {}; `--pair NAME NAME` compares one strategy \
             with another",
            if asked.is_empty() { "the same strategy" } else { "the requested strategies" },
            sides.0.name,
            sides.1.name
        );
    }
    Ok(pairings)
}

/// The strategy with this name.
fn find<'a>(trials: &Trials<'a>, name: &str, side: &Side<'_>) -> Result<&'a str> {
    let names = trials.strategies();
    if let Some(found) = names.iter().find(|other| **other == name) {
        return Ok(found);
    }
    bail!("{} has no strategy {name:?}: {}", side.name, expected_one_of(name, names))
}
