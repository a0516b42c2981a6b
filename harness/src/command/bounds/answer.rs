//! The bounds of one instance, as JSON and as the row of a table.

use optile_bounds::Bounds;
use optile_instances::instance::Instance;
use optile_report::table::{Table, Value};
use optile_results::row::Status;
use optile_results::terminal::width;
use optile_results::unit::Unit;
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

/// All answers as a table, with the means of the instances that have bounds, if there are several.
pub(super) fn table(answers: &[Answer]) -> String {
    let mut table = Table::new(HEADINGS, 1, answers.iter().map(Answer::row).collect());
    table.groups.extend(means(answers).map(|row| vec![row]));
    table.terminal(width())
}

fn means(answers: &[Answer]) -> Option<Vec<Value>> {
    let solved: Vec<&Answer> = answers.iter().filter(|answer| answer.basic.is_some()).collect();
    let mean = |of: fn(&Answer) -> Option<f64>| {
        let values: Option<Vec<f64>> = solved.iter().map(|answer| of(answer)).collect();
        values.map_or(Value::Nothing, |values| {
            Value::Measured(values.iter().sum::<f64>() / values.len() as f64, Unit::Count)
        })
    };
    (solved.len() > 1).then(|| {
        vec![
            format!("mean of {}", solved.len()).into(),
            mean(|answer| answer.length.map(f64::from)),
            mean(|answer| answer.basic.map(|count| count as f64)),
            mean(|answer| answer.consistent.map(|count| count as f64)),
            mean(|answer| answer.astar.map(|count| count as f64)),
            mean(|answer| answer.astar_reverse.map(|count| count as f64)),
            Value::Nothing,
        ]
    })
}
