//! The quantities that a chart can draw against each other.

use optile_results::unit::Unit;

use crate::measure::Measure;
use crate::trial::{InstanceFacts, Trial};

/// A quantity of an instance, or of a strategy on an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The optimal length of the instance.
    Length,
    /// Bytes of the tables in which the heuristic looks values up.
    TableBytes,
    /// Iterations, f-layers or depths.
    Layers,
    /// A measure by which strategies are compared.
    Measure(Measure),
    /// Nodes expanded before the last iteration, f-layer or depth.
    BeforeLast,
    /// Heuristic values computed.
    Evaluated,
    /// The most nodes held at once.
    PeakStored,
    /// The most bytes held at once, without the tables of the heuristic.
    PeakBytes,
    /// Time spent on preparing what later runs share.
    PrepareTime,
    /// Nodes generated per second of search time.
    NodesPerSecond,
    /// Bytes held per node held.
    BytesPerNode,
}

impl Quantity {
    /// Every quantity.
    pub const ALL: &[Self] = &[
        Self::Length,
        Self::TableBytes,
        Self::Layers,
        Self::Measure(Measure::ALL[0]),
        Self::Measure(Measure::ALL[1]),
        Self::Measure(Measure::ALL[2]),
        Self::Measure(Measure::ALL[3]),
        Self::BeforeLast,
        Self::Evaluated,
        Self::PeakStored,
        Self::PeakBytes,
        Self::PrepareTime,
        Self::NodesPerSecond,
        Self::BytesPerNode,
    ];

    /// The word of options and headings.
    pub const fn word(self) -> &'static str {
        self.told().0
    }

    /// The name on the command line, the name in titles and sentences, and the unit.
    const fn told(self) -> (&'static str, &'static str, Unit) {
        match self {
            Self::Length => ("length", "optimal length", Unit::Count),
            Self::TableBytes => ("table-bytes", "table size", Unit::Bytes),
            Self::Layers => ("layers", "iterations", Unit::Count),
            Self::Measure(measure) => (measure.name(), measure.about(), measure.unit()),
            Self::BeforeLast => {
                ("expanded-before-last", "nodes expanded before the last iteration", Unit::Count)
            }
            Self::Evaluated => ("evaluated", "heuristic values computed", Unit::Count),
            Self::PeakStored => ("peak-stored", "nodes stored", Unit::Count),
            Self::PeakBytes => ("peak-bytes", "memory of the search", Unit::Bytes),
            Self::PrepareTime => ("prepare-time", "time to prepare", Unit::Nanoseconds),
            Self::NodesPerSecond => {
                ("nodes-per-second", "nodes generated per second", Unit::PerSecond)
            }
            Self::BytesPerNode => ("bytes-per-node", "bytes per stored node", Unit::Bytes),
        }
    }

    /// The name in titles and sentences.
    pub(crate) const fn about(self) -> &'static str {
        self.told().1
    }

    /// The unit in which it is shown.
    pub(crate) const fn unit(self) -> Unit {
        self.told().2
    }

    /// Whether many instances have the same value, so that there are averages over them.
    pub(crate) const fn is_shared(self) -> bool {
        matches!(self, Self::Length | Self::TableBytes | Self::Layers)
    }

    /// Whether values of all magnitudes occur.
    pub(crate) const fn is_logarithmic(self) -> bool {
        !matches!(self, Self::Length | Self::Layers)
    }

    /// The value for a strategy on an instance; `None` if there is none.
    pub(crate) fn of(self, instance: &InstanceFacts<'_>, trial: &Trial<'_>) -> Option<f64> {
        let ratio = |above: Option<f64>, below: Option<f64>| {
            let below = below.filter(|&value| value > 0.0)?;
            Some(above? / below)
        };
        match self {
            Self::Length => instance.optimal.map(f64::from),
            Self::TableBytes => trial.median_of(|row| row.outcome.counters.table_bytes),
            Self::Layers => trial.median_of(|row| row.outcome.counters.layers),
            Self::Measure(measure) => trial.median(measure),
            Self::BeforeLast => trial.median_of(|row| row.outcome.counters.expanded_before_last),
            Self::Evaluated => trial.median_of(|row| row.outcome.counters.evaluated),
            Self::PeakStored => trial.median_of(|row| row.outcome.counters.peak_stored),
            Self::PeakBytes => trial.median_of(|row| row.outcome.counters.peak_bytes),
            Self::PrepareTime => trial.median_of(|row| Some(row.outcome.prepare_ns)),
            Self::NodesPerSecond => {
                let time = trial.median(Measure::Time).map(|time| time / 1e9);
                ratio(trial.median(Measure::Generated), time)
            }
            Self::BytesPerNode => {
                let stored = trial.median_of(|row| row.outcome.counters.peak_stored);
                ratio(trial.median_of(|row| row.outcome.counters.peak_bytes), stored)
            }
        }
    }
}
