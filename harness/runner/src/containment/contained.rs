//! A process that solves for the harness, and the lines that it exchanges with it.

mod pipes;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};
use serde::Serialize;
use wait4::Wait4;

pub(crate) use self::pipes::Received;
use self::pipes::{WAITING, keep_tail, send_lines};
use super::invocation::{self, Order};
use super::tree::Tree;
use super::wait_until;
use crate::system::control_group::{kills, was_memory};
use crate::system::machine;

/// How long the last output of an ended process may take to arrive. The pipes
/// may stay open after the process has ended, because a process that it started
/// may hold them.
const OUTPUT_TIME: Duration = Duration::from_millis(200);

/// How long a process may take to accept a request. A process that reads its requests
/// never has more than one in its pipe.
const SEND_TIME: Duration = Duration::from_secs(1);

/// How long the system may take to end a killed process.
const KILL_TIME: Duration = Duration::from_secs(5);

/// How long a keeper may take to end by itself after its program was killed. Only a
/// keeper that has waited for its program reports the program's processor time.
const KEEPER_TIME: Duration = Duration::from_millis(200);

/// How long a process that has closed its output may take to end by itself. Its
/// exit status is then that of the process and not that of our signal.
pub(crate) const EXIT_TIME: Duration = Duration::from_millis(500);

/// A process and its pipes. Dropping it kills the process and all processes
/// that it started. If this process ends in any other way, the system kills
/// them.
#[derive(Debug)]
pub(crate) struct Contained {
    process: Child,
    /// The process and all processes that it started.
    pub(crate) tree: Tree,
    /// The system's count of kills because of lack of memory when the process was started.
    kills: Option<u64>,
    input: Option<ChildStdin>,
    lines: Receiver<Received>,
    stderr_tail: Arc<Mutex<VecDeque<u8>>>,
    /// The thread that reads standard error.
    listener: Option<JoinHandle<()>>,
    /// The time at which the process was first seen to have ended while its
    /// output was still open.
    ended_since: Option<Instant>,
    /// Whether it has closed its output, as it does when it ends.
    is_closed: bool,
    /// Set when the process has been waited for.
    exit: Option<ProcessExit>,
    /// What it said of itself when it greeted, and the version of the protocol that it speaks.
    pub(crate) greeting: String,
    pub(crate) protocol: u32,
}

/// How a process ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProcessExit {
    /// Its status and the end of its standard error, as text.
    pub(crate) reason: String,
    /// Whether it ended by itself and had no fault to report.
    pub(crate) is_success: bool,
    /// The signal that ended it, unless this process killed it.
    pub(crate) signal: Option<i32>,
    /// Its peak resident memory in bytes.
    pub(crate) peak_rss: u64,
    /// The processor time that it used.
    pub(crate) cpu: Duration,
}

impl Contained {
    /// Starts a worker of this program, or of another build of it, bound to `core` and with the
    /// pattern databases of the folder `tables`, if these are given. A worker of this program starts
    /// no processes, except programs that it is told of. Another build is contained as any program.
    ///
    /// # Errors
    ///
    /// When the system refuses.
    pub(crate) fn worker(
        program: Option<&Path>,
        core: Option<usize>,
        tables: Option<&Path>,
        told: &[String],
    ) -> Result<Self> {
        let mut words = invocation::of_worker(core, tables, told);
        if let Some(program) = program {
            words.insert(0, program.into());
            return Self::program(&words, Path::new(""), core);
        }
        let mut command = invocation::this_program();
        command.args(words);
        Self::start(command, if told.is_empty() { Tree::single } else { Tree::whole })
    }

    /// Starts an external program in its folder, bound to `core` if one is given.
    ///
    /// # Errors
    ///
    /// When the system refuses.
    pub(crate) fn program(words: &[OsString], folder: &Path, core: Option<usize>) -> Result<Self> {
        let mut command = Order::first(core).command(words)?;
        if !folder.as_os_str().is_empty() {
            command.current_dir(folder);
        }
        Self::start(command, Tree::kept)
    }

    fn start(mut command: Command, tree: fn(u32) -> Tree) -> Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A terminal sends Ctrl-C to the whole process group. This process alone decides
        // what happens to the current run.
        command.process_group(0);
        let kills = kills();
        let mut process = command.spawn().context("cannot start a process")?;
        let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(anyhow!("a process was started without its pipes"));
        };
        // This process must not wait for a program that does not read.
        fcntl_setfl(&input, OFlags::NONBLOCK).context("cannot set up the pipe to a process")?;
        let (received, lines) = mpsc::sync_channel(WAITING);
        let stderr_tail = Arc::default();
        let kept = Arc::clone(&stderr_tail);
        // If a thread cannot be started, dropping `contained` kills the process.
        let mut contained = Self {
            tree: tree(process.id()),
            process,
            kills,
            input: Some(input),
            lines,
            stderr_tail,
            listener: None,
            ended_since: None,
            is_closed: false,
            exit: None,
            greeting: String::new(),
            protocol: 0,
        };
        let start = |listen: Box<dyn FnOnce() + Send>| {
            let started = thread::Builder::new().spawn(listen);
            started.context("cannot start a thread that listens to a process")
        };
        start(Box::new(move || send_lines(output, &received)))?;
        contained.listener = Some(start(Box::new(move || keep_tail(errors, &kept)))?);
        Ok(contained)
    }

    /// Whether lack of memory is why SIGKILL ended the process, whose resident memory had this
    /// peak.
    pub(crate) fn ran_out_of_memory(&self, peak: u64) -> bool {
        was_memory([self.kills, kills()], peak, machine::memory())
    }

    /// Sends a value as a line of JSON. Returns false if the process does not read it. A line to a process
    /// that has ended is lost without an error: [`Contained::receive`] reports the end.
    pub(crate) fn send(&mut self, value: &(impl Serialize + ?Sized)) -> bool {
        serde_json::to_string(value).is_ok_and(|line| self.send_line(line))
    }

    /// The same for a line of text.
    pub(crate) fn send_line(&mut self, mut line: String) -> bool {
        let Some(input) = &mut self.input else { return true };
        line.push('\n');
        let mut rest = line.as_bytes();
        wait_until(SEND_TIME, || {
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => rest = &[],
            }
            rest.is_empty()
        })
    }

    /// Waits for a line for at most `patience`.
    pub(crate) fn receive(&mut self, patience: Duration) -> Received {
        match self.lines.recv_timeout(patience) {
            Ok(received) => received,
            Err(RecvTimeoutError::Disconnected) => {
                self.is_closed = true;
                Received::End
            }
            Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                let since = *self.ended_since.get_or_insert_with(Instant::now);
                if since.elapsed() > OUTPUT_TIME { Received::End } else { Received::Nothing }
            }
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
        }
    }

    /// Waits for at most `patience` until the process, which gets no input, has ended by itself;
    /// `None` if it has not, or is not waited for any longer.
    pub(crate) fn finish(
        &mut self,
        patience: Duration,
        is_over: impl Fn() -> bool,
    ) -> Option<ProcessExit> {
        self.input = None;
        wait_until(patience, || self.has_ended() || is_over());
        self.has_ended().then(|| self.end(Duration::ZERO))
    }

    /// The end of what it wrote to standard error.
    pub(crate) fn said(&self) -> String {
        let tail = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail.iter().copied().collect::<Vec<u8>>()).into_owned()
    }

    /// Waits for at most `patience` until the process has ended, then kills it
    /// and all processes that it started. Returns how it ended.
    pub(crate) fn end(&mut self, patience: Duration) -> ProcessExit {
        if let Some(exit) = &self.exit {
            return exit.clone();
        }
        self.input = None;
        let ended = wait_until(patience, || self.has_ended());
        self.kill();
        self.reap(ended)
    }

    /// Whether the process has ended and has not been waited for.
    fn has_ended(&self) -> bool {
        let own = WaitId::Pid(Pid::from_child(&self.process));
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(own, options), Ok(Some(_)))
    }

    /// Kills all processes that the process started, and its process group. If
    /// a process has already ended, this is not an error.
    fn kill(&self) {
        let pid = Pid::from_child(&self.process);
        if self.tree.is_kept() {
            self.tree.end(KILL_TIME);
            // The keeper may not have started its program yet. It is asked to end instead
            // of being killed, because a killed keeper could leave the program behind.
            if !wait_until(KEEPER_TIME, || self.has_ended()) {
                let _ = kill_process(pid, Signal::TERM);
                wait_until(KILL_TIME, || self.has_ended());
            }
        }
        let _ = kill_process_group(pid, Signal::KILL);
    }

    /// Waits for the process and keeps how it ended. `by_itself` says whether it had ended
    /// before it was killed.
    fn reap(&mut self, by_itself: bool) -> ProcessExit {
        let mut used = None;
        wait_until(KILL_TIME, || {
            used = self.process.try_wait4().transpose();
            used.is_some()
        });
        let unknown =
            |reason: &str| ProcessExit { reason: reason.into(), ..ProcessExit::default() };
        let exit = match used {
            Some(Ok(used)) => ProcessExit {
                reason: self.reason(used.status, by_itself),
                is_success: by_itself && used.status.success(),
                signal: used.status.signal().filter(|_| by_itself),
                peak_rss: used.rusage.maxrss,
                cpu: used.rusage.utime + used.rusage.stime,
            },
            Some(Err(_)) => unknown("ended, but the system does not report how"),
            None => unknown("was killed, but has not ended yet"),
        };
        self.exit.insert(exit).clone()
    }

    /// How the process ended, as text.
    fn reason(&self, status: ExitStatus, by_itself: bool) -> String {
        match (by_itself, self.is_closed) {
            (true, _) => {}
            (false, true) => return "closed its output, but did not end, and was killed".into(),
            (false, false) => return "was killed".into(),
        }
        wait_until(OUTPUT_TIME, || self.listener.as_ref().is_none_or(JoinHandle::is_finished));
        let text = self.said();
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = lines[lines.len().saturating_sub(2)..].join(" / ");
        let said = if last.is_empty() { String::new() } else { format!(", saying {last:?}") };
        format!("ended with {status}{said}")
    }
}

impl Drop for Contained {
    fn drop(&mut self) {
        if self.exit.is_none() {
            self.input = None;
            self.kill();
            self.reap(false);
        }
    }
}

#[cfg(test)]
mod tests;
