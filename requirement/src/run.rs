//! What one run showed.

use std::collections::BTreeMap;
use std::time::Duration;

use optile_core::{Counters, Path, Profile, Stop};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a path, which has not been checked.
    Path(Path),
    /// Without a path.
    Stop(Stop),
    /// It exceeded this limit and was ended from outside. The text says how.
    Killed(Stop, String),
    /// With an answer that is known to be wrong. The text says why.
    Wrong(String),
    /// With a panic, a signal or an invalid response. The text is the reason.
    Crash(String),
}

/// The word for boards on which a search may find nothing, and does.
pub(super) const NOT_FOUND: &str = "not found";

/// The word for boards that a strategy refuses.
pub(super) const UNSUPPORTED: &str = "unsupported";

impl End {
    /// Whether a limit of the examination ended the run. Such a run shows nothing about the search:
    /// another machine, or another limit, would have let it go on.
    pub fn is_cut(&self) -> bool {
        let is_limit = |stop: &Stop| {
            matches!(stop, Stop::Nodes | Stop::Memory | Stop::Time | Stop::Interrupted)
        };
        matches!(self, Self::Stop(stop) | Self::Killed(stop, _) if is_limit(stop))
    }

    /// The end in a word or two, as tables have it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Path(_) => "solved",
            Self::Wrong(_) => "wrong",
            Self::Crash(_) => "crashed",
            Self::Stop(stop) | Self::Killed(stop, _) => match stop {
                Stop::Unsolvable => "unsolvable",
                Stop::NotFound => NOT_FOUND,
                Stop::Nodes => "node-limit",
                Stop::Memory => "memory-limit",
                Stop::Unsupported(_) => UNSUPPORTED,
                _ => "time-limit",
            },
        }
    }

    /// Why it ended so, if it says it.
    pub fn reason(&self) -> &str {
        match self {
            Self::Killed(_, reason)
            | Self::Wrong(reason)
            | Self::Crash(reason)
            | Self::Stop(Stop::Unsupported(reason)) => reason,
            _ => "",
        }
    }
}

/// The counters that a run reports, by their names. A program may leave some out.
pub type Reported = BTreeMap<&'static str, u64>;

/// What one run showed.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Its counters.
    pub counters: Reported,
    /// Where a search from both ends expanded.
    pub profile: Profile,
    /// The most resident memory of its process, if it had one of its own.
    pub resident: Option<u64>,
    /// The time of preparing.
    pub prepare: Duration,
    /// The time of searching.
    pub search: Duration,
}

impl Run {
    /// A run with all counters.
    pub fn counted(end: End, counters: &Counters, profile: Profile) -> Self {
        let (prepare, search) = (Duration::ZERO, Duration::ZERO);
        let counters = counters.reported().collect();
        Self { end, counters, profile, resident: None, prepare, search }
    }

    /// A counter, if it is reported.
    pub fn counter(&self, name: &str) -> Option<u64> {
        self.counters.get(name).copied()
    }

    /// The bytes that it held.
    pub(super) fn bytes(&self) -> u64 {
        ["peak_bytes", "table_bytes"].iter().filter_map(|name| self.counter(name)).sum()
    }

    /// The counters as a text.
    pub(super) fn listed(&self) -> String {
        let listed = self.counters.iter().map(|(name, value)| format!("{name} {value}"));
        listed.collect::<Vec<_>>().join(", ")
    }
}
