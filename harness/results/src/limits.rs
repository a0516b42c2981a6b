//! The limits of one run.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text::unit::Unit;

/// The limits of one run. `None` means no limit. Files have the times in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// The time of preparing and of searching, each.
    #[serde(rename = "time_ns", default, serialize_with = "write", deserialize_with = "read")]
    pub time: Option<Duration>,
    /// The processor time of the run's process.
    #[serde(rename = "cpu_ns", default, serialize_with = "write", deserialize_with = "read")]
    pub cpu: Option<Duration>,
    /// The number of expansions.
    pub nodes: Option<u64>,
    /// The bytes of tables and queues as the strategy counts them, and the
    /// resident bytes if the run has its own process.
    pub memory: Option<u64>,
}

impl RunLimits {
    /// The time in nanoseconds.
    pub fn time_ns(&self) -> Option<u64> {
        self.time.map(nanoseconds)
    }

    /// The processor time in nanoseconds.
    pub fn cpu_ns(&self) -> Option<u64> {
        self.cpu.map(nanoseconds)
    }
}

/// The limits as people read them.
impl fmt::Display for RunLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |unit: Unit, value: Option<u64>| {
            value.map_or("none".into(), |value| unit.text(value as f64))
        };
        write!(
            f,
            "time {}, processor time {}, expansions {}, memory {}",
            text(Unit::Nanoseconds, self.time_ns()),
            text(Unit::Nanoseconds, self.cpu_ns()),
            text(Unit::Count, self.nodes),
            text(Unit::Bytes, self.memory)
        )
    }
}

/// A duration in nanoseconds, as files and the protocol have it.
pub fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn write<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(nanoseconds).serialize(serializer)
}

fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    Ok(Option::deserialize(deserializer)?.map(Duration::from_nanos))
}
