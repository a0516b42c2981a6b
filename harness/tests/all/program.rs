//! The program as a process: results on disk, exit statuses, signals, pipes and full
//! disks.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use optile_core::Promise;
use optile_results::load;
use optile_results::rows::row::{Row, Status};

use crate::process::{optile, run, stderr};

fn rows(out: &Path) -> Vec<Row> {
    load(out).unwrap().rows
}

/// A folder and an instance file in it.
fn with_instances(text: &str) -> (tempfile::TempDir, String) {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("some.tsv");
    fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap().to_owned();
    (home, name)
}

const HARD: &str = "# size: 4x4\nhard\t14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\t-\t0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";

#[test]
fn a_run_leaves_everything_and_is_not_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("results");
    let smoke =
        ["smoke", "--strategy", "bidir", "--strategy", "idastar:manhattan", "--repeat", "2"];
    let output = run(&out, &smoke, 0);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("2 strategies, 35 instances, 140 runs: all optimal lengths agree"),
        "{text}"
    );
    for file in ["run.json", "results.jsonl", "results.csv", "report.html"] {
        assert!(out.join(file).metadata().unwrap().len() > 0, "{file}");
    }
    let results = load(&out).unwrap();
    assert!(results.record.complete);
    assert_eq!(results.rows.len() as u64, results.record.planned());
    let csv = fs::read_to_string(out.join("results.csv")).unwrap();
    assert_eq!(csv.lines().count(), results.rows.len() + 1);

    let before = fs::read(out.join("results.jsonl")).unwrap();
    let said = stderr(&run(&out, &smoke, 0));
    assert!(said.contains("140 of 140 runs done"), "{said}");
    assert_eq!(fs::read(out.join("results.jsonl")).unwrap(), before);
    let error = stderr(&run(&out, &["smoke", "--strategy", "bfs"], 1));
    assert!(error.contains("--overwrite"), "{error}");
    let output = run(&out, &["smoke", "--strategy", "bfs", "--overwrite", "--quiet"], 0);
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    assert!(rows(&out).iter().all(|row| row.run.strategy == "bfs"));

    fs::remove_file(out.join("report.html")).unwrap();
    let output = optile().arg("report").arg(&out).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(out.join("report.html").exists());
}

#[test]
fn rows_but_for_their_times_repeat_exactly() {
    let home = tempfile::tempdir().unwrap();
    let timeless = |name: &str| {
        let out = home.path().join(name);
        let some = ["2x?-*", "3x3-*5", "any-*", "4x4-2", "5x5-1", "unsolvable"];
        let some = some.iter().flat_map(|instance| ["--instance", instance]);
        run(&out, &["smoke", "--quiet"].into_iter().chain(some).collect::<Vec<_>>(), 0);
        let mut rows = rows(&out);
        for row in &mut rows {
            (row.outcome.prepare_ns, row.outcome.search_ns) = (0, 0);
            (row.outcome.cpu_ns, row.outcome.peak_rss) = (None, None);
            row.outcome.improvements.iter_mut().for_each(|path| path.ns = 0);
            row.run.origin.clear();
        }
        rows
    };
    std::thread::scope(|scope| {
        let one = scope.spawn(|| timeless("one"));
        assert_eq!(timeless("two"), one.join().unwrap());
    });
}

/// Strategies of each promise.
const PROMISES: [&str; 10] = [
    "--strategy",
    "bfs",
    "--strategy",
    "astar:manhattan",
    "--strategy",
    "wastar:manhattan",
    "--strategy",
    "arastar:manhattan",
    "--strategy",
    "greedy:manhattan",
];

#[test]
fn a_longer_path_than_the_file_says_is_wrong_and_exits_2() {
    let (home, file) = with_instances("a\t1 2 3 0 4 6 7 5 8\t1\n");
    let out = home.path().join("out");
    let arguments = [&["--instances", &file, "--quiet"], &PROMISES[..]].concat();
    let error = stderr(&run(&out, &arguments, 2));
    assert!(error.contains("wrong: bfs on instance \"a\""), "{error}");
    let is_judged =
        |row: &Row| (row.outcome.status == Status::Wrong) == (row.run.promise != Promise::AnyPath);
    assert!(rows(&out).iter().all(is_judged));
    let output = optile().arg("report").arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn limits_have_their_status_and_keep_their_counters() {
    let (home, file) = with_instances(HARD);
    for (limit, value, status) in [
        ("--node-limit", "5000", Status::NodeLimit),
        ("--time-limit", "50ms", Status::TimeLimit),
        ("--memory-limit", "1MiB", Status::MemoryLimit),
    ] {
        let out = home.path().join(limit);
        let arguments =
            ["--instances", &file, "--strategy", "astar:misplaced", limit, value, "--quiet"];
        run(&out, &arguments, 0);
        let rows = rows(&out);
        assert_eq!(rows[0].outcome.status, status, "{limit}");
        let expanded = rows[0].outcome.counters.expanded.unwrap();
        assert!(expanded > 0 && (status != Status::NodeLimit || expanded == 5000), "{limit}");
        assert!(
            rows[0].outcome.counters.peak_bytes.unwrap() <= 1 << 20
                || status != Status::MemoryLimit
        );
    }
}

#[test]
fn an_unsolvable_pair_is_a_status() {
    let (home, file) = with_instances("a\t2 1 3 4 5 6 7 8 0\t-\nb\t1 2 3 4 5 6 7 0 8\t1\n");
    let out = home.path().join("out");
    run(&out, &[&["--instances", &file, "--quiet"], &PROMISES[..]].concat(), 0);
    let rows = rows(&out);
    assert!(rows.iter().all(|row| {
        row.outcome.status
            == if row.run.instance == "a" { Status::Unsolvable } else { Status::Solved }
    }));
}

#[test]
fn where_a_result_goes_is_looked_at_first() {
    let (home, file) = with_instances("a\t1 2 3 4 5 6 7 0 8\t1\n");
    fs::create_dir(home.path().join("folder.svg")).unwrap();
    let below = format!("{file}/below");
    for (arguments, place) in [
        (&["watch", "867254301", "-o", "missing/w.html"][..], "missing/w.html"),
        (&["watch", "867254301", "--svg", "folder.svg"], "folder.svg"),
        (&["chart", "results", "-o", "missing/c.svg"], "missing/c.svg"),
        (&["convert", "results", "-o", "missing/c.tsv"], "missing/c.tsv"),
        (&["export", "results", "--to", &below], &below),
        (&["merge", "results", "--out", &below], &below),
    ] {
        let output = optile().args(arguments).current_dir(&home).output().unwrap();
        // Neither a search nor the folder of results, which is missing, is spoken of.
        let said = stderr(&output);
        assert!(said.starts_with("error: cannot write ") && said.contains(place), "{said}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{said}");
    }
    assert_eq!(fs::read_dir(&home).unwrap().count(), 2);
}

#[test]
fn unread_output_is_not_a_failure() {
    let boards = "1 2 3 4 5 6 7 0 8\n".repeat(100_000);
    for arguments in [&["solve", "--judge", "hdu1043"][..], &["solve"], &["solve", "--json"]] {
        let mut child = optile()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        // The child may end before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(boards.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    }
}

#[test]
fn boards_before_a_bad_one_are_answered() {
    let mut child = optile()
        .args(["solve", "--judge", "hdu1043"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 8\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"r\n");
    assert!(stderr(&output).contains("standard input:2: "), "{}", stderr(&output));
}

/// The output of `optile solve` for some boards, and its exit status.
fn solved(arguments: &[&str], boards: &str) -> (Option<i32>, String) {
    let mut child = optile()
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(boards.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_board_without_an_answer_is_not_a_success() {
    let (small, swapped, large) = (
        "1 2 3 4 5 6 7 0 8\n",
        "2 1 3 4 5 6 7 8 0\n",
        "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15\n",
    );
    let table = ["--strategy", "retrograde"];
    let boards = [small, large, swapped].concat();
    assert_eq!(
        solved(&table, &boards),
        (Some(1), "1 move of the blank: r\nunsupported\nunsolvable\n".into())
    );
    let (status, lines) = solved(&["--strategy", "retrograde", "--json"], &boards);
    assert_eq!(status, Some(1));
    let statuses = lines.lines().map(|line| {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        answer["status"].as_str().unwrap().to_owned()
    });
    assert_eq!(statuses.collect::<Vec<_>>(), ["solved", "unsupported", "unsolvable"]);
    // "No solution" is an answer too.
    let boards = [small, swapped].concat();
    assert_eq!(solved(&table, &boards), (Some(0), "1 move of the blank: r\nunsolvable\n".into()));
}

#[test]
fn a_plan_with_too_many_runs_is_refused_at_once() {
    let home = tempfile::tempdir().unwrap();
    let suite = home.path().join("vast.toml");
    let text = "name = \"vast\"\ninstances = [\"smoke\"]\nrepeat = 4294967295\n";
    fs::write(&suite, text).unwrap();
    let out = home.path().join("out");
    for arguments in [&["smoke", "--repeat", "4294967295"][..], &[suite.to_str().unwrap()]] {
        let said = stderr(&run(&out, arguments, 1));
        assert!(said.contains(" 4294967295 and 0, which makes more runs"), "{said}");
        assert!(said.contains("expected at most 10000000"), "{said}");
        assert!(!out.exists(), "nothing is begun");
    }
}

/// Asks a process to end, as Ctrl-C does. Its own signal, SIGINT, is ignored if a script runs
/// these tests in the background.
#[cfg(unix)]
fn interrupt(id: u32) {
    assert!(Command::new("kill").args(["-TERM", &id.to_string()]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_rows() {
    use std::thread::sleep;
    use std::time::Duration;

    let easy =
        "easy\t14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\t45\t0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    let (home, file) = with_instances(&format!("{HARD}{easy}"));
    let out = home.path().join("out");
    let child = optile()
        .args(["run", "--strategy", "idastar:misplaced", "--instances", &file])
        .arg("--out")
        .arg(&out)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !out.join("run.json").exists() {
        sleep(Duration::from_millis(5));
    }
    // The first asks for an end after the current row, which would take hours. The
    // second asks for an end at once.
    for _ in 0..2 {
        sleep(Duration::from_millis(300));
        interrupt(child.id());
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.contains("with idastar:misplaced to end. Press Ctrl-C again"), "{said}");
    let results = load(&out).unwrap();
    assert!(!results.record.complete && results.record.origins[0].finished.is_some());
    assert!(out.join("report.html").exists() && out.join("results.csv").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_check_shows_its_progress_and_prints_what_it_found() {
    let home = tempfile::tempdir().unwrap();
    // A program that mostly waits.
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/external/idastar.py");
    let script = format!(
        "while read -r line; do sleep 0.05; printf '%s\\n' \"$line\"; done | python3 '{program}'"
    );
    let suite = home.path().join("slow.toml");
    fs::write(
        &suite,
        format!(
            "name = \"slow\"\ninstances = [\"smoke\"]\n[[external]]\nname = \"tested-slow\"\n\
             command = [\"sh\", \"-c\", {script:?}]\n"
        ),
    )
    .unwrap();
    let mut child = optile()
        .args(["check", "tested-slow", "--boards", "400", "--suite"])
        .arg(&suite)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut progress = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut progress).unwrap();
    let (share, rest) = progress.split_once(" %, ").unwrap();
    assert!(share.parse::<u64>().unwrap() < 100, "{progress}");
    assert!(rest.contains(" to go; tested-slow: 8-puzzles"), "{progress}");
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.starts_with("tested-slow (interrupted: this was found before)\n"), "{text}");
    let found = |line: &str| line.contains("ok    answers on 3x3: right on ");
    assert_eq!(text.lines().filter(|line| found(line)).count(), 1, "{text}");
    assert!(text.contains(" boards of 181,440\n"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_no_row_that_was_written() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    // A limit on the size of files simulates a full disk: 16 blocks of 512 bytes,
    // and no signal when it is exceeded.
    let script = format!(
        "trap '' XFSZ; ulimit -f 16; exec {} run smoke --quiet --strategy bidir --repeat 9 --out {}",
        env!("CARGO_BIN_EXE_optile"),
        out.display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let error = stderr(&output);
    assert!(error.contains("results.jsonl") && error.contains("\"instance\":"), "{error}");
    assert!(error.contains("all rows before are kept"), "{error}");
    let results = load(&out).unwrap();
    assert!(!results.rows.is_empty() && !results.record.complete);
    assert!(results.notices.is_empty(), "no half row is left: {:?}", results.notices);
}
