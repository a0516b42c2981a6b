//! How the ranks of a run come to be.

use std::thread;

use anyhow::{Result, anyhow};
use optile_ranks::{Communicator, thread_links};

/// Runs `body` on every rank, and returns what it returns on the first rank of this process.
///
/// If `local` is given, the ranks are threads of this process. Otherwise they are the
/// processes that `mpirun` or `srun` has started. Without MPI there is one rank.
///
/// # Errors
///
/// Those of `body`, and a message when MPI cannot be started.
pub(crate) fn on_ranks<T: Send>(
    local: Option<usize>,
    body: impl Fn(&mut Communicator) -> Result<T> + Sync,
) -> Result<T> {
    let Some(ranks) = local else { return on_processes(body) };
    thread::scope(|scope| {
        let start = |link| scope.spawn(|| body(&mut Communicator::new(Box::new(link))));
        let threads: Vec<_> = thread_links(ranks).into_iter().map(start).collect();
        let results = threads.into_iter().map(|thread| {
            thread.join().unwrap_or_else(|_| Err(anyhow!("a rank has ended early: see above")))
        });
        let mut results: Vec<Result<T>> = results.collect();
        // The error of one rank is the cause of those of the others.
        match results.iter().position(|result| {
            result.as_ref().is_err_and(|error| !error.is::<optile_ranks::Gone>())
        }) {
            Some(place) => results.swap_remove(place),
            None => results.swap_remove(0),
        }
    })
}

#[cfg(feature = "mpi")]
fn on_processes<T: Send>(body: impl Fn(&mut Communicator) -> Result<T> + Sync) -> Result<T> {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use crate::mpi_link;

    let Some((universe, link)) = mpi_link::start() else {
        return Err(anyhow!("the MPI library cannot be called from more than one thread"));
    };
    let mut communicator = Communicator::new(Box::new(link));
    // Otherwise the other ranks would wait for a rank that has panicked.
    let Ok(result) = catch_unwind(AssertUnwindSafe(|| body(&mut communicator))) else {
        mpi_link::abort(1)
    };
    // Messages are freed before MPI ends.
    drop(communicator);
    drop(universe);
    result
}

#[cfg(not(feature = "mpi"))]
fn on_processes<T: Send>(body: impl Fn(&mut Communicator) -> Result<T> + Sync) -> Result<T> {
    body(&mut Communicator::alone())
}
