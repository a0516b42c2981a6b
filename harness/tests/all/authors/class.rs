//! A class at once: the example, submissions of all kinds, and many.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::heuristics::is_alive;
use crate::process::optile;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/class")
}

/// Examines a folder, and returns what is said and each submission by its name.
fn graded(folder: &Path, words: &[&str], exit: i32) -> (String, BTreeMap<String, Value>) {
    let out = folder.join("marks");
    let mut check = optile();
    check.arg("check").arg(folder).args(["--quiet", "--out"]).arg(&out).args(words);
    let output = check.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).replace(['\n', '\u{a0}'], " ");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{said}{error}");
    let text = fs::read_to_string(out.join("class.json")).unwrap();
    let class: Value = serde_json::from_str(&text).unwrap();
    let all = class["submissions"].as_array().unwrap().iter();
    let all: BTreeMap<String, Value> =
        all.map(|one| (one["name"].as_str().unwrap().to_owned(), one.clone())).collect();
    let [page, csv] =
        ["class.html", "class.csv"].map(|file| fs::read_to_string(out.join(file)).unwrap());
    assert_eq!(csv.lines().count(), all.len() + 1);
    for name in all.keys() {
        assert!(page.contains(&format!("id=\"{name}\"")) && said.contains(&format!("{name}: ")));
        assert!(csv.contains(&format!("\n{name},")));
    }
    (said, all)
}

/// A copy of some files of the example in a new folder.
fn copied(files: &[(&str, &str)]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    for (from, to) in files {
        fs::copy(examples().join(from), home.path().join(to)).unwrap();
    }
    home
}

#[test]
fn the_class_of_the_example_is_told_apart() {
    let names = ["right", "slow", "wrong_length", "wrong_letters", "crashes", "does_not_start"];
    let files = names.map(|name| format!("{name}.py"));
    let copies: Vec<(&str, &str)> = files.iter().map(|file| (&**file, &**file)).collect();
    let home = copied(&copies);
    assert_eq!(fs::read_dir(examples()).unwrap().count(), names.len());
    let words = ["--boards", "16", "--jobs", "2", "--time", "5m", "--time-limit", "1m"];
    let (said, all) = graded(home.path(), &words, 2);
    let of = |name: &str, field: &str| all[&format!("{name}.py")][field].clone();
    for name in ["right", "slow"] {
        assert_eq!(of(name, "right"), 16, "{said}");
    }
    let ratio = |name| of(name, "relative_expansions").as_f64().unwrap();
    assert!(ratio("slow") > 10.0 * ratio("right"));
    assert!(of("wrong_length", "wrong").as_u64() > Some(5) && of("wrong_length", "crashed") == 0);
    assert!(of("wrong_length", "smallest_wrong")[1].as_str().unwrap().contains(" are optimal"));
    let letters = of("wrong_letters", "smallest_wrong").to_string();
    assert!(letters.contains("its path is right if its letters mean the tile"), "{letters}");
    assert_eq!([of("crashes", "right"), of("crashes", "crashed")], [15, 1]);
    assert!(of("crashes", "first_crash")[1].as_str().unwrap().contains("AssertionError"));
    let reason = of("does_not_start", "reason");
    assert!(reason.as_str().unwrap().contains("No module named 'my_own_puzzle'"), "{reason}");
}

#[test]
fn each_kind_of_submission_is_built_and_a_fault_costs_only_itself() {
    let home = copied(&[("right.py", "anna.py"), ("right.py", "ben.py"), ("slow.py", "carl.py")]);
    let root = examples().join("../external");
    let copy = |from: &str, to: &str| {
        fs::copy(root.join(from), home.path().join(to)).unwrap();
    };
    copy("plain.cpp", "dora.cpp");
    copy("idastar.py", "emil.py");
    fs::create_dir(home.path().join("fay")).unwrap();
    copy("idastar.cpp", "fay/main.cpp");
    let manifest = "command = [\"./main\"]\ncompile = [\"c++\", \"-o\", \"main\", \"main.cpp\"]\n";
    fs::write(home.path().join("fay/optile.toml"), manifest).unwrap();
    fs::create_dir(home.path().join("gus")).unwrap();
    fs::write(home.path().join("gus/optile.toml"), "comand = []").unwrap();
    fs::write(home.path().join("hal.cpp"), "int main() { return x; }").unwrap();
    // It is the first by its name, so that others are built and run while its time passes.
    fs::write(home.path().join("abe.py"), "import time\ntime.sleep(1000)").unwrap();
    fs::write(home.path().join("notes.txt"), "not a submission").unwrap();
    let mut right = vec!["anna.py", "ben.py", "carl.py", "dora.cpp", "emil.py", "fay"];
    if Command::new("javac").arg("-version").output().is_ok() {
        copy("plain.java", "jan.java");
        right.push("jan.java");
    } else {
        eprintln!("javac is missing: no program in Java is examined");
    }
    let boards =
        "1\t1 2 3 / 4 5 6 / 0 7 8\t2\n2\t1 2 3 / 0 4 6 / 7 5 8\t-\n3\t2 1 3 / 4 5 6 / 7 8 0\t-\n";
    fs::write(home.path().join("few.tsv"), boards).unwrap();
    let file = home.path().join("few.tsv");
    let words = ["--boards", file.to_str().unwrap(), "--time-limit", "20s", "--time", "15s"];
    let (said, all) = graded(home.path(), &words, 2);
    for name in &right {
        assert_eq!(all[*name]["right"], 3, "{name}: {said}");
    }
    assert_eq!(all.len(), right.len() + 3);
    let reason = |name: &str| all[name]["reason"].as_str().unwrap().to_owned();
    assert!(reason("gus").contains("optile.toml: unknown field `comand`"), "{}", reason("gus"));
    let compiler = reason("hal.cpp");
    assert!(
        compiler.starts_with("does not compile: c++: ") && compiler.contains("error:"),
        "{compiler}"
    );
    assert_eq!([&all["abe.py"]["limits"], &all["abe.py"]["not_run"]], [1, 2]);
    let same = " expand the same numbers on all 3 boards: anna.py, ben.py, dora.cpp, emil.py, fay";
    assert!(said.contains(same), "{said}");
    let others = all["anna.py"]["same_counts_as"].as_array().unwrap();
    assert!(others.contains(&"ben.py".into()) && !others.contains(&"carl.py".into()));
}

#[test]
fn two_hundred_submissions_end_and_nothing_is_left_running() {
    let home = tempfile::tempdir().unwrap();
    // A shell starts in a tenth of the time of Python.
    let program = "plain = true\ncommand = [\"sh\", \"-c\", '''setsid sleep 1000 &\n\
                   printf \"$$\\\\n$!\\\\n\" >>../numbers\n\
                   while read -r line; do echo; done''']\n";
    for number in 0..200 {
        let folder = home.path().join(format!("s{number}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("optile.toml"), program).unwrap();
    }
    let words = ["--boards", "1", "--jobs", "2", "--time", "5m", "--time-limit", "1m"];
    let (_, all) = graded(home.path(), &words, 0);
    assert_eq!(all.len(), 200);
    assert!(all.values().all(|one| one["right"] == 1));
    let numbers = fs::read_to_string(home.path().join("numbers")).unwrap();
    assert_eq!(numbers.lines().count(), 400);
    let begun = Instant::now();
    while numbers.lines().any(is_alive) {
        assert!(begun.elapsed() < Duration::from_secs(20), "something is left running");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_check_finds_is_said_as_json() {
    let words = ["check", "misplaced", "bfs", "--boards", "20", "--json", "--quiet"];
    let output = optile().args(words).output().unwrap();
    assert!(output.status.success());
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!([&all[0]["name"], &all[1]["name"]], ["misplaced", "bfs"]);
    let found = all[0]["found"].as_array().unwrap();
    assert!(found.iter().any(|one| one["topic"] == "admissible" && one["compliance"] == "met"));
}
