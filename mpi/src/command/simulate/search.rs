//! One simulated search.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Result;
use optile_core::{Counters, Interrupt, Limits, Meter, Path, PathChoice, Problem, Session, Stop};
use optile_hda::Hda;
use optile_ranks::{Communicator, Network, Traffic, simulated_links};

use crate::launch::on_threads;
use crate::shared_ranks::lock;

/// What all ranks found and did.
pub(super) struct Simulated {
    pub(super) path: Path,
    /// Those of all ranks.
    pub(super) counters: Counters,
    /// The time of the rank that took the longest.
    pub(super) time: Duration,
    /// Of all ranks together.
    pub(super) traffic: Traffic,
}

/// What one rank found and did, and its time.
type Part = (Result<Path, Stop>, Counters, Duration, Traffic);

/// Searches on ranks that are threads of this process, one at a time. Nothing that a rank
/// prepares takes time.
///
/// # Errors
///
/// When the search ends without a path.
pub(super) fn simulate(
    hda: &Hda,
    (ranks, network): (usize, Network),
    problem: &Problem,
    memory: Option<u64>,
) -> Result<Simulated> {
    let limits = Limits { expanded: None, bytes: memory };
    let body = |ranks: Communicator| -> Result<Part> {
        let mut meter = Meter::new(limits, Interrupt::default());
        let ranks = Arc::new(Mutex::new(ranks));
        let search = hda.clone().among(Arc::clone(&ranks)).boxed();
        let mut session = Session::new(search);
        let prepared = session.prepare(problem, &mut meter);
        let begin = lock(&ranks).now();
        let end = prepared.and_then(|()| session.solve(problem, PathChoice::Any, &mut meter));
        let ranks = lock(&ranks);
        Ok((end, *meter.counters(), ranks.now() - begin, ranks.traffic()))
    };
    let mut parts = on_threads(simulated_links(ranks, network), body)?;
    let time = parts.iter().map(|part| part.2).max().unwrap_or_default();
    let traffic = parts.iter().fold(Traffic::default(), |sum, (.., own)| Traffic {
        messages: sum.messages + own.messages,
        bytes: sum.bytes + own.bytes,
        nodes: sum.nodes + own.nodes,
        sending: sum.sending + own.sending,
        waiting: sum.waiting + own.waiting,
    });
    // The counts of the first rank are those of all ranks.
    let (path, counters, ..) = parts.swap_remove(0);
    Ok(Simulated { path: path?, counters, time, traffic })
}
