//! Additive pattern databases on random 15-puzzles (Felner, Korf and Hanan, 2004).

use anyhow::Result;
use optile_core::{Arrangement, Meter, Spec};
use optile_heuristics::BoardEstimates;
use optile_instances::instance::Instance;
use serde::Deserialize;

use crate::comparison::findings::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::sample::Sample;
use crate::comparison::verdict::Published;
use crate::experiment::Experiment;
use crate::laboratory::{Laboratory, Sessions, Solved, bundled};
use crate::literature;

const NAME: &str = "felner2004";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "Additive pattern databases on a thousand random 15-puzzles",
    about: "The bundled set fifteen-random has a thousand random 15-puzzles, which are not those \
            of the paper. Each heuristic is evaluated on all of them. IDA* solves all of them with \
            pattern databases, and the first 250 with Manhattan distance.",
    cost: "5 minutes and 3 GB",
    run,
};

/// The greatest Manhattan distance of an instance in the quick part. The cost
/// grows with it.
const QUICK: u32 = 26;

const LARGE: &str = "Needs tables too large for the quick part.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedFigures {
    row: Vec<Heuristics>,
}

/// A row of the published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heuristics {
    /// The heuristic in words.
    heuristic: String,
    /// The strategy that runs it here.
    strategy: String,
    /// The number of boards that are solved, from the start of the set, if all
    /// would take too long.
    boards: Option<usize>,
    /// Whether its tables are too large for the quick part.
    #[serde(default)]
    large: bool,
    /// Mean value at the start, if it was published.
    h: Option<PublishedFigure>,
    /// Mean of the nodes generated.
    nodes: PublishedFigure,
}

/// The values of a heuristic for the starts of these instances.
fn bounds(heuristic: &str, instances: &[Instance], laboratory: &Laboratory) -> Result<Vec<u32>> {
    let mut known: Option<(Arrangement, BoardEstimates)> = None;
    let mut bounds = Vec::with_capacity(instances.len());
    for Instance { problem, .. } in instances {
        let bound = match known.take() {
            Some((goal, bound)) if goal == *problem.goal() => bound,
            _ => {
                let (heuristics, goal) = (laboratory.registry.heuristics(), problem.goal());
                BoardEstimates::new(heuristics, heuristic, goal, &mut Meter::default())?
            }
        };
        bounds.extend(bound.of(problem.start()));
        known = Some((*problem.goal(), bound));
    }
    Ok(bounds)
}

fn run(laboratory: &Laboratory) -> Result<Findings> {
    let figures: PublishedFigures = literature::section(NAME)?.figures;
    let mut instances = bundled("fifteen-random")?;
    let all = instances.len();
    if laboratory.is_quick {
        let bounds = bounds("manhattan", &instances, laboratory)?;
        let mut is_easy = bounds.iter().map(|&bound| bound <= QUICK);
        instances.retain(|_| is_easy.next().unwrap_or(false));
    }
    let every = bundled("fifteen-random")?;
    let mut rows = Vec::new();
    for Heuristics { heuristic, strategy, boards, large, h, nodes } in &figures.row {
        let of_start = format!("{heuristic}, h of the start");
        let of_search = format!("{heuristic}, nodes");
        if *large && laboratory.is_quick {
            rows.extend(
                h.iter()
                    .map(|h| ComparisonRow::not_run(of_start.clone(), Published::exact(h), LARGE)),
            );
            rows.push(ComparisonRow::not_run(of_search, Published::exact(nodes), LARGE));
            continue;
        }
        let spec: Spec = strategy.parse()?;
        if let Some(h) = h {
            let name = spec.heuristic.as_deref().unwrap_or_default();
            let bounds = bounds(name, &every, laboratory)?;
            let sample = Sample::new(bounds.into_iter().map(f64::from).collect());
            rows.push(compare(of_start, h, &sample));
        }
        let solver = Sessions::new(laboratory.registry.build(strategy)?.strategy);
        let solved = &instances[..boards.unwrap_or(all).min(instances.len())];
        let size = solved.len();
        let solved = laboratory
            .each(heuristic, solved, |instance| laboratory.solve(&solver, &instance.problem))?;
        let values = |value: fn(&Solved) -> f64| solved.iter().map(value).collect();
        let generated = Sample::skewed(values(|solved| solved.counters.generated as f64));
        rows.push(
            searched(of_search, nodes, &generated, laboratory)
                .noted(&format!("{strategy}, {size} boards.")),
        );
    }
    let title = format!("Means over {all} random 15-puzzles");
    let subset =
        format!("{} of {all} instances are solved, those with h up to {QUICK}", instances.len());
    Ok(Findings {
        subset: laboratory.is_quick.then_some(subset),
        tables: vec![ComparisonTable::new(title, rows)],
        remarks: vec![
            "The paper's thousand boards are not published. So both means are means of samples, \
             and both standard errors are computed from the spread measured here. Numbers of nodes \
             differ by orders of magnitude, and their logarithms are roughly normally distributed, \
             so a few boards contribute most of a mean. The standard errors are therefore those of \
             a log-normal distribution: the spread of the nodes themselves would miss the hard \
             boards that a sample does not contain. A mean over a few hundred boards gives little \
             more than the order of magnitude. Nodes are generated nodes; counting the roots too \
             would add one in ten million."
                .into(),
            "The published row of 6, 6 and 3 tiles is compared with lookups that include the \
             reflected board. Without reflection, the best partition found has a mean h of 42.24 \
             and takes 1.3 million nodes on the first 300 boards, while all other rows agree with \
             the paper. We therefore assume that the paper's figures for 6-6-3 include reflected \
             lookups."
                .into(),
        ],
    })
}

/// Compares two means over random boards.
fn compare(quantity: String, figure: &PublishedFigure, sample: &Sample) -> ComparisonRow {
    let error = sample.error_of_mean_of(figure.of.map_or(1.0, |size| size as f64));
    let published = Published::Figure { figure: figure.clone(), error };
    ComparisonRow::new(quantity, published, sample.measured())
}

/// The same for a search. Nothing was published about the easy boards of the
/// quick part.
fn searched(
    quantity: String,
    figure: &PublishedFigure,
    sample: &Sample,
    laboratory: &Laboratory,
) -> ComparisonRow {
    match laboratory.is_quick {
        true => ComparisonRow::new(quantity, Published::Nothing, sample.measured()),
        false => compare(quantity, figure, sample),
    }
}
