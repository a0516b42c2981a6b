//! Runs that are killed, split or made by programs that misbehave, and their results.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use optile_results::load;
use optile_results::rows::row::{Row, Status};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::essence::essence;
use crate::process::{optile, run};

/// Starts a command that should be silent, and kills it after this many microseconds
/// if it still runs. Returns whether it did.
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

/// The rows in a folder.
fn rows(folder: &Path) -> usize {
    let text = fs::read(folder.join("results.jsonl")).unwrap_or_default();
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// Starts a run and kills it as soon as its folder has this number of rows. Says whether it was
/// still there.
fn struck_at(command: &mut Command, folder: &Path, number: usize) -> (Output, bool) {
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while rows(folder) < number && process.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_micros(500));
    }
    let is_there = process.try_wait().unwrap().is_none();
    if is_there {
        process.kill().unwrap();
    }
    (process.wait_with_output().unwrap(), is_there)
}

/// Seventy runs, some of which fail, in one process or in several.
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

/// `tests/adversary` kills as many runs as one likes.
#[test]
fn a_run_killed_many_times_ends_with_the_same_rows() {
    const KILLS: u32 = 20;
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
        // After some time, or when it has written some more rows, on a machine of any speed.
        let (output, killed) = match random.random_range(0..2) {
            0 => struck(&mut command, random.random_range(0..60_000)),
            _ => struck_at(&mut command, &out, rows(&out) + random.random_range(1..20)),
        };
        kills += u32::from(killed);
        if output.status.success() {
            // It ended before it was killed.
            assert_eq!(essence(&out), whole);
            sessions.push(load(&out).unwrap().record.origins.len());
            finished += 1;
            out = home.path().join(finished.to_string());
        }
    }
    run(&out, &PLAN, 0);
    assert_eq!(essence(&out), whole);
    sessions.push(load(&out).unwrap().record.origins.len());
    assert!(sessions.iter().any(|&count| count > 2), "no folder was killed twice: {sessions:?}");
}

/// A checkpoint after every distance gives the most chances to be killed while one is
/// written.
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
    // Everything except the seconds and the bytes, which depend on the threads.
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
    assert_eq!(load(&all).unwrap().record.origins.len(), 3);

    // The same runs made twice are not parts of one plan.
    let output = optile().arg("merge").arg(&whole).arg("--out").arg(&all).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("was run twice"), "{said}");
}

/// Programs written in a line of shell, and the expected status of their runs.
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
        suite.push_str(&format!(", \"tested-{name}\""));
    }
    suite.push_str("]\n");
    for (name, script, ..) in PROGRAMS {
        let script = format!("echo '{{\"protocol\":1}}'; {script}");
        suite.push_str(&format!(
            "[[external]]\nname = \"tested-{name}\"\ncommand = [\"sh\", \"-c\", {script:?}]\n"
        ));
    }
    let file = home.path().join("bad.toml");
    fs::write(&file, suite).unwrap();
    let out = home.path().join("out");
    run(&out, &[file.to_str().unwrap(), "--quiet"], 2);
    let rows = load(&out).unwrap().rows;
    assert_eq!(rows.len(), 2 * (PROGRAMS.len() + 1));
    for row in rows {
        let expected = row.run.strategy.strip_prefix("tested-").map(|name| {
            PROGRAMS.iter().find(|program| program.0 == name).expect("one of these programs")
        });
        let Some((name, _, status, reason)) = expected else {
            assert_eq!((row.run.strategy.as_str(), row.outcome.status), ("bfs", Status::Solved));
            assert!(row.outcome.peak_rss.unwrap() > 1 << 20 && row.outcome.cpu_ns.is_some());
            continue;
        };
        assert_eq!(row.outcome.status, *status, "{name}: {:?}", row.outcome.reason);
        assert!(
            row.outcome.reason.as_ref().unwrap().contains(reason),
            "{name}: {:?}",
            row.outcome.reason
        );
        assert_eq!(row.outcome.counters.expanded, None, "{name} counted nothing");
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
             time_limit = \"60s\"\nstrategies = [\"tested-hog\"]\n[[external]]\nname = \"tested-hog\"\n\
             command = [\"sh\", \"-c\", {script:?}]\n"
        ),
    )
    .unwrap();
    let out = home.path().join("out");
    run(&out, &[file.to_str().unwrap(), "--quiet"], 0);
    let rows = load(&out).unwrap().rows;
    assert_eq!(rows[0].outcome.status, Status::MemoryLimit, "{:?}", rows[0].outcome.reason);
    assert!(rows[0].outcome.peak_rss.unwrap() > 50 << 20);
}

#[test]
fn a_program_that_cannot_be_started_is_reported_before_any_run() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("none.toml");
    fs::write(
        &file,
        "name = \"none\"\ninstances = [\"smoke\"]\nstrategies = [\"tested-none\"]\n[[external]]\n\
         name = \"tested-none\"\ncommand = [\"./no-such-program\"]\n",
    )
    .unwrap();
    let out = home.path().join("out");
    let output = run(&out, &[file.to_str().unwrap(), "--quiet"], 1);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("program \"tested-none\" did not greet"), "{said}");
    assert!(said.contains("cannot start ./no-such-program"), "{said}");
    assert!(!out.exists());
}

#[test]
fn the_example_in_python_agrees_and_its_gaps_stay_empty() {
    let home = tempfile::tempdir().unwrap();
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/external/suite.toml");
    let out = home.path().join("out");
    run(&out, &[suite, "--repeat", "1", "--quiet"], 0);
    let rows = load(&out).unwrap().rows;
    let of = |name: &str| -> Vec<&Row> {
        let mut rows: Vec<&Row> = rows.iter().filter(|row| row.run.strategy == name).collect();
        rows.sort_by(|a, b| a.run.instance.cmp(&b.run.instance));
        rows
    };
    let (theirs, ours) = (of("python-idastar"), of("idastar:manhattan"));
    assert!(theirs.len() > 30 && theirs.len() == ours.len());
    for (a, b) in theirs.iter().zip(&ours) {
        assert_eq!(
            (a.outcome.status, a.outcome.length()),
            (b.outcome.status, b.outcome.length()),
            "{}",
            a.run.instance
        );
        // The same search in the same order of moves expands the same nodes.
        if a.outcome.status == Status::Solved {
            assert_eq!(
                (a.outcome.counters.expanded, a.outcome.counters.generated),
                (b.outcome.counters.expanded, b.outcome.counters.generated),
                "{}",
                a.run.instance
            );
        }
        assert_eq!((a.outcome.counters.duplicates, a.outcome.counters.peak_bytes), (None, None));
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
