//! Classes of instances, each with a table of strategies of its own.

use std::collections::{BTreeMap, HashSet};

use optile_core::Size;
use optile_results::Results;
use optile_results::text::quantity::counted;

use super::{Column, Summary, summary};
use crate::trial::{InstanceFacts, Trials};

/// What divides instances into classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// The board's size.
    Size,
    /// The optimal length, in bands of ten moves.
    Length,
}

impl Division {
    /// All, with the names that people write.
    pub const NAMED: &[(&str, Self)] = &[("size", Self::Size), ("length", Self::Length)];
}

/// The headings of tables of two strategies by class.
pub(crate) const CLASS_HEADINGS: [&str; 9] = [
    "class",
    "run by\nboth",
    "solved\nby both",
    "mean",
    "95\u{a0}% interval",
    "A has\nless",
    "B has\nless",
    "only A\nsolved",
    "only B\nsolved",
];

/// Instances of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// The kind, and how many instances it has.
    pub title: String,
    /// The table of strategies on these instances alone.
    pub summaries: Vec<Summary>,
}

/// Moves in a band of optimal lengths.
const BAND: u32 = 10;

/// What the instances of a class have in common, in the order of the tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Cells, and the size.
    Size(usize, Size),
    /// The least length.
    Lengths(u32),
    /// No length is known, or there is no path.
    NoLength,
}

impl Kind {
    fn of(instance: &InstanceFacts<'_>, division: Division) -> Self {
        match (division, instance.optimal) {
            (Division::Size, _) => Self::Size(instance.size.cells(), instance.size),
            (Division::Length, Some(length)) => Self::Lengths(length / BAND * BAND),
            (Division::Length, None) => Self::NoLength,
        }
    }

    fn title(self) -> String {
        match self {
            Self::Size(_, size) => size.to_string(),
            Self::Lengths(from) => format!("optimal lengths {from} to {}", from + (BAND - 1)),
            Self::NoLength => "no optimal length known".into(),
        }
    }
}

/// The classes of the instances of results.
pub fn classes(results: &Results, division: Division) -> Vec<Class> {
    let trials = Trials::of(results);
    let mut kinds: BTreeMap<Kind, HashSet<&str>> = BTreeMap::new();
    for instance in trials.instances() {
        kinds.entry(Kind::of(instance, division)).or_default().insert(instance.id);
    }
    let class = |(kind, ids): (Kind, HashSet<&str>)| {
        let mut part = results.clone();
        part.rows.retain(|row| ids.contains(row.run.instance.as_str()));
        part.instances.retain(|board| ids.contains(board.instance.as_str()));
        let title = format!("{}: {}", kind.title(), counted(ids.len(), "instance"));
        Class { title, summaries: summary(&part, &Trials::of(&part), Column::is_shown) }
    };
    kinds.into_iter().map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{eight, small};
    use crate::table::Value;
    use crate::verdict::Analysis;

    /// The instances that were solved and tried.
    fn share(summary: &Summary) -> (usize, usize) {
        let share = |(_, value): (_, &Value)| match value {
            Value::Share(part, whole) => Some((*part, *whole)),
            _ => None,
        };
        summary.cells().find_map(share).unwrap()
    }

    #[test]
    fn each_instance_is_in_one_class() {
        for results in [small(), eight()] {
            let all = Analysis::of(&results).summaries;
            for division in [Division::Size, Division::Length] {
                let classes = classes(&results, division);
                for (place, whole) in all.iter().enumerate() {
                    let of_classes = classes.iter().map(|class| share(&class.summaries[place]));
                    let sum = of_classes.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
                    assert_eq!(sum, share(whole), "{}", whole.strategy);
                }
            }
        }
    }

    #[test]
    fn one_class_of_all_instances_has_the_table_of_all() {
        let results = small();
        let [class] = &classes(&results, Division::Size)[..] else { panic!("one size") };
        assert_eq!(class.summaries, Analysis::of(&results).summaries);
        let titles: Vec<String> =
            classes(&results, Division::Length).into_iter().map(|class| class.title).collect();
        assert!(titles[0].starts_with("optimal lengths 0 to 9: "), "{titles:?}");
        assert!(titles.is_sorted() && titles.len() > 1, "{titles:?}");
    }
}
