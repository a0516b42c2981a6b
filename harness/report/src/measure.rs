//! The measures by which strategies are compared.

use std::fmt;
use std::str::FromStr;

use anyhow::anyhow;
use optile_results::names::{nearest, suggestion};
use optile_results::row::Row;
use optile_results::unit::Unit;
use serde::Serialize;

/// A measure by which strategies are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Nodes expanded.
    Expanded,
    /// Successors generated.
    Generated,
    /// Search time in nanoseconds.
    Time,
    /// The most bytes held at once, with the tables that the heuristic looks up. The memory limit
    /// is on the same sum.
    Memory,
}

impl Measure {
    /// Every measure.
    pub const ALL: [Self; 4] = [Self::Expanded, Self::Generated, Self::Time, Self::Memory];

    /// The name on the command line, the name in sentences, and the unit.
    const fn told(self) -> (&'static str, &'static str, Unit) {
        match self {
            Self::Expanded => ("expanded", "nodes expanded", Unit::Count),
            Self::Generated => ("generated", "nodes generated", Unit::Count),
            Self::Time => ("time", "search time", Unit::Nanoseconds),
            Self::Memory => ("memory", "peak memory", Unit::Bytes),
        }
    }

    /// The name on the command line and in tables, such as `memory`.
    pub const fn name(self) -> &'static str {
        self.told().0
    }

    /// The name in headings and sentences.
    pub const fn about(self) -> &'static str {
        self.told().1
    }

    /// The unit in which the measure is shown.
    pub const fn unit(self) -> Unit {
        self.told().2
    }

    /// The value of a run; `None` when the run has none.
    pub const fn of(self, row: &Row) -> Option<u64> {
        match self {
            Self::Expanded => row.outcome.counters.expanded,
            Self::Generated => row.outcome.counters.generated,
            Self::Time => Some(row.outcome.search_ns),
            Self::Memory => {
                match (row.outcome.counters.peak_bytes, row.outcome.counters.table_bytes) {
                    (Some(own), Some(tables)) => Some(own.saturating_add(tables)),
                    (own, _) => own,
                }
            }
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Measure {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|measure| measure.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let near = suggestion(nearest(text, names));
            anyhow!("unknown measure {text:?}: {near}expected one of {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_that_of_the_search_and_of_the_tables_of_its_heuristic() {
        let mut row = crate::synthetic::row("a", "idastar:pdb", 9, 1);
        (row.outcome.counters.peak_bytes, row.outcome.counters.table_bytes) =
            (Some(0), Some(2_300_000_000));
        assert_eq!(Measure::Memory.of(&row), Some(2_300_000_000));
        row.outcome.counters.peak_bytes = Some(7);
        assert_eq!(Measure::Memory.of(&row), Some(2_300_000_007));
        row.outcome.counters.table_bytes = None;
        assert_eq!(Measure::Memory.of(&row), Some(7), "an older file");
        (row.outcome.counters.peak_bytes, row.outcome.counters.table_bytes) = (None, Some(5));
        assert_eq!(Measure::Memory.of(&row), None, "a sum without one part would be too small");
    }

    #[test]
    fn names_read_back_and_misspelt_ones_get_a_suggestion() {
        for measure in Measure::ALL {
            assert_eq!(measure.name().parse::<Measure>().unwrap(), measure);
        }
        let message = |text: &str| text.parse::<Measure>().unwrap_err().to_string();
        assert!(message("expandet").contains("did you mean \"expanded\"?"));
        assert!(message("watts").ends_with("expected one of expanded, generated, time, memory"));
    }
}
