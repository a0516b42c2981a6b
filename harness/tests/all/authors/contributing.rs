//! Adds a strategy and a heuristic to a copy of the tree with `optile new`, compares their files
//! with those in CONTRIBUTING.md, and looks for the new names everywhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Copies the files of a checkout, without build output and results.
fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if ["target", ".git", "optile-results"].iter().any(|skipped| name == *skipped) {
            continue;
        }
        let target = to.join(&name);
        // A link to files of another folder is copied as what it leads to.
        if entry.path().is_dir() {
            copy_tree(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
            // With the same age, because cargo would otherwise see a change.
            let modified = fs::metadata(entry.path()).unwrap().modified().unwrap();
            fs::File::options().append(true).open(&target).unwrap().set_modified(modified).unwrap();
        }
    }
}

/// The fenced block after the first line that begins with `intro`.
fn block(page: &str, intro: &str) -> String {
    let (_, rest) =
        page.split_once(&format!("\n{intro}")).unwrap_or_else(|| panic!("no {intro:?}"));
    let (_, rest) = rest.split_once("```").unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    let (body, _) = rest.split_once("```").unwrap();
    body.to_owned()
}

/// The folders of the build of the copy: for the final files, and for all
/// others.
fn builds() -> (PathBuf, PathBuf) {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    (scratch.join("contributing"), scratch.parent().unwrap().to_owned())
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (said, complained) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}:\n{said}\n{complained}");
    said
}

/// Strategies that are removed from the copy, because they take longest to build.
const GONE: [&str; 6] = ["astar-idastar", "bfhs", "bihs", "hda", "idastar", "wastar"];

/// What is added: the words of `optile new`, of which the second is the name.
const NEW: [&[&str]; 3] = [
    &["strategy", "textbook"],
    &["strategy", "textbook-astar", "--heuristic"],
    &["heuristic", "wrong-rows"],
];

/// More crates, with names that pages use for something else, that are plain words, and that are like
/// a known one. No test may depend on which crates there are.
const ODD: [&[&str]; 4] = [
    &["strategy", "slow"],
    &["strategy", "lazy", "--heuristic"],
    &["heuristic", "mine"],
    &["heuristic", "learned"],
];

/// Packages that are kept and have tests of the same names. These are not run again.
const KEPT: [&str; 8] =
    ["astar", "beam", "bfs", "bidir", "hill-climbing", "rbfs", "retrograde", "testkit"];

/// Tests the copy. It uses the build output of the tree for all packages but the
/// harness, because their files have the same content and age. So the whole
/// workspace is requested, which decides the features. The copy's harness has
/// another profile, so that it does not replace the tree's.
fn test(tree: &Path) {
    let (target, build) = builds();
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "test",
        "--quiet",
        "--workspace",
        "--test",
        "conformance",
        "--test",
        "heuristic",
        "--test",
        "structure",
    ]);
    for package in KEPT {
        command.args(["--exclude", &format!("optile-{package}")]);
    }
    run(command
        .args(["--config", "profile.dev.package.optile.codegen-units=2"])
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_BUILD_BUILD_DIR", build)
        .env("CARGO_NET_OFFLINE", "true"));
}

/// The program that the tests have built.
fn optile(arguments: &[&str]) -> String {
    let (target, _) = builds();
    let name = format!("optile{}", std::env::consts::EXE_SUFFIX);
    run(Command::new(target.join("debug").join(name)).args(arguments))
}

/// Removes the lines of a file that contain `text`.
fn remove_lines(file: &Path, text: &str) {
    let whole = fs::read_to_string(file).unwrap();
    let (gone, left): (Vec<&str>, Vec<&str>) =
        whole.split_inclusive('\n').partition(|line| line.contains(text));
    assert!(!gone.is_empty(), "{text:?} is not in {file:?}");
    fs::write(file, left.concat()).unwrap();
}

/// A new best-first search expands what the built-in A* must expand, too. The second heuristic is
/// not consistent, and for 8-puzzles only.
fn check_best_first() {
    for heuristic in ["manhattan", "pdb:4-4+reflected"] {
        let (new, known) = (format!("textbook-astar:{heuristic}"), format!("astar:{heuristic}"));
        let checked = optile(&["check", &new, "--boards", "60", "--counts-as", &known, "--quiet"]);
        assert!(checked.contains("ok    answers on 3x3: right on 60 boards"), "{checked}");
        assert!(checked.contains(&format!("are those of {known}")), "{checked}");
    }
}

/// The page for authors of a heuristic explains the example that is written.
fn example_is_that_of_its_page(tree: &Path) {
    let page = fs::read_to_string(tree.join("heuristics/src/for_heuristics.md")).unwrap();
    let library = fs::read_to_string(tree.join("wrong-rows/src/lib.rs")).unwrap();
    let (_, body) = library.split_once("};\n\n").unwrap();
    let (body, entry) = body.split_once("\n/// What this crate adds to the registry.\n").unwrap();
    assert!(page.contains(body) && page.contains(entry), "{library}");
}

/// A new heuristic is that of every strategy, and may be a part of a maximum.
fn check_heuristic() {
    let checked = optile(&["check", "wrong-rows", "--boards", "60", "--quiet"]);
    assert!(
        checked.contains("ok    admissible") && checked.contains("ok    consistent"),
        "{checked}"
    );
    for name in ["astar:wrong-rows", "textbook-astar:max(misplaced,wrong-rows)"] {
        let checked = optile(&["check", name, "--boards", "60", "--quiet"]);
        assert!(checked.contains("ok    answers on 3x3: right on 60 boards"), "{checked}");
    }
    assert!(optile(&["list", "heuristics"]).contains("\nwrong-rows "));
}

/// Adds what these words of `optile new` mean to the tree that contains this folder.
fn add(place: &Path, words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optile"));
    run(command.arg("new").args(words).current_dir(place));
}

/// The command that the page ends with.
const LAST_STEP: [&str; 2] = ["test", "--workspace"];

/// All templates are added to a whole tree, and crates of odd names, and then all of its tests pass.
#[test]
#[ignore = "compiles the harness twice and runs all tests: half an hour of processor time"]
fn the_last_step_of_the_page_is_green_with_all_templates() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("optile");
    copy_tree(&root(), &tree);
    let all = NEW.into_iter().chain(ODD);
    for words in all.filter(|words| !tree.join(words[1]).exists()) {
        add(&tree, words);
    }
    run(Command::new(env!("CARGO"))
        .args(LAST_STEP)
        .arg("--no-fail-fast")
        .current_dir(&tree)
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env("CARGO_NET_OFFLINE", "true"));
}

#[test]
fn three_steps_add_a_strategy_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("optile");
    copy_tree(&root(), &tree);
    let page = fs::read_to_string(tree.join("CONTRIBUTING.md")).unwrap();
    let last = block(&page, "runs its conformance suite");
    assert_eq!(last, format!("cargo {}\n", LAST_STEP.join(" ")));

    let (manifest, registry) =
        (tree.join("harness/Cargo.toml"), tree.join("harness/src/registry.rs"));

    // The benchmarks measure strategies that are removed, and these run on several machines.
    let workspace = tree.join("Cargo.toml");
    let mut text = fs::read_to_string(&workspace).unwrap();
    for (folder, member) in [("benches", "\"benches\", "), ("mpi", ", \"mpi\"")] {
        fs::remove_dir_all(tree.join(folder)).unwrap();
        assert!(text.contains(member), "{member} is no member");
        text = text.replace(member, "");
    }
    fs::write(&workspace, text).unwrap();

    // The same three steps in reverse remove strategies.
    for strategy in GONE {
        fs::remove_dir_all(tree.join(strategy)).unwrap();
        remove_lines(&manifest, &format!("optile-{strategy} ="));
        remove_lines(&registry, &format!("optile_{}::", strategy.replace('-', "_")));
    }

    // What an author who has followed the page has added stays as it is.
    let missing: Vec<_> = NEW.into_iter().filter(|words| !tree.join(words[1]).exists()).collect();
    missing.iter().for_each(|words| add(&tree.join("docs"), words));
    for file in [
        "textbook/Cargo.toml",
        "textbook/src/lib.rs",
        "textbook/tests/conformance.rs",
        "wrong-rows/Cargo.toml",
        "wrong-rows/src/lib.rs",
        "wrong-rows/tests/heuristic.rs",
    ] {
        let (name, _) = file.split_once('/').unwrap();
        let written = fs::read_to_string(tree.join(file)).unwrap();
        let is_written = missing.iter().any(|words| words[1] == name);
        assert!(!is_written || written == block(&page, &format!("`{file}`:")), "{file}");
    }
    for (file, intro) in [
        (&manifest, "In `harness/Cargo.toml`, among"),
        (&manifest, "In `harness/Cargo.toml`, behind"),
        (&registry, "In `harness/src/registry.rs`"),
        (&registry, "At the end of the list of heuristics in `harness/src/registry.rs`"),
    ] {
        assert!(fs::read_to_string(file).unwrap().contains(&block(&page, intro)), "{intro}");
    }
    example_is_that_of_its_page(&tree);

    test(&tree);
    let listed = optile(&["list", "strategies"]);
    for name in ["\ntextbook ", "\ntextbook-astar:"] {
        assert!(listed.contains(name), "{name}: {listed}");
    }
    check_best_first();
    check_heuristic();
    // Some of the other boards take a blind search more than ten seconds, the default.
    let blind = ["check", "textbook", "--boards", "60", "--time-limit", "100ms", "--quiet"];
    let checked = optile(&blind);
    assert!(checked.contains("ok    answers on 3x3: right on 60 boards"), "{checked}");

    let results = folder.path().join("results");
    let out = results.to_str().unwrap();
    // Every strategy, as if none is named.
    optile(&["run", "smoke", "--instance", "3x3-*", "--repeat", "1", "--quiet", "--out", out]);
    let rows = fs::read_to_string(results.join("results.jsonl")).unwrap();
    let mine = rows.lines().filter(|row| row.contains("\"strategy\":\"textbook\""));
    assert!(mine.clone().count() > 0);
    let is_right = |row: &str| {
        ["solved", "unsolvable"].iter().any(|s| row.contains(&format!("\"status\":\"{s}\"")))
    };
    assert!(mine.clone().all(is_right));
    assert!(fs::read_to_string(results.join("report.html")).unwrap().contains("textbook"));
    // Charts show the usual strategies of many, and those that are asked for.
    for kind in ["memory", "nodes-per-second"] {
        let chart = folder.path().join(format!("{kind}.svg"));
        optile(&[
            "chart",
            out,
            "--kind",
            kind,
            "--strategy",
            "textbook",
            "-o",
            chart.to_str().unwrap(),
        ]);
        let drawn = fs::read_to_string(chart).unwrap();
        assert!(drawn.contains("textbook"), "the new strategy is missing in {kind}");
    }
}
