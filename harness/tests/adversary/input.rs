//! Input that is wrong, and output that nobody takes.

use std::fs::{self, OpenOptions};
use std::process::Stdio;

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
    let mut bounds = optile();
    bounds.args(["bounds", "--instances"]).arg(&file);
    for command in [&mut run, optile().arg("verify").arg(&suite), &mut bounds] {
        let output = expect(2, command);
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
