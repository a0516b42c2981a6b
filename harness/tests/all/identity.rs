//! Whose numbers rows are: those of a run, and of a version of a program.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{optile, run, stderr, stdout};

/// A program for boards that are solved already. It says that it has expanded what its second word
/// says, or something else each time.
const SOLVER: &str = "import itertools, json, sys\n\
count = itertools.count() if sys.argv[1] == 'other' else itertools.repeat(int(sys.argv[1]))\n\
print(json.dumps({'protocol': 1}), flush=True)\n\
for line in sys.stdin:\n    \
    answer = {'id': json.loads(line)['id'], 'status': 'solved', 'moves': ''}\n    \
    print(json.dumps(answer | {'expanded': next(count)}), flush=True)\n";

/// Writes the program, and a suite for it with these lines.
fn suite(home: &Path, count: &str, lines: &str) -> PathBuf {
    let suite = home.join("suite.toml");
    let text = format!(
        "name = \"s\"\ninstances = [\"one.tsv\"]\nrepeat = 2\n[[external]]\nname = \"tested-forty\"\n\
         command = [\"python3\", \"forty.py\", \"{count}\"]\n{lines}"
    );
    fs::write(&suite, text).unwrap();
    fs::write(home.join("one.tsv"), "one\t1 2 3 0\t0\ntwo\t1 2 3 / 4 5 0\t0\n").unwrap();
    fs::write(home.join("forty.py"), SOLVER).unwrap();
    suite
}

/// What a command says, on one line, and its exit status.
fn said(arguments: &[&Path]) -> (Option<i32>, String) {
    let output = optile().args(arguments).output().unwrap();
    let text = format!("{} {}", stdout(&output), stderr(&output));
    (output.status.code(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn rows_of_two_versions_of_a_program_are_two_experiments() {
    let home = tempfile::tempdir().unwrap();
    let [before, after, all] = ["before", "after", "all"].map(|name| home.path().join(name));
    let suite = suite(home.path(), "7", "");
    let arguments = [suite.to_str().unwrap(), "--strategy", "tested-forty", "--quiet"];
    run(&before, &arguments, 0);
    run(&before, &arguments, 0);
    let file = before.join("results.jsonl");
    let rows = fs::read_to_string(&file).unwrap();
    let (first, _) = rows.split_at(rows.find('\n').unwrap() + 1);
    fs::write(&file, first).unwrap();
    // Another version, which finds the same paths.
    fs::write(home.path().join("forty.py"), format!("{SOLVER}# now better\n")).unwrap();
    let output = run(&before, &arguments, 1);
    let text = stderr(&output).replace('\n', " ");
    assert!(text.contains("its file forty.py of program tested-forty is SHA-256 "), "{text}");
    assert!(text.contains("--out, or use --overwrite"), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
    fs::write(&file, rows).unwrap();

    let faster = fs::read_to_string(&suite).unwrap().replace("\"7\"", "\"5\"");
    fs::write(&suite, faster).unwrap();
    run(&after, &arguments, 0);
    let output = run(&before, &arguments, 1);
    let text = stderr(&output).replace('\n', " ");
    let words =
        "its command of program tested-forty is [\"python3\", \"forty.py\", \"7\"], and now it is ";
    assert!(text.contains(words), "{text}");
    for mixed in [&["merge", "--out"][..], &["merge", "--mixed", "--out"]] {
        let words: Vec<&Path> =
            mixed.iter().map(Path::new).chain([&*all, &*before, &*after]).collect();
        let (status, text) = said(&words);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("file forty.py of program tested-forty SHA-256 "), "{text}");
        assert!(!text.contains("--mixed to merge"), "{text}");
    }

    let (status, text) = said(&[Path::new("compare"), &before, &after]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("command of program tested-forty"), "{text}");
    let note = "Another version of program tested-forty made the runs of tested-forty in B, so only its answers are \
                judged.";
    assert!(text.contains(note), "{text}");

    // A search and a program are not two versions.
    let both = home.path().join("both");
    run(&both, &[&arguments[..], &["--strategy", "bfs"]].concat(), 0);
    let words = ["compare", both.to_str().unwrap(), "--pair", "bfs", "tested-forty"].map(Path::new);
    let (status, text) = said(&words);
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("version of program"), "{text}");
}

#[test]
fn counts_of_a_program_may_vary_unless_its_suite_says_otherwise() {
    for (lines, expected) in [("", 0), ("deterministic = true\n", 2)] {
        let home = tempfile::tempdir().unwrap();
        let suite = suite(home.path(), "other", lines);
        let [one, two] = ["one", "two"].map(|name| home.path().join(name));
        for folder in [&one, &two] {
            run(folder, &[suite.to_str().unwrap(), "--strategy", "tested-forty", "--quiet"], 0);
        }
        let (status, text) = said(&[Path::new("compare"), &one, &two]);
        assert_eq!(status, Some(expected), "{text}");
        let note = "Program tested-forty counted other nodes on the same board: tested-forty on 2 of 2 instances.";
        assert_eq!(text.contains(note), expected == 0, "{text}");
        let fault = "although the counts must be equal";
        assert_eq!(text.contains(fault), expected == 2, "{text}");
    }
}

#[test]
fn no_command_believes_rows_beside_the_record_of_another_run() {
    let home = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| home.path().join(name));
    let arguments = ["smoke", "--strategy", "bfs", "--instance", "2x2*", "--in-process", "--quiet"];
    run(&one, &arguments, 0);
    run(&two, &[&arguments[..], &["--node-limit", "5000"]].concat(), 0);
    let page = fs::read(one.join("report.html")).unwrap();
    let sound = fs::read_to_string(one.join("results.jsonl")).unwrap();
    let foreign = fs::read_to_string(two.join("results.jsonl")).unwrap();
    let surplus = format!("{sound}{}\n", foreign.lines().last().unwrap());
    for rows in [foreign, surplus] {
        fs::write(one.join("results.jsonl"), rows).unwrap();
        let out = home.path().join("out.svg");
        let kind: Vec<&Path> = ["--kind", "expansions", "-o"].map(Path::new).into();
        for words in [
            vec![Path::new("report"), &one],
            [vec![Path::new("chart"), &*one], kind, vec![&*out]].concat(),
            vec![Path::new("compare"), &one, &two],
            vec![Path::new("export"), &one, Path::new("--to"), &out],
            vec![Path::new("merge"), &one, &two, Path::new("--out"), &out],
        ] {
            let (status, text) = said(&words);
            assert_eq!(status, Some(1), "{text}");
            assert!(text.contains("results.jsonl:"), "{text}");
            assert!(text.contains("the run.json beside it is of another run"), "{text}");
        }
        assert!(!out.exists());
    }
    assert_eq!(fs::read(one.join("report.html")).unwrap(), page);
}
