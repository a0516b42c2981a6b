//! A ranking as tables, for the terminal, for papers and for programs.

use optile_results::strategy_name::StrategyName;
use optile_results::unit::Unit;

use super::{Class, Lengths, Line, Ranking};
use crate::table::{Table, Value};

/// The value of a strategy in a class.
type Of = fn(&Class, &Line) -> Value;

/// The columns of `ranks-MEASURE.csv`.
const FIELDS: &[(&str, Of)] = &[
    ("size", |class, _| class.kind.size.map(|size| size.to_string()).into()),
    ("length_from", |class, _| length(class, |from, _| from)),
    ("length_to", |class, _| length(class, |_, to| to)),
    ("instances", |class, _| class.instances.into()),
    ("common", |class, _| class.common.into()),
    ("rank", |_, line| line.rank.into()),
    ("strategy", |_, line| line.strategy.as_str().into()),
    ("ran", |_, line| line.ran.into()),
    ("solved", |_, line| line.solved.into()),
    ("ratio", |_, line| line.ratio.map(|ratio| ratio.value).into()),
    ("ratio_low", |_, line| line.interval().map(|interval| interval.low).into()),
    ("ratio_high", |_, line| line.interval().map(|interval| interval.high).into()),
    ("par2_ns", |_, line| line.par2_ns.into()),
    ("family", |_, line| StrategyName::of(&line.strategy).family.into()),
    ("heuristic", |_, line| StrategyName::of(&line.strategy).heuristic.into()),
    ("options", |_, line| StrategyName::of(&line.strategy).options.into()),
];

/// An end of the lengths of a class.
fn length(class: &Class, end: fn(u32, u32) -> u32) -> Value {
    match class.kind.lengths {
        Some(Lengths::Between(from, to)) => end(from, to).into(),
        Some(Lengths::Unknown) => "unknown".into(),
        None => Value::Nothing,
    }
}

impl Ranking {
    /// The last columns of all tables for people. Without a penalty there is no PAR-2.
    fn costs(&self, space: char) -> Vec<(String, Of)> {
        let mut costs: Vec<(String, Of)> = vec![
            (format!("{} ÷{space}best", self.measure), |_, line| {
                Value::ratio(line.ratio.map(|ratio| ratio.value))
            }),
            ("95\u{a0}% interval".into(), |_, line| line.interval().into()),
        ];
        if self.penalty_ns.is_some() {
            costs
                .push(("PAR-2".into(), |_, line| Value::measured(Unit::Nanoseconds, line.par2_ns)));
        }
        costs
    }

    /// A class for the terminal.
    pub fn class_table(&self, class: &Class) -> Table {
        let mut columns: Vec<(String, Of)> = vec![
            (String::new(), |_, line| line.rank.into()),
            ("strategy".into(), |_, line| line.strategy.as_str().into()),
            ("solved".into(), solved),
        ];
        if class.lines.iter().any(|line| line.ran < class.instances) {
            columns.push(("not run".into(), |class, line| {
                Some(class.instances - line.ran).filter(|&count| count > 0).into()
            }));
        }
        columns.extend(self.costs(' '));
        let rows = rows(&columns, class).collect();
        Table::new(columns.into_iter().map(|(heading, _)| heading), 2, rows)
    }

    /// The table for papers, with one group per class.
    pub(crate) fn paper_table(&self) -> Table {
        let mut columns: Vec<(String, Of)> = vec![
            ("instances".into(), |class, _| class.kind.to_string().into()),
            ("strategy".into(), |_, line| line.strategy.as_str().into()),
            ("rank".into(), |_, line| line.rank.into()),
            ("solved".into(), solved),
            ("common".into(), |class, _| class.common.into()),
        ];
        columns.extend(self.costs('\u{a0}'));
        let group = |class: &Class| {
            let mut group: Vec<Vec<Value>> = rows(&columns, class).collect();
            // The class is named only beside its first strategy.
            group.iter_mut().skip(1).for_each(|row| row[0] = "".into());
            group
        };
        let groups = self.classes.iter().map(group).collect();
        let headings = columns.iter().map(|(heading, _)| heading.clone());
        Table { caption: self.caption(), groups, ..Table::new(headings, 2, Vec::new()) }
    }

    fn caption(&self) -> String {
        let penalty = match (self.penalty_ns, &self.no_penalty) {
            (Some(ns), _) => format!(
                "PAR-2: mean search time, where an unsolved instance counts as {}.",
                Unit::Nanoseconds.text(ns)
            ),
            (None, reason) => {
                format!("There is no PAR-2: {}.", reason.as_deref().unwrap_or("no reason given"))
            }
        };
        let about = self.measure.about();
        let notes: String = self.notes().map(|note| format!(" {note}")).collect();
        format!(
            "Ratios to the best: the value of a strategy ({about}) divided by the smallest value of any strategy, \
             as a geometric mean over the common instances with a 95 % interval. The common \
             instances are those that all strategies solved, except strategies that solved none. \
             Strategies that solved more come first.{notes} {penalty}"
        )
    }

    /// The table for programs, with one line per class and strategy.
    pub(crate) fn field_table(&self) -> Table {
        let rows = self.classes.iter().flat_map(|class| rows(FIELDS, class)).collect();
        Table::new(FIELDS.iter().map(|(name, _)| *name), 0, rows)
    }
}

fn solved(class: &Class, line: &Line) -> Value {
    Value::Share(line.solved, class.instances)
}

fn rows<H>(columns: &[(H, Of)], class: &Class) -> impl Iterator<Item = Vec<Value>> {
    class.lines.iter().map(move |line| columns.iter().map(|(_, of)| of(class, line)).collect())
}
