//! Runs that are killed, cut in parts or made by programs that misbehave, and
//! what is left of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use optile::report;
use optile::row::{Row, Status};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn optile() -> Command {
    Command::new(env!("CARGO_BIN_EXE_optile"))
}

fn run(out: &Path, arguments: &[&str], status: i32) -> Output {
    let output = optile().arg("run").args(arguments).arg("--out").arg(out).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    output
}

/// The rows without what no two runs have in common.
fn essence(folder: &Path) -> Vec<Row> {
    let results = report::load(folder).unwrap();
    assert!(results.record.complete);
    let plain = |row: Row| Row {
        origin: String::new(),
        prepare_ns: 0,
        search_ns: 0,
        cpu_ns: None,
        peak_rss: None,
        ..row
    };
    let mut rows: Vec<Row> = results.rows.into_iter().map(plain).collect();
    rows.sort_by_key(|row| row.order);
    rows
}

/// Starts a command that ought to be silent and kills it after so many
/// microseconds, if it is still there; whether it was.
fn struck(command: &mut Command, micros: u64) -> (Output, bool) {
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_micros(micros));
    let is_there = process.try_wait().unwrap().is_none();
    if is_there {
        process.kill().unwrap();
    }
    let output = process.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.is_empty(), "{said}");
    (output, is_there)
}

/// Half a thousand runs, some of which fail, in one process or several.
const PLAN: [&str; 9] = [
    "smoke",
    "--strategy",
    "idastar:manhattan",
    "--strategy",
    "bfs",
    "--node-limit",
    "20000",
    "--repeat",
    "1",
];

#[test]
fn a_run_killed_a_hundred_times_ends_with_the_same_rows() {
    const KILLS: u32 = 100;
    let home = tempfile::tempdir().unwrap();
    let whole = home.path().join("whole");
    run(&whole, &PLAN, 0);
    let whole = essence(&whole);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut kills, mut finished, mut sessions) = (0, 0, Vec::new());
    let mut out = home.path().join("0");
    while kills < KILLS {
        let jobs = ["--jobs=1", "--jobs=2", "--in-process"][random.random_range(0..3)];
        let jobs =
            if thread::available_parallelism().unwrap().get() < 2 { "--jobs=1" } else { jobs };
        let mut command = optile();
        command.arg("run").args(PLAN).args([jobs, "--quiet", "--out"]).arg(&out);
        let (output, killed) = struck(&mut command, random.random_range(0..60_000));
        kills += u32::from(killed);
        if output.status.success() {
            // It came to its end before the blow: on to the next.
            assert_eq!(essence(&out), whole);
            sessions.push(report::load(&out).unwrap().record.origins.len());
            finished += 1;
            out = home.path().join(finished.to_string());
        }
    }
    run(&out, &PLAN, 0);
    assert_eq!(essence(&out), whole);
    sessions.push(report::load(&out).unwrap().record.origins.len());
    assert!(sessions.iter().any(|&count| count > 2), "no folder was killed twice: {sessions:?}");
}

/// A checkpoint after every distance is more than anybody needs, but gives a
/// blow the most to fall on.
#[test]
fn an_exploration_killed_many_times_counts_the_same() {
    const KILLS: u32 = 40;
    let home = tempfile::tempdir().unwrap();
    let checkpoint = home.path().join("2x5.checkpoint");
    let explore = || {
        let mut command = optile();
        command.args(["explore", "--size", "2x5", "--json", "--quiet"]);
        command
    };
    // All but seconds, and bytes, which go with the threads.
    let counts = |output: &Output| {
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (value["counts"].clone(), value["states"].clone(), value["radius"].clone())
    };
    let whole = counts(&explore().output().unwrap());
    assert_eq!((&whole.1, &whole.2), (&1_814_400.into(), &55.into()));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut kills, mut resumed) = (0, 0);
    while kills < KILLS {
        resumed += u32::from(checkpoint.exists());
        let mut command = explore();
        command.args(["--every", "1", "--checkpoint"]).arg(&checkpoint);
        let (output, killed) = struck(&mut command, random.random_range(0..40_000));
        kills += u32::from(killed);
        if output.status.success() {
            assert_eq!(counts(&output), whole);
            assert!(!checkpoint.exists());
        }
    }
    let output = explore().arg("--checkpoint").arg(&checkpoint).output().unwrap();
    assert_eq!(counts(&output), whole);
    assert!(resumed > KILLS / 4, "only {resumed} explorations were taken up again");
}

#[test]
fn shards_merge_to_the_undisturbed_run() {
    let home = tempfile::tempdir().unwrap();
    let whole = home.path().join("whole");
    run(&whole, &PLAN, 0);
    let parts: Vec<PathBuf> = (1..=3).map(|n| home.path().join(format!("part-{n}"))).collect();
    for (part, shard) in parts.iter().zip(["1/3", "2/3", "3/3"]) {
        run(part, &[&PLAN[..], &["--shard", shard]].concat(), 0);
    }
    let all = home.path().join("all");
    let merge = |folders: &[PathBuf]| {
        let output = optile().arg("merge").args(folders).arg("--out").arg(&all).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(all.join("results.jsonl")).unwrap()
    };
    merge(&parts[..2]);
    let once = merge(&parts[2..]);
    assert_eq!(merge(&parts), once, "merging twice changes nothing");
    assert_eq!(essence(&all), essence(&whole));
    assert_eq!(report::load(&all).unwrap().record.origins.len(), 3);

    // The same runs made twice are no parts of one whole.
    let output = optile().arg("merge").arg(&whole).arg("--out").arg(&all).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("was run twice"), "{said}");
}

/// Programs of a shell's few words, and what is to become of their runs.
const PROGRAMS: [(&str, &str, Status, &str); 8] = [
    ("garbage", "read a; echo garbage; sleep 60", Status::Crashed, "answered \"garbage\""),
    ("hang", "read a; sleep 60", Status::TimeLimit, "with no answer"),
    ("abort", "read a; echo dying >&2; kill -ABRT $$", Status::Crashed, "SIGABRT"),
    ("segv", "read a; kill -SEGV $$", Status::Crashed, "SIGSEGV"),
    ("nothing", "read a", Status::Crashed, "exit status: 0"),
    ("flood", "read a; exec cat /dev/zero", Status::Crashed, "a line of more than"),
    (
        "stranger",
        r#"read a; echo '{"id":9999,"status":"unsolvable"}'"#,
        Status::Crashed,
        "answered request 9999",
    ),
    (
        "modest",
        r#"while read a; do n=${a#*:}; echo "{\"id\":${n%%,*},\"status\":\"unsupported\",\"reason\":\"no\"}"; done"#,
        Status::Unsupported,
        "no",
    ),
];

#[test]
fn what_a_program_does_costs_its_own_row_only() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("two.tsv"), "a\t1 2 3 4 5 6 7 0 8\t1\nb\t1 2 3 4 5 6 0 7 8\t2\n")
        .unwrap();
    let mut suite = "name = \"bad\"\ninstances = [\"two.tsv\"]\ntime_limit = \"200ms\"\n\
                     memory_limit = \"100MiB\"\nstrategies = [\"bfs\""
        .to_owned();
    for (name, ..) in PROGRAMS {
        suite.push_str(&format!(", {name:?}"));
    }
    suite.push_str("]\n");
    for (name, script, ..) in PROGRAMS {
        let script = format!("echo '{{\"protocol\":1}}'; {script}");
        suite.push_str(&format!(
            "[[external]]\nname = {name:?}\ncommand = [\"sh\", \"-c\", {script:?}]\n"
        ));
    }
    let file = home.path().join("bad.toml");
    fs::write(&file, suite).unwrap();
    let out = home.path().join("out");
    run(&out, &[file.to_str().unwrap(), "--quiet"], 2);
    let rows = report::load(&out).unwrap().rows;
    assert_eq!(rows.len(), 2 * (PROGRAMS.len() + 1));
    for row in rows {
        let expected = PROGRAMS.iter().find(|program| program.0 == row.strategy);
        let Some((name, _, status, reason)) = expected else {
            assert_eq!((row.strategy.as_str(), row.status), ("bfs", Status::Solved));
            assert!(row.peak_rss.unwrap() > 1 << 20 && row.cpu_ns.is_some());
            continue;
        };
        assert_eq!(row.status, *status, "{name}: {:?}", row.reason);
        assert!(row.reason.as_ref().unwrap().contains(reason), "{name}: {:?}", row.reason);
        assert_eq!(row.expanded, None, "{name} counted nothing");
    }
}

#[test]
fn a_program_with_too_much_memory_is_ended_by_the_limit() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("one.tsv"), "a\t1 2 3 4 5 6 7 0 8\t1\n").unwrap();
    let script =
        "echo '{\"protocol\":1}'; read a; exec awk 'BEGIN { s = \"x\"; while (1) s = s s }'";
    let file = home.path().join("hog.toml");
    fs::write(
        &file,
        format!(
            "name = \"hog\"\ninstances = [\"one.tsv\"]\nmemory_limit = \"50MiB\"\n\
             time_limit = \"60s\"\nstrategies = [\"hog\"]\n[[external]]\nname = \"hog\"\n\
             command = [\"sh\", \"-c\", {script:?}]\n"
        ),
    )
    .unwrap();
    let out = home.path().join("out");
    run(&out, &[file.to_str().unwrap(), "--quiet"], 0);
    let rows = report::load(&out).unwrap().rows;
    assert_eq!(rows[0].status, Status::MemoryLimit, "{:?}", rows[0].reason);
    assert!(rows[0].peak_rss.unwrap() > 50 << 20);
}

/// A suite of one small instance and one program of a shell's few words, in a
/// folder.
fn suite_of(home: &Path, script: &str, limits: &str) -> PathBuf {
    fs::write(home.join("one.tsv"), "a\t1 2 3 4 5 6 7 0 8\t1\n").unwrap();
    let script = format!("echo '{{\"protocol\":1}}'; read a; {script}");
    let text = format!(
        "name = \"one\"\ninstances = [\"one.tsv\"]\nstrategies = [\"one\"]\n{limits}\n\
         [[external]]\nname = \"one\"\ncommand = [\"sh\", \"-c\", {script:?}]\n"
    );
    let file = home.join("one.toml");
    fs::write(&file, text).unwrap();
    file
}

/// The only row of such a suite.
fn only_row(home: &Path, suite: &Path, status: i32) -> Row {
    let out = home.join("out");
    run(&out, &[suite.to_str().unwrap(), "--quiet", "--overwrite"], status);
    report::load(&out).unwrap().rows.remove(0)
}

/// Whether a process is there and no zombie.
fn is_alive(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, fields)| !fields.starts_with(['Z', 'X']))
}

/// What is left behind holds the pipes of its program open: the first one
/// standard error, the second one standard output, without any limit of time.
#[test]
fn what_a_program_leaves_behind_delays_nothing() {
    for (sleep, limits) in [
        ("setsid sleep 300 > /dev/null", "time_limit = \"2s\""),
        ("setsid sleep 300 2> /dev/null", ""),
    ] {
        let home = tempfile::tempdir().unwrap();
        let suite = suite_of(home.path(), &format!("{sleep} & echo $! > left; exit 4"), limits);
        let begun = Instant::now();
        let row = only_row(home.path(), &suite, 2);
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        assert_eq!(row.status, Status::Crashed);
        assert!(row.reason.as_ref().unwrap().contains("exit status: 4"), "{:?}", row.reason);
        let left = fs::read_to_string(home.path().join("left")).unwrap();
        assert!(!is_alive(&left), "{sleep} is left behind");
    }
}

/// Programs that start others which leave their group, their session, their
/// parent and their environment, and the ways in which they end.
#[test]
fn all_that_a_program_started_ends_with_it() {
    const SPREAD: &str = "for n in 1 2 3; do (env -i PATH=\"$PATH\" setsid sh -c \
                          'echo $$ > left-$0; sleep 300 & echo $! > left-$0-child; wait' $n &); \
                          done; while [ ! -s left-3-child ] || [ ! -s left-2-child ] || \
                          [ ! -s left-1-child ]; do sleep 0.01; done;";
    for (end, limits, code, status) in [
        ("exit 5", "", 2, Status::Crashed),
        ("kill -SEGV $$", "", 2, Status::Crashed),
        ("echo garbage; sleep 300", "", 2, Status::Crashed),
        ("exec sleep 300", "time_limit = \"1s\"", 0, Status::TimeLimit),
        ("sleep 1; kill -9 $PPID; exec sleep 300", "", 2, Status::Crashed),
        ("kill -STOP $$", "time_limit = \"1s\"", 0, Status::TimeLimit),
        (r#"echo '{"id":1,"status":"unsupported"}'; read a"#, "", 0, Status::Unsupported),
    ] {
        let home = tempfile::tempdir().unwrap();
        let suite = suite_of(home.path(), &format!("{SPREAD} {end}"), limits);
        let row = only_row(home.path(), &suite, code);
        assert_eq!(row.status, status, "{end}: {:?}", row.reason);
        for name in ["left-1", "left-2-child", "left-3", "left-3-child"] {
            let id = fs::read_to_string(home.path().join(name)).unwrap();
            assert!(!is_alive(&id), "{end} leaves {name} behind");
        }
    }
}

#[test]
fn a_harness_that_is_killed_takes_all_along() {
    let home = tempfile::tempdir().unwrap();
    let script = "echo $$ > first; setsid sleep 300 & echo $! > second; \
                  (setsid sh -c 'sleep 300 & echo $! > third; wait' &); sleep 300";
    let suite = suite_of(home.path(), script, "");
    let out = home.path().join("out");
    let mut command = optile();
    command.arg("run").arg(&suite).args(["--quiet", "--out"]).arg(&out);
    let mut harness = command.spawn().unwrap();
    let begun = Instant::now();
    let told = |name: &str| fs::read_to_string(home.path().join(name)).unwrap_or_default();
    let names = ["first", "second", "third"];
    while !names.iter().all(|name| told(name).ends_with('\n')) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the program has not begun");
        thread::sleep(Duration::from_millis(5));
    }
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
fn what_a_program_started_counts_toward_its_limits() {
    let home = tempfile::tempdir().unwrap();
    let hog = "(setsid awk 'BEGIN { s = \"x\"; while (1) s = s s }' &); sleep 300";
    let suite = suite_of(home.path(), hog, "memory_limit = \"60MiB\"\ntime_limit = \"60s\"");
    let row = only_row(home.path(), &suite, 0);
    assert_eq!(row.status, Status::MemoryLimit, "{:?}", row.reason);
    assert!(row.peak_rss.unwrap() > 60 << 20);

    let busy = "(setsid sh -c 'while :; do :; done' &); sleep 300";
    let suite = suite_of(home.path(), busy, "cpu_limit = \"300ms\"\ntime_limit = \"120s\"");
    let row = only_row(home.path(), &suite, 0);
    assert_eq!(row.status, Status::TimeLimit, "{:?}", row.reason);
    assert!(row.reason.as_ref().unwrap().contains("of processor time"), "{:?}", row.reason);
    assert!(row.cpu_ns.unwrap() >= 300_000_000, "{:?}", row.cpu_ns);
}

/// A control group below this process's own, in either version; removed at the
/// end.
struct Group(PathBuf);

impl Group {
    /// One that may use so many bytes; why not, where the system refuses.
    fn of(bytes: u64) -> Result<Self, String> {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let path_of = |head: &str| {
            let line = groups.lines().find_map(|line| line.split_once(head));
            line.map(|(_, path)| path.trim_start_matches('/').to_owned())
        };
        let mount = Path::new("/sys/fs/cgroup");
        let (folder, limit) = match (path_of(":memory:"), path_of("0::")) {
            (Some(path), _) => (mount.join("memory").join(path), "memory.limit_in_bytes"),
            (None, Some(path)) => (mount.join(path), "memory.max"),
            (None, None) => return Err("there are no control groups".into()),
        };
        let group = Self(folder.join(format!("optile-test-{}-{bytes}", std::process::id())));
        let made = fs::create_dir(&group.0)
            .and_then(|()| fs::write(group.0.join(limit), bytes.to_string()))
            .and_then(|()| fs::write(group.0.join("memory.swap.max"), "0").or(Ok(())));
        made.map_err(|error| format!("{} cannot be set up: {error}", group.0.display()))?;
        Ok(group)
    }

    /// Runs a suite within it.
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
    let home = tempfile::tempdir().unwrap();
    let output = group.run(&["smoke", "--strategy", "bfs", "--quiet"], home.path());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record = report::load(home.path()).unwrap().record;
    assert_eq!(record.origins[0].memory, 400 << 20);
    assert_eq!(record.limits.memory, Some(200 << 20));
}

#[test]
fn what_the_system_kills_for_want_of_memory_has_met_a_limit() {
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
    let row = report::load(&out).unwrap().rows.remove(0);
    assert_eq!(row.status, Status::MemoryLimit, "{:?}", row.reason);
    assert!(row.reason.unwrap().contains("no more memory"));
}

#[test]
fn a_program_that_somebody_kills_has_crashed() {
    let home = tempfile::tempdir().unwrap();
    let suite = suite_of(home.path(), "kill -9 $$", "memory_limit = \"1GiB\"");
    let row = only_row(home.path(), &suite, 2);
    assert_eq!(row.status, Status::Crashed);
    assert!(row.reason.as_ref().unwrap().contains("SIGKILL"), "{:?}", row.reason);
}

#[test]
fn nothing_that_a_program_says_reaches_the_terminal_raw() {
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
        let reason = report::load(&out).unwrap().rows.remove(0).reason.unwrap();
        assert!(!reason.contains(['\u{1b}', '\u{202e}']), "{reason:?}");
    }
}

#[test]
fn claims_of_processor_time_do_not_stand_against_the_systems() {
    let home = tempfile::tempdir().unwrap();
    let busy = "n=0; while [ $n -lt 400000 ]; do n=$((n+1)); done;";
    for claim in [1, u64::MAX] {
        let answer = format!(r#"{{"id":1,"status":"solved","moves":"r","cpu_ns":{claim}}}"#);
        fs::write(home.path().join("answer"), answer + "\n").unwrap();
        let suite = suite_of(home.path(), &format!("{busy} cat answer; read a"), "");
        let row = only_row(home.path(), &suite, 0);
        let cpu = row.cpu_ns.unwrap();
        assert!(cpu > 50_000_000 && cpu < 60_000_000_000, "{claim} became {cpu}");
    }
}

#[test]
fn a_program_that_cannot_be_started_is_told_before_any_run() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("none.toml");
    fs::write(
        &file,
        "name = \"none\"\ninstances = [\"smoke\"]\n[[external]]\nname = \"none\"\n\
         command = [\"./no-such-program\"]\n",
    )
    .unwrap();
    let out = home.path().join("out");
    let output = run(&out, &[file.to_str().unwrap(), "--quiet"], 1);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("program \"none\" did not greet"), "{said}");
    assert!(said.contains("cannot start ./no-such-program"), "{said}");
    assert!(!out.exists());
}

#[test]
fn the_example_in_python_agrees_and_its_gaps_stay_empty() {
    let home = tempfile::tempdir().unwrap();
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/external/suite.toml");
    let out = home.path().join("out");
    run(&out, &[suite, "--repeat", "1", "--quiet"], 0);
    let rows = report::load(&out).unwrap().rows;
    let of = |name: &str| -> Vec<&Row> {
        let mut rows: Vec<&Row> = rows.iter().filter(|row| row.strategy == name).collect();
        rows.sort_by(|a, b| a.instance.cmp(&b.instance));
        rows
    };
    let (theirs, ours) = (of("python-idastar"), of("idastar:manhattan"));
    assert!(theirs.len() > 30 && theirs.len() == ours.len());
    for (a, b) in theirs.iter().zip(&ours) {
        assert_eq!((a.status, a.length), (b.status, b.length), "{}", a.instance);
        // The same search in the same order of moves expands the same nodes.
        if a.status == Status::Solved {
            assert_eq!((a.expanded, a.generated), (b.expanded, b.generated), "{}", a.instance);
        }
        assert_eq!((a.duplicates, a.peak_bytes), (None, None));
    }
}

#[test]
fn a_folder_in_use_is_refused_and_names_the_process() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let mut first = optile()
        .args(["run", "korf100", "--strategy", "idastar:manhattan", "--quiet", "--out"])
        .arg(&out)
        .spawn()
        .unwrap();
    while !out.join("run.json").exists() {
        assert!(first.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(1));
    }
    let output = run(&out, &["korf100", "--strategy", "idastar:manhattan"], 1);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(&format!("process \"{}\"", first.id())), "{said}");
    first.kill().unwrap();
    first.wait().unwrap();
}
