//! The planes of the instance that a suite traces.

use anyhow::{Result, ensure};
use optile_core::{Interrupt, Limits, Meter};
use optile_results::plane::PlaneCell;
use optile_runner::plan::Plan;
use optile_runner::plan::solver::Solver;
use optile_trace::WatchedSearch;
use optile_trace::plane::Plane;

/// Expansions of each traced search. With more, the plane is that of the first of them. The
/// whole 8-puzzle has fewer states, and a search of so many takes half a second.
const MOST: u64 = 1_000_000;

/// Searches the instance that the suite traces, once with each of the strategies that support it,
/// and returns where they went. The searches are not measured. None if the suite traces no
/// instance, or if the plan has only others.
///
/// # Errors
///
/// When the suite has no instance of this name.
pub(super) fn planes(plan: &Plan, interrupt: &Interrupt) -> Result<Vec<PlaneCell>> {
    let Some(name) = &plan.suite.trace else { return Ok(Vec::new()) };
    let Some(instance) = plan.instances.iter().find(|instance| instance.id == *name) else {
        let all = plan.suite.instances()?;
        ensure!(
            all.iter().any(|instance| instance.id == *name),
            "trace = {name:?}: suite {} has no such instance: expected an id such as {:?}",
            plan.suite.name,
            all.first().map_or("1", |instance| &instance.id)
        );
        return Ok(Vec::new());
    };
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
            cells.extend(plane.cells(name, &search, search.rows.len()));
        }
    }
    Ok(cells)
}
