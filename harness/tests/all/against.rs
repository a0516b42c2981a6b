//! `optile run --against`: each run is made in turn with another build.

use std::fs;
use std::path::Path;
use std::process::Command;

use optile_results::load;
use optile_results::rows::row::Status;

use crate::process::optile;

/// Runs some boards against this build, into `folder`.
fn run(folder: &Path, other: &str) -> (Option<i32>, String) {
    let mut command = optile();
    command.args(["run", "smoke", "--instance", "3x3-1*", "--strategy", "bfs", "--quiet"]);
    command.args(["--strategy", "astar:manhattan,ties=larger-g-fifo"]);
    let output = command.args(["--against", other, "--out"]).arg(folder).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn two_builds_run_in_turn_and_a_cut_run_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let (folder, other) = (home.path().join("both"), home.path().join("other"));
    fs::copy(env!("CARGO_BIN_EXE_optile"), &other).unwrap();
    let other = other.to_str().unwrap();
    assert_eq!(run(&folder, other), (Some(0), String::new()));
    let rows = load(&folder).unwrap().rows;
    assert_eq!(rows.len() % 4, 0);
    for pair in rows.chunks(2) {
        let names = [&pair[0], &pair[1]].map(|row| row.run.strategy.trim_end_matches("@before"));
        assert!(names[0] == names[1] && pair[0].run.strategy != pair[1].run.strategy);
        assert_eq!(pair[0].run.instance, pair[1].run.instance);
        assert_eq!(pair[0].outcome.counters.expanded, pair[1].outcome.counters.expanded);
        assert!(pair.iter().all(|row| row.outcome.status == Status::Solved));
    }
    let file = folder.join("results.jsonl");
    let text = fs::read(&file).unwrap();
    fs::write(&file, &text[..text.len() / 2]).unwrap();
    assert_eq!(run(&folder, other), (Some(0), String::new()));
    let again = load(&folder).unwrap().rows;
    assert!(again.iter().map(|row| &row.run.id).eq(rows.iter().map(|row| &row.run.id)));
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    let (_, rest) = page.split_once("<h1>").unwrap();
    let (answer, _) = rest.split_once("</h1>").unwrap();
    assert!(answer.contains("fewest nodes") && !answer.contains("@before"), "{answer}");
    let compared = optile().arg("compare").arg(&folder).output().unwrap();
    let said = String::from_utf8(compared.stdout).unwrap();
    assert!(said.contains("search time") && said.contains("1.000 to 1.000"), "{said}");
    assert_eq!(compared.status.code(), Some(0));

    // A third build does not continue what another one began.
    let mut bytes = fs::read(other).unwrap();
    bytes.push(0);
    fs::write(other, bytes).unwrap();
    let (status, said) = run(&folder, other);
    let changed = "its file optile of the other build of optile is SHA-256";
    assert!(status == Some(1) && said.replace('\n', " ").contains(changed), "{said}");
    let (status, said) = run(&home.path().join("none"), "/bin/true");
    assert!(
        status == Some(1) && said.contains("the other build of optile did not greet"),
        "{said}"
    );
}

#[test]
fn another_build_is_a_file_and_is_not_read_without_end() {
    let home = tempfile::tempdir().unwrap();
    let pipe = home.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for other in ["/dev/zero", pipe.to_str().unwrap()] {
        let (program, out) = (env!("CARGO_BIN_EXE_optile"), home.path().join("out"));
        let script = format!(
            "ulimit -v 4000000; exec timeout 60 {program} run smoke --against {other} --out {}",
            out.display()
        );
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = format!("error: cannot read {other}, another build of optile: it is a ");
        assert!(said.starts_with(&expected) && said.contains(", not a file"), "{said}");
        assert_eq!((output.status.code(), out.exists()), (Some(1), false));
    }
}
