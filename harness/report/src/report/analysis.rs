//! What the runs of a folder mean.

use optile_results::Results;
use optile_results::verdict::Verdict;

use crate::report::{
    Answer, Class, Column, Division, Summary, answers, cautions, classes, literature, summary,
};
use crate::trial::Trials;

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
    /// With what the results are compared, if anything was published.
    pub literature: Option<String>,
}

impl<'a> Analysis<'a> {
    /// The analysis of all runs.
    pub fn of(results: &'a Results) -> Self {
        let trials = Trials::of(results);
        Self {
            summaries: summary(results, &trials, Column::is_shown),
            answers: answers(&trials),
            classes: if trials.sizes() > 1 { classes(results, Division::Size) } else { Vec::new() },
            verdict: Verdict::of(results),
            cautions: cautions(results, &trials),
            literature: literature(results, &trials),
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
