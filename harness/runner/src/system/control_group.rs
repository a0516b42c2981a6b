//! The control groups of this process, of version 2, and the memory that they allow it to use.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of a process's groups: its own, and all above it up to the mount point, because
/// the limits of all apply. Groups that a container does not show have no files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Groups(Vec<PathBuf>);

impl Groups {
    /// The groups of this process.
    pub(crate) fn own() -> Self {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        Self::of(&groups, Path::new("/sys/fs/cgroup"))
    }

    /// Reads the text of `/proc/self/cgroup`, in which version 2 has the line `0::PATH`.
    fn of(groups: &str, mount: &Path) -> Self {
        let path = groups.lines().find_map(|line| line.strip_prefix("0::/"));
        let levels = path.into_iter().flat_map(|path| Path::new(path).ancestors());
        Self(levels.map(|level| mount.join(level)).collect())
    }

    /// The smallest limit in bytes; `None` if there is no limit.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.0.iter().filter_map(|group| limit(group)).min()
    }

    /// The bytes that are free or reclaimable within all limits; `None` if there is no limit.
    pub(crate) fn free(&self) -> Option<u64> {
        self.0.iter().filter_map(|group| free(group)).min()
    }

    /// The number of processes in the group itself, without those of groups below, that were
    /// killed because of lack of memory in the group or in the machine.
    fn kills(&self) -> Option<u64> {
        number_of(&self.0.first()?.join("memory.events.local"), "oom_kill")
    }
}

/// Above `memory.high` a process is not killed, but slowed down so much that it is useless.
fn limit(group: &Path) -> Option<u64> {
    ["memory.max", "memory.high"].iter().filter_map(|name| number(&group.join(name))).min()
}

fn free(group: &Path) -> Option<u64> {
    let limit = limit(group)?;
    let reclaimable = number_of(&group.join("memory.stat"), "inactive_file").unwrap_or(0);
    let used = number(&group.join("memory.current"))?.saturating_sub(reclaimable);
    Some(limit.saturating_sub(used))
}

fn number(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// The number after `word` in a line of the file that begins with this word.
fn number_of(file: &Path, word: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(first, _)| *first == word)?.1.trim().parse().ok()
}

/// The number of processes that the system has killed because of lack of memory: in the
/// group of this process, or else on the whole machine. `None` if the system does not
/// count them.
pub(crate) fn kills() -> Option<u64> {
    Groups::own().kills().or_else(|| number_of(Path::new("/proc/vmstat"), "oom_kill"))
}

/// Whether a process that another program's SIGKILL ended was killed because of lack of
/// memory. This is so if the system's count of [`kills`] has increased. If the system
/// does not count, it is so if the process was almost as large as the `memory` that its
/// group or the machine allows.
pub(crate) fn was_memory(kills: [Option<u64>; 2], peak: u64, memory: Option<u64>) -> bool {
    match kills {
        [Some(before), Some(now)] => now > before,
        _ => memory.is_some_and(|all| peak >= all - all / 8),
    }
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
    fn the_limits_of_all_levels_hold() {
        let home = tempfile::tempdir().unwrap();
        let mount = home.path();
        write(&mount.join("a"), &[("memory.max", "4000"), ("memory.current", "3500")]);
        write(&mount.join("a"), &[("memory.stat", "anon 1\ninactive_file 300")]);
        let own = [("memory.max", "max"), ("memory.high", "5000"), ("memory.current", "1000")];
        write(&mount.join("a/b"), &own);
        write(&mount.join("a/b"), &[("memory.events.local", "low 0\noom 4\noom_kill 3")]);
        // Where both versions are there, the lines of version 1 do not count.
        let groups = Groups::of("9:name=systemd:/x\n4:memory:/a\n0::/a/b\n", mount);
        assert_eq!(groups.0.len(), 3);
        assert_eq!((groups.limit(), groups.free()), (Some(4000), Some(800)));
        assert_eq!(groups.kills(), Some(3));
        assert_eq!(Groups::of("0::/\n", mount).limit(), None);
    }

    #[test]
    fn a_container_sees_its_group_at_the_mount_point() {
        let home = tempfile::tempdir().unwrap();
        let mount = home.path().join("cgroup");
        write(&mount, &[("memory.max", "7000")]);
        for path in ["/", "/docker/1", "/../2", "/elsewhere"] {
            let groups = Groups::of(&format!("0::{path}\n"), &mount);
            assert_eq!(groups.limit(), Some(7000), "{path}");
        }
        for text in ["", "nonsense", "0:", "x:memory", "4:memory:/a"] {
            assert_eq!(Groups::of(text, &mount), Groups::default(), "{text}");
        }
    }

    /// Slurm puts a limit on a job or on a step, and the process is in a group further below.
    #[test]
    fn limits_of_slurm_jobs_hold_at_any_level() {
        let task = "system.slice/slurmstepd.scope/job_7/step_0/user/task_0";
        for name in ["memory.max", "memory.high"] {
            for limited in Path::new(task).ancestors() {
                let home = tempfile::tempdir().unwrap();
                let mount = home.path();
                // That of another job.
                write(&mount.join("system.slice/slurmstepd.scope/job_6"), &[(name, "10")]);
                for level in Path::new(task).ancestors() {
                    write(&mount.join(level), &[(name, "max")]);
                }
                let limit = || Groups::of(&format!("0::/{task}\n"), mount).limit();
                assert_eq!(limit(), None);
                write(&mount.join(limited), &[(name, "5000")]);
                assert_eq!(limit(), Some(5000), "{name} of {}", limited.display());
            }
        }
    }

    #[test]
    fn kills_for_lack_of_memory_are_known_by_their_count() {
        assert!(was_memory([Some(5), Some(6)], 0, None));
        assert!(!was_memory([Some(5), Some(5)], 90, Some(100)));
        assert!(was_memory([None, Some(5)], 90, Some(100)));
        assert!(!was_memory([Some(5), None], 80, Some(100)));
    }
}
