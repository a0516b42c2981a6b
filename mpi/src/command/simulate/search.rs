//! One simulated search.

use std::sync::{Arc, Mutex};
use std::thread::{Builder, scope};

use anyhow::{Context, Result, anyhow};
use optile_core::{Heuristics, Interrupt, Limits, Meter, Path, PathChoice, Session, Spec, Stop};
use optile_instances::instance::Instance;
use optile_ranks::{Communicator, Network, SimulatedLink, simulated_links};

use super::record::{Run, Times};
use crate::families::hda_of;
use crate::shared::lock;

/// The stack of a rank. A search on one thread needs a few kilobytes.
const STACK: usize = 1 << 20;

/// What a rank found, and what it did with its time.
struct Part {
    end: Result<Path, Stop>,
    expanded: u64,
    time_ns: u64,
    times: Times,
}

/// A search on simulated ranks.
///
/// # Errors
///
/// When the strategy's name is not valid, when the system gives no threads, or when the search
/// stops for another reason than the memory limit.
pub(super) fn simulate(
    strategy: &str,
    heuristics: &dyn Heuristics,
    ranks: usize,
    instance: &Instance,
    network: Network,
    memory_limit: Option<u64>,
) -> Result<Run> {
    let spec: Spec = strategy.parse()?;
    let parts: Vec<Result<Part>> = scope(|scope| {
        let mut threads = Vec::with_capacity(ranks);
        for link in simulated_links(ranks, network) {
            let search = || on_rank(&spec, heuristics, instance, memory_limit, link);
            let builder = Builder::new().name("rank".into()).stack_size(STACK);
            // If the system gives no thread, the link is dropped, and the others go on without
            // it, which ends in an error.
            threads.push(builder.spawn_scoped(scope, search));
        }
        let join = |thread: std::io::Result<std::thread::ScopedJoinHandle<'_, _>>| {
            let thread = thread.with_context(|| format!("the system gives no {ranks} threads"))?;
            thread.join().unwrap_or_else(|_| Err(anyhow!("a rank has ended early: see above")))
        };
        threads.into_iter().map(join).collect()
    });
    let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
    let (status, length) = match &parts[0].end {
        Ok(path) => ("solved", u32::try_from(path.len()).ok()),
        Err(Stop::Memory) => ("memory-limit", None),
        Err(stop) => return Err(anyhow!("{strategy} on instance {}: {stop}", instance.id)),
    };
    Ok(Run {
        instance: instance.id.clone(),
        strategy: strategy.to_owned(),
        ranks,
        status: status.to_owned(),
        length,
        // The counts are those of all ranks.
        expanded: parts[0].expanded,
        time_ns: parts.iter().map(|part| part.time_ns).max().unwrap_or(0),
        times: parts.iter().map(|part| part.times).sum(),
    })
}

/// What one rank does.
fn on_rank(
    spec: &Spec,
    heuristics: &dyn Heuristics,
    instance: &Instance,
    memory_limit: Option<u64>,
    link: SimulatedLink,
) -> Result<Part> {
    let ranks = Arc::new(Mutex::new(Communicator::new(Box::new(link))));
    let search = hda_of(spec, heuristics)?.among(Arc::clone(&ranks));
    let mut session = Session::new(&search);
    let limits = Limits { expanded: None, bytes: memory_limit };
    let mut meter = Meter::new(limits, Interrupt::default());
    session.prepare(&instance.problem, &mut meter)?;
    let begin = lock(&ranks).now();
    let end = session.solve(&instance.problem, PathChoice::Any, &mut meter);
    let ranks = lock(&ranks);
    let time = ranks.now() - begin;
    Ok(Part {
        end,
        expanded: meter.counters().expanded,
        time_ns: time.as_nanos() as u64,
        times: Times::of(time, ranks.traffic()),
    })
}
