//! Files that were altered.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What every command here is done in, however busy the machine is. Whoever
/// waits for a pipe waits for ever.
const LONGEST: Duration = Duration::from_secs(120);

/// The output of `optile`, which must come to its end.
fn optile(arguments: &[&str], paths: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile"));
    command.args(arguments).args(paths).env_remove("OPTILE_PDB_DIR");
    let mut process =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while process.try_wait().unwrap().is_none() {
        if begun.elapsed() > LONGEST {
            process.kill().unwrap();
            let output = process.wait_with_output().unwrap();
            panic!("{arguments:?} {paths:?} did not end: {}", said(&output));
        }
        thread::sleep(Duration::from_millis(5));
    }
    process.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn well(arguments: &[&str], paths: &[&Path]) -> Output {
    let output = optile(arguments, paths);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", said(&output));
    output
}

/// A run that takes little.
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
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    out
}

/// Every file of a folder with its bytes, but for the lock.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file() && !path.ends_with("lock"));
    let mut files: Vec<_> = files.map(|path| (path.clone(), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn an_altered_row_condemns_nobody_and_no_command_reads_over_it() {
    let home = tempfile::tempdir().unwrap();
    let out = results(home.path(), &BOTH);
    let rows = out.join("results.jsonl");
    let sound = fs::read_to_string(&rows).unwrap();
    let lengths = |line: &str| -> Option<u64> {
        serde_json::from_str::<serde_json::Value>(line).unwrap()["length"].as_u64()
    };
    let (place, line) = sound.lines().enumerate().max_by_key(|(_, line)| lengths(line)).unwrap();
    let length = lengths(line).unwrap();
    let (place, other) = (place + 1, home.path().join("other"));
    let as_said = |length: u64| format!("\"length\":{length},");
    let shorter = line.replace(&as_said(length), &as_said(length - 2));
    let fault = format!("the length is {}, but there are {length} moves", length - 2);
    let (body, _) = line.rsplit_once(",\"checksum\"").unwrap();
    let without = shorter.rsplit_once(",\"checksum\"").unwrap().0;
    let unsealed = |text: &str| -> String {
        let lines = text
            .lines()
            .map(|line| line.rsplit_once(",\"checksum\"").map_or(line, |(body, _)| body));
        lines.map(|line| line.trim_end_matches('}').to_owned() + "}\n").collect()
    };
    let cases = [
        (sound.replace(line, &shorter), "was altered"),
        // As version 0.1.0 wrote it, without checksums.
        (unsealed(&sound).replace(body, without), fault.as_str()),
        (format!("{sound}{line}\n"), "already"),
    ];
    for (altered, expected) in cases {
        fs::write(&rows, &altered).unwrap();
        let before = files(&out);
        let merged = home.path().join("merged");
        for output in [
            run(&BOTH, &out),
            optile(&["report"], &[&out]),
            optile(&["rank"], &[&out]),
            optile(&["compare"], &[&out, &out]),
            optile(&["export", "--to"], &[&other, &out]),
            optile(&["merge", "--out"], &[&merged, &out]),
            optile(&["merge", "--out"], &[&out, &out]),
        ] {
            let said = said(&output);
            assert_eq!(output.status.code(), Some(1), "{said}");
            let place = if expected == "already" { sound.lines().count() + 1 } else { place };
            let named = said.contains(&format!("results.jsonl:{place}: "));
            assert!(named && said.contains(expected) && said.contains("put back a copy"), "{said}");
        }
        assert!(!other.exists() && !merged.exists());
        assert!(files(&out) == before, "nothing was written");
    }
    // Without the line its run is made again; no other row is touched.
    let left: String = sound.split_inclusive('\n').filter(|l| l.trim_end() != line).collect();
    fs::write(&rows, &left).unwrap();
    assert_eq!(run(&BOTH, &out).status.code(), Some(0));
    let again = fs::read_to_string(&rows).unwrap();
    assert_eq!(again.lines().count(), sound.lines().count());
    assert!(left.lines().all(|line| again.contains(line)));
    fs::write(&rows, unsealed(&sound)).unwrap();
    well(&["report"], &[&out]);
}
