//! Runs within a control group with little memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use optile_results::load;
use optile_results::rows::row::Status;

use super::processes::suite_of;

/// A control group below this process's own. It is removed at the end.
struct Group(PathBuf);

impl Group {
    /// A group with this limit in bytes, or the reason why the system refuses it.
    fn of(bytes: u64) -> Result<Self, String> {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let path = groups.lines().find_map(|line| line.strip_prefix("0::/"));
        let folder = Path::new("/sys/fs/cgroup").join(path.ok_or("there is no version 2")?);
        if !folder.join("cgroup.controllers").exists() {
            return Err(format!("{} is no group of version 2", folder.display()));
        }
        let group = Self(folder.join(format!("optile-test-{}-{bytes}", std::process::id())));
        let made = fs::create_dir(&group.0)
            .and_then(|()| fs::write(group.0.join("memory.max"), bytes.to_string()))
            .and_then(|()| fs::write(group.0.join("memory.swap.max"), "0").or(Ok(())));
        made.map_err(|error| format!("{} cannot be set up: {error}", group.0.display()))?;
        Ok(group)
    }

    /// A group below this one, without a limit of its own. Batch systems have such groups
    /// for the steps of a job.
    fn step(&self) -> Self {
        let step = Self(self.0.join("job/step"));
        fs::create_dir_all(&step.0).unwrap();
        step
    }

    /// Runs a suite in the group.
    fn run(&self, arguments: &[&str], out: &Path) -> Output {
        let script = "echo $$ > \"$0\" && exec \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(self.0.join("cgroup.procs"));
        command.args([env!("CARGO_BIN_EXE_optile"), "run"]).args(arguments);
        command.arg("--out").arg(out).output().unwrap()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The last process may take a moment to leave.
        for _ in 0..100 {
            if fs::remove_dir(&self.0).is_ok() || !self.0.exists() {
                if let Some(job) = self.0.parent().filter(|folder| folder.ends_with("job")) {
                    let _ = fs::remove_dir(job);
                }
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn the_limit_of_a_control_group_is_the_machines() {
    let group = match Group::of(400 << 20) {
        Ok(group) => group,
        Err(why) => return eprintln!("skipped: {why}"),
    };
    let step = group.step();
    for group in [&group, &step] {
        let home = tempfile::tempdir().unwrap();
        let one = ["smoke", "--instance", "3x3-1", "--strategy", "bfs", "--quiet"];
        let output = group.run(&one, home.path());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let record = load(home.path()).unwrap().record;
        assert_eq!(record.origins[0].memory, 400 << 20);
        assert_eq!(record.limits.memory, Some(200 << 20));
    }
    drop(step);
}

#[test]
fn a_run_killed_for_lack_of_memory_is_memory_limit() {
    let group = match Group::of(200 << 20) {
        Ok(group) => group,
        Err(why) => return eprintln!("skipped: {why}"),
    };
    let home = tempfile::tempdir().unwrap();
    let hog = "exec awk 'BEGIN { s = \"x\"; while (1) s = s s }'";
    let suite = suite_of(home.path(), hog, "memory_limit = \"64GiB\"\ntime_limit = \"60s\"");
    let out = home.path().join("out");
    let output = group.run(&[suite.to_str().unwrap(), "--quiet"], &out);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let row = load(&out).unwrap().rows.remove(0);
    assert_eq!(row.outcome.status, Status::MemoryLimit, "{:?}", row.outcome.reason);
    assert!(row.outcome.reason.unwrap().contains("for lack of memory"));
}
