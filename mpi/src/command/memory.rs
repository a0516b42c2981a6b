//! Refusing work that does not fit into the memory of a rank.

use anyhow::{Result, bail};
use optile_ranks::Communicator;
use optile_results::text::unit::Unit;
use optile_runner::system::machine;
use serde::{Deserialize, Serialize};

/// The memory of a rank, in bytes. What is not limited is `None`.
#[derive(Serialize, Deserialize)]
struct RankMemory {
    host: String,
    needs: u128,
    limit: Option<u64>,
    /// What is left of the address space.
    space: Option<u64>,
    /// What is free on the machine.
    free: Option<u64>,
}

/// Fails on all ranks if some rank needs more than its limit or, without a limit, more than the
/// address space that it may use, or if the ranks of a machine together need more than is free
/// there. Ranks may have different limits. Collective.
///
/// # Errors
///
/// The first such rank, and what it needs.
pub(super) fn afford(ranks: &mut Communicator, needs: u128, limit: Option<u64>) -> Result<()> {
    let unless_limited = |bytes: fn() -> Option<u64>| if limit.is_some() { None } else { bytes() };
    let space = unless_limited(machine::free_address_space);
    let free = unless_limited(machine::free_memory);
    let all = ranks.gather(&RankMemory { host: machine::host(), needs, limit, space, free })?;
    let text = |bytes: u128| Unit::Bytes.text(bytes as f64);
    let exceeded =
        |needs: u128, room: Option<u64>| room.map(u128::from).filter(|&room| needs > room);
    for (rank, RankMemory { host, needs, limit, space, .. }) in all.iter().enumerate() {
        let own = text(*needs);
        if let Some(limit) = exceeded(*needs, *limit).map(text) {
            bail!(
                "rank {rank} on {host} needs {own} of memory, but the limit is {limit}: start more \
                 ranks"
            );
        }
        if let Some(space) = exceeded(*needs, *space).map(text) {
            bail!(
                "rank {rank} on {host} needs {own} of memory, but `ulimit -v` leaves it {space}: \
                 raise it, or start more ranks"
            );
        }
    }
    for (rank, RankMemory { host, needs, free, .. }) in all.iter().enumerate() {
        let here = || all.iter().filter(|other| other.host == *host);
        let together: u128 = here().map(|other| other.needs).sum();
        if let Some(free) = exceeded(together, *free).map(text) {
            let (own, together) = (text(*needs), text(together));
            bail!(
                "rank {rank} on {host} needs {own} of memory, and all ranks there \
                 {together}, but the free memory is {free}: use more machines"
            );
        }
    }
    Ok(())
}
