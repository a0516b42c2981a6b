//! Processes that external programs start and leave behind, how these are
//! counted, and which reports of programs are used.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use optile_results::load;
use optile_results::rows::row::{Row, Status};

use crate::process::{optile, run};

/// Writes a suite of one small instance and one program, a line of shell. Before
/// the run, the program is started once without a request and does nothing.
pub(super) fn suite_of(home: &Path, script: &str, limits: &str) -> PathBuf {
    fs::write(home.join("one.tsv"), "a\t1 2 3 4 5 6 7 0 8\t1\n").unwrap();
    let script = format!("echo '{{\"protocol\":1}}'; read a || exit; {script}");
    let text = format!(
        "name = \"one\"\ninstances = [\"one.tsv\"]\nstrategies = [\"tested-one\"]\n{limits}\n\
         [[external]]\nname = \"tested-one\"\ncommand = [\"sh\", \"-c\", {script:?}]\n"
    );
    let file = home.join("one.toml");
    fs::write(&file, text).unwrap();
    file
}

/// The only row of such a suite.
fn only_row(home: &Path, suite: &Path, status: i32) -> Row {
    let out = home.join("out");
    run(&out, &[suite.to_str().unwrap(), "--quiet", "--overwrite"], status);
    load(&out).unwrap().rows.remove(0)
}

/// Whether a process exists and is not a zombie.
pub(super) fn is_alive(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, fields)| !fields.starts_with(['Z', 'X']))
}

/// The process left behind keeps a pipe of its program open: the first program's
/// standard error, the second one's standard output, without a time limit.
#[test]
fn processes_left_behind_delay_nothing() {
    for (sleep, limits) in [
        ("setsid sleep 300 > /dev/null", "time_limit = \"2s\""),
        ("setsid sleep 300 2> /dev/null", ""),
    ] {
        let home = tempfile::tempdir().unwrap();
        let suite = suite_of(home.path(), &format!("{sleep} & echo $! > left; exit 4"), limits);
        let begun = Instant::now();
        let row = only_row(home.path(), &suite, 2);
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        assert_eq!(row.outcome.status, Status::Crashed);
        assert!(
            row.outcome.reason.as_ref().unwrap().contains("exit status: 4"),
            "{:?}",
            row.outcome.reason
        );
        let left = fs::read_to_string(home.path().join("left")).unwrap();
        assert!(!is_alive(&left), "{sleep} is left behind");
    }
}

/// Programs start others, which leave their group, their session, their parent and
/// their environment, and end in several ways.
#[test]
fn processes_that_a_program_started_end_with_it() {
    const SPREAD: &str = "for n in 1 2 3; do (env -i PATH=\"$PATH\" setsid sh -c \
                          'echo $$ > left-$0; sleep 300 & echo $! > left-$0-child; wait' $n &); \
                          done; while [ ! -s left-3-child ] || [ ! -s left-2-child ] || \
                          [ ! -s left-1-child ]; do sleep 0.01; done;";
    let ends = [
        ("exit 5", "", 2, Status::Crashed),
        ("kill -SEGV $$", "", 2, Status::Crashed),
        ("echo garbage; sleep 300", "", 2, Status::Crashed),
        ("exec sleep 300", "time_limit = \"1s\"", 0, Status::TimeLimit),
        ("kill -STOP $$", "time_limit = \"1s\"", 0, Status::TimeLimit),
        (r#"echo '{"id":1,"status":"unsupported"}'; read a"#, "", 0, Status::Unsupported),
        ("kill -9 $PPID; exec sleep 300", "", 2, Status::Crashed),
    ];
    let examine = |(end, limits, code, status): (&str, &str, i32, Status)| {
        let home = tempfile::tempdir().unwrap();
        let suite = suite_of(home.path(), &format!("{SPREAD} {end}"), limits);
        let row = only_row(home.path(), &suite, code);
        assert_eq!(row.outcome.status, status, "{end}: {:?}", row.outcome.reason);
        for name in ["left-1", "left-2-child", "left-3", "left-3-child"] {
            let id = fs::read_to_string(home.path().join(name)).unwrap();
            assert!(!is_alive(&id), "{end} leaves {name} behind");
        }
    };
    // At the same time, because most of them wait.
    thread::scope(|scope| ends.into_iter().for_each(|end| drop(scope.spawn(move || examine(end)))));
}

#[test]
fn programs_end_when_the_harness_is_killed() {
    let home = tempfile::tempdir().unwrap();
    let script = "echo $$ > first; setsid sleep 300 & echo $! > second; \
                  (setsid sh -c 'sleep 300 & echo $! > third; wait' &); sleep 300";
    let suite = suite_of(home.path(), script, "");
    let names = ["first", "second", "third"];
    let mut harness = begun(home.path(), &suite, &names);
    let told = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    assert!(names.iter().all(|name| is_alive(&told(name))));
    harness.kill().unwrap();
    harness.wait().unwrap();
    let killed = Instant::now();
    while names.iter().any(|name| is_alive(&told(name))) {
        assert!(killed.elapsed() < Duration::from_secs(30), "something is left behind");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn processes_that_a_program_started_count_towards_its_limits() {
    let home = tempfile::tempdir().unwrap();
    let hog = "(setsid awk 'BEGIN { s = \"x\"; while (1) s = s s }' &); sleep 300";
    let suite = suite_of(home.path(), hog, "memory_limit = \"60MiB\"\ntime_limit = \"60s\"");
    let row = only_row(home.path(), &suite, 0);
    assert_eq!(row.outcome.status, Status::MemoryLimit, "{:?}", row.outcome.reason);
    assert!(row.outcome.peak_rss.unwrap() > 60 << 20);

    let busy = "(setsid sh -c 'while :; do :; done' &); sleep 300";
    let suite = suite_of(home.path(), busy, "cpu_limit = \"300ms\"\ntime_limit = \"120s\"");
    let row = only_row(home.path(), &suite, 0);
    assert_eq!(row.outcome.status, Status::TimeLimit, "{:?}", row.outcome.reason);
    assert!(
        row.outcome.reason.as_ref().unwrap().contains("of processor time"),
        "{:?}",
        row.outcome.reason
    );
    assert!(row.outcome.cpu_ns.unwrap() >= 300_000_000, "{:?}", row.outcome.cpu_ns);
}

#[test]
fn a_program_killed_from_outside_has_crashed() {
    let home = tempfile::tempdir().unwrap();
    let suite = suite_of(home.path(), "kill -9 $$", "memory_limit = \"1GiB\"");
    let row = only_row(home.path(), &suite, 2);
    assert_eq!(row.outcome.status, Status::Crashed);
    assert!(row.outcome.reason.as_ref().unwrap().contains("SIGKILL"), "{:?}", row.outcome.reason);
}

#[test]
fn a_program_that_did_not_answer_in_time_is_named_as_one_that_crashed() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    for (script, limits, code, status) in
        [("exit 4", "", 2, "crashed"), ("exec sleep 300", "time_limit = \"1s\"", 0, "time-limit")]
    {
        let suite = suite_of(home.path(), script, limits);
        let output = run(&out, &[suite.to_str().unwrap(), "--quiet", "--overwrite"], code);
        let text = String::from_utf8(output.stderr).unwrap();
        let reason = load(&out).unwrap().rows.remove(0).outcome.reason.unwrap();
        assert_eq!(text.trim_end(), format!("{status}: tested-one on instance \"a\": {reason}"));
    }
}

#[test]
fn output_of_programs_is_escaped_for_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    for (said, quoted) in [
        (r#"{"id":1,"status":"crashed","reason":"\u001b[2J\u202eback\nerror: forged"}"#, "2J"),
        (r#"{"id":1,"status":"\u001b[2J\u202eback"}"#, "2J"),
    ] {
        fs::write(home.path().join("answer"), format!("{said}\n")).unwrap();
        let suite = suite_of(home.path(), "cat answer; read a", "");
        let out = home.path().join("out");
        let output = run(&out, &[suite.to_str().unwrap(), "--quiet", "--overwrite"], 2);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(quoted) && text.contains("u{1b}") && text.lines().count() == 1);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
        let reason = load(&out).unwrap().rows.remove(0).outcome.reason.unwrap();
        assert!(!reason.contains(['\u{1b}', '\u{202e}']), "{reason:?}");
    }
}

#[test]
fn the_processor_time_of_a_program_is_that_of_the_system() {
    let home = tempfile::tempdir().unwrap();
    let answer = r#"{"id":1,"status":"solved","moves":"r"}"#;
    fs::write(home.path().join("answer"), format!("{answer}\n")).unwrap();
    let busy = "n=0; while [ $n -lt 400000 ]; do n=$((n+1)); done;";
    let suite = suite_of(home.path(), &format!("{busy} cat answer; read a"), "");
    let cpu = only_row(home.path(), &suite, 0).outcome.cpu_ns.unwrap();
    assert!(cpu > 50_000_000 && cpu < 60_000_000_000, "{cpu}");
}

/// Starts a harness and waits until its program has written these files.
fn begun(home: &Path, suite: &Path, names: &[&str]) -> Child {
    let mut command = optile();
    command.arg("run").arg(suite).args(["--quiet", "--out"]).arg(home.join("out"));
    let harness = command.spawn().unwrap();
    let begun = Instant::now();
    let told = |name: &&str| fs::read_to_string(home.join(name)).unwrap_or_default();
    while !names.iter().all(|name| told(name).ends_with('\n')) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the program has not begun");
        thread::sleep(Duration::from_millis(5));
    }
    harness
}

/// Two interruptions, with a program that does not answer and a process that keeps
/// its pipes open.
#[test]
fn an_interruption_ends_a_run_and_its_processes() {
    let home = tempfile::tempdir().unwrap();
    let script = "setsid sleep 300 & echo $! > second; echo $$ > first; exec sleep 300";
    let suite = suite_of(home.path(), script, "");
    let mut harness = begun(home.path(), &suite, &["first", "second"]);
    let asked = Instant::now();
    let status = loop {
        assert!(asked.elapsed() < Duration::from_secs(60), "the harness has not ended");
        if let Some(status) = harness.try_wait().unwrap() {
            break status;
        }
        // A third one would end it in any case.
        if asked.elapsed() < Duration::from_millis(400) {
            let id = harness.id().to_string();
            assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        }
        thread::sleep(Duration::from_millis(250));
    };
    assert_eq!(status.code(), Some(130));
    for name in ["first", "second"] {
        assert!(!is_alive(&fs::read_to_string(home.path().join(name)).unwrap()), "{name}");
    }
}

/// One program leaves processes behind again and again. The other one continues only
/// as long as the process that it has detached exists.
#[test]
fn processes_of_two_programs_are_not_confused() {
    if thread::available_parallelism().unwrap().get() < 2 {
        return eprintln!("skipped: two jobs need two cores");
    }
    let home = tempfile::tempdir().unwrap();
    let boards = ["1 2 3 4 5 6 7 0 8", "1 2 3 4 5 6 0 7 8", "1 2 3 4 5 0 7 8 6"];
    let lines = boards.iter().enumerate().map(|(n, board)| format!("b{n}\t{board}\t-\n"));
    fs::write(home.path().join("boards.tsv"), lines.collect::<String>()).unwrap();
    let leaver = "(setsid sleep 300 &); read a; (setsid sleep 300 &); exit 3";
    let steady = "(env -i PATH=\"$PATH\" setsid sh -c 'echo $$ > $0; exec sleep 300' helper-$$ &); \
                  while [ ! -s helper-$$ ]; do sleep 0.01; done; while read a; do sleep 0.3; \
                  kill -0 $(cat helper-$$) || exit 9; n=${a#*:}; \
                  echo \"{\\\"id\\\":${n%%,*},\\\"status\\\":\\\"unsupported\\\"}\"; done";
    let mut text = "name = \"two\"\ninstances = [\"boards.tsv\"]\nrepeat = 3\n\
                    strategies = [\"tested-leaver\", \"tested-steady\"]\n"
        .to_owned();
    for (name, script) in [("leaver", leaver), ("steady", steady)] {
        let script = format!("echo '{{\"protocol\":1}}'; {script}");
        text.push_str(&format!(
            "[[external]]\nname = \"tested-{name}\"\ncommand = [\"sh\", \"-c\", {script:?}]\n"
        ));
    }
    let file = home.path().join("two.toml");
    fs::write(&file, text).unwrap();
    let out = home.path().join("out");
    run(&out, &[file.to_str().unwrap(), "--quiet", "--jobs", "2"], 2);
    let results = load(&out).unwrap();
    assert_eq!(results.rows.len(), 18);
    for row in results.rows {
        let status =
            if row.run.strategy == "tested-steady" { Status::Unsupported } else { Status::Crashed };
        assert_eq!(row.outcome.status, status, "{}: {:?}", row.run.strategy, row.outcome.reason);
    }
}
