//! What the runs of a folder mean.

use optile_results::Results;
use optile_results::before::pairs;
use optile_results::findings::verdict::Verdict;

use crate::table::Value;
use crate::trial::Trials;
use crate::verdict::{
    Answer, Class, Column, Division, Summary, answers, cautions, classes, literature, programs,
    summary,
};
use optile_results::number::TIME;
use optile_statistics::{Estimate, geometric_mean_estimates};

/// What the runs of a folder mean. It is found out once, and the terminal, the page, charts,
/// comparisons and exports show it.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The results.
    pub results: &'a Results,
    /// The samples of each strategy on each instance.
    pub(crate) trials: Trials<'a>,
    /// One line per strategy.
    pub summaries: Vec<Summary>,
    /// Which strategy, up to which length, and why; one answer for each size of boards.
    pub answers: Vec<Answer>,
    /// The tables for each size of boards, if there are several sizes.
    classes: Vec<Class>,
    /// Whether the strategies agree.
    pub verdict: Verdict<'a>,
    /// What makes the times doubtful.
    pub cautions: Vec<String>,
    /// With what the results are compared, if anything was published, what programs of heuristics
    /// took, and how long each strategy took in comparison with another build, if both ran in turn.
    pub remarks: Vec<String>,
}

impl<'a> Analysis<'a> {
    /// The analysis of all runs.
    pub fn of(results: &'a Results) -> Self {
        let trials = Trials::of(results);
        let verdict = Verdict::of(results);
        // Nothing is said about speed beside a wrong answer, except what a program costs.
        let others = before(&trials).into_iter().chain(literature(results, &trials));
        let others = others.filter(|_| verdict.is_clean());
        Self {
            remarks: others.chain(programs(&trials)).collect(),
            summaries: summary(results, &trials, Column::is_shown),
            answers: answers(&trials),
            classes: if trials.sizes().len() > 1 {
                classes(results, Division::Size)
            } else {
                Vec::new()
            },
            verdict,
            cautions: cautions(results, &trials),
            trials,
            results,
        }
    }

    /// The tables to show, with their titles: one of all instances, or one for each size.
    pub fn tables(&self) -> Vec<(Option<&str>, &[Summary])> {
        match &self.classes[..] {
            [] => vec![(None, &self.summaries)],
            all => all.iter().map(|one| (Some(&*one.title), &*one.summaries)).collect(),
        }
    }
}

/// How long each strategy took in comparison with another build, over the instances that both
/// solved; `None` if no other build ran.
fn before(trials: &Trials<'_>) -> Option<String> {
    let pairs = pairs(trials.strategies());
    let ratio = |(other, own): &(String, String), instance| {
        let solved = |name| trials.get(name, instance).filter(|trial| trial.is_solved());
        solved(own)?.ratio_to(solved(other)?, &TIME)
    };
    let ratios = |pair| trials.instances().iter().filter_map(|i| ratio(pair, i.id)).collect();
    let ratios: Vec<Vec<f64>> = pairs.iter().map(ratios).collect();
    let samples: Vec<&[f64]> = ratios.iter().map(Vec::as_slice).collect();
    let estimates = pairs.iter().zip(geometric_mean_estimates(&samples));
    let part = |((_, own), estimate): (&(String, String), Option<Estimate>)| {
        let Estimate { value, interval } = estimate?;
        let [value, interval] = [Value::ratio(Some(value)), interval.into()].map(|one| one.text());
        Some(format!("{own}: {value} ({interval})"))
    };
    let parts: Vec<String> = estimates.filter_map(part).collect();
    let parts = Some(parts.join(", ")).filter(|parts| !parts.is_empty())?;
    Some(format!("Time as a multiple of the other build's, which ran in turn: {parts}."))
}
