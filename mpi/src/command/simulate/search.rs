//! One simulated search.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use optile_core::{
    Counters, Interrupt, Meter, Path, PathChoice, Problem, Session, Size, Stop, Strategy, Workspace,
};
use optile_hda::Hda;
use optile_ranks::{Communicator, Network, simulated_links};
use optile_results::rank_time::RankTime;
use optile_results::simulation::Simulation;
use optile_runner::run::SimulatedTime;

use crate::launch::on_threads;
use crate::overhead::{Overheads, rank_time};
use crate::shared_ranks::lock;

/// HDA* on ranks that are threads of this process, one at a time.
pub(super) struct Simulated {
    /// With the number of ranks.
    pub(super) name: String,
    pub(super) hda: Hda,
    pub(super) ranks: usize,
    pub(super) simulation: Simulation,
    pub(super) time: SimulatedTime,
    pub(super) overheads: Overheads,
}

impl Simulated {
    /// What one rank found, its counts, and what it did with its time. Nothing that it prepares
    /// takes time.
    fn on_rank(
        &self,
        ranks: Communicator,
        (problem, choice): (&Problem, PathChoice),
        mut meter: Meter,
    ) -> (Result<Path, Stop>, Counters, RankTime) {
        let ranks = Arc::new(Mutex::new(ranks));
        let search = self.hda.clone().among(Arc::clone(&ranks));
        let mut session = Session::new(&search);
        let prepared = session.prepare(problem, &mut meter);
        let begin = lock(&ranks).now();
        let end = prepared.and_then(|()| session.solve(problem, choice, &mut meter));
        let ranks = lock(&ranks);
        let (rank, time, traffic) = (ranks.rank(), ranks.now() - begin, ranks.traffic());
        (end, *meter.counters(), rank_time(&self.name, problem, rank, time, traffic))
    }
}

impl Strategy for Simulated {
    fn supports(&self, size: Size) -> bool {
        self.hda.supports(size)
    }

    fn goals(&self, problem: &Problem) -> Vec<usize> {
        self.hda.goals(problem)
    }

    fn prepare_in(&self, _: &Problem, _: &mut Workspace, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }

    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        _: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let Simulation { nodes_per_second, latency_ns, overhead_ns, .. } = self.simulation;
        let network = Network {
            nodes_per_second,
            latency_ns,
            overhead_ns,
            overhead_ns_per_byte: self.simulation.packing_ps_per_byte as f64 / 1e3,
            gigabits_per_second: self.simulation.bits_per_second as f64 / 1e9,
        };
        let links = simulated_links(self.ranks, network);
        let body = |ranks: Communicator| {
            // A signal to the first rank ends all.
            let own = match ranks.rank() {
                0 => meter.part(*meter.limits()),
                _ => Meter::new(*meter.limits(), Interrupt::default()),
            };
            Ok(self.on_rank(ranks, (problem, choice), own))
        };
        let mut parts = on_threads(links, body).unwrap_or_else(|error| panic!("{error:#}"));
        let times = || parts.iter().map(|(_, _, time)| time);
        let longest = times().map(|time| time.search_ns).max().unwrap_or(0);
        self.time.fetch_add(longest, Ordering::Relaxed);
        lock(&self.overheads).extend(times().cloned());
        let (end, counters, _) = parts.swap_remove(0);
        // The counts of the first rank are those of all ranks.
        meter.take_over(counters);
        end
    }
}
