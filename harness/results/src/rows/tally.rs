//! The counters of a run, with gaps for those that a program does not report.

use optile_core::Counters;
use serde::{Deserialize, Serialize};

/// Defines [`Tally`] and everything that goes through all counters, from one
/// list: the name in files, and the name in [`Counters`].
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident = $counter:ident,)*) => {
        /// The counters of a run; `docs/methodology.md` defines them. A counter
        /// that was not reported is empty, never zero.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Tally {
            $($(#[$doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $name: Option<u64>,)*
        }

        impl Tally {
            /// The names of all counters, as files have them.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];
        }

        impl From<Counters> for Tally {
            fn from(counters: Counters) -> Self {
                Self { $($name: Some(counters.$counter),)* }
            }
        }
    };
}

counters! {
    /// Nodes expanded.
    expanded = expanded,
    /// Nodes expanded in all iterations, f-layers or depths before the last.
    expanded_before_last = expanded_before_last,
    /// Successors generated.
    generated = generated,
    /// Heuristic values computed.
    evaluated = evaluated,
    /// Duplicates dropped.
    duplicates = duplicates,
    /// Nodes reopened.
    reopened = reopened,
    /// The largest number of nodes held at once.
    peak_stored = peak_stored,
    /// Iterations, f-layers or depths.
    layers = iterations,
    /// The largest number of bytes held at once in tables, queues and stacks.
    peak_bytes = peak_bytes,
    /// Bytes of tables in which the heuristic looks up its values.
    table_bytes = table_bytes,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::small;

    #[test]
    fn every_counter_is_a_column_of_rows() {
        let row = serde_json::to_value(&small().rows[0]).unwrap();
        for &name in Tally::NAMES {
            assert!(row.get(name).is_some(), "{name}");
        }
        let tally = serde_json::to_value(Tally::from(Counters::default())).unwrap();
        assert_eq!(tally.as_object().unwrap().len(), Tally::NAMES.len());
    }
}
