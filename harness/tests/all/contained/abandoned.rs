//! Processes of a program whose harness and keeper were both killed.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::processes::{begun, group_in, is_alive, is_group, suite_of};
use crate::process::run;

#[test]
fn a_later_run_ends_what_a_killed_harness_and_its_keeper_left_in_a_control_group() {
    let home = tempfile::tempdir().unwrap();
    let script = "cat /proc/self/cgroup > groups; echo $PPID > keeper; \
                  setsid sleep 300 & echo $! > left; exec sleep 300";
    let suite = suite_of(home.path(), script, "");
    let mut harness = begun(home.path(), &suite, &["keeper", "left"]);
    let told = |name: &str| fs::read_to_string(home.path().join(name)).unwrap().trim().to_owned();
    let (harness_id, keeper) = (harness.id().to_string(), told("keeper"));
    // A stopped harness does not notice that the keeper ends.
    for (signal, process) in [("-STOP", &harness_id), ("-KILL", &keeper), ("-KILL", &harness_id)] {
        assert!(Command::new("kill").args([signal, process]).status().unwrap().success());
    }
    harness.wait().unwrap();
    let left = told("left");
    assert!(is_alive(&left), "the test itself has ended it");
    let Some(group) = group_in(&told("groups")) else {
        assert!(Command::new("kill").args(["-KILL", &left]).status().unwrap().success());
        return eprintln!("skipped: no control group can be made");
    };
    assert!(is_group(&group));
    let answer = r#"echo '{"id":1,"status":"unsupported"}'; read a"#;
    let later = suite_of(home.path(), answer, "");
    run(&home.path().join("later"), &[later.to_str().unwrap(), "--quiet"], 0);
    let ended = Instant::now();
    while is_alive(&left) {
        assert!(ended.elapsed() < Duration::from_secs(30), "it is left behind");
        thread::sleep(Duration::from_millis(5));
    }
    assert!(!is_group(&group), "its control group is left behind");
}
