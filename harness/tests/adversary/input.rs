//! Input that is wrong, and output that nobody takes.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::address_space::confined;
use crate::{expect, optile};

#[test]
fn a_length_for_an_unsolvable_board_is_a_fault_of_the_file() {
    let home = tempfile::tempdir().unwrap();
    let (file, suite) = (home.path().join("boards.tsv"), home.path().join("suite.toml"));
    let boards = "# size: 3x3\ngood\t1 2 3 4 5 6 0 7 8\t2\nbad\t2 1 3 4 5 6 7 8 0\t7\n";
    fs::write(&file, boards).unwrap();
    fs::write(&suite, "name = \"s\"\ninstances = [\"boards.tsv\"]\nstrategies = [\"bfs\"]\n")
        .unwrap();
    let out = home.path().join("out");
    let mut run = optile();
    run.args(["run", "--strategy", "bfs", "--instances"]).arg(&file).arg("--out").arg(&out);
    for command in [&mut run, optile().arg("run").arg(&suite).arg("--out").arg(&out)] {
        let output = expect(1, command);
        let said = String::from_utf8(output.stderr).unwrap().replace('\n', " ");
        assert!(said.contains("boards.tsv:3: ") && said.contains("\"bad\""), "{said}");
        assert!(said.contains("has no solution") && said.contains('7'), "{said}");
    }
    assert!(!out.exists());
    fs::write(&file, boards.replace("\t7\n", "\t-\n")).unwrap();
    expect(0, &mut run);
}

#[test]
fn a_count_of_more_than_64_bits_is_called_too_large() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("boards.tsv");
    let count = "18446744073709551616";
    for columns in [format!("2\t{count}\t5"), format!("2\t5\t{count}"), format!("{count}\t5\t5")] {
        fs::write(&file, format!("# size: 3x3\na\t1 2 3 4 5 6 0 7 8\t{columns}\n")).unwrap();
        let mut run = optile();
        run.args(["run", "--instances"]).arg(&file).arg("--out").arg(home.path().join("out"));
        let said = String::from_utf8(expect(1, &mut run).stderr).unwrap().replace('\n', " ");
        assert!(said.contains("boards.tsv:2: ") && said.contains(count), "{said}");
        assert!(said.contains("too large: expected at most"), "{said}");
    }
}

#[test]
fn a_summary_that_cannot_be_written_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    let run = || {
        let mut run = optile();
        run.args(["run", "smoke", "--in-process", "--strategy", "bidir", "--node-limit", "100"]);
        run.args(["--repeat", "1", "--instance", "2x*", "--out"]).arg(home.path().join("out"));
        run
    };
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    // `expect` takes the output, so this command keeps its own.
    let output = run().stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output();
    let output = output.unwrap();
    let said = String::from_utf8(output.stderr).unwrap().replace('\n', " ");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("error: ") && said.contains("the results are in"), "{said}");
    // A reader that has ended does not want more.
    let mut child = run().stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    expect(0, &mut run());
}

/// What optile says to inputs without an end, within a time and with less than half a GiB.
fn said_to_endless(home: &Path, arguments: &[&str]) -> String {
    let begun = Instant::now();
    let output = confined(home, 450, arguments);
    let said = String::from_utf8_lossy(&output.stderr).replace('\n', " ");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{arguments:?}: {:?}", begun.elapsed());
    said
}

#[test]
fn inputs_without_an_end_are_refused_with_the_limit() {
    let home = tempfile::tempdir().unwrap();
    let (suite, out) = (home.path().join("suite.toml"), home.path().join("out"));
    fs::write(&suite, "name = \"s\"\ninstances = [\"/dev/zero\"]\n").unwrap();
    let (suite, out) = (suite.to_str().unwrap(), out.to_str().unwrap());
    for arguments in [
        &["run", "--out", out, "/dev/zero"][..],
        &["run", "--out", out, suite],
        &["run", "--out", out, "--instances", "/dev/zero"],
        &["check", "--suite", "/dev/zero"],
        &["watch", "--suite", "/dev/zero", "123456708"],
    ] {
        let said = said_to_endless(home.path(), arguments);
        assert!(said.contains("expected at most 64 MiB"), "{arguments:?}: {said}");
    }
    let said = said_to_endless(home.path(), &["solve", "/dev/zero"]);
    assert!(said.contains("error: "), "{said}");
}

#[test]
fn compressed_rows_of_many_gibibytes_take_little_memory() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let mut run = optile();
    run.args([
        "run",
        "smoke",
        "--quiet",
        "--in-process",
        "--strategy",
        "bfs",
        "--instance",
        "3x3*",
    ]);
    run.args(["--repeat", "1", "--out"]).arg(&out);
    expect(0, &mut run);
    let rows = fs::read(out.join("results.jsonl")).unwrap();
    fs::remove_file(out.join("results.jsonl")).unwrap();
    let compressed = |bytes: &[u8]| {
        let file = home.path().join("bytes");
        fs::write(&file, bytes).unwrap();
        Command::new("gzip").arg("-c").arg(&file).output().unwrap().stdout
    };
    let spaces = compressed(&[vec![b' '; 1 << 20], vec![b'\n']].concat());
    // One compressed file after the other is one too.
    let blank = spaces.repeat(600);
    let (folder, page) = (out.to_str().unwrap(), out.join("report.html"));
    fs::write(out.join("results.jsonl.gz"), [blank, compressed(&rows)].concat()).unwrap();
    fs::remove_file(&page).unwrap();
    let output = confined(home.path(), 450, &["report", folder]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(page.exists());
    // One row again and again is refused when it comes again.
    let same = compressed(&rows.repeat(1 << 10)).repeat(1 << 10);
    fs::write(out.join("results.jsonl.gz"), same).unwrap();
    let said = said_to_endless(home.path(), &["report", folder]);
    assert!(said.contains("is already in line"), "{said}");
    fs::write(out.join("results.jsonl.gz"), compressed(&vec![b'x'; 1 << 20]).repeat(1 << 10))
        .unwrap();
    for arguments in [&["report", folder][..], &["run", "smoke", "--out", folder]] {
        let said = said_to_endless(home.path(), arguments);
        assert!(said.contains("a line has more than"), "{said}");
    }
}

#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [&["--help"][..], &["--version"], &["run", "--help"], &["help", "run"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut help = optile();
        let output = help.args(arguments).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("cannot write the help"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_run_says_that_the_promise_of_a_program_is_another_one() {
    let home = tempfile::tempdir().unwrap();
    let (suite, out) = (home.path().join("suite.toml"), home.path().join("out"));
    fs::write(home.path().join("one.tsv"), "one\t1 2 3 0\t0\n").unwrap();
    fs::write(home.path().join("solver.py"), SOLVER).unwrap();
    let run = |promise: &str, status| {
        let text = format!(
            "name = \"s\"\ninstances = [\"one.tsv\"]\nstrategies = [\"tested-mine\"]\n[[external]]\n\
             name = \"tested-mine\"\ncommand = [\"python3\", \"solver.py\"]\npromise = \"{promise}\"\n"
        );
        fs::write(&suite, text).unwrap();
        let mut run = optile();
        run.args(["run", "--quiet", "--out"]).args([&out, &suite]);
        String::from_utf8(expect(status, &mut run).stderr).unwrap().replace('\n', " ")
    };
    run("optimal", 0);
    let said = run("within 1.5", 1);
    assert!(
        said.contains("the promise of tested-mine is optimal, and now it is within 1.5"),
        "{said}"
    );
    run("optimal", 0);
}

/// A program for boards that are solved already.
const SOLVER: &str = "import json, sys\n\
print(json.dumps({'protocol': 1}), flush=True)\n\
for line in sys.stdin:\n    \
    print(json.dumps({'id': json.loads(line)['id'], 'status': 'solved', 'moves': ''}), flush=True)\n";
