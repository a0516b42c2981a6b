//! Refusing work that does not fit into the memory of a rank.

use anyhow::{Result, bail};
use optile_ranks::Communicator;
use optile_results::unit::Unit;
use optile_runner::machine;

use optile_ranks::agreement::all_texts;

/// Fails on all ranks if some rank needs more than its limit or, without a limit, more than the
/// address space that it may use, or if the ranks of a machine together need more than is free
/// there. Ranks may have different limits. Collective.
///
/// # Errors
///
/// The first such rank, and what it needs.
pub(super) fn afford(ranks: &mut Communicator, needs: u128, limit: Option<u64>) -> Result<()> {
    let free = |bytes: fn() -> Option<u64>| match limit {
        Some(_) => u64::MAX,
        None => bytes().unwrap_or(u64::MAX),
    };
    let own = [
        u64::try_from(needs).unwrap_or(u64::MAX),
        limit.unwrap_or(u64::MAX),
        free(machine::free_address_space),
        free(machine::free_memory),
    ];
    let shared = ranks.share(&own)?;
    let hosts = all_texts(ranks, &machine::host())?;
    let text = |bytes: u128| Unit::Bytes.text(bytes as f64);
    let of = |words: &[u64]| -> [u128; 4] { std::array::from_fn(|place| words[place].into()) };
    for (rank, words) in shared.iter().enumerate() {
        let [own, limit, space, _] = of(words);
        let host = &hosts[rank];
        if own > limit {
            let (own, limit) = (text(own), text(limit));
            bail!(
                "rank {rank} on {host} needs {own} of memory, but the limit is {limit}: start more \
                 ranks, or use --scratch"
            );
        }
        if own > space {
            let (own, space) = (text(own), text(space));
            bail!(
                "rank {rank} on {host} needs {own} of memory, but `ulimit -v` leaves it {space}: \
                 raise it, start more ranks, or use --scratch"
            );
        }
    }
    for (rank, words) in shared.iter().enumerate() {
        let [own, _, _, free] = of(words);
        let host = &hosts[rank];
        let here: Vec<u128> = hosts
            .iter()
            .zip(&shared)
            .filter(|(other, _)| *other == host)
            .map(|(_, words)| of(words)[0])
            .collect();
        let together: u128 = here.iter().sum();
        if together > free {
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
