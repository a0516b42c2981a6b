//! The lower bounds beside expansions.

use std::collections::BTreeMap;

use optile_core::Size;
use optile_results::Results;

use crate::bound::{self, Bound};
use crate::trial::Trials;

/// What the caption says about the lines of bounds.
pub(super) const BOUNDS: &str = " A grey line is the median of a lower bound on the expansions that a search \
                      makes before its last bound, f-layer or iteration.";

/// The lower bounds with each heuristic: the name of each, and its values by length.
pub(super) fn samples(
    results: &Results,
    trials: &Trials<'_>,
    size: Option<Size>,
) -> Vec<(String, BTreeMap<u64, Vec<f64>>)> {
    let heuristics = bound::heuristics(results, trials);
    let mut bounds = Vec::new();
    for heuristic in &heuristics {
        for bound in Bound::ALL {
            let mut samples: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
            for line in bound::with_heuristic(results, trials, heuristic) {
                let board = trials.instance(&line.instance);
                if size.is_some() && board.map(|board| board.size) != size {
                    continue;
                }
                samples.entry(line.length.into()).or_default().push(bound.of(line) as f64);
            }
            let name = match heuristics.len() {
                1 => bound.name().to_owned(),
                _ => format!("{}, {heuristic}", bound.name()),
            };
            // A size may have no bounds.
            if !samples.is_empty() {
                bounds.push((name, samples));
            }
        }
    }
    bounds
}
