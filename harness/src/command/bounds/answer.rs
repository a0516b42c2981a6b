//! The bounds of one instance, as JSON and as the row of a table.

use optile_bounds::Bounds;
use optile_instances::instance::Instance;
use optile_report::table::NOTHING;
use optile_results::quantity::grouped;
use optile_results::row::Status;
use optile_results::terminal::{self, width};
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
    /// An answer with the figures of these bounds, or without figures.
    pub(super) fn new(instance: &Instance, status: Status, bounds: Option<Bounds>) -> Self {
        Self {
            instance: instance.id.clone(),
            status,
            length: bounds.map(|bounds| bounds.length),
            basic: bounds.map(|bounds| bounds.basic),
            consistent: bounds.map(|bounds| bounds.consistent),
            astar: bounds.map(|bounds| bounds.astar),
            astar_reverse: bounds.map(|bounds| bounds.astar_reverse),
            p_star: bounds.and_then(|bounds| bounds.p_star()),
        }
    }

    /// Whether the instance has bounds, or certainly no solution.
    pub(super) fn is_certain(&self) -> bool {
        matches!(self.status, Status::Solved | Status::Unsolvable)
    }

    fn row(&self) -> Vec<String> {
        let text = |number: Option<u64>| match number {
            Some(number) => grouped(&number.to_string()),
            None => NOTHING.to_owned(),
        };
        let length = match (self.length, self.status) {
            (Some(length), _) => length.to_string(),
            (None, Status::Unsolvable) => Status::Unsolvable.name().to_owned(),
            (None, _) => NOTHING.to_owned(),
        };
        let mut row = vec![self.instance.clone(), length];
        let figures = [self.basic, self.consistent, self.astar, self.astar_reverse];
        row.extend(figures.map(text));
        row.push(self.p_star.map_or(NOTHING.to_owned(), |p| format!("{p:.3}")));
        row
    }
}

/// All answers as a table.
pub(super) fn table(answers: &[Answer]) -> String {
    terminal::table(&HEADINGS, answers.iter().map(Answer::row).collect(), 1.., width())
}
