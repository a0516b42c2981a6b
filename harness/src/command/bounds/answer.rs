//! The bounds of one instance, as JSON and as the row of a table.

use optile_bounds::Bounds;
use optile_instances::instance::Instance;
use optile_report::table::{Table, Value};
use optile_results::row::Status;
use optile_results::terminal::width;
use serde::Serialize;

/// The headings of the table.
const HEADINGS: [&str; 7] =
    ["instance", "length", "basic", "consistent", "astar", "astar-reverse", "p*"];

/// What `--json` prints about an instance. Figures that are not known are null.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Answer {
    pub(super) instance: String,
    pub(super) status: Status,
    pub(super) length: Option<u32>,
    pub(super) basic: Option<u64>,
    pub(super) consistent: Option<u64>,
    pub(super) astar: Option<u64>,
    pub(super) astar_reverse: Option<u64>,
    pub(super) p_star: Option<f64>,
}

impl Answer {
    /// An answer without figures.
    pub(super) fn empty(instance: &Instance, status: Status) -> Self {
        Self {
            instance: instance.id.clone(),
            status,
            length: None,
            basic: None,
            consistent: None,
            astar: None,
            astar_reverse: None,
            p_star: None,
        }
    }

    pub(super) fn new(instance: &Instance, bounds: &Bounds) -> Self {
        Self {
            instance: instance.id.clone(),
            status: Status::Solved,
            length: Some(bounds.length),
            basic: Some(bounds.basic),
            consistent: Some(bounds.consistent),
            astar: Some(bounds.astar),
            astar_reverse: Some(bounds.astar_reverse),
            p_star: bounds.p_star(),
        }
    }

    fn row(&self) -> Vec<Value> {
        let length = match self.status {
            Status::Unsolvable => Status::Unsolvable.name().into(),
            _ => self.length.into(),
        };
        let figures = [self.basic, self.consistent, self.astar, self.astar_reverse];
        let figures =
            figures.map(|count| count.map_or(Value::Nothing, |count| Value::Count(count as f64)));
        let p_star = self.p_star.map(|p| format!("{p:.3}")).into();
        [self.instance.as_str().into(), length].into_iter().chain(figures).chain([p_star]).collect()
    }
}

/// All answers as a table.
pub(super) fn table(answers: &[Answer]) -> String {
    Table::new(HEADINGS, 1, answers.iter().map(Answer::row).collect()).terminal(width())
}
