//! Ranks and a network whose times are computed and not measured.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::unit::Unit;

/// Ranks and a network that were simulated, as in the model LogGP (A. Alexandrov, M. F. Ionescu,
/// K. E. Schauser and C. Scheiman, 1995).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Simulation {
    /// The nodes that a rank expands per second.
    pub nodes_per_second: u64,
    /// From the leaving of a message's last byte to its arrival, in nanoseconds.
    pub latency_ns: u64,
    /// What a rank needs to send a message, and to take one, in nanoseconds.
    pub overhead_ns: u64,
    /// What it needs in addition for each byte, in picoseconds.
    pub packing_ps_per_byte: u64,
    /// The bits that leave a rank per second.
    pub bits_per_second: u64,
}

/// The numbers as people read them.
impl fmt::Display for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |unit: Unit, value: u64| unit.text(value as f64);
        write!(
            f,
            "{} expansions/s, latency {}, overhead {} + {} ns/B, {} Gbit/s",
            text(Unit::Count, self.nodes_per_second),
            text(Unit::Nanoseconds, self.latency_ns),
            text(Unit::Nanoseconds, self.overhead_ns),
            self.packing_ps_per_byte as f64 / 1e3,
            self.bits_per_second as f64 / 1e9,
        )
    }
}
