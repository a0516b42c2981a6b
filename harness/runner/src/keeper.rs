//! A process between the harness and a program from elsewhere, which takes in
//! the program's orphans and lets nothing of it outlive either of them.
//!
//! # The main decision
//!
//! **A parent of the program's own instead of a rule for all orphans.** What
//! leaves a program by `setsid` and a parent that ends becomes a child of the
//! nearest ancestor that takes in orphans. If that were the harness, it would
//! have to tell the orphans of one job from those of another, and from
//! processes that somebody else started before. And after `kill -9` nobody
//! would be left to end them. A keeper has one program only, so whatever is
//! below it is to be ended with it; and it outlives the harness for as long as
//! that takes.

use std::convert::Infallible;
use std::ffi::OsString;
use std::os::unix::process::{CommandExt, parent_id};
use std::path::Path;
use std::process::{self, Command};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, Result, anyhow};
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, set_child_subreaper,
    set_parent_process_death_signal, wait,
};

use crate::{program_group, tree};

/// How long the system has to end what was killed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The exit status of a keeper that was told to end.
const TOLD_TO_END: i32 = 128 + 15;

/// Starts a program, waits until it ends, ends all that it left behind, and
/// ends this process as the program has ended. It returns only when it fails. If
/// `harness`, the process that asked for this one, ends before, all of the
/// program is ended. The program is in the control group `group`, a folder, if
/// one is given.
///
/// # Errors
///
/// When the program cannot be started, or the system refuses.
pub fn keep(
    command: &[OsString],
    harness: Option<u32>,
    group: Option<&Path>,
) -> Result<Infallible> {
    let [program, arguments @ ..] = command else { return Err(anyhow!("no program is given")) };
    let own = process::id();
    // Nothing is started once the end has begun, and nothing is missed then.
    let starting = Arc::new(Mutex::new(()));
    let ending = Arc::clone(&starting);
    let folder = group.map(Path::to_owned);
    ctrlc::set_handler(move || {
        let _held = ending.lock();
        folder.iter().for_each(|folder| program_group::kill(folder));
        tree::end_below(own, &[], PATIENCE);
        // A harness that is there still has questions to the group.
        if harness.is_some_and(|harness| harness != parent_id()) {
            folder.iter().for_each(|folder| program_group::remove(folder));
        }
        process::exit(TOLD_TO_END);
    })
    .context("cannot listen for the end of the harness")?;
    set_parent_process_death_signal(Some(Signal::TERM)).context("cannot follow the harness")?;
    if harness.is_some_and(|harness| harness != parent_id()) {
        return Err(anyhow!("the harness has ended"));
    }
    set_child_subreaper(Some(getpid())).context("cannot take in orphans")?;
    let held = starting.lock();
    // A group of its own: a program that signals its group means itself.
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    let started = program_group::within(group, || command.spawn())?;
    let started =
        started.map_err(|error| anyhow!("cannot start {}: {error}", program.display()))?;
    drop(held);
    let first = Pid::from_raw(started.id().cast_signed());
    close_pipes().context("cannot leave the pipes to the program")?;
    let status = loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if Some(pid) == first => break status,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error).context("cannot wait for the program"),
        }
    };
    group.iter().for_each(|folder| program_group::kill(folder));
    tree::end_below(own, &[], PATIENCE);
    // So that their processor time is known to have been used.
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    follow(status);
}

/// Gives up the pipes to the harness, so that they end when the program's do.
fn close_pipes() -> Result<()> {
    let nothing = fs::File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(())
}

/// Ends this process as another has ended. Where a signal cannot end it, the
/// exit status is what shells make of it.
fn follow(status: WaitStatus) -> ! {
    if let Some(number) = status.terminating_signal() {
        // The runtime's handlers for faults give way at the first signal.
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
