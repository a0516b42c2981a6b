//! Korf's hundred 15-puzzles by IDA* with Manhattan distance (Korf, 1985).

use anyhow::{Context, Result};
use optile_instances::instance::Instance;
use optile_runner::suite::Suite;
use serde::Deserialize;

use crate::comparison::findings::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::published_figure::{Grade, Printed, PublishedFigure};
use crate::comparison::verdict::{Measured, Published};
use crate::experiment::Experiment;
use crate::laboratory::{Laboratory, Sessions, Solved};
use crate::literature;

const NAME: &str = "korf1985";

/// The bundled suite that has the instances, their published counts, and the
/// strategy whose counts these are.
const SUITE: &str = "korf100";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "Korf's hundred 15-puzzles by IDA* with Manhattan distance",
    about: "The strategy idastar:manhattan solves each of the hundred instances. It tries moves in \
            the order up, left, right, down. Lengths are compared, and the exact counts of nodes \
            expanded and generated.",
    cost: "a minute",
    run,
};

/// Instances with fewer generated nodes belong to the quick part.
const QUICK: u64 = 8_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedFigures {
    /// Mean optimal length.
    length: PublishedFigure,
    /// Nodes expanded on all instances together.
    expanded: PublishedFigure,
    /// Nodes generated on all instances together.
    generated: PublishedFigure,
}

/// An exact number from an instance file.
fn known(value: u64) -> Result<Published> {
    let value: Printed = value.to_string().parse()?;
    Ok(Published::exact(&PublishedFigure { value, of: None, grade: Grade::Read }))
}

fn run(laboratory: &Laboratory) -> Result<Findings> {
    let figures: PublishedFigures = literature::section(NAME)?.figures;
    let suite = Suite::find(SUITE, &laboratory.registry)?;
    let mut instances = suite.instances()?;
    let all = instances.len();
    if laboratory.is_quick {
        let is_cheap = |instance: &Instance| {
            let generated = instance.counts.and_then(|counts| counts.generated);
            generated.is_some_and(|generated| generated < QUICK)
        };
        instances.retain(is_cheap);
    }
    let strategy = suite.counts_of.context("the suite has no published counts")?;
    let sessions = Sessions::new(laboratory.registry.build(&strategy)?.strategy);
    let solved = laboratory
        .each(SUITE, &instances, |instance| laboratory.solve(&sessions, &instance.problem))?;
    let mut tables = Vec::new();
    if !laboratory.is_quick {
        tables.push(totals(&figures, &instances, &solved));
    }
    tables.push(lengths(&instances, &solved)?);
    tables.push(counts(&instances, &solved)?);
    Ok(Findings {
        subset: laboratory.is_quick.then(|| {
            format!(
                "{} of {all} instances, each solved in a moment, without totals",
                instances.len()
            )
        }),
        tables,
        remarks: vec![
            "A node counts as expanded when its successors are generated. The successor that \
             undoes the last move is not generated, the search stops at the first solution, and \
             roots do not count as generated. The counts of the instances 1 to 50 are known one by \
             one, and those of all hundred as a sum."
                .into(),
        ],
    })
}

fn totals(
    figures: &PublishedFigures,
    instances: &[Instance],
    solved: &[Solved],
) -> ComparisonTable {
    let sum = |value: fn(&Solved) -> u64| solved.iter().map(value).sum::<u64>();
    let size = instances.len() as f64;
    let length = sum(|solved| solved.length().into()) as f64 / size;
    ComparisonTable::new(
        "All hundred instances",
        vec![
            ComparisonRow::new(
                "optimal length, mean",
                Published::exact(&figures.length),
                Measured::Mean { value: length, error: 0.0 },
            ),
            ComparisonRow::new(
                "nodes expanded, sum",
                Published::exact(&figures.expanded),
                Measured::Count(sum(|solved| solved.counters.expanded)),
            ),
            ComparisonRow::new(
                "nodes generated, sum",
                Published::exact(&figures.generated),
                Measured::Count(sum(|solved| solved.counters.generated)),
            ),
        ],
    )
}

fn lengths(instances: &[Instance], solved: &[Solved]) -> Result<ComparisonTable> {
    let mut rows = Vec::new();
    for (instance, solved) in instances.iter().zip(solved) {
        let Some(optimal) = instance.optimal else { continue };
        let length = Measured::Count(solved.length().into());
        rows.push(ComparisonRow::new(
            format!("{}: moves", instance.id),
            known(optimal.into())?,
            length,
        ));
    }
    Ok(ComparisonTable::folded("Optimal length of each instance", rows))
}

fn counts(instances: &[Instance], solved: &[Solved]) -> Result<ComparisonTable> {
    let mut rows = Vec::new();
    for (instance, Solved { counters, .. }) in instances.iter().zip(solved) {
        let Some(counts) = instance.counts else { continue };
        for (what, published, measured) in [
            ("expanded", counts.expanded, counters.expanded),
            ("generated", counts.generated, counters.generated),
        ] {
            let quantity = format!("{}: {what}", instance.id);
            let Some(published) = published else { continue };
            rows.push(ComparisonRow::new(quantity, known(published)?, Measured::Count(measured)));
        }
    }
    Ok(ComparisonTable::folded("Nodes expanded and generated on each instance", rows))
}
