//! Limits of each run, as arguments of several commands, and work that does not fit into memory.

use std::fmt::Display;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use optile_results::limits::RunLimits;
use optile_results::text::quantity::{parse_bytes, parse_count, parse_duration, positive};
use optile_results::text::unit::Unit;
use optile_runner::system::machine;

/// Limits of each run, common to several commands.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct LimitArguments {
    /// Longest time to prepare, and to search, such as 10s or 5m
    #[arg(long, value_name = "T", value_parser = positive(parse_duration), allow_hyphen_values = true)]
    time_limit: Option<Duration>,
    /// Most nodes to expand, such as 1000000 or 10M
    #[arg(long, value_name = "N", value_parser = positive(parse_count), allow_hyphen_values = true)]
    node_limit: Option<u64>,
    /// Most bytes in tables and queues, such as 4GiB [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = positive(parse_bytes), allow_hyphen_values = true)]
    memory_limit: Option<u64>,
}

impl LimitArguments {
    /// The limits given here, otherwise those of the suite.
    pub(super) fn over(self, suite: RunLimits) -> RunLimits {
        RunLimits {
            time: self.time_limit.or(suite.time),
            cpu: suite.cpu,
            nodes: self.node_limit.or(suite.nodes),
            memory: self.memory_limit.or(suite.memory),
        }
    }
}

/// Fails if `bytes` exceed the limit or, without a limit, the machine's free
/// memory. `needs` says in the message what needs them.
pub(super) fn afford(bytes: u128, limit: Option<u64>, needs: impl Display) -> Result<()> {
    let allowed = match limit {
        Some(limit) => Some((limit, "the limit is")),
        None => machine::free_memory().map(|free| (free, "the free memory of this machine is")),
    };
    match allowed {
        Some((allowed, whose)) if bytes > u128::from(allowed) => {
            bail!("{needs}, but {whose} {}", Unit::Bytes.text(allowed as f64))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_overrides_the_suite_and_the_suite_the_machine() {
        let given = LimitArguments { time_limit: None, node_limit: Some(5), memory_limit: None };
        let suite = RunLimits {
            time: Some(Duration::from_secs(1)),
            nodes: Some(9),
            ..RunLimits::default()
        };
        let limits = machine::with_memory_limit(given.over(suite), 1);
        assert_eq!((limits.time, limits.nodes), (suite.time, Some(5)));
        assert_eq!(limits.memory, machine::default_memory_limit(1));
    }
}
