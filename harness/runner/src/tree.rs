//! A process and all that it started, directly or not.
//!
//! # The main decision
//!
//! **Who belongs to a program is told by descent alone.** Process groups and
//! sessions are left by `setsid`, and any process can
//! clear its environment. A process that loses its parent gets the nearest ancestor
//! that takes in orphans, and no other; each program has one of its own for that, its
//! [keeper](crate::keeper). So all that is below the keeper is the program's,
//! nothing else is, and two programs at once are never confused.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use crate::process::{self, Resident, Stat};

/// How often the system is asked who there is, at most. What is known to be
/// there is looked at in between.
const ROUND: Duration = Duration::from_millis(100);

/// The part of the time that may go into asking, as a divisor: machines with
/// many processes are asked less often.
const SHARE: u32 = 50;

/// How often what is to be gone is looked for.
const BLINK: Duration = Duration::from_millis(1);

/// A process, told by its number and by when it began: numbers are used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Member {
    id: u32,
    began: u64,
}

impl Member {
    /// Whether it is there still, and no zombie.
    fn is_alive(self) -> bool {
        Stat::of(self.id).is_some_and(|stat| stat.began == self.began && !stat.is_dead)
    }

    /// Sends a signal. What is gone already needs none.
    fn signal(self, signal: Signal) {
        let Some(pid) = Pid::from_raw(self.id.cast_signed()) else { return };
        // The handle is of one process for ever, so what is checked after it
        // was opened is true when the signal is sent.
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

/// All processes that descend from `root`, without it, and those of `known` that
/// are there still, with all that descends from them. Zombies are among them:
/// they have used time.
fn family(root: u32, known: &[Member]) -> HashMap<Member, Stat> {
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

/// Kills all that descends from `root`, and those of `known` that are there
/// still with all that descends from them, until nothing is left. `root` itself
/// is left alone, so that orphans have somewhere to go meanwhile. All are
/// stopped first, so that nothing is started while others are killed.
///
/// Whether nothing is left; after `patience` it is given up.
pub(crate) fn end_below(root: u32, known: &[Member], patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    let mut stopped = HashSet::new();
    loop {
        let found = family(root, known).into_iter().filter(|(_, stat)| !stat.is_dead);
        let found: Vec<Member> = found.map(|(member, _)| member).collect();
        if found.is_empty() {
            return true;
        }
        let is_over = Instant::now() >= deadline;
        let mut is_news = false;
        for &member in &found {
            if stopped.insert(member) {
                is_news = true;
                member.signal(Signal::STOP);
            }
        }
        // Whatever began before all were stopped is found by the next look.
        if is_news && !is_over {
            continue;
        }
        for member in found {
            member.signal(Signal::KILL);
        }
        if is_over {
            return false;
        }
        thread::sleep(BLINK);
    }
}

/// The processes of a program, and what they use together.
#[derive(Debug)]
pub(crate) struct Tree {
    root: u32,
    /// Whether `root` keeps a program, and is no part of it.
    is_kept: bool,
    members: Vec<Member>,
    asked: Option<Instant>,
    /// What asking took last.
    cost: Duration,
    /// The most that several were resident in at once.
    peak: u64,
    /// The most processor time that was seen.
    time: Duration,
}

impl Tree {
    /// A process that starts no others.
    pub(crate) fn single(root: u32) -> Self {
        Self {
            root,
            is_kept: false,
            members: Vec::new(),
            asked: None,
            cost: Duration::ZERO,
            peak: 0,
            time: Duration::ZERO,
        }
    }

    /// What is below a keeper.
    pub(crate) fn kept(root: u32) -> Self {
        Self { is_kept: true, ..Self::single(root) }
    }

    /// Asks the system who there is, unless it was asked a moment ago.
    fn refresh(&mut self) {
        let pause = ROUND.max(self.cost * SHARE);
        if !self.is_kept || self.asked.is_some_and(|asked| asked.elapsed() < pause) {
            return;
        }
        let begun = Instant::now();
        // Who is known stays so, even if the keeper itself is killed.
        self.members = family(self.root, &self.members).into_keys().collect();
        self.cost = begun.elapsed();
        self.asked = Some(Instant::now());
    }

    /// The numbers of those whose memory counts.
    fn ids(&self) -> impl Iterator<Item = u32> {
        let root = (!self.is_kept).then_some(self.root);
        root.into_iter().chain(self.members.iter().map(|member| member.id))
    }

    /// Memory that all are resident in together; `None` where the system does
    /// not say. What several share is counted for each of them, unless that
    /// comes to more than `cap`: then it is shared out.
    pub(crate) fn resident(&mut self, cap: Option<u64>) -> Option<Resident> {
        self.refresh();
        let each: Vec<(u32, Resident)> =
            self.ids().filter_map(|id| Some((id, process::resident(id)?))).collect();
        let mut now = each.iter().map(|(_, resident)| resident.now).sum();
        if each.len() > 1 && cap.is_some_and(|cap| now > cap) {
            let share = |&(id, resident): &(u32, Resident)| {
                process::proportional(id).unwrap_or(resident.now)
            };
            now = each.iter().map(share).sum();
        }
        self.peak = self.peak.max(now);
        let peak = each.iter().map(|(_, resident)| resident.peak).max()?;
        Some(Resident { now, peak: peak.max(self.peak) })
    }

    /// Makes the peak start again.
    pub(crate) fn forget_peak(&mut self) {
        self.refresh();
        self.peak = 0;
        self.ids().for_each(process::forget_peak);
    }

    /// Processor time of all, those that have ended included; `None` where the
    /// system does not say.
    pub(crate) fn processor_time(&mut self) -> Option<Duration> {
        self.refresh();
        // Parents go first: a process that ends meanwhile is missed, not counted twice.
        let root = process::processor_time(self.root)?;
        let others = self.members.iter().filter_map(|member| process::processor_time(member.id));
        self.time = self.time.max(root + others.sum::<Duration>());
        Some(self.time)
    }

    /// Whether its root keeps a program.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Kills all but the root, see [`end_below`].
    pub(crate) fn end(&self, patience: Duration) -> bool {
        end_below(self.root, &self.members, patience)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn descendants_are_found_and_ended_and_nobody_else() {
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
        let members = family(root.id(), &[]);
        assert!(members.len() >= 3, "{members:?}");
        let stale = Member { id: other.id(), began: 0 };
        assert!(end_below(root.id(), &[stale], Duration::from_secs(30)));
        // This root takes in no orphans, so nobody has waited for theirs to be gone.
        let deadline = Instant::now() + Duration::from_secs(30);
        while members.keys().any(|member| member.is_alive()) {
            assert!(Instant::now() < deadline, "{members:?}");
            thread::sleep(BLINK);
        }
        root.wait().unwrap();
        assert!(other.try_wait().unwrap().is_none(), "its number was taken for another's");
        let own = family(std::process::id(), &[]).into_keys();
        let known: Vec<Member> = own.filter(|member| member.id == other.id()).collect();
        // What is known is ended without its parent, too.
        assert!(end_below(root.id(), &known, Duration::from_secs(30)));
        assert!(!other.wait().unwrap().success());
    }
}
