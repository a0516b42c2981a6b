use anyhow::Result;
use optile_core::{Arrangement, Meter, Spec};
use optile_heuristics::BoardEvaluator;
use optile_instances::instance::Instance;
use serde::Deserialize;

use crate::comparison::figure::Figure;
use crate::comparison::findings::{Findings, Row, Table};
use crate::comparison::sample::Sample;
use crate::comparison::verdict::Published;
use crate::experiment::Experiment;
use crate::laboratory::{Laboratory, Solved, bundled};
use crate::literature;

const NAME: &str = "felner2004";

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "Additive pattern databases on a thousand random 15-puzzles",
    about: "The bundled set fifteen-random, a thousand random 15-puzzles that are others than \
            those of the paper: each heuristic on all of them, IDA* with pattern databases on \
            all of them, with weaker heuristics on the first 250.",
    cost: "5 minutes and 3 GB",
    run,
};

/// The most that the Manhattan distance of an instance of the quick part may
/// be, since cost grows with it.
const QUICK: u32 = 26;

const LARGE: &str = "Needs tables too large for the quick part.";

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
    /// What runs it here.
    strategy: String,
    /// How many boards are solved, the first of the set, where all would take
    /// too long.
    boards: Option<usize>,
    /// Whether its tables are too large for the quick part.
    #[serde(default)]
    large: bool,
    /// Mean value at the start, where there is one of its own.
    h: Option<Figure>,
    /// Mean of the nodes generated.
    nodes: Figure,
}

/// The values of a heuristic for the starts of these instances.
fn bounds(heuristic: &str, instances: &[Instance]) -> Result<Vec<u32>> {
    let mut known: Option<(Arrangement, BoardEvaluator)> = None;
    let mut bounds = Vec::with_capacity(instances.len());
    for Instance { problem, .. } in instances {
        let bound = match known.take() {
            Some((goal, bound)) if goal == *problem.goal() => bound,
            _ => BoardEvaluator::new(heuristic, problem.goal(), &mut Meter::default())?,
        };
        bounds.extend(bound.of(problem.start()));
        known = Some((*problem.goal(), bound));
    }
    Ok(bounds)
}

fn run(laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = literature::section(NAME)?.figures;
    let mut instances = bundled("fifteen-random")?;
    let all = instances.len();
    if laboratory.is_quick {
        let bounds = bounds("manhattan", &instances)?;
        let mut is_easy = bounds.iter().map(|&bound| bound <= QUICK);
        instances.retain(|_| is_easy.next().unwrap_or(false));
    }
    let every = bundled("fifteen-random")?;
    let mut rows = Vec::new();
    let mut lengths = None;
    for Heuristics { heuristic, strategy, boards, large, h, nodes } in &figures.row {
        let of_start = format!("{heuristic}, h of the start");
        let of_search = format!("{heuristic}, nodes");
        if *large && laboratory.is_quick {
            rows.extend(
                h.iter().map(|h| Row::not_run(of_start.clone(), Published::exact(h), LARGE)),
            );
            rows.push(Row::not_run(of_search, Published::exact(nodes), LARGE));
            continue;
        }
        let spec: Spec = strategy.parse()?;
        if let Some(h) = h {
            let name = spec.heuristic.as_deref().unwrap_or_default();
            let bounds = bounds(name, &every)?;
            let sample = Sample::new(bounds.into_iter().map(f64::from).collect());
            rows.push(compare(of_start, h, &sample));
        }
        let solver = laboratory.registry.build(strategy)?.strategy;
        let solved = &instances[..boards.unwrap_or(all).min(instances.len())];
        let size = solved.len();
        let solved = laboratory.each(heuristic, solved, |instance| {
            laboratory.solve(solver.as_ref(), &instance.problem)
        })?;
        let values = |value: fn(&Solved) -> f64| solved.iter().map(value).collect();
        let generated = Sample::skewed(values(|solved| solved.counters.generated as f64));
        rows.push(
            searched(of_search, nodes, &generated, laboratory)
                .noted(&format!("{strategy}, {size} boards.")),
        );
        if boards.is_none() {
            let length = Sample::new(values(|solved| solved.length().into()));
            lengths = Some(searched("optimal length".into(), &figures.length, &length, laboratory));
        }
    }
    rows.extend(lengths);
    let title = format!("Means over {all} random 15-puzzles");
    let subset =
        format!("{} of {all} instances are solved, those with h up to {QUICK}", instances.len());
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
            "The published row of 6, 6 and 3 tiles is compared with lookups that are reflected as \
             well. Without, the best partition found has a mean h of 42.24 and takes 1.3 million \
             nodes on the first 300 boards, while all other rows agree with the paper as they \
             are: its figures for 6-6-3 are taken to be those of both lookups."
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
