//! How the ranks of a run come to be.

use std::io;
use std::process::{ExitCode, exit};
use std::thread;

use anyhow::{Context, Result, anyhow, bail};
use optile_ranks::{Communicator, Gone, thread_links};
use optile_results::text::terminal::say;

/// Runs `body` on every rank, and returns what it returns on the first rank of this process.
/// `task` names the work; all ranks must have the same.
///
/// If `local` is given, the ranks are threads of this process. Otherwise they are the
/// processes that `mpirun` or `srun` has started. Without MPI there is one rank.
///
/// # Errors
///
/// Those of `body`, and a message when MPI cannot be started.
pub(crate) fn on_ranks(
    local: Option<usize>,
    task: &str,
    body: impl Fn(&mut Communicator) -> Result<ExitCode> + Sync,
) -> Result<ExitCode> {
    match local {
        None => on_processes(task, body),
        Some(ranks) => on_threads(ranks, body),
    }
}

/// The ranks that `mpirun` or `srun` has started, if there are several.
fn several_ranks() -> Option<usize> {
    let ranks = number_in(["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"]);
    ranks.filter(|&ranks| ranks > 1)
}

/// The number in the first of these variables that is set.
fn number_in(variables: [&str; 3]) -> Option<usize> {
    variables.iter().find_map(|name| std::env::var(name).ok()?.parse().ok())
}

/// Runs `body` on this number of threads. This process must be the only one: otherwise each would
/// do all of the work.
fn on_threads(
    ranks: usize,
    body: impl Fn(&mut Communicator) -> Result<ExitCode> + Sync,
) -> Result<ExitCode> {
    if let Some(ranks) = several_ranks() {
        // The first rank says so. If another one failed before it, mpirun would end the first.
        let own = number_in(["OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"]);
        if own.is_some_and(|own| own > 0) {
            exit(0);
        }
        bail!(
            "{ranks} ranks were started, but --local is for one process: leave out mpirun or srun"
        )
    }
    let mut results: Vec<Result<ExitCode>> = thread::scope(|scope| {
        let start = |link| {
            let body = || body(&mut Communicator::new(Box::new(link)));
            // If the system gives no thread, the link is dropped, and the others go on without
            // it, which ends in an error.
            thread::Builder::new().name("rank".into()).spawn_scoped(scope, body)
        };
        let threads: Vec<_> = thread_links(ranks).into_iter().map(start).collect();
        let join = |thread: io::Result<thread::ScopedJoinHandle<'_, _>>| {
            let thread = thread.with_context(|| format!("the system gives no {ranks} threads"))?;
            thread.join().unwrap_or_else(|_| Err(anyhow!("a rank has ended early: see above")))
        };
        threads.into_iter().map(join).collect()
    });
    // The error of one rank is the cause of those of the others.
    let is_cause = |result: &Result<_>| result.as_ref().is_err_and(|error| !error.is::<Gone>());
    let any_error = || results.iter().position(Result::is_err);
    let first = results.iter().position(is_cause).or_else(any_error).unwrap_or(0);
    results.swap_remove(first)
}

/// The status of a work whose errors all ranks have alike. Rank 0 prints the error before any
/// rank ends, because a rank that ends with an error may end the whole run. Collective.
pub(crate) fn fail_together(
    ranks: &mut Communicator,
    result: Result<ExitCode>,
) -> Result<ExitCode> {
    let error = match result {
        Err(error) if !error.is::<Gone>() => error,
        result => return result,
    };
    if ranks.rank() == 0 {
        say(&format!("error: {error:#}"));
    }
    ranks.share(&[])?;
    Ok(ExitCode::FAILURE)
}

#[cfg(feature = "mpi")]
fn on_processes(
    task: &str,
    body: impl Fn(&mut Communicator) -> Result<ExitCode> + Sync,
) -> Result<ExitCode> {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use crate::mpi_link;

    let Some((universe, link)) = mpi_link::start() else {
        return Err(anyhow!("the MPI library cannot be called from more than one thread"));
    };
    let mut communicator = Communicator::new(Box::new(link));
    let is_first = communicator.rank() == 0;
    let work = |ranks: &mut Communicator| match expect_the_same(ranks, task) {
        Ok(()) => body(ranks),
        Err(error) => fail_together(ranks, Err(error)),
    };
    // Otherwise the other ranks would wait for a rank that has panicked.
    let Ok(result) = catch_unwind(AssertUnwindSafe(|| work(&mut communicator))) else {
        mpi_link::abort(1)
    };
    // Messages are freed before MPI ends.
    drop(communicator);
    drop(universe);
    if result.is_err() && !is_first {
        // The first rank has the same error, and prints it.
        exit(1);
    }
    result
}

#[cfg(not(feature = "mpi"))]
fn on_processes(
    _: &str,
    body: impl Fn(&mut Communicator) -> Result<ExitCode> + Sync,
) -> Result<ExitCode> {
    if let Some(ranks) = several_ranks() {
        return Err(anyhow!(
            "{ranks} ranks were started, but this program was built without MPI: build it with \
             `cargo build --release -p optile-mpi --features mpi`, or use --local {ranks}"
        ));
    }
    body(&mut Communicator::alone())
}

/// Fails if the ranks do not run the same program on machines of the same kind, or were started
/// for different work, whose messages would not fit together. Collective.
#[cfg(feature = "mpi")]
fn expect_the_same(ranks: &mut Communicator, task: &str) -> Result<()> {
    use optile_ranks::agreement::all_have;
    use xxhash_rust::xxh3::xxh3_64;

    let digest = std::env::current_exe().and_then(std::fs::read).map(|bytes| xxh3_64(&bytes));
    // On a machine with another byte order, the length of a text would be another number.
    let digests = ranks.share(&[*digest.as_ref().unwrap_or(&0)])?;
    all_have(ranks, digest.context("cannot read the program's own file"))?;
    if let Some(rank) = digests.iter().position(|digest| *digest != digests[0]) {
        bail!("rank {rank} runs another program than rank 0: copy the same file to all machines");
    }
    let tasks = ranks.gather(&task.to_owned())?;
    if let Some(rank) = tasks.iter().position(|task| *task != tasks[0]) {
        let (own, first) = (&tasks[rank], &tasks[0]);
        bail!(
            "rank {rank} was started for `{own}`, and rank 0 for `{first}`: give all ranks the \
             same arguments"
        );
    }
    Ok(())
}
