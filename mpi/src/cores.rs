//! Whether ranks have cores for their threads.

use std::thread;

use anyhow::Result;
use optile_ranks::Communicator;
use optile_results::text::quantity::counted;
use optile_results::text::terminal::say;

/// Warns if a rank has fewer cores than threads, because `mpirun` may bind each rank to a single
/// core. Collective.
pub(crate) fn warn_of_few(ranks: &mut Communicator, threads: usize) -> Result<()> {
    let cores = thread::available_parallelism().map_or(threads, usize::from);
    let found = ranks.share(&[cores as u64, threads as u64])?;
    let few = found.iter().position(|words| words[0] < words[1]);
    if let Some(rank) = few.filter(|_| ranks.rank() == 0) {
        let (cores, threads) = (counted(found[rank][0] as usize, "core"), found[rank][1]);
        say(&format!(
            "warning: rank {rank} has {cores} for {threads} threads. If mpirun has \
             bound it to so few, add `--bind-to none` before the program's name"
        ));
    }
    Ok(())
}
