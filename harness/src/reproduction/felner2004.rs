use anyhow::{Context, Result};
use optile_core::{Estimator, Heuristic, Meter, PathChoice, Problem, Rect};
use optile_heuristics::Manhattan;
use serde::Deserialize;

use super::figure::Figure;
use super::findings::{Findings, Row, Table};
use super::laboratory::{Laboratory, Solved, bundled};
use super::sample::Sample;
use super::verdict::Published;
use super::{Experiment, literature};
use crate::registry;

const NAME: &str = "felner2004";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "Additive pattern databases on a thousand random 15-puzzles",
    about: "The bundled set fifteen-random, a thousand random 15-puzzles that are others than \
            those of the paper: Manhattan distance on all of them, IDA* with it on the first 250. \
            Of the paper's heuristics this version has no other.",
    cost: "9 minutes",
    run,
};

/// Instances that are solved, the first of the set: on all of them the search
/// would take half an hour.
const SOLVED: usize = 250;
/// The most that the Manhattan distance of an instance of the quick part may
/// be, since cost grows with it.
const QUICK: u32 = 26;

const NOT_HERE: &str = "A heuristic that is not in this version.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    /// Mean optimal length.
    length: Figure,
    row: Vec<Heuristics>,
}

/// A line of the published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heuristics {
    /// The heuristic in words.
    heuristic: String,
    /// What runs it here, if anything does.
    strategy: Option<String>,
    /// Mean value at the start.
    h: Figure,
    /// Mean of the nodes generated.
    nodes: Figure,
}

/// The Manhattan distance of a 15-puzzle.
fn bound(problem: &Problem) -> Result<u32> {
    let task = problem.task::<Rect<4, 4>>(PathChoice::Any);
    let task = task.with_context(|| format!("{problem} is no 15-puzzle"))?;
    let toward = Manhattan.toward::<Rect<4, 4>>(task.goal_blank, &mut Meter::default())?;
    let value = Estimator::<Rect<4, 4>>::root(&toward, &task.start);
    Ok(Estimator::<Rect<4, 4>>::estimate(&toward, value))
}

fn run(laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = literature::section(NAME)?.figures;
    let mut instances = Vec::new();
    for instance in bundled("fifteen-random")? {
        instances.push((bound(&instance.problem)?, instance));
    }
    let bounds = Sample::new(instances.iter().map(|(bound, _)| f64::from(*bound)).collect());
    let all = instances.len();
    match laboratory.is_quick {
        true => instances.retain(|(bound, _)| *bound <= QUICK),
        false => instances.truncate(SOLVED),
    }
    let size = instances.len();
    let mut rows = Vec::new();
    let mut lengths = None;
    for Heuristics { heuristic, strategy, h, nodes } in &figures.row {
        let of_start = format!("{heuristic}, h of the start");
        let of_search = format!("{heuristic}, nodes");
        let Some(strategy) = strategy else {
            rows.push(Row::not_run(of_start, Published::exact(h), NOT_HERE));
            rows.push(Row::not_run(of_search, Published::exact(nodes), NOT_HERE));
            continue;
        };
        let strategy = registry::build(strategy)?.strategy;
        let solved = laboratory.each(heuristic, &instances, |(_, instance)| {
            laboratory.solve(strategy.as_ref(), &instance.problem)
        })?;
        let values = |value: fn(&Solved) -> f64| solved.iter().map(value).collect();
        rows.push(compare(of_start, h, &bounds));
        let generated = Sample::skewed(values(|solved| solved.counters.generated as f64));
        rows.push(searched(of_search, nodes, &generated, laboratory));
        let length = Sample::new(values(|solved| solved.length().into()));
        lengths = Some(searched("optimal length".into(), &figures.length, &length, laboratory));
    }
    rows.extend(lengths);
    let title = format!("Means over random 15-puzzles: h over {all}, nodes and length over {size}");
    let subset = format!("{size} of {all} instances are solved, those with h up to {QUICK}");
    Ok(Findings {
        subset: laboratory.is_quick.then_some(subset),
        tables: vec![Table::new(title, rows)],
        remarks: vec![
            "The paper's thousand boards are not published, so both means are of samples, and both \
             standard errors are taken from the spread measured here. Nodes lie over orders of \
             magnitude, with logarithms that are about normal, so that a few boards make most of \
             a mean; their standard errors are those of a log-normal distribution, as the spread \
             of the nodes themselves would leave out the hard boards that a sample has missed. A \
             mean over a few hundred boards tells little more than the magnitude. Nodes are those \
             generated; whether roots are counted too makes a difference of one in ten million."
                .into(),
        ],
    })
}

/// Two means over boards that were drawn at random.
fn compare(quantity: String, figure: &Figure, sample: &Sample) -> Row {
    let error = sample.error_of_mean_of(figure.of.map_or(1.0, |size| size as f64));
    let published = Published::Figure { figure: figure.clone(), error };
    Row::new(quantity, published, sample.measured())
}

/// The same about what was searched: of the quick part, whose boards were
/// chosen for being easy, nothing was published.
fn searched(quantity: String, figure: &Figure, sample: &Sample, laboratory: &Laboratory) -> Row {
    match laboratory.is_quick {
        true => Row::new(quantity, Published::Nothing, sample.measured()),
        false => compare(quantity, figure, sample),
    }
}
