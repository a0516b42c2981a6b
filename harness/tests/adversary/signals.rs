//! Signals that ask a run to end, at any moment of each of its phases.

use std::fs;
use std::io::{PipeReader, Write, pipe};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use optile_core::Size;
use optile_pdb::Recipe;
use optile_runner::library::TableFile;
use rand::RngExt;

use crate::{attack, attacks};

/// The longest time between the second signal and the end.
const PROMISED: Duration = Duration::from_secs(1);

/// What a busy machine may add to it.
const SLACK: Duration = Duration::from_millis(500);

/// The status of a run that was interrupted.
const INTERRUPTED: Option<i32> = Some(130);

const EASY: &str = "# size: 3x3\neasy\t1 2 3 4 5 6 7 0 8\t1\n";
const HARD: &str = "# size: 4x4\nhard\t14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\t-\t\
                    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";

/// `optile run`, which heeds all signals even if these tests were started by `nohup`.
fn run(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,HUP", env!("CARGO_BIN_EXE_optile"), "run"]);
    command.args(arguments).arg("--out").arg(home.join("out")).current_dir(home);
    command.env("OPTILE_PDB_DIR", home).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn send(signal: &str, process: &Child) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

/// Waits until a process has a handler for SIGTERM.
fn await_handler(process: &Child) {
    let status = || fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let handled = |status: String| {
        assert!(!status.contains("(zombie)"), "it has ended before any signal");
        let set = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
        u64::from_str_radix(set, 16).unwrap() & 1 << 14 != 0
    };
    while !handled(status()) {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Waits for the end of a process and returns its status. It ends within the promised time
/// after `asked`.
fn end(process: &mut Child, asked: Instant, name: &str) -> Option<i32> {
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status.code();
        }
        if asked.elapsed() > PROMISED + SLACK {
            process.kill().unwrap();
            panic!("{name}: still there after {:?}", asked.elapsed());
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// A pipe that takes no more bytes. The run that writes to it waits until this value is
/// dropped.
fn full_pipe(command: &mut Command) -> PipeReader {
    let (reader, writer) = pipe().unwrap();
    let mut filler = writer.try_clone().unwrap();
    // The thread ends with the reader.
    thread::spawn(move || while filler.write_all(&[b'.'; 4096]).is_ok() {});
    thread::sleep(Duration::from_millis(100));
    command.stderr(writer);
    reader
}

/// A suite of one program that never greets, or only at its first start.
fn silent(greets_once: bool) -> String {
    let script = match greets_once {
        true => "[ -e begun ] || { : > begun; echo '{\"protocol\":1}'; read a; exit; }; sleep 60",
        false => "sleep 60",
    };
    format!(
        "name = \"silent\"\ninstances = [\"easy.tsv\"]\nstrategies = [\"tested-silent\"]\n[[external]]\n\
         name = \"tested-silent\"\ncommand = [\"sh\", \"-c\", {script:?}]\n"
    )
}

/// The phases of a run, and the arguments of a run that stays in them.
const PHASES: [(&str, &[&str]); 8] = [
    ("warm-up", &["--instances", "easy.tsv", "--strategy", "bfs", "--warmup", "9999999"]),
    (
        "warm-up in process",
        &["--instances", "easy.tsv", "--strategy", "bfs", "--warmup", "9999999", "--in-process"],
    ),
    ("preparing", &["--instances", "hard.tsv", "--strategy", "idastar:pdb:6-6-3"]),
    ("search", &["--instances", "hard.tsv", "--strategy", "idastar:misplaced"]),
    ("search in process", &["--instances", "hard.tsv", "--strategy", "bfs", "--in-process"]),
    ("greeting in a run", &["once.toml"]),
    ("report", &["--instances", "many.tsv", "--strategy", "bfs", "--in-process", "--repeat", "5"]),
    ("unread output", &["--instances", "hard.tsv", "--strategy", "idastar:misplaced"]),
];

fn write_inputs(home: &Path) {
    fs::write(home.join("easy.tsv"), EASY).unwrap();
    fs::write(home.join("hard.tsv"), HARD).unwrap();
    fs::write(home.join("never.toml"), silent(false)).unwrap();
    fs::write(home.join("once.toml"), silent(true)).unwrap();
    let board = |number| format!("b{number}\t1 2 3 4 5 6 7 0 8\t1\n");
    let boards: String = (0..2000).map(board).collect();
    fs::write(home.join("many.tsv"), format!("# size: 3x3\n{boards}")).unwrap();
}

#[test]
fn the_second_signal_ends_a_run_within_a_second_in_every_phase() {
    let home = tempfile::tempdir().unwrap();
    write_inputs(home.path());
    // Another process builds the table, so all others wait for it.
    let key = "6-6-3".parse::<Recipe>().unwrap().keys(Size::new(4, 4).unwrap(), 0).unwrap()[0];
    let draft = TableFile::new(home.path(), &key).begin().unwrap().unwrap();
    for number in 0..attacks(PHASES.len() as u64) {
        let (mut random, name) = attack(7, number);
        let (phase, arguments) = PHASES[number as usize % PHASES.len()];
        let name = format!("{name}, {phase}");
        let _ = fs::remove_file(home.path().join("begun"));
        let _ = fs::remove_dir_all(home.path().join("out"));
        if phase == "report" {
            // All runs are made, so that the next command only draws.
            assert!(run(home.path(), arguments).output().unwrap().status.success(), "{name}");
        }
        let mut command = run(home.path(), arguments);
        let unread = (phase == "unread output").then(|| full_pipe(&mut command));
        let mut process = command.spawn().unwrap();
        drop(command);
        await_handler(&process);
        thread::sleep(Duration::from_millis(random.random_range(0..600)));
        let signals = ["-INT", "-TERM", "-HUP"];
        send(signals[random.random_range(0..3)], &process);
        thread::sleep(Duration::from_millis(random.random_range(20..300)));
        let asked = Instant::now();
        let is_there = process.try_wait().unwrap().is_none();
        if is_there {
            send(signals[random.random_range(0..3)], &process);
        }
        let status = end(&mut process, asked, &name);
        drop(unread);
        let Some(mut errors) = process.stderr.take() else { continue };
        let said = std::io::read_to_string(&mut errors).unwrap();
        assert!(!said.contains("panicked"), "{name}: {said}");
        // Some phases are over before the second signal comes.
        if is_there {
            assert!(status == INTERRUPTED || phase == "report", "{name}: {status:?}: {said}");
            assert!(said.contains("\nInterrupted: waiting for "), "{name}: {said}");
        }
    }
    drop(draft);
}

#[test]
fn the_first_signal_ends_the_wait_for_a_program_that_does_not_greet() {
    let home = tempfile::tempdir().unwrap();
    write_inputs(home.path());
    let mut process = run(home.path(), &["never.toml"]).spawn().unwrap();
    await_handler(&process);
    thread::sleep(Duration::from_millis(200));
    send("-INT", &process);
    assert_eq!(end(&mut process, Instant::now(), "one signal"), INTERRUPTED);
    assert!(!home.path().join("out").exists(), "nothing is begun");
}

#[test]
fn signals_that_were_ignored_at_the_start_stay_ignored() {
    let home = tempfile::tempdir().unwrap();
    write_inputs(home.path());
    let arguments = ["--instances", "hard.tsv", "--strategy", "idastar:misplaced", "--quiet"];
    for ignored in ["HUP", "INT"] {
        let mut command = run(home.path(), &arguments);
        let mut process = {
            let words: Vec<_> =
                command.get_args().skip(1).map(std::borrow::ToOwned::to_owned).collect();
            command = Command::new("env");
            command.args(["--default-signal=INT,HUP", &format!("--ignore-signal={ignored}")]);
            command.args(words).current_dir(home.path()).stderr(Stdio::null()).spawn().unwrap()
        };
        await_handler(&process);
        for _ in 0..4 {
            send(&format!("-{ignored}"), &process);
            thread::sleep(Duration::from_millis(100));
        }
        assert!(process.try_wait().unwrap().is_none(), "{ignored} has ended it");
        for _ in 0..2 {
            send("-TERM", &process);
            thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(end(&mut process, Instant::now(), ignored), INTERRUPTED);
    }
}
