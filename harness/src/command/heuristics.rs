//! Heuristics that users name.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use optile_core::{Heuristic, HeuristicInfo, Heuristics};
use optile_results::names::nearest;

/// The heuristic with a name. The error suggests the nearest one.
pub(super) fn named(name: &str, heuristics: &dyn Heuristics) -> Result<Arc<dyn Heuristic>> {
    heuristics.named(name).map_err(|error| {
        let names = optile_heuristics::ALL.iter().map(HeuristicInfo::form);
        match nearest(name, names) {
            Some(near) => anyhow!("{error}; did you mean {near:?}?"),
            None => anyhow!("{error}"),
        }
    })
}
