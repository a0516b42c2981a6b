//! Weighted A* and greedy search on Korf's hundred 15-puzzles (Siag, Felner and Shperberg, 2025).

mod program;

use anyhow::{Context, Result};
use optile_core::{Board, PathChoice, Rect, Weight};
use optile_instances::instance::Instance;
use optile_statistics::mean;
use serde::Deserialize;

use self::program::Order;
use super::{Experiment, korf1985};
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::sample::Sample;
use crate::comparison::table::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::verdict::{Measured, Published};
use crate::laboratory::{Laboratory, Solved};

/// The heuristic of the quick part. It leaves out the first search, A*, which takes longest.
const QUICK: &str = "manhattan";

type Fifteen = Rect<4, 4>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    heuristic: String,
    /// The ways of optile to break ties.
    ties: Vec<String>,
    row: Vec<Search>,
}

/// A column of the published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    name: String,
    /// The weight of weighted A*. Without one, the search is greedy.
    weight: Option<String>,
    /// Mean of the nodes expanded. The goal is one of them.
    expanded: PublishedFigure,
    /// Mean of the length divided by the optimum; not for A*.
    ratio: Option<PublishedFigure>,
}

impl Search {
    /// The name of optile's strategy.
    fn strategy(&self, heuristic: &str, ties: &str) -> String {
        match &self.weight {
            Some(weight) => format!("wastar:{heuristic},w={weight},reopen=off,ties={ties}"),
            None => format!("greedy:{heuristic},ties={ties}"),
        }
    }

    /// The order of the authors' program.
    fn order(&self) -> Result<Order> {
        let weight = self.weight.as_ref();
        weight.map_or(Ok(Order::Greedy), |weight| Ok(Order::Weighted(weight.parse()?)))
    }
}

/// What the searches solve.
struct Trial<'a> {
    laboratory: &'a Laboratory,
    heuristic: &'a str,
    instances: Vec<Instance>,
}

/// Nodes expanded with the goal, and length divided by the optimum, on each instance.
type Outcomes = Vec<[f64; 2]>;

pub(super) fn run(experiment: &Experiment, laboratory: &Laboratory) -> Result<Findings> {
    let figures: Figures = experiment.figures();
    let instances = korf1985::instances(laboratory)?;
    let heuristic = if laboratory.is_quick { QUICK } else { &figures.heuristic };
    let trial = Trial { laboratory, heuristic, instances };
    let (mut programs, mut strategies) = ([vec![], vec![]], [vec![], vec![]]);
    for search in figures.row.iter().skip(usize::from(laboratory.is_quick)) {
        let name = &search.name;
        let order = search.order()?;
        let program = trial.by_program(name, order)?;
        let published = [Some(&search.expanded), search.ratio.as_ref()];
        trial.compare(name, published, &program, None, &mut programs);
        if let Order::Weighted(weight) = order {
            programs[1].push(bound(name, weight, &program));
        }
        for ties in &figures.ties {
            let outcomes = trial.by_strategy(name, search, ties)?;
            let is_alike = ties.starts_with("smaller") == matches!(order, Order::Greedy);
            let published = if is_alike { published } else { [None; 2] };
            let program = is_alike.then_some(&program);
            trial.compare(
                &format!("{name}, {ties}"),
                published,
                &outcomes,
                program,
                &mut strategies,
            );
        }
    }
    let subset = format!(
        "weights above 1, {} easy instances, with Manhattan distance",
        trial.instances.len()
    );
    let table = |who: &str, what: &str, rows| ComparisonTable::new(format!("{who}, {what}"), rows);
    let [nodes, lengths] = ["nodes expanded", "length divided by the optimum"];
    let ([of_program, its], [of_strategies, their]) = (programs, strategies);
    Ok(Findings {
        subset: laboratory.is_quick.then_some(subset),
        tables: vec![
            table("The authors' program", nodes, of_program),
            table("The authors' program", lengths, its),
            table("Strategies of optile", nodes, of_strategies),
            table("Strategies of optile", lengths, their),
        ],
    })
}

impl Trial<'_> {
    /// Adds a row for the nodes and one for the lengths. If they are those of another program than
    /// the published ones, the order of equal nodes is another, and by chance as good or as bad on each
    /// instance. So the mean has the standard error of the differences.
    fn compare(
        &self,
        name: &str,
        published: [Option<&PublishedFigure>; 2],
        outcomes: &Outcomes,
        program: Option<&Outcomes>,
        tables: &mut [Vec<ComparisonRow>; 2],
    ) {
        for (column, (published, rows)) in published.into_iter().zip(tables).enumerate() {
            let of = |outcome: &[f64; 2]| outcome[column];
            let values: Vec<f64> = outcomes.iter().map(of).collect();
            let exact = Sample::exact(mean(&values).unwrap_or(0.0), 0.0);
            let sample = program.map_or(exact, |program| {
                let pairs = values.iter().zip(program.iter().map(of));
                let differences: Vec<f64> = pairs.map(|(own, other)| own - other).collect();
                Sample { error: Sample::new(&differences).error, ..exact }
            });
            // Nothing was published about easy instances, nor with their heuristic.
            let published = published.filter(|_| !self.laboratory.is_quick);
            let published = published.map_or(Published::Nothing, Into::into);
            rows.push(ComparisonRow::new(name, published, sample));
        }
    }

    /// Solves each instance as the authors' program does.
    fn by_program(&self, name: &str, order: Order) -> Result<Outcomes> {
        let heuristic = self.laboratory.registry.heuristics().named(self.heuristic)?;
        let goal = self.instances.first().context("no instances")?.problem.goal();
        let estimator =
            heuristic.toward(goal.size(), goal.blank(), &mut self.laboratory.meter())?;
        self.laboratory.each(
            name,
            &self.instances,
            || (),
            |(), instance| {
                let task = instance.problem.task::<Fifteen>(PathChoice::Any);
                let task = task.context("not a 15-puzzle")?;
                let outcome = program::solve(Fifteen::estimates(&*estimator), &task, order)?;
                outcome_of(instance, outcome.expanded, u64::from(outcome.length))
            },
        )
    }

    /// Solves each instance with a strategy of optile.
    fn by_strategy(&self, name: &str, search: &Search, ties: &str) -> Result<Outcomes> {
        let strategy = search.strategy(self.heuristic, ties);
        let problems: Vec<_> = self.instances.iter().map(|instance| instance.problem).collect();
        let solved = self.laboratory.solve_each(name, &strategy, &problems)?;
        let solved = self.instances.iter().zip(solved);
        solved
            .map(|(instance, Solved { path, counters })| {
                outcome_of(instance, counters.expanded + 1, path.len() as u64)
            })
            .collect()
    }
}

fn outcome_of(instance: &Instance, expanded: u64, length: u64) -> Result<[f64; 2]> {
    let optimal = instance.optimal.context("an instance without its optimal length")?;
    Ok([expanded as f64, length as f64 / f64::from(optimal)])
}

/// Whether no path is longer than the weight allows.
fn bound(name: &str, weight: Weight, outcomes: &Outcomes) -> ComparisonRow {
    let longest = outcomes.iter().map(|outcome| outcome[1]).fold(0.0, f64::max);
    let (numerator, denominator) = weight.fraction();
    let supports = longest <= f64::from(numerator) / f64::from(denominator);
    let measured = Measured::Finding { text: format!("{longest:.3}"), supports };
    let claim = Published::Claim(format!("at most {weight}"));
    ComparisonRow::new(format!("{name}, longest path"), claim, measured)
}
