//! The control groups that this process is in, and what they leave it of the
//! machine's memory.
//!
//! A limit of any group above holds, too, so all levels up to the mount point
//! are read, in version 1, in version 2, and where both are mounted.

use std::fs;
use std::path::{Path, PathBuf};

/// A group that accounts for memory, and what its files are called.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    folder: PathBuf,
    names: &'static Names,
}

#[derive(Debug, PartialEq, Eq)]
struct Names {
    /// Bytes that it may use, each; all hold.
    limits: &'static [&'static str],
    usage: &'static str,
    /// In `memory.stat`: pages of files, which are given up for others.
    reclaimable: &'static str,
    /// The file with the count of processes of the group, without those of
    /// groups below, that were killed for want of memory.
    kills: &'static str,
}

const FIRST: Names = Names {
    limits: &["memory.limit_in_bytes"],
    usage: "memory.usage_in_bytes",
    reclaimable: "total_inactive_file",
    kills: "memory.oom_control",
};

const SECOND: Names = Names {
    // Above `high` a process is not killed but slowed down until it is of no
    // more use.
    limits: &["memory.max", "memory.high"],
    usage: "memory.current",
    reclaimable: "inactive_file",
    kills: "memory.events.local",
};

/// The number that stands behind a word at the head of a line.
pub(crate) fn number_of(text: &str, word: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(first, _)| *first == word)?.1.trim().parse().ok()
}

impl Group {
    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(name)).ok()
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.read(name)?.trim().parse().ok()
    }

    /// The least of its limits; `None` where it has none.
    fn limit(&self) -> Option<u64> {
        self.names.limits.iter().filter_map(|name| self.number(name)).min()
    }

    /// What is left of the limit, files that could be given up included.
    fn free(&self) -> Option<u64> {
        let limit = self.limit()?;
        let stat = self.read("memory.stat").unwrap_or_default();
        let reclaimable = number_of(&stat, self.names.reclaimable).unwrap_or(0);
        let used = self.number(self.names.usage)?.saturating_sub(reclaimable);
        Some(limit.saturating_sub(used))
    }

    fn kills(&self) -> Option<u64> {
        number_of(&self.read(self.names.kills)?, "oom_kill")
    }
}

/// The groups of a process, its own first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Groups(Vec<Group>);

impl Groups {
    /// Those of this process.
    pub(crate) fn own() -> Self {
        let read = |name| fs::read_to_string(name).unwrap_or_default();
        Self::of(&read("/proc/self/cgroup"), &read("/proc/self/mountinfo"), Path::new("/"))
    }

    /// From the texts of `/proc/self/cgroup` and `/proc/self/mountinfo`; mount
    /// points are looked for below `root`.
    fn of(groups: &str, mounts: &str, root: &Path) -> Self {
        let mut found = Vec::new();
        for mount in mounts.lines().filter_map(Mount::read) {
            let Some(path) = groups.lines().find_map(|line| mount.path_of(line)) else { continue };
            // A path that is not below what is mounted belongs to a group
            // outside, of which the mount point shows what can be seen.
            let below = Path::new(path).strip_prefix(mount.shown).unwrap_or(Path::new(""));
            let is_plain =
                below.components().all(|part| matches!(part, std::path::Component::Normal(_)));
            let below = if is_plain { below } else { Path::new("") };
            let top = root.join(mount.point.trim_start_matches('/').replace("\\040", " "));
            for level in below.ancestors() {
                let group = Group { folder: top.join(level), names: mount.names };
                if !found.contains(&group) {
                    found.push(group);
                }
            }
        }
        Self(found)
    }

    /// The folder of the process's group of version 2.
    pub(crate) fn second(&self) -> Option<&Path> {
        let group = self.0.iter().find(|group| *group.names == SECOND)?;
        Some(&group.folder)
    }

    /// Bytes that the strictest of them allows; `None` where none limits.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.0.iter().filter_map(Group::limit).min()
    }

    /// Bytes that can still be had within all limits; `None` where none limits.
    pub(crate) fn free(&self) -> Option<u64> {
        self.0.iter().filter_map(Group::free).min()
    }

    /// Processes in the group itself that were killed for want of memory, be it
    /// the group's or the machine's.
    fn kills(&self) -> Option<u64> {
        self.0.iter().find_map(Group::kills)
    }
}

/// A mounted hierarchy of groups that accounts for memory.
struct Mount<'a> {
    /// The group that is seen at the mount point.
    shown: &'a str,
    point: &'a str,
    names: &'static Names,
}

impl<'a> Mount<'a> {
    /// From a line of `mountinfo`: fields 4 and 5 are what is shown and where;
    /// behind a dash stand the kind, the source and the options.
    fn read(line: &'a str) -> Option<Self> {
        let (place, kind) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let (shown, point) = (place.next()?, place.next()?);
        let mut kind = kind.split(' ');
        let names = match (kind.next()?, kind.nth(1)) {
            ("cgroup2", _) => &SECOND,
            ("cgroup", Some(options)) if options.split(',').any(|o| o == "memory") => &FIRST,
            _ => return None,
        };
        Some(Self { shown, point, names })
    }

    /// The path in a line of `/proc/PID/cgroup`, if it is about this hierarchy:
    /// its number, its controllers and the path. Version 2 has no controllers
    /// there and the number 0.
    fn path_of(&self, line: &'a str) -> Option<&'a str> {
        let (number, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let is_it = match self.names == &SECOND {
            true => number == "0" && controllers.is_empty(),
            false => controllers.split(',').any(|controller| controller == "memory"),
        };
        is_it.then_some(path)
    }
}

/// How many processes the system has killed for want of memory: in the group of
/// this process, else on the whole machine; none where it does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kills(Option<u64>);

impl Kills {
    /// Until now.
    pub(crate) fn now() -> Self {
        let on_machine = || {
            let text = fs::read_to_string("/proc/vmstat").ok()?;
            number_of(&text, "oom_kill")
        };
        Self(Groups::own().kills().or_else(on_machine))
    }

    /// Whether there are more than before; `None` where it is not known.
    fn have_risen_since(self, before: Self) -> Option<bool> {
        Some(self.0? > before.0?)
    }
}

/// Whether a process that a signal 9 from elsewhere has ended was killed for
/// want of memory: the system has counted one more since `before`; or, where it
/// does not count, the process was about as large as the `memory` that its group
/// or the machine allows.
pub(crate) fn was_memory(before: Kills, peak: u64, memory: Option<u64>) -> bool {
    let is_large = || memory.is_some_and(|all| peak >= all - all / 8);
    Kills::now().have_risen_since(before).unwrap_or_else(is_large)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), format!("{text}\n")).unwrap();
        }
    }

    #[test]
    fn version_2_holds_the_limits_of_all_levels() {
        let home = tempfile::tempdir().unwrap();
        let mount = home.path().join("sys/fs/cgroup");
        write(&mount, &[("cgroup.controllers", "memory")]);
        write(&mount.join("a"), &[("memory.max", "4000"), ("memory.current", "3500")]);
        fs::write(mount.join("a/memory.stat"), "anon 1\ninactive_file 300\n").unwrap();
        let own = [("memory.max", "max"), ("memory.high", "5000"), ("memory.current", "1000")];
        write(&mount.join("a/b"), &own);
        write(&mount.join("a/b"), &[("memory.events.local", "low 0\noom 4\noom_kill 3")]);
        let mounts = "30 23 0:26 / /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
        let groups = Groups::of("0::/a/b\n", mounts, home.path());
        assert_eq!(groups.0.len(), 3);
        assert_eq!((groups.limit(), groups.free()), (Some(4000), Some(800)));
        assert_eq!(groups.kills(), Some(3));
        assert_eq!(Groups::of("0::/\n", mounts, home.path()).limit(), None);
    }

    #[test]
    fn version_1_holds_the_limits_of_all_levels() {
        let home = tempfile::tempdir().unwrap();
        let mount = home.path().join("sys/fs/cgroup/memory");
        let none = [("memory.limit_in_bytes", "9223372036854771712")];
        write(&mount, &none);
        write(&mount.join("job"), &[("memory.limit_in_bytes", "9000")]);
        write(&mount.join("job"), &[("memory.usage_in_bytes", "8000")]);
        write(&mount.join("job/step"), &none);
        let oom = "oom_kill_disable 0\nunder_oom 0\noom_kill 2";
        write(&mount.join("job/step"), &[("memory.oom_control", oom)]);
        fs::write(mount.join("job/memory.stat"), "inactive_file 7\ntotal_inactive_file 500\n")
            .unwrap();
        let mounts = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n\
                      34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n\
                      35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                      41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        // Hybrid: version 2 is there, without memory.
        let text = "9:name=systemd:/x\n4:memory:/job/step\n1:cpu,cpuacct:/\n0::/user\n";
        let groups = Groups::of(text, mounts, home.path());
        assert_eq!((groups.limit(), groups.free()), (Some(9000), Some(1500)));
        assert_eq!(groups.kills(), Some(2));
    }

    #[test]
    fn a_container_sees_its_group_at_the_mount_point() {
        let home = tempfile::tempdir().unwrap();
        let mount = home.path().join("sys/fs/cgroup");
        write(&mount, &[("memory.max", "7000")]);
        write(&mount.join("in"), &[("memory.max", "6000")]);
        let mounts = "30 23 0:26 /docker/1 /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
        for (path, limit) in
            [("/docker/1", 7000), ("/docker/1/in", 6000), ("/../2", 7000), ("/elsewhere", 7000)]
        {
            let groups = Groups::of(&format!("0::{path}\n"), mounts, home.path());
            assert_eq!(groups.limit(), Some(limit), "{path}");
        }
        for text in ["", "nonsense", "0:", "x:memory", "4:memory:/a"] {
            assert_eq!(Groups::of(text, mounts, home.path()), Groups::default(), "{text}");
            assert_eq!(Groups::of("0::/", text, home.path()), Groups::default(), "{text}");
        }
    }

    #[test]
    fn a_kill_is_told_by_its_count_or_not_at_all() {
        let risen = |now, before| Kills(now).have_risen_since(Kills(before));
        assert_eq!(risen(Some(6), Some(5)), Some(true));
        assert_eq!(risen(Some(5), Some(5)), Some(false));
        assert_eq!(risen(None, Some(5)), None);
        assert_eq!(risen(Some(5), None), None);
    }
}
