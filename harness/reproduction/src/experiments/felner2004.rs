//! Additive pattern databases on random 15-puzzles (Felner, Korf and Hanan, 2004).

use anyhow::{Context, Result, bail};
use optile_core::{Problem, Spec};
use optile_instances::instance::InstanceSet;
use serde::Deserialize;

use super::Experiment;
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::sample::Sample;
use crate::comparison::table::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::verdict::Published;
use crate::laboratory::Laboratory;

/// The bundled instances. All have the same goal.
const SET: &str = "fifteen-random";

/// The greatest Manhattan distance of an instance in the quick part. The cost
/// grows with it.
const QUICK: u32 = 26;

const LARGE: &str = "Needs tables too large for the quick part.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
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

pub(super) fn run(experiment: &Experiment, laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = experiment.figures();
    let all = problems()?;
    let mut solved = all.clone();
    if laboratory.is_quick {
        let values = values("manhattan", &all, laboratory)?;
        let is_easy = |(_, value): &(_, f64)| *value <= f64::from(QUICK);
        solved = all.iter().copied().zip(values).filter(is_easy).map(|(easy, _)| easy).collect();
    }
    let mut rows = Vec::new();
    for Heuristics { heuristic, strategy, boards, large, h, nodes } in &figures.row {
        let of_start = format!("{heuristic}, h of the start");
        let of_search = format!("{heuristic}, nodes");
        if *large && laboratory.is_quick {
            rows.extend(h.iter().map(|h| ComparisonRow::not_run(&of_start, h, LARGE)));
            rows.push(ComparisonRow::not_run(of_search, nodes, LARGE));
            continue;
        }
        if let Some(h) = h {
            let spec: Spec = strategy.parse()?;
            let name = spec.heuristic.as_deref().unwrap_or_default();
            let sample = Sample::new(&values(name, &all, laboratory)?);
            rows.push(ComparisonRow::new(of_start, h, sample));
        }
        let chosen = &solved[..boards.unwrap_or(all.len()).min(solved.len())];
        let searches = laboratory.solve_each(heuristic, strategy, chosen)?;
        let generated: Vec<f64> =
            searches.iter().map(|solved| solved.counters.generated as f64).collect();
        let published = match laboratory.is_quick {
            // Nothing was published about easy boards.
            true => Published::Nothing,
            false => nodes.into(),
        };
        rows.push(
            ComparisonRow::new(of_search, published, Sample::skewed(&generated))
                .noted(format!("{strategy}, {} boards.", chosen.len())),
        );
    }
    let (part, all) = (solved.len(), all.len());
    let subset = format!("{part} of {all} instances are solved, those with h up to {QUICK}");
    Ok(Findings {
        subset: laboratory.is_quick.then_some(subset),
        tables: vec![ComparisonTable::new(format!("Means over {all} random 15-puzzles"), rows)],
    })
}

fn problems() -> Result<Vec<Problem>> {
    let Some(set) = InstanceSet::bundled(SET)? else { bail!("no bundled instances {SET:?}") };
    Ok(set.instances.iter().map(|instance| instance.problem).collect())
}

/// The values of a heuristic for the starts of these problems.
fn values(heuristic: &str, problems: &[Problem], laboratory: &Laboratory) -> Result<Vec<f64>> {
    let goal = problems.first().context("no problems")?.goal();
    let estimates = laboratory.estimates(heuristic, goal)?;
    Ok(problems.iter().filter_map(|p| Some(f64::from(estimates.of(p.start())?))).collect())
}
