//! One simulated search.

use std::sync::{Arc, Mutex};

use anyhow::{Result, anyhow};
use optile_core::{Heuristics, Interrupt, Limits, Meter, Path, PathChoice, Session, Spec, Stop};
use optile_instances::instance::Instance;
use optile_ranks::{Communicator, Network, simulated_links};
use optile_results::rank_time::{RankSums, RankTime};

use super::record::Run;
use crate::families::hda_of;
use crate::launch::on_threads;
use crate::overhead::rank_time;
use crate::shared_ranks::lock;

/// A search to simulate.
pub(super) struct Simulation<'a> {
    pub(super) strategy: &'a str,
    pub(super) heuristics: &'a dyn Heuristics,
    pub(super) instance: &'a Instance,
    pub(super) network: Network,
    pub(super) memory_limit: Option<u64>,
}

impl Simulation<'_> {
    /// The search on this number of ranks.
    ///
    /// # Errors
    ///
    /// When the strategy's name is not valid, when the system gives no threads, or when the
    /// search stops for another reason than the memory limit.
    pub(super) fn run(&self, ranks: usize) -> Result<Run> {
        let Self { strategy, instance, .. } = self;
        let links = simulated_links(ranks, self.network);
        let parts = on_threads(links, |ranks| self.on_rank(ranks))?;
        let (end, expanded, _) = &parts[0];
        let (status, length) = match end {
            Ok(path) => ("solved", Some(path.len() as u32)),
            Err(Stop::Memory) => ("memory-limit", None),
            Err(stop) => return Err(anyhow!("{strategy} on instance {}: {stop}", instance.id)),
        };
        let times = || parts.iter().map(|(_, _, time)| time);
        Ok(Run {
            instance: instance.id.clone(),
            strategy: (*strategy).to_owned(),
            ranks,
            status: status.to_owned(),
            length,
            // The counts are those of all ranks.
            expanded: *expanded,
            time_ns: times().map(|time| time.search_ns).max().unwrap_or(0),
            times: RankSums::of(times()),
        })
    }

    /// What one rank found, its expansions, and what it did with its time.
    fn on_rank(&self, ranks: Communicator) -> Result<(Result<Path, Stop>, u64, RankTime)> {
        let Self { strategy, instance, .. } = self;
        let ranks = Arc::new(Mutex::new(ranks));
        let spec: Spec = strategy.parse()?;
        let search = hda_of(&spec, self.heuristics)?.among(Arc::clone(&ranks));
        let mut session = Session::new(&search);
        let limits = Limits { expanded: None, bytes: self.memory_limit };
        let mut meter = Meter::new(limits, Interrupt::default());
        session.prepare(&instance.problem, &mut meter)?;
        let begin = lock(&ranks).now();
        let end = session.solve(&instance.problem, PathChoice::Any, &mut meter);
        let ranks = lock(&ranks);
        let time = ranks.now() - begin;
        let time = rank_time(strategy, &instance.problem, ranks.rank(), time, ranks.traffic());
        Ok((end, meter.counters().expanded, time))
    }
}
