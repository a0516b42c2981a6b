//! One simulated search.

use std::sync::{Arc, Mutex};

use anyhow::Result;
use optile_core::{Meter, PathChoice, Problem, Session};
use optile_hda::Hda;
use optile_ranks::Traffic;
use optile_testkit::links::{Network, on_ranks, simulated_links};

/// What [`simulate`] finds. The time is that of the rank that took the longest. The times of
/// sending and waiting, and what was sent, are sums over all ranks.
pub(crate) const HEADINGS: &str =
    "ranks,length,expanded,search_ns,sending_ns,waiting_ns,sent_nodes,messages,sent_bytes";

/// Searches on ranks that are threads of this process, one at a time. Nothing that a rank
/// prepares takes time.
///
/// # Errors
///
/// When the search ends without a right path.
pub(crate) fn simulate(
    hda: &Hda,
    ranks: usize,
    network: Network,
    problem: &Problem,
) -> Result<[u64; 9]> {
    let mut all = on_ranks(simulated_links(ranks, network), |ranks| {
        let ranks = Arc::new(Mutex::new(ranks));
        let mut meter = Meter::default();
        let mut session = Session::new(hda.clone().among(Arc::clone(&ranks)).boxed());
        let prepared = session.prepare(problem, &mut meter);
        let begin = ranks.lock().unwrap().now();
        let path = prepared.and_then(|()| session.solve(problem, PathChoice::Any, &mut meter));
        let ranks = ranks.lock().unwrap();
        (path, meter.counters().expanded, ranks.now() - begin, ranks.traffic())
    });
    let sums = all.iter().map(|&(.., traffic)| traffic).fold(Traffic::default(), Traffic::plus);
    let time = all.iter().map(|&(_, _, time, _)| time).max().unwrap_or_default();
    let [time, sending, waiting] = [time, sums.sending, sums.waiting].map(|time| time.as_nanos());
    // The path and the count of the first rank are those of all ranks.
    let (path, expanded, ..) = all.swap_remove(0);
    let path = path?;
    path.verify(problem)?;
    Ok([
        ranks as u64,
        path.len() as u64,
        expanded,
        time as u64,
        sending as u64,
        waiting as u64,
        sums.nodes,
        sums.messages,
        sums.bytes,
    ])
}
