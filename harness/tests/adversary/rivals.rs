//! Runs that are started into one folder at the same time.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rand::RngExt;

use crate::essence::essence;
use crate::{attack, attacks, optile, said};

/// The plans of the runs. The first one has a table, which the runs build.
const PLANS: [&[&str]; 3] = [
    &["--strategy", "idastar:manhattan", "--strategy", "astar:pdb:6-6-3"],
    &["--strategy", "idastar:manhattan", "--strategy", "bidir", "--in-process"],
    &["--strategy", "bfs", "--node-limit", "20000"],
];

/// Processes that keep the cores busy until this value is dropped.
struct Load(Vec<Child>);

impl Load {
    fn new() -> Self {
        let busy = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        Self((0..2).map(|_| busy()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for process in &mut self.0 {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// One of two runs makes all rows, or one makes some and the other continues. A run that finds
/// the folder in use says so and changes nothing.
#[test]
fn two_runs_into_one_folder_leave_the_rows_of_one() {
    let home = tempfile::tempdir().unwrap();
    let run = |plan: &[&str], out: &Path, tables: &Path| {
        let mut command = optile();
        command.args(["run", "smoke", "--instance", "4x4-*", "--repeat", "1", "--quiet"]);
        command.args(plan).arg("--out").arg(out).arg("--pdb-dir").arg(tables);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let tables = home.path().join("tables");
    let whole = PLANS.map(|plan| {
        let out = home.path().join("whole");
        let output = run(plan, &out, &tables).output().unwrap();
        assert!(output.status.success(), "{}", said(&output, "the undisturbed run"));
        let rows = essence(&out);
        fs::remove_dir_all(&out).unwrap();
        rows
    });
    let _load = Load::new();
    for number in 0..attacks(4) {
        let (mut random, name) = attack(9, number);
        let chosen = random.random_range(0..PLANS.len());
        let out = home.path().join(number.to_string());
        let tables = match random.random_range(0..4) {
            0 => home.path().join("new"),
            _ => tables.clone(),
        };
        let mut processes: Vec<Child> = Vec::new();
        for _ in 0..2 {
            let mut command = run(PLANS[chosen], &out, &tables);
            if random.random_range(0..4) == 0 {
                command.arg("--overwrite");
            }
            processes.push(command.spawn().unwrap());
            if random.random_range(0..2) == 0 {
                thread::sleep(Duration::from_millis(random.random_range(0..300)));
            }
        }
        // Sometimes the first one is killed and the second one continues.
        if random.random_range(0..4) == 0 {
            thread::sleep(Duration::from_millis(random.random_range(0..300)));
            let _ = processes[0].kill();
        }
        let mut successes = 0;
        for process in processes {
            let output = process.wait_with_output().unwrap();
            successes += u32::from(output.status.success());
            if output.status.code().is_some() && !output.status.success() {
                let said = said(&output, &name);
                assert!(said.contains("is being written by another run"), "{name}: {said}");
            }
        }
        if successes == 0 {
            let output = run(PLANS[chosen], &out, &tables).output().unwrap();
            assert!(output.status.success(), "{name}: {}", said(&output, &name));
        }
        assert_eq!(essence(&out), whole[chosen], "{name}");
        fs::remove_dir_all(&out).unwrap();
        let _ = fs::remove_dir_all(home.path().join("new"));
    }
}
