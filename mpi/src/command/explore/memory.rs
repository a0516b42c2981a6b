//! Refusing work that does not fit into the memory of a rank.

use anyhow::{Result, bail};
use optile_ranks::Communicator;
use optile_results::unit::Unit;
use optile_runner::machine;

use crate::agreement::all_texts;

/// Fails on all ranks if some rank needs more than its limit or, without a limit, if the ranks
/// of a machine together need more than is free there. Collective.
///
/// # Errors
///
/// The first such rank, and what it needs.
pub(super) fn afford(ranks: &mut Communicator, needs: u128, limit: Option<u64>) -> Result<()> {
    let free = limit.or_else(machine::free_memory).unwrap_or(u64::MAX);
    let needs = u64::try_from(needs).unwrap_or(u64::MAX);
    let shared = ranks.share(&[needs, free])?;
    let hosts = all_texts(ranks, &machine::host())?;
    let text = |bytes: u128| Unit::Bytes.text(bytes as f64);
    for (rank, words) in shared.iter().enumerate() {
        let (own, free) = (u128::from(words[0]), u128::from(words[1]));
        let host = &hosts[rank];
        let here: Vec<u128> = hosts
            .iter()
            .zip(&shared)
            .filter(|(other, _)| *other == host)
            .map(|(_, words)| u128::from(words[0]))
            .collect();
        let together: u128 = here.iter().sum();
        if limit.is_some() && own > free {
            let (own, free) = (text(own), text(free));
            bail!(
                "rank {rank} on {host} needs {own} of memory, but the limit is {free}: start more \
                 ranks, or use --scratch"
            );
        }
        if limit.is_none() && together > free {
            let (own, free) = (text(own), text(free));
            let (count, together) = (here.len(), text(together));
            bail!(
                "rank {rank} on {host} needs {own} of memory, and the {count} ranks there \
                 {together}, but the free memory is {free}: use more machines, or --scratch"
            );
        }
    }
    Ok(())
}
