//! Altered files, and other things in the places of files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::process::{self, stderr};

/// Each command here ends within this time, even on a busy machine. A command that
/// waits for a pipe would not end by itself.
const LONGEST: Duration = Duration::from_secs(120);

/// The output of `optile`, which must end.
fn optile(arguments: &[&str], paths: &[&Path]) -> Output {
    let mut command = process::optile();
    command.args(arguments).args(paths);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > LONGEST {
            child.kill().unwrap();
            let output = child.wait_with_output().unwrap();
            panic!("{arguments:?} {paths:?} did not end: {}", stderr(&output));
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn well(arguments: &[&str], paths: &[&Path]) -> Output {
    let output = optile(arguments, paths);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    output
}

/// A short run.
fn run(strategies: &[&str], out: &Path) -> Output {
    let mut arguments = vec!["run", "smoke", "--quiet", "--in-process", "--repeat", "1"];
    strategies.iter().for_each(|name| arguments.extend(["--strategy", name]));
    arguments.push("--out");
    optile(&arguments, &[out])
}

const BOTH: [&str; 2] = ["idastar:manhattan", "bidir"];

/// A folder of results.
fn results(home: &Path, strategies: &[&str]) -> PathBuf {
    let out = home.join(strategies.join("-").replace(':', "-"));
    let output = run(strategies, &out);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    out
}

/// Every file of a folder with its bytes, except the lock.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file() && !path.ends_with("lock"));
    let mut files: Vec<_> = files.map(|path| (path.clone(), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn an_altered_row_is_reported_by_every_command() {
    let home = tempfile::tempdir().unwrap();
    let out = results(home.path(), &BOTH);
    let rows = out.join("results.jsonl");
    let sound = fs::read_to_string(&rows).unwrap();
    let moves = |line: &str| -> Option<String> {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["moves"].as_str().map(ToOwned::to_owned)
    };
    let longest = |(_, line): &(usize, &str)| moves(line).map(|moves| moves.len());
    let (place, line) = sound.lines().enumerate().max_by_key(longest).unwrap();
    let path = moves(line).unwrap();
    let (place, other) = (place + 1, home.path().join("other"));
    let shorter = line.replace(&path, &path[2..]);
    let unsealed = |text: &str| -> String {
        let lines = text
            .lines()
            .map(|line| line.rsplit_once(",\"checksum\"").map_or(line, |(body, _)| body));
        lines.map(|line| line.trim_end_matches('}').to_owned() + "}\n").collect()
    };
    let cases = [
        (sound.replace(line, &shorter), place, "was altered"),
        (unsealed(&sound), 1, "no checksum"),
        (format!("{sound}{line}\n"), sound.lines().count() + 1, "already"),
    ];
    for (altered, place, expected) in cases {
        fs::write(&rows, &altered).unwrap();
        let before = files(&out);
        let merged = home.path().join("merged");
        for output in [
            run(&BOTH, &out),
            optile(&["report"], &[&out]),
            optile(&["report", "--by", "size"], &[&out]),
            optile(&["compare"], &[&out, &out]),
            optile(&["export", "--to"], &[&other, &out]),
            optile(&["merge", "--out"], &[&merged, &out]),
            optile(&["merge", "--out"], &[&out, &out]),
        ] {
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{said}");
            let named = said.contains(&format!("results.jsonl:{place}: "));
            assert!(named && said.contains(expected) && said.contains("restore a copy"), "{said}");
        }
        assert!(!other.exists() && !merged.exists());
        assert!(files(&out) == before, "nothing was written");
    }
    // Without the line, its run is repeated. No other row changes.
    let left: String = sound.split_inclusive('\n').filter(|l| l.trim_end() != line).collect();
    fs::write(&rows, &left).unwrap();
    assert_eq!(run(&BOTH, &out).status.code(), Some(0));
    let again = fs::read_to_string(&rows).unwrap();
    assert_eq!(again.lines().count(), sound.lines().count());
    assert!(left.lines().all(|line| again.contains(line)));
}

#[test]
fn a_merge_that_fails_half_way_leaves_a_folder_to_merge_into() {
    let home = tempfile::tempdir().unwrap();
    let part = results(home.path(), &["bfs"]);
    let all = home.path().join("all");
    fs::create_dir_all(all.join("instances.csv")).unwrap();
    let output = optile(&["merge", "--out"], &[&all, &part]);
    let text = stderr(&output);
    assert!(output.status.code() == Some(1) && text.contains("instances.csv"), "{text}");
    fs::remove_dir(all.join("instances.csv")).unwrap();
    well(&["merge", "--out"], &[&all, &part]);
    well(&["report"], &[&all]);
}

#[test]
fn merge_changes_no_correct_row_and_writes_the_page_that_report_writes() {
    let home = tempfile::tempdir().unwrap();
    // In the reverse order of the registry.
    let parts = [results(home.path(), &["idastar:manhattan"]), results(home.path(), &["bfs"])];
    let all = home.path().join("all");
    well(&["merge", "--out"], &[&all, &parts[0], &parts[1]]);
    let lines = |folder: &Path| fs::read_to_string(folder.join("results.jsonl")).unwrap();
    let joined = lines(&all);
    for part in &parts {
        assert!(lines(part).lines().all(|line| joined.contains(line)));
    }
    let pages = || (fs::read(all.join("report.html")).unwrap(), files(&all.join("charts")));
    let merged = pages();
    well(&["report"], &[&all]);
    assert!(pages() == merged);
}

#[test]
fn an_export_that_was_killed_or_found_the_disk_full_is_made_again() {
    let home = tempfile::tempdir().unwrap();
    let (out, paper) = (results(home.path(), &BOTH), home.path().join("paper"));
    let begun = Instant::now();
    well(&["export", "--to"], &[&paper, &out]);
    let (undisturbed, whole) = (begun.elapsed(), files(&paper));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    for _ in 0..20 {
        let mut command = process::optile();
        command.args(["export", "--to"]).args([&paper, &out]).stdout(Stdio::null());
        let mut process = command.spawn().unwrap();
        thread::sleep(undisturbed.mul_f64(random.random_range(0.0..1.0)));
        let _ = process.kill();
        process.wait().unwrap();
        for (path, bytes) in &whole {
            assert!(fs::read(path).unwrap() == *bytes, "{} is whole", path.display());
        }
    }
    // A limit on the size of files simulates a full disk.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_optile"), "export", "--to"]);
    let output = command.args([&paper, &out]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot be written"), "{}", stderr(&output));
    // Left by a version that wrote in place, when it was killed.
    fs::write(paper.join("summary.csv"), "").unwrap();
    well(&["export", "--to"], &[&paper, &out]);
    assert!(files(&paper) == whole, "nothing else is left");
}

/// Replaces a file by something else: a link to a file of the user, or a pipe.
fn obstruct(path: &Path, mine: &Path, is_link: bool) {
    let _ = fs::remove_file(path);
    match is_link {
        true => std::os::unix::fs::symlink(mine, path).unwrap(),
        false => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
    }
}

fn is_file(path: &Path) -> bool {
    path.symlink_metadata().unwrap().is_file()
}

#[test]
fn links_and_pipes_in_a_folder_of_results_are_replaced_or_refused() {
    let home = tempfile::tempdir().unwrap();
    let out = results(home.path(), &BOTH);
    let mine = home.path().join("mine");
    fs::write(&mine, "mine").unwrap();
    for is_link in [true, false] {
        // A file that is written as a whole replaces anything of its name.
        let whole = ["report.html", "charts/cactus.svg", "charts/cactus.csv", "results.csv"];
        whole.iter().for_each(|name| obstruct(&out.join(name), &mine, is_link));
        let output = run(&BOTH, &out);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        for name in whole {
            assert!(is_file(&out.join(name)), "{name}");
        }
        for name in ["lock", "results.jsonl"] {
            let path = out.join(name);
            let sound = fs::read(&path).unwrap();
            obstruct(&path, &mine, is_link);
            let output = run(&BOTH, &out);
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{name}: {said}");
            assert!(said.contains(name) && said.contains("not a file: remove it"), "{said}");
            fs::remove_file(&path).unwrap();
            fs::write(&path, sound).unwrap();
        }
        // Where a file is read, a pipe is refused and a link is followed.
        let read = ["run.json", "results.jsonl", "instances.csv"];
        for name in read.into_iter().filter(|_| !is_link) {
            let path = out.join(name);
            let sound = fs::read(&path).unwrap();
            obstruct(&path, &mine, is_link);
            for output in [run(&BOTH, &out), optile(&["report"], &[&out])] {
                let said = stderr(&output);
                assert_eq!(output.status.code(), Some(1), "{name}: {said}");
                assert!(said.contains(name) && said.contains("not a file"), "{said}");
            }
            fs::remove_file(&path).unwrap();
            fs::write(&path, sound).unwrap();
        }
        assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
    }
    well(&["report"], &[&out]);
}

#[test]
fn links_and_pipes_in_the_way_of_exports_tables_and_checkpoints_do_no_harm() {
    let home = tempfile::tempdir().unwrap();
    let out = results(home.path(), &["bfs"]);
    let mine = home.path().join("mine");
    for is_link in [true, false] {
        fs::write(&mine, "mine").unwrap();
        let paper = home.path().join("paper");
        fs::create_dir_all(&paper).unwrap();
        obstruct(&paper.join("summary.csv"), &mine, is_link);
        let output = optile(&["export", "--format", "csv", "--to"], &[&paper, &out]);
        let text = stderr(&output);
        assert!(output.status.code() == Some(1) && text.contains("summary.csv"), "{text}");

        let tables = home.path().join(format!("tables-{is_link}"));
        let build = ["pdb", "build", "--quiet", "--size", "3x3", "4-4", "--pdb-dir"];
        well(&build, &[&tables]);
        let (table, _) = files(&tables).remove(0);
        fs::remove_file(&table).unwrap();
        obstruct(&table.with_extension("part"), &mine, is_link);
        let output = optile(&build, &[&tables]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(".part: it is a") && text.contains("not a file"), "{text}");
        fs::remove_file(table.with_extension("part")).unwrap();
        well(&build, &[&tables]);

        let checkpoint = home.path().join("2x4.checkpoint");
        obstruct(&checkpoint, &mine, is_link);
        // A former name of the draft of a checkpoint.
        obstruct(&home.path().join("2x4.checkpoint.part"), &mine, is_link);
        let explore = ["explore", "--size", "2x4", "--quiet", "--every", "1", "--checkpoint"];
        let output = optile(&explore, &[&checkpoint]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("2x4.checkpoint") && text.contains("not a file"), "{text}");
        fs::remove_file(&checkpoint).unwrap();
        well(&explore, &[&checkpoint]);
        assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_reported_before_the_search() {
    let home = tempfile::tempdir().unwrap();
    // This would search for an hour and might need more memory than the machine
    // has.
    let explore = ["explore", "--size", "2x7", "--checkpoint"];
    let small = ["explore", "--size", "2x5", "--checkpoint"];
    for (arguments, path) in
        [(&explore[..], "missing/file"), (&small[..], "missing/file"), (&small[..], ".")]
    {
        let output = optile(arguments, &[&home.path().join(path)]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(output.stdout.is_empty() && text.contains("in an existing folder"), "{text}");
    }
}

#[test]
fn results_never_go_where_the_command_was_given() {
    let home = tempfile::tempdir().unwrap();
    let names = ["..tsv", "...tsv", ".tsv", "./x.tsv", ".hidden.tsv"];
    for name in names {
        fs::write(home.path().join(name), "a\t1 2 3 4 5 6 7 0 8\t1\n").unwrap();
        let mut command = process::optile();
        command.args(["run", "--quiet", "--in-process", "--strategy", "bfs", "--instances", name]);
        let output = command.current_dir(home.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        let folders = fs::read_dir(home.path().join("optile-results")).unwrap();
        let folders: Vec<_> = folders.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(folders.len(), 1, "{name}: {folders:?}");
        assert!(!folders[0].to_string_lossy().starts_with('.'), "{name}: {folders:?}");
        assert!(!home.path().join("run.json").exists(), "{name}");
        fs::remove_dir_all(home.path().join("optile-results")).unwrap();
    }
    // This is what a shell passes if a variable is not set.
    for arguments in [["run", "smoke", "--out", ""], ["merge", "x", "--out", ""]] {
        let mut command = process::optile();
        let output = command.args(arguments).current_dir(home.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), names.len());
}
