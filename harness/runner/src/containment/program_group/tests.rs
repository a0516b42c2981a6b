//! Tests of `program_group`.

use super::*;

/// A folder with these files, instead of a group of the system.
fn group(folder: &Path, files: &[(&str, &str)]) {
    fs::create_dir_all(folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_place_is_the_group_of_the_process_and_no_other() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    assert!(CgroupParent::within(folder, 7).is_none(), "no control groups here");
    group(folder, &[("cgroup.procs", "17\n70\n")]);
    assert!(CgroupParent::within(folder, 7).is_none(), "the group of others");
    group(folder, &[("cgroup.procs", "17\n7\n"), ("cgroup.controllers", "cpu\n")]);
    let parent = CgroupParent::within(folder, 7).unwrap();
    assert_eq!(parent.containment(), Containment::ControlGroup);
    let made = parent.group(Some(1)).unwrap();
    assert!(made.folder().is_dir() && !made.ran_out_of_memory());
    let path = made.folder().to_owned();
    drop(made);
    assert!(!path.exists());
}

#[test]
fn a_group_with_other_processes_is_not_changed() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    group(folder, &[("cgroup.procs", "7\n"), ("cgroup.controllers", "cpu memory pids\n")]);
    // No file `cgroup.subtree_control`: the system refuses.
    let parent = CgroupParent::within(folder, 7).unwrap();
    assert_eq!(parent.containment(), Containment::ControlGroup);
    assert_eq!(read(folder, "cgroup.procs").trim(), "7");
    assert!(!folder.join("optile-7").exists());
}

#[test]
fn a_group_has_the_limits_of_its_program() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let enabled = ("cgroup.subtree_control", "cpu memory pids\n");
    group(folder, &[("cgroup.procs", "7\n"), enabled]);
    let parent = CgroupParent::within(folder, 7).unwrap();
    assert_eq!(parent.containment(), Containment::ControlGroupLimits);
    // The system makes these files with the folder. Here the test makes them.
    assert!(parent.group(Some(800 << 20)).is_none(), "a group without its limits");
    let folder = folder.join("made");
    let made = ProgramGroup { _lock: make(&folder).unwrap(), folder };
    let names = ["pids.max", "memory.max", "memory.oom.group", "memory.swap.max"];
    group(made.folder(), &names.map(|name| (name, "")));
    made.limit(Some(800 << 20)).unwrap();
    assert_eq!(read(made.folder(), "memory.max"), ((916u64) << 20).to_string());
    assert_eq!(names.map(|name| read(made.folder(), name))[2..], ["1", "0"]);
    assert_eq!(read(made.folder(), "pids.max"), "4096");
    for (kills, is_short) in [(0, false), (2, true)] {
        group(made.folder(), &[("memory.events", &format!("low 0\noom 9\noom_kill {kills}\n"))]);
        assert_eq!(made.ran_out_of_memory(), is_short);
    }
    fs::remove_dir_all(made.folder()).unwrap();
}

#[test]
fn groups_of_processes_that_are_gone_are_removed() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    group(folder, &[("cgroup.procs", "7\n")]);
    let own = format!("optile-{}-0", process::id());
    // No process has the greatest possible number.
    let all = [
        own.as_str(),
        "optile-4294967295",
        "optile-4294967295-3",
        "optile-4294967295-4",
        "optile-7-0",
        "optile-x",
        "other",
    ];
    all.iter().for_each(|name| fs::create_dir(folder.join(name)).unwrap());
    // The process that made it exists, but is not to be seen from here.
    let held = File::open(folder.join(all[3])).unwrap();
    held.try_lock().unwrap();
    CgroupParent::within(folder, 7).unwrap();
    let are_there = all.map(|name| folder.join(name).exists());
    assert_eq!(are_there, [true, false, false, true, false, true, true]);
}

/// Starts a process in the group `folder`; `None` if the system refuses.
fn started_in(folder: &Path) -> Option<process::Child> {
    let script = "echo 0 > \"$0/cgroup.procs\" && exec sleep 300";
    let mut child = process::Command::new("sh").args(["-c", script]).arg(folder).spawn().unwrap();
    let deadline = std::time::Instant::now() + Duration::from_secs(30);
    while !read(folder, "cgroup.procs").contains(&child.id().to_string()) {
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        assert!(std::time::Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(1));
    }
    Some(child)
}

/// A test with real groups, one in the other, if this machine allows it.
#[test]
fn what_is_in_a_group_is_killed_with_it() {
    let own = Groups::own();
    for (number, end) in [kill as fn(&Path), kill_each, |_| {}].into_iter().enumerate() {
        let made = own.v2().and_then(|folder| {
            let folder = folder.join(format!("optile-{}-test-{number}", process::id()));
            Some(ProgramGroup { _lock: make(&folder).ok()?, folder })
        });
        let Some(made) = made else { return eprintln!("skipped: no control group can be made") };
        let below = made.folder().join("below");
        fs::create_dir(&below).unwrap();
        let children = [made.folder(), &below].map(started_in);
        end(made.folder());
        let folder = made.folder().to_owned();
        drop(made);
        for child in children {
            let Some(mut child) = child else { return eprintln!("skipped: it cannot be entered") };
            assert!(!child.wait().unwrap().success() && !folder.exists());
        }
    }
}
