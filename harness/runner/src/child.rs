//! A process that solves for the harness, and the lines that pass.

mod pipes;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use wait4::Wait4;

pub(crate) use self::pipes::Heard;
use self::pipes::{WAITING, keep_last, tell_lines};
use crate::process::Resident;
use crate::program_group::ProgramGroup;
use crate::tree::Tree;

/// How long what an ended process has said may take to arrive. Its pipes need
/// not end with it: whatever it started may hold them open for ever.
const ARRIVAL: Duration = Duration::from_millis(200);

/// How long a process has to take a request. One that reads what it is sent
/// never has more than one in its pipe.
const DELIVERY: Duration = Duration::from_secs(1);

/// How long the system has to end a process that was killed.
const BURIAL: Duration = Duration::from_secs(5);

/// How long a keeper has to end by itself, its program being killed, so that it
/// has waited for the program and its processor time is known.
const FOLLOWING: Duration = Duration::from_millis(200);

/// How long a process that has closed its output has to end by itself, so that
/// its own status is seen and not that of a signal.
pub(crate) const FAREWELL: Duration = Duration::from_millis(500);

/// How often something is looked at that is about to happen.
const BLINK: Duration = Duration::from_millis(1);

/// A process and its pipes. It is killed, with all that it started, when the
/// value is dropped, and by the system when this process ends in any way.
#[derive(Debug)]
pub(crate) struct Child {
    id: u32,
    /// It, and all that it started.
    tree: Tree,
    /// The control group that the program is in, where one could be made.
    group: Option<ProgramGroup>,
    /// Until it has been waited for.
    process: Option<std::process::Child>,
    input: Option<ChildStdin>,
    lines: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<u8>>>,
    /// The thread that reads standard error.
    listener: Option<JoinHandle<()>>,
    /// When it was first seen to have ended, though its output had not.
    silent_since: Option<Instant>,
    /// Set when the process has been waited for.
    departed: Option<Departure>,
}

/// How a process ended.
#[derive(Clone, Debug)]
pub(crate) struct Departure {
    /// Its status and what it said last, in words.
    pub(crate) reason: String,
    /// The signal that ended it, unless it was killed from here.
    pub(crate) signal: Option<i32>,
    /// The most bytes that it was resident in.
    pub(crate) peak_rss: u64,
    /// Processor time that it used.
    pub(crate) cpu: Duration,
}

/// Whether `condition` comes true, looked at for as long as `patience`, once at
/// least.
fn comes_true(patience: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + patience;
    loop {
        if condition() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(BLINK);
    }
}

impl Child {
    /// Starts a worker, which starts no processes.
    pub(crate) fn start(command: Command) -> Result<Self> {
        Self::of(command, Tree::single, None)
    }

    /// Starts the keeper of a program, which will be in this group.
    pub(crate) fn start_kept(command: Command, group: Option<ProgramGroup>) -> Result<Self> {
        Self::of(command, Tree::kept, group)
    }

    fn of(
        mut command: Command,
        tree: fn(u32) -> Tree,
        group: Option<ProgramGroup>,
    ) -> Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C in a terminal goes to a whole group. This process alone
        // decides what becomes of the run under way.
        command.process_group(0);
        let mut process = command.spawn().context("cannot start a process")?;
        let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(anyhow!("a process was started without its pipes"));
        };
        // A program that does not read must not make this process wait.
        fcntl_setfl(&input, OFlags::NONBLOCK).context("cannot set up the pipe to a process")?;
        let (heard, lines) = mpsc::sync_channel(WAITING);
        let last_words = Arc::default();
        let kept = Arc::clone(&last_words);
        // Dropped where a thread cannot be started.
        let mut child = Self {
            id: process.id(),
            tree: tree(process.id()),
            group,
            process: Some(process),
            input: Some(input),
            lines,
            last_words,
            listener: None,
            silent_since: None,
            departed: None,
        };
        let start = |listen: Box<dyn FnOnce() + Send>| {
            let started = thread::Builder::new().spawn(listen);
            started.context("cannot start a thread that listens to a process")
        };
        start(Box::new(move || tell_lines(output, &heard)))?;
        child.listener = Some(start(Box::new(move || keep_last(errors, &kept)))?);
        Ok(child)
    }

    /// Memory that it and all that it started are resident in, see
    /// [`Tree::resident`].
    pub(crate) fn resident(&mut self, cap: Option<u64>) -> Option<Resident> {
        self.tree.resident(cap)
    }

    /// Processor time of it and of all that it started.
    pub(crate) fn processor_time(&mut self) -> Option<Duration> {
        self.tree.processor_time()
    }

    /// Whether the system has killed a part of it for want of memory, as far as
    /// its own control group tells.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        self.group.as_ref().is_some_and(ProgramGroup::ran_out_of_memory)
    }

    /// Makes the peak of its memory start again.
    pub(crate) fn forget_peak(&mut self) {
        self.tree.forget_peak();
    }

    /// Sends a line; whether the process can still take it. To a process that
    /// has ended it is lost: its end will be heard.
    pub(crate) fn send(&mut self, line: &str) -> bool {
        let Some(input) = &mut self.input else { return true };
        let text = format!("{line}\n");
        let mut rest = text.as_bytes();
        comes_true(DELIVERY, || {
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => rest = &[],
            }
            rest.is_empty()
        })
    }

    /// Waits for a line, not longer than `patience`.
    pub(crate) fn listen(&mut self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
            Err(RecvTimeoutError::Timeout) if self.is_waiting_to_be_buried() => {
                let since = *self.silent_since.get_or_insert_with(Instant::now);
                if since.elapsed() > ARRIVAL { Heard::End } else { Heard::Nothing }
            }
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
        }
    }

    /// Kills the process with all that it started, if it does not end by itself
    /// within `patience`, and says how it ended.
    pub(crate) fn end(&mut self, patience: Duration) -> Departure {
        if let Some(departed) = &self.departed {
            return departed.clone();
        }
        self.input = None;
        let ended = comes_true(patience, || self.is_waiting_to_be_buried());
        self.kill();
        self.bury(ended)
    }

    /// Whether it has ended and nobody has asked for its status.
    fn is_waiting_to_be_buried(&self) -> bool {
        let Some(pid) = Pid::from_raw(self.id.cast_signed()) else { return false };
        let options = rustix::process::WaitIdOptions::EXITED
            | rustix::process::WaitIdOptions::NOHANG
            | rustix::process::WaitIdOptions::NOWAIT;
        matches!(rustix::process::waitid(rustix::process::WaitId::Pid(pid), options), Ok(Some(_)))
    }

    /// Kills all that it started, and its group. What is gone already cannot be
    /// killed.
    fn kill(&self) {
        let Some(pid) = Pid::from_raw(self.id.cast_signed()) else { return };
        if self.tree.is_kept() {
            if let Some(group) = &self.group {
                group.kill();
            }
            self.tree.end(BURIAL);
            // One that has not started its program yet is told to end instead:
            // killed at once, it could leave it behind.
            if !comes_true(FOLLOWING, || self.is_waiting_to_be_buried()) {
                let _ = kill_process(pid, Signal::TERM);
                comes_true(BURIAL, || self.is_waiting_to_be_buried());
            }
        }
        let _ = kill_process_group(pid, Signal::KILL);
    }

    fn bury(&mut self, by_itself: bool) -> Departure {
        let mut used = None;
        if let Some(process) = &mut self.process {
            comes_true(BURIAL, || {
                used = process.try_wait4().transpose();
                used.is_some()
            });
        }
        let unknown = |reason: &str| Departure {
            reason: reason.into(),
            signal: None,
            peak_rss: 0,
            cpu: Duration::ZERO,
        };
        let departed = match used {
            Some(Ok(used)) => Departure {
                reason: self.reason(used.status, by_itself),
                signal: used.status.signal().filter(|_| by_itself),
                peak_rss: used.rusage.maxrss,
                cpu: used.rusage.utime + used.rusage.stime,
            },
            Some(Err(_)) => unknown("ended, and the system does not say how"),
            None => unknown("was killed, but the system has not ended it"),
        };
        self.departed.insert(departed).clone()
    }

    fn reason(&self, status: ExitStatus, by_itself: bool) -> String {
        if !by_itself {
            return "was killed".into();
        }
        comes_true(ARRIVAL, || self.listener.as_ref().is_none_or(JoinHandle::is_finished));
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = words.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = lines[lines.len().saturating_sub(2)..].join(" / ");
        let said = if last.is_empty() { String::new() } else { format!(", saying {last:?}") };
        format!("ended with {status}{said}")
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.departed.is_none() {
            self.input = None;
            self.kill();
            self.bury(false);
        }
    }
}

#[cfg(test)]
mod tests;
