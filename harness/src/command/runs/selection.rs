//! What a command runs: the strategies and instances of a suite, or those that are named.

use anyhow::{Result, bail};
use optile_core::Session;
use optile_results::text::names::{is_pattern, matches, select};
use optile_results::text::quantity::counted;
use optile_runner::instances::instance::Instance;
use optile_runner::plan::registry::Registry;
use optile_runner::plan::solver::Solver;
use optile_runner::plan::suite::Suite;

/// The names of the strategies given on the command line; `own`, those of the suite, if none
/// are given. A pattern selects among the suite's. If it matches none of them, it selects
/// among all of `optile list strategies`.
fn names(given: &[String], own: Vec<String>, registry: &Registry) -> Result<Vec<String>> {
    if given.is_empty() {
        return Ok(own);
    }
    let all = registry.names();
    let mut names: Vec<String> = Vec::new();
    for text in given {
        if !is_pattern(text) {
            names.push(text.clone());
            continue;
        }
        let of_suite = own.iter().any(|name| matches(text, name));
        let known: Vec<&str> =
            if of_suite { &own } else { &all }.iter().map(String::as_str).collect();
        let selected = select(std::slice::from_ref(text), &known, "strategy");
        // The star of ida* is part of its name.
        if selected.is_err() && registry.is_elsewhere(text) {
            registry.build(text)?;
        }
        for name in selected? {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(names)
}

/// The strategies and programs given on the command line, otherwise the suite's, otherwise
/// those of [`Registry::standard_names`] and
/// the suite's programs.
pub(in crate::command) fn solvers(
    given: &[String],
    suite: &Suite,
    registry: &Registry,
) -> Result<Vec<Solver>> {
    let externals = suite.external.iter().map(|external| external.name.clone());
    let own = match &suite.strategies[..] {
        [] => registry.standard_names().into_iter().chain(externals).collect(),
        strategies => strategies.to_vec(),
    };
    let build = |name: &str| match suite.external.iter().find(|external| external.name == name) {
        Some(external) => Ok(Solver::External(external.clone())),
        None => registry.build(name).map(Solver::BuiltIn),
    };
    let mut all: Vec<Solver> = Vec::new();
    for name in &names(given, own, registry)? {
        let one = build(name)?;
        if all.iter().any(|earlier| earlier.name() == one.name()) {
            bail!("strategy {:?} is named twice", one.name());
        }
        all.push(one);
    }
    Ok(all)
}

/// Fails if no strategy supports the size of any instance: there would be nothing to report.
pub(super) fn expect_support(instances: &[Instance], solvers: &[Solver]) -> Result<()> {
    // Only a program itself knows.
    let refused = |solver: &Solver, instance: &Instance| {
        let session = Session::new(&*solver.entry()?.strategy);
        session.check(instance.problem.size()).err()
    };
    let mut reason = None;
    for (solver, one) in
        solvers.iter().flat_map(|solver| instances.iter().map(move |one| (solver, one)))
    {
        reason = Some(match refused(solver, one) {
            Some(stop) => stop,
            None => return Ok(()),
        });
    }
    let names: Vec<&str> = solvers.iter().map(Solver::name).collect();
    bail!(
        "no suitable board for {}: no size of the selected instances ({}) is supported{}: choose other \
         strategies, or other instances with --instance",
        names.join(", "),
        counted(instances.len(), "instance"),
        reason.map(|stop| format!(" ({stop})")).unwrap_or_default()
    );
}

/// The instances whose ids are given or match a pattern, in their order; all if none are given.
pub(in crate::command) fn instances(
    mut instances: Vec<Instance>,
    given: &[String],
) -> Result<Vec<Instance>> {
    if given.is_empty() {
        return Ok(instances);
    }
    let ids: Vec<&str> = instances.iter().map(|instance| &*instance.id).collect();
    let selected = select(given, &ids, "instance")?;
    instances.retain(|instance| selected.contains(&instance.id));
    Ok(instances)
}
