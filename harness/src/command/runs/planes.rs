//! The planes of the instance that a suite traces.

use anyhow::{Result, ensure};
use optile_core::{Interrupt, Limits, Meter};
use optile_instances::instance::Instance;
use optile_results::names::{nearest, suggestion};
use optile_results::plane::PlaneCell;
use optile_runner::plan::Plan;
use optile_runner::plan::solver::Solver;
use optile_runner::plan::suite::Suite;
use optile_trace::WatchedSearch;
use optile_trace::plane::Plane;

/// Expansions of each traced search. With more, the plane is that of the first of them. The
/// whole 8-puzzle has fewer states, and a search of so many takes half a second.
const MOST: u64 = 1_000_000;

/// Refuses a suite that traces none of its instances.
pub(super) fn check(suite: &Suite, instances: &[Instance]) -> Result<()> {
    let Some(name) = &suite.trace else { return Ok(()) };
    let near = nearest(name, instances.iter().map(|instance| &*instance.id));
    ensure!(
        instances.iter().any(|instance| instance.id == *name),
        "suite {:?} has no instance {name:?} to trace: {}expected the id of one of its instances",
        suite.name,
        suggestion(near)
    );
    Ok(())
}

/// Searches the instance that the suite traces, once with each of the strategies that support it,
/// and returns where they went. The searches are not measured. None if the suite traces no
/// instance, or if the plan has only others.
pub(super) fn planes(plan: &Plan, interrupt: &Interrupt) -> Vec<PlaneCell> {
    let is_traced = |instance: &&Instance| Some(&instance.id) == plan.suite.trace.as_ref();
    let Some(instance) = plan.instances.iter().find(is_traced) else { return Vec::new() };
    let plane = Plane::of(&instance.problem);
    let limits = Limits { expanded: Some(MOST), bytes: plan.limits.memory };
    let mut cells = Vec::new();
    for solver in &plan.solvers {
        let Solver::BuiltIn(entry) = solver else { continue };
        let strategy = &*entry.strategy;
        if !strategy.supports(instance.problem.size()) || interrupt.check().is_err() {
            continue;
        }
        let meter = Meter::new(limits, interrupt.clone());
        let search =
            WatchedSearch::run(&entry.name, strategy, &instance.problem, MOST as usize, meter);
        // Without memory for a second table of its heuristic, a search has no plane.
        if let Ok(search) = search {
            cells.extend(plane.cells(&instance.id, &search, search.rows.len()));
        }
    }
    cells
}
