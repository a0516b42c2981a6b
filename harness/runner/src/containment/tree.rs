//! A process and all processes that it started, directly or indirectly.
//!
//! # The main decision
//!
//! **Descent alone decides which processes belong to a program.** A process can
//! leave its process group and session by `setsid`, and it can clear its
//! environment. A process that loses its parent becomes a child of the nearest
//! ancestor that adopts orphans. Each program has its own such ancestor, the
//! [keeper](super::keeper). So the processes below a keeper are
//! exactly those of its program, and two programs that run at the same time are
//! never confused. The first of them is the second keeper, whose memory does not count.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::PAUSE;
use crate::system::usage::{self, Resident, Stat};

/// The least time between two searches of `/proc` for new processes.
const ROUND: Duration = Duration::from_millis(100);

/// Searches of `/proc` may take at most this fraction of the time (one divided
/// by this number). So machines with many processes are searched less often.
const SHARE: u32 = 50;

/// A process, identified by its number and its beginning, because numbers are reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Member {
    id: u32,
    began: u64,
}

impl Member {
    /// Whether it still exists and is not a zombie.
    fn is_alive(self) -> bool {
        Stat::of(self.id).is_some_and(|stat| stat.began == self.began && !stat.is_dead)
    }

    /// Sends a signal. If the process has already ended, this is not an error.
    fn signal(self, signal: Signal) {
        let Some(pid) = Pid::from_raw(self.id.cast_signed()) else { return };
        // The handle always means the same process. So a check after it was opened is still
        // valid when the signal is sent.
        let handle = pidfd_open(pid, PidfdFlags::empty());
        if !self.is_alive() {
            return;
        }
        let _ = match handle {
            Ok(handle) => pidfd_send_signal(handle, signal),
            Err(_) => kill_process(pid, signal),
        };
    }
}

/// All descendants of `root`, without `root`, and all of `known` that still exist, with
/// their descendants. This includes zombies, because they have used processor time.
fn descendants(root: u32, known: &[Member]) -> HashMap<Member, Stat> {
    let mut children: HashMap<u32, Vec<Member>> = HashMap::new();
    let mut all = HashMap::new();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    for id in entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()) {
        if let Some(stat) = Stat::of(id) {
            let member = Member { id, began: stat.began };
            children.entry(stat.parent).or_default().push(member);
            all.insert(member, stat);
        }
    }
    let mut open: Vec<Member> = children.remove(&root).unwrap_or_default();
    open.extend(known);
    let mut found = HashMap::new();
    while let Some(member) = open.pop() {
        if let Some(stat) = all.remove(&member) {
            found.insert(member, stat);
            open.extend(children.remove(&member.id).unwrap_or_default());
        }
    }
    found
}

/// Kills all descendants of `root`, and all of `known` with their descendants, until none
/// is left. `root` itself is not killed, because it adopts the orphans meanwhile. All
/// processes are stopped first, so that none of them starts others while some are killed.
///
/// Returns whether none is left. It gives up after `patience`.
pub(crate) fn end_below(root: u32, known: &[Member], patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    let mut stopped = HashSet::new();
    loop {
        let found = descendants(root, known).into_iter().filter(|(_, stat)| !stat.is_dead);
        let found: Vec<Member> = found.map(|(member, _)| member).collect();
        if found.is_empty() {
            return true;
        }
        let is_over = Instant::now() >= deadline;
        let news = found.iter().filter(|&&member| stopped.insert(member));
        let news = news.map(|member| member.signal(Signal::STOP)).count();
        // The next search finds the processes that began before all were stopped.
        if news > 0 && !is_over {
            continue;
        }
        found.iter().for_each(|member| member.signal(Signal::KILL));
        if is_over {
            return false;
        }
        thread::sleep(PAUSE);
    }
}

/// The processes of a program, and the memory and time that they use together.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    root: u32,
    /// Whether `root` is the keeper of a program. It does not belong to the program.
    is_kept: bool,
    /// Whether `root` starts no others.
    is_single: bool,
    members: HashMap<Member, Stat>,
    /// When `/proc` was last searched.
    asked: Option<Instant>,
    /// How long the last search took.
    cost: Duration,
    /// The peak of the resident memory of all processes together.
    peak: u64,
    /// The greatest processor time that was seen.
    time: Duration,
}

impl Tree {
    /// A process that starts no others.
    pub(crate) fn single(root: u32) -> Self {
        Self { is_single: true, ..Self::whole(root) }
    }

    /// A process and those that it starts, which end with it.
    pub(crate) fn whole(root: u32) -> Self {
        Self { root, ..Self::default() }
    }

    /// The processes below a keeper.
    pub(crate) fn kept(root: u32) -> Self {
        Self { is_kept: true, ..Self::whole(root) }
    }

    /// Searches `/proc`, unless that was done a moment ago.
    fn refresh(&mut self) {
        let pause = ROUND.max(self.cost * SHARE);
        if self.is_single || self.asked.is_some_and(|asked| asked.elapsed() < pause) {
            return;
        }
        let begun = Instant::now();
        // Known processes stay known even if both keepers are killed.
        self.members = descendants(self.root, &self.known());
        self.cost = begun.elapsed();
        self.asked = Some(Instant::now());
    }

    fn known(&self) -> Vec<Member> {
        self.members.keys().copied().collect()
    }

    /// The numbers of the processes whose memory counts.
    fn ids(&self) -> impl Iterator<Item = u32> {
        let root = (!self.is_kept).then_some(self.root);
        let is_keeper = |stat: &Stat| self.is_kept && stat.parent == self.root;
        let members = self.members.iter().filter(move |(_, stat)| !is_keeper(stat));
        root.into_iter().chain(members.map(|(member, _)| member.id))
    }

    /// The resident memory of all processes together; `None` if the system does not report
    /// it. Memory that several processes share is counted for each of them. Only if the sum
    /// is greater than `cap`, it is divided among them, because this takes longer.
    pub(crate) fn resident(&mut self, cap: Option<u64>) -> Option<Resident> {
        self.refresh();
        let each: Vec<(u32, Resident)> =
            self.ids().filter_map(|id| Some((id, usage::resident(id)?))).collect();
        let mut now = each.iter().map(|(_, resident)| resident.now).sum();
        if each.len() > 1 && cap.is_some_and(|cap| now > cap) {
            let share =
                |&(id, resident): &(u32, Resident)| usage::proportional(id).unwrap_or(resident.now);
            now = each.iter().map(share).sum();
        }
        self.peak = self.peak.max(now);
        let peak = each.iter().map(|(_, resident)| resident.peak).max()?;
        Some(Resident { now, peak: peak.max(self.peak) })
    }

    /// Restarts the measurement of the peak.
    pub(crate) fn forget_peak(&mut self) {
        self.refresh();
        self.peak = 0;
        self.ids().for_each(usage::forget_peak);
    }

    /// The processor time of all processes, including those that have ended; `None` if the
    /// system does not report it.
    pub(crate) fn processor_time(&mut self) -> Option<Duration> {
        self.refresh();
        // Parents are read first. A process that ends meanwhile is missed, not counted twice.
        let root = usage::processor_time(self.root)?;
        let others = self.members.keys().filter_map(|member| usage::processor_time(member.id));
        self.time = self.time.max(root + others.sum::<Duration>());
        Some(self.time)
    }

    /// Whether the root is the keeper of a program.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Kills all processes but the root, see [`end_below`].
    pub(crate) fn end(&self, patience: Duration) -> bool {
        end_below(self.root, &self.known(), patience)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn only_descendants_are_found_and_ended() {
        let start = |script| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap()
        };
        let mut root = start("sleep 300 & (sleep 300 & echo; wait) & wait");
        let mut other = start("exec sleep 300");
        let mut line = String::new();
        BufReader::new(root.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut tree = Tree::kept(root.id());
        assert!(tree.resident(None).unwrap().now > 0);
        let members = descendants(root.id(), &[]);
        assert!(members.len() >= 3, "{members:?}");
        let stale = Member { id: other.id(), began: 0 };
        assert!(end_below(root.id(), &[stale], Duration::from_secs(30)));
        // This root adopts no orphans, so some may still be about to end.
        let deadline = Instant::now() + Duration::from_secs(30);
        while members.keys().any(|member| member.is_alive()) {
            assert!(Instant::now() < deadline, "{members:?}");
            thread::sleep(PAUSE);
        }
        root.wait().unwrap();
        assert!(other.try_wait().unwrap().is_none(), "its number was taken for another's");
        let own = descendants(std::process::id(), &[]).into_keys();
        let known: Vec<Member> = own.filter(|member| member.id == other.id()).collect();
        // A known process is ended even if it is not a descendant.
        assert!(end_below(root.id(), &known, Duration::from_secs(30)));
        assert!(!other.wait().unwrap().success());
    }
}
