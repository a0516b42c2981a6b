//! Two keeper processes run between the harness and each program. They adopt the
//! program's orphans. When the program or the harness ends, they end all of them.
//!
//! # The main decision
//!
//! **Each program has its own parent.** A process that leaves the program by
//! `setsid` and loses its parent becomes a child of the nearest ancestor that
//! adopts orphans. If this were the harness, it would have to distinguish the
//! orphans of one job from those of another and from processes that existed
//! before. After `kill -9` of the harness, no process would end them. A keeper
//! has only one program, so it ends all processes below it. If the harness ends
//! first, the keeper ends after these processes.
//!
//! **A keeper has a keeper.** If `kill -9` ends the second one, which started the
//! program, the first one adopts what it kept, and ends it. If the first one is
//! killed, the second one ends as if the harness had ended. So each single end,
//! of the harness, a worker or a keeper, leaves nothing behind.

use std::convert::Infallible;
use std::ffi::OsString;
use std::os::unix::process::{CommandExt, parent_id};
use std::process::{self, Command};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, Result, anyhow};
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, set_child_subreaper,
    set_parent_process_death_signal, wait,
};

use super::invocation::{Order, restrict};
use super::tree;
use crate::system::signals;

/// How long the system may take to end killed processes.
const PATIENCE: Duration = Duration::from_secs(10);

/// The exit status of a keeper that was asked to end.
const TOLD_TO_END: i32 = 128 + 15;

/// Starts a program, the first keeper by the second one, waits until it ends, ends all processes
/// that it left behind, and ends this process in the same way as the program ended. It returns only
/// if it fails.
///
/// If the harness, which started this process, ends first, all processes of the program are
/// ended. The order is the argument that the harness gave before the words of the program.
///
/// # Errors
///
/// When the program cannot be started, or the system refuses.
pub fn keep(order: &str, words: &[OsString]) -> Result<Infallible> {
    let order: Order =
        serde_json::from_str(order).context("the order of the harness cannot be read")?;
    let [program, arguments @ ..] = words else { return Err(anyhow!("no program is given")) };
    restrict(order.core)?;
    let own = process::id();
    // No program is started while the handler ends the processes, because the
    // handler would miss it.
    let starting = Arc::new(Mutex::new(()));
    let ending = Arc::clone(&starting);
    signals::on_request_to_end(move || {
        let _held = ending.lock();
        tree::end_below(own, &[], PATIENCE);
        process::exit(TOLD_TO_END);
    })
    .context("cannot listen for the end of the harness")?;
    set_parent_process_death_signal(Some(Signal::TERM))
        .context("cannot ask for a signal at the end of the harness")?;
    if order.harness != parent_id() {
        return Err(anyhow!("the harness has ended"));
    }
    set_child_subreaper(Some(getpid())).context("cannot adopt orphans")?;
    let held = starting.lock();
    let mut command = Command::new(program);
    command.args(arguments);
    if order.is_first {
        command = order.second().command(words)?;
    }
    // The program has its own process group, because it may send signals to its group.
    let started = command.process_group(0).spawn();
    let started =
        started.map_err(|error| anyhow!("cannot start {}: {error}", program.display()))?;
    drop(held);
    let first = Pid::from_raw(started.id().cast_signed());
    close_pipes().context("cannot close the pipes")?;
    let status = loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if Some(pid) == first => break status,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error).context("cannot wait for the program"),
        }
    };
    tree::end_below(own, &[], PATIENCE);
    // Waiting for them adds their processor time to that of this process.
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    follow(status);
}

/// Closes this process's copies of the pipes, so that the harness sees when the program
/// closes its own.
fn close_pipes() -> Result<()> {
    let nothing = fs::File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(())
}

/// Ends this process in the same way as the program ended. If the signal does not end this
/// process, its exit status is the one that shells report for the signal.
fn follow(status: WaitStatus) -> ! {
    if let Some(number) = status.terminating_signal() {
        // Rust's handlers for SIGSEGV and SIGBUS are removed at the first signal.
        for _ in 0..2 {
            if let Some(signal) = Signal::from_named_raw(number) {
                let _ = kill_process(getpid(), signal);
            }
            thread::sleep(Duration::from_millis(1));
        }
        process::exit(128 + number);
    }
    process::exit(status.exit_status().unwrap_or(1))
}
