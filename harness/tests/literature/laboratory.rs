//! What experiments need to measure: strategies, threads and instances.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use optile_core::{Arrangement, Counters, Meter, Path, PathChoice, Problem, Session, Strategy};
use optile_heuristics::BoardEstimates;
use optile_runner::instances::instance::{Instance, InstanceSet};
use optile_runner::plan::registry::Registry;

/// The strategies and heuristics, with the tables that were built for any of them.
pub(crate) static REGISTRY: LazyLock<Registry> = LazyLock::new(optile::registry::all);

/// A path to the goal, and the counters of the search that found it.
pub(crate) struct Solved {
    pub(crate) path: Path,
    pub(crate) counters: Counters,
}

/// Calls `work` with each of `items`, on all cores, and returns the results in the order of
/// `items`. `begin` makes what `work` keeps on each thread.
pub(crate) fn each<S, I: Sync, T: Send>(
    items: &[I],
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &I) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let (mut kept, mut results) = (begin(), Vec::new());
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return results };
            results.push((place, work(&mut kept, item)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    results.sort_unstable_by_key(|&(place, _)| place);
    results.into_iter().map(|(_, result)| result).collect()
}

pub(crate) fn strategy(name: &str) -> Box<dyn Strategy> {
    REGISTRY.build(name).unwrap().strategy
}

/// Solves each problem with the strategy of this name.
pub(crate) fn solve_each(name: &str, problems: &[Problem]) -> Vec<Solved> {
    let strategy = strategy(name);
    each(problems, || Session::new(&*strategy), solve)
}

/// Solves a problem without limits.
pub(crate) fn solve(session: &mut Session<&dyn Strategy>, problem: &Problem) -> Solved {
    let mut meter = Meter::default();
    let path = session.solve(problem, PathChoice::Any, &mut meter).unwrap();
    path.verify(problem).unwrap_or_else(|error| panic!("{error}, on {problem}"));
    Solved { path, counters: *meter.counters() }
}

/// The estimates of the heuristic of this name toward a goal.
pub(crate) fn estimates(name: &str, goal: &Arrangement) -> BoardEstimates {
    BoardEstimates::new(REGISTRY.heuristics(), name, goal, &mut Meter::default()).unwrap()
}

/// The instances of a bundled set.
pub(crate) fn instances(set: &str) -> Vec<Instance> {
    InstanceSet::bundled(set).unwrap().unwrap().instances
}
