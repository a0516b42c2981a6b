//! `kill -9` of each process between the harness and a program leaves nothing running.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::processes::{is_alive, suite_of};
use crate::process::optile;

const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until a program has written these files, and returns what is in them.
pub(super) fn written<const N: usize>(home: &Path, names: [&str; N]) -> [String; N] {
    let begun = Instant::now();
    loop {
        let texts = names.map(|name| fs::read_to_string(home.join(name)).unwrap_or_default());
        if texts.iter().all(|text| text.ends_with('\n')) {
            return texts.map(|text| text.trim().to_owned());
        }
        assert!(begun.elapsed() < PATIENCE, "the program has not begun");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A process and those above it, up to the harness.
pub(super) fn chain(program: &str, harness: &Child) -> Vec<String> {
    let mut all = vec![program.to_owned()];
    while all[all.len() - 1] != harness.id().to_string() {
        let stat = fs::read_to_string(format!("/proc/{}/stat", all[all.len() - 1])).unwrap();
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        all.push(fields.split(' ').nth(1).unwrap().to_owned());
    }
    all
}

pub(super) fn signal(name: &str, processes: &[String]) {
    assert!(Command::new("kill").arg(name).args(processes).status().unwrap().success());
}

/// What a program does: it leaves a process behind, says its number, and hangs.
const HANGS: &str = "setsid sleep 300 & echo $! > second; echo $$ > first; sleep 300; exit 1";

/// The harness with an external program.
fn external(home: &Path) -> Command {
    let mut command = optile();
    command.arg("run").arg(suite_of(home, HANGS, ""));
    command
}

/// The harness with the program of a heuristic.
fn heuristic(home: &Path) -> Command {
    fs::write(home.join("one.tsv"), "a\t1 2 3 4 5 6 7 0 8\t1\n").unwrap();
    let script = format!("echo '{{\"protocol\":1}}'; read a || exit; {HANGS}");
    let text = format!(
        "name = \"one\"\ninstances = [\"one.tsv\"]\nstrategies = [\"astar:tested-mine\"]\n\
         [[heuristic]]\nname = \"tested-mine\"\ncommand = [\"sh\", \"-c\", {script:?}]\n"
    );
    fs::write(home.join("one.toml"), text).unwrap();
    let mut command = optile();
    command.arg("run").arg(home.join("one.toml"));
    command
}

/// The same, as `optile check` asks it.
fn checked(home: &Path) -> Command {
    heuristic(home);
    let mut command = optile();
    command.args(["check", "tested-mine", "--boards", "1", "--suite"]).arg(home.join("one.toml"));
    command
}

/// The harness with a script around another build, which hangs after it was tried out.
fn wrapper(home: &Path) -> Command {
    let program = env!("CARGO_BIN_EXE_optile");
    let place = home.display();
    let script = format!(
        "#!/bin/sh\ncd {place}\n[ -e tried ] || {{ : > tried; exec {program} \"$@\"; }}\n{HANGS}\n"
    );
    let file = home.join("wrapper.sh");
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = optile();
    command.args(["run", "smoke", "--instance", "3x3-1", "--strategy", "bfs", "--against"]);
    command.arg(file);
    command
}

/// Kills one process of the chain, the harness first. Returns the number of processes in it.
fn examine(start: fn(&Path) -> Command, victim: usize) -> usize {
    let home = tempfile::tempdir().unwrap();
    let mut command = start(home.path());
    if command.get_args().next().is_some_and(|name| name == "run") {
        command.args(["--quiet", "--out"]).arg(home.path().join("out"));
    }
    let mut harness = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let [first, second] = written(home.path(), ["first", "second"]);
    let mut chain = chain(&first, &harness);
    chain.reverse();
    signal("-KILL", &chain[victim..=victim]);
    let killed = Instant::now();
    let left = || {
        let below = chain[1..].iter().chain([&second]);
        below.filter(|id| is_alive(id)).cloned().collect::<Vec<_>>()
    };
    while !left().is_empty() && killed.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(5));
    }
    let left = left();
    if !left.is_empty() {
        signal("-KILL", &left);
    }
    let _ = harness.kill();
    harness.wait().unwrap();
    assert!(left.is_empty(), "process {victim} of {chain:?} leaves {left:?}");
    chain.len()
}

#[test]
fn no_single_kill_leaves_a_process_behind() {
    for start in [external, heuristic, checked, wrapper] {
        let length = examine(start, 0);
        assert!(length > 2, "nothing keeps the program");
        thread::scope(|scope| {
            (1..length).for_each(|victim| drop(scope.spawn(move || examine(start, victim))));
        });
    }
}
