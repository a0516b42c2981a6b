//! The control groups of this process, and the memory that they allow it to use.
//!
//! The limits of all groups above apply too. So all levels up to the mount point are read,
//! for version 1, for version 2, and for systems that mount both.

use std::fs;
use std::path::{Path, PathBuf};

/// A group that accounts for memory, and the names of its files.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    folder: PathBuf,
    names: &'static Names,
}

#[derive(Debug, PartialEq, Eq)]
struct Names {
    /// Limits in bytes. All of them apply.
    limits: &'static [&'static str],
    /// The key in `memory.stat` for the smallest limit of the group and of all groups above.
    /// In a container, groups above may not be visible.
    inherited: Option<&'static str>,
    usage: &'static str,
    /// The key in `memory.stat` for pages of files that the system can reclaim.
    reclaimable: &'static str,
    /// The file that counts the processes of the group, without those of groups below, that
    /// were killed because of lack of memory.
    kills: &'static str,
}

const V1: Names = Names {
    limits: &["memory.limit_in_bytes"],
    inherited: Some("hierarchical_memory_limit"),
    usage: "memory.usage_in_bytes",
    reclaimable: "total_inactive_file",
    kills: "memory.oom_control",
};

const V2: Names = Names {
    // Above `high` a process is not killed, but slowed down so much that it is useless.
    limits: &["memory.max", "memory.high"],
    inherited: None,
    usage: "memory.current",
    reclaimable: "inactive_file",
    kills: "memory.events.local",
};

/// The number after `word` in a line that begins with this word.
fn number_of(text: &str, word: &str) -> Option<u64> {
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

    /// The smallest of its limits; `None` if it has no limit.
    fn limit(&self) -> Option<u64> {
        let own = self.names.limits.iter().filter_map(|name| self.number(name)).min();
        let inherited = || number_of(&self.read("memory.stat")?, self.names.inherited?);
        own.into_iter().chain(inherited()).min()
    }

    /// The bytes below the limit that are free or reclaimable.
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

/// The groups of a process, beginning with its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Groups(Vec<Group>);

impl Groups {
    /// The groups of this process.
    pub(crate) fn own() -> Self {
        let read = |name| fs::read_to_string(name).unwrap_or_default();
        Self::of(&read("/proc/self/cgroup"), &read("/proc/self/mountinfo"), Path::new("/"))
    }

    /// Reads the texts of `/proc/self/cgroup` and `/proc/self/mountinfo`. Mount points are
    /// taken as paths below `root`.
    fn of(groups: &str, mounts: &str, root: &Path) -> Self {
        let mut found = Vec::new();
        for mount in mounts.lines().filter_map(Mount::read) {
            let Some(path) = groups.lines().find_map(|line| mount.path_of(line)) else { continue };
            // If the path is not below the mounted group, the process is in a group that is
            // not visible. The mount point is the nearest visible one.
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

    /// The smallest limit in bytes; `None` if there is no limit.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.0.iter().filter_map(Group::limit).min()
    }

    /// The bytes that are free within all limits; `None` if there is no limit.
    pub(crate) fn free(&self) -> Option<u64> {
        self.0.iter().filter_map(Group::free).min()
    }

    /// The number of processes in the group itself that were killed because of lack of
    /// memory in the group or in the machine.
    fn kills(&self) -> Option<u64> {
        self.0.iter().find_map(Group::kills)
    }
}

/// A mounted hierarchy of groups that accounts for memory.
struct Mount<'a> {
    /// The group that is visible at the mount point.
    shown: &'a str,
    point: &'a str,
    names: &'static Names,
}

impl<'a> Mount<'a> {
    /// Reads a line of `mountinfo`. Fields 4 and 5 are the mounted path and the mount point.
    /// After a dash follow the type, the source and the options.
    fn read(line: &'a str) -> Option<Self> {
        let (place, kind) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let (shown, point) = (place.next()?, place.next()?);
        let mut kind = kind.split(' ');
        let names = match (kind.next()?, kind.nth(1)) {
            ("cgroup2", _) => &V2,
            ("cgroup", Some(options)) if options.split(',').any(|o| o == "memory") => &V1,
            _ => return None,
        };
        Some(Self { shown, point, names })
    }

    /// The path in a line of `/proc/PID/cgroup`, if the line belongs to this hierarchy. A
    /// line consists of a number, the controllers and the path. Version 2 has the number 0
    /// and no controllers.
    fn path_of(&self, line: &'a str) -> Option<&'a str> {
        let (number, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let is_it = match self.names == &V2 {
            true => number == "0" && controllers.is_empty(),
            false => controllers.split(',').any(|controller| controller == "memory"),
        };
        is_it.then_some(path)
    }
}

/// The number of processes that the system has killed because of lack of memory: in the
/// group of this process, or else on the whole machine. `None` if the system does not
/// count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kills(Option<u64>);

impl Kills {
    /// The current count.
    pub(crate) fn now() -> Self {
        let on_machine = || {
            let text = fs::read_to_string("/proc/vmstat").ok()?;
            number_of(&text, "oom_kill")
        };
        Self(Groups::own().kills().or_else(on_machine))
    }

    /// Whether the count is greater than `before`; `None` if this is not known.
    fn have_risen_since(self, before: Self) -> Option<bool> {
        Some(self.0? > before.0?)
    }
}

/// Whether a process that another program's SIGKILL ended was killed because of lack of
/// memory. This is so if the system's count has increased since `before`. If the system
/// does not count, it is so if the process was almost as large as the `memory` that its
/// group or the machine allows.
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

    /// Slurm puts a limit on a job or on a step, and the process is in a group further below.
    #[test]
    fn limits_of_slurm_jobs_hold_at_any_level() {
        let task = "system.slice/slurmstepd.scope/job_7/step_0/user/task_0";
        let mounts = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n\
                      35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
        for (mount, name, controllers) in [
            ("sys/fs/cgroup", "memory.max", "0:"),
            ("sys/fs/cgroup", "memory.high", "0:"),
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "4:memory"),
        ] {
            for limited in Path::new(task).ancestors() {
                let home = tempfile::tempdir().unwrap();
                let mount = home.path().join(mount);
                // That of another job.
                write(&mount.join("system.slice/slurmstepd.scope/job_6"), &[(name, "10")]);
                for level in Path::new(task).ancestors() {
                    write(&mount.join(level), &[(name, "max")]);
                }
                let text = format!("{controllers}:/{task}\n");
                assert_eq!(Groups::of(&text, mounts, home.path()).limit(), None);
                write(&mount.join(limited), &[(name, "5000")]);
                let limit = Groups::of(&text, mounts, home.path()).limit();
                assert_eq!(limit, Some(5000), "{name} of {}", limited.display());
            }
        }
    }

    #[test]
    fn limits_of_groups_that_are_not_visible_hold_in_version_1() {
        let home = tempfile::tempdir().unwrap();
        let mount = home.path().join("sys/fs/cgroup/memory");
        write(&mount, &[("memory.limit_in_bytes", "9223372036854771712")]);
        write(&mount, &[("memory.usage_in_bytes", "2500")]);
        let stat = "cache 1\nhierarchical_memory_limit 8000\ntotal_inactive_file 500\n";
        fs::write(mount.join("memory.stat"), stat).unwrap();
        let mounts = "35 31 0:32 /docker/1 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";
        let groups = Groups::of("4:memory:/docker/1\n", mounts, home.path());
        assert_eq!((groups.limit(), groups.free()), (Some(8000), Some(6000)));
    }

    #[test]
    fn kills_for_lack_of_memory_are_known_by_their_count() {
        let risen = |now, before| Kills(now).have_risen_since(Kills(before));
        assert_eq!(risen(Some(6), Some(5)), Some(true));
        assert_eq!(risen(Some(5), Some(5)), Some(false));
        assert_eq!(risen(None, Some(5)), None);
        assert_eq!(risen(Some(5), None), None);
    }
}
