//! Refusing work that does not fit into memory.

use std::fmt::Display;

use anyhow::{Result, bail};
use optile_results::unit::Unit;
use optile_runner::system::machine;

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
