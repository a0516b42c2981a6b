//! Korf's hundred 15-puzzles by IDA* with Manhattan distance (Korf, 1985).

use anyhow::{Context, Result};
use optile_core::Problem;
use optile_instances::instance::Instance;
use optile_runner::plan::suite::Suite;
use serde::Deserialize;

use super::Experiment;
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::sample::Sample;
use crate::comparison::table::{ComparisonRow, ComparisonTable, Findings};
use crate::laboratory::{Laboratory, Solved};

/// The bundled suite that has the instances, their published counts, and the
/// strategy whose counts these are.
const SUITE: &str = "korf100";

/// Instances with fewer generated nodes belong to the quick part.
const QUICK: u64 = 8_000_000;

/// Figures of all instances together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    /// Mean optimal length.
    length: PublishedFigure,
    expanded: PublishedFigure,
    generated: PublishedFigure,
}

pub(super) fn run(experiment: &Experiment, laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = experiment.figures();
    let suite = Suite::find(SUITE, &laboratory.registry)?;
    let all = suite.instances()?.len();
    let instances = instances(laboratory)?;
    let strategy = suite.counts_of.context("the suite has no published counts")?;
    let problems: Vec<Problem> = instances.iter().map(|instance| instance.problem).collect();
    let solved = laboratory.solve_each(SUITE, &strategy, &problems)?;
    let (mut lengths, mut counts) = (Vec::new(), Vec::new());
    for (instance, Solved { path, counters }) in instances.iter().zip(&solved) {
        let row = |what: &str, published: Option<u64>, measured: u64| {
            Some(ComparisonRow::new(format!("{}: {what}", instance.id), published?, measured))
        };
        lengths.extend(row("moves", instance.optimal.map(u64::from), path.len() as u64));
        let Some(published) = instance.counts else { continue };
        counts.extend(row("expanded", published.expanded, counters.expanded));
        counts.extend(row("generated", published.generated, counters.generated));
    }
    let mut tables = vec![
        ComparisonTable::folded("Optimal length of each instance", lengths),
        ComparisonTable::folded("Nodes expanded and generated on each instance", counts),
    ];
    if !laboratory.is_quick {
        tables.insert(0, totals(&figures, &solved));
    }
    let part = instances.len();
    Ok(Findings {
        subset: laboratory
            .is_quick
            .then(|| format!("{part} of {all} instances, each solved in a moment, without totals")),
        tables,
    })
}

/// Korf's instances, or in the quick part the easy ones.
pub(super) fn instances(laboratory: &Laboratory) -> Result<Vec<Instance>> {
    let mut instances = Suite::find(SUITE, &laboratory.registry)?.instances()?;
    if laboratory.is_quick {
        instances.retain(|instance| {
            let generated = instance.counts.and_then(|counts| counts.generated);
            generated.is_some_and(|generated| generated < QUICK)
        });
    }
    Ok(instances)
}

fn totals(figures: &Figures, solved: &[Solved]) -> ComparisonTable {
    let sum = |value: fn(&Solved) -> u64| solved.iter().map(value).sum::<u64>();
    let length = sum(|solved| solved.path.len() as u64) as f64 / solved.len() as f64;
    let expanded = sum(|solved| solved.counters.expanded);
    let generated = sum(|solved| solved.counters.generated);
    let rows = vec![
        ComparisonRow::new("optimal length, mean", &figures.length, Sample::exact(length, 0.0)),
        ComparisonRow::new("nodes expanded, sum", &figures.expanded, expanded),
        ComparisonRow::new("nodes generated, sum", &figures.generated, generated),
    ];
    ComparisonTable::new("All hundred instances", rows)
}
