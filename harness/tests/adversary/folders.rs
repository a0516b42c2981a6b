//! Folders of results from which something is missing or in which something was altered
//! that is no row.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use optile_results::load;
use tempfile::TempDir;

use crate::{expect, optile};

/// A folder of results, which all tests copy.
static RESULTS: LazyLock<TempDir> = LazyLock::new(|| {
    let home = tempfile::tempdir().unwrap();
    let mut run = optile();
    run.args(["run", "smoke", "--quiet", "--in-process", "--repeat", "1", "--node-limit", "2000"]);
    run.args(["--instance", "3x3-*", "--strategy", "astar:manhattan", "--strategy", "bidir"]);
    expect(0, run.arg("--out").arg(home.path()));
    home
});

/// A folder of results without charts.
fn results(home: &Path) -> PathBuf {
    let out = home.join("out");
    fs::create_dir(&out).unwrap();
    for entry in fs::read_dir(RESULTS.path()).unwrap().map(Result::unwrap) {
        if entry.path().is_file() {
            fs::copy(entry.path(), out.join(entry.file_name())).unwrap();
        }
    }
    out
}

#[test]
fn rows_that_are_missing_are_said_by_every_command() {
    let home = tempfile::tempdir().unwrap();
    let out = results(home.path());
    let rows = out.join("results.jsonl");
    let text = fs::read_to_string(&rows).unwrap();
    let whole = text.lines().count();
    let left: String = text.split_inclusive('\n').step_by(2).collect();
    fs::write(&rows, &left).unwrap();
    let there = left.lines().count();
    let said = format!("{} of {whole} planned runs have no row", whole - there);
    let paper = home.path().join("paper");
    for (arguments, paths) in [
        (&["report"][..], vec![&out]),
        (&["report", "--by", "size"], vec![&out]),
        (&["compare"], vec![&out, &out]),
        (&["chart"], vec![&out]),
        (&["export", "--strategy", "bidir", "--to"], vec![&paper, &out]),
        (&["merge", "--out"], vec![&home.path().join("merged"), &out]),
    ] {
        let output = expect(0, optile().args(arguments).args(paths));
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        let text = text.concat().replace('\n', " ");
        assert!(text.contains(&said), "{arguments:?}: {text}");
    }
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("This run is incomplete") && page.contains(&said));
    let heading = fs::read_to_string(paper.join("origin.txt")).unwrap();
    assert!(heading.contains("incomplete") && !heading.contains(", complete"), "{heading}");
    assert!(heading.contains(&said), "{heading}");
}

/// Each text in which one digit of a text is another one.
fn with_other_digits(text: &str) -> impl Iterator<Item = String> + '_ {
    let digits = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
    digits.map(|(place, c)| {
        let other = if c == '9' { '1' } else { char::from(c as u8 + 1) };
        format!("{}{other}{}", &text[..place], &text[place + 1..])
    })
}

#[test]
fn no_altered_digit_of_a_record_is_believed() {
    let home = tempfile::tempdir().unwrap();
    let out = results(home.path());
    load(&out).unwrap();
    let path = out.join("run.json");
    let sound = fs::read_to_string(&path).unwrap();
    let digits = sound.bytes().filter(u8::is_ascii_digit).count();
    assert!(digits >= 40, "{digits} digits");
    for other in with_other_digits(&sound).step_by(digits / 40) {
        fs::write(&path, other).unwrap();
        let error = format!("{:#}", load(&out).expect_err("an altered record"));
        assert!(error.contains("run.json"), "{error}");
    }
    fs::write(&path, with_other_digits(&sound).last().unwrap()).unwrap();
    let output = expect(1, optile().arg("report").arg(&out));
    let said = String::from_utf8(output.stderr).unwrap().replace('\n', " ");
    assert!(said.contains("run.json: ") && said.contains("restore a copy"), "{said}");
    assert!(said.contains("was altered"), "{said}");
    fs::write(&path, sound).unwrap();
    assert!(load(&out).unwrap().notices.is_empty());
}

#[test]
fn a_record_without_a_checksum_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let out = results(home.path());
    let record = out.join("run.json");
    let text = fs::read_to_string(&record).unwrap();
    let (body, _) = text.rsplit_once(",\n  \"checksum\"").unwrap();
    fs::write(&record, format!("{body}\n}}\n")).unwrap();
    let output = expect(1, optile().arg("report").arg(&out));
    let said = String::from_utf8(output.stderr).unwrap().replace('\n', " ");
    assert!(said.contains("run.json: ") && said.contains("no checksum"), "{said}");
}

#[test]
fn a_link_in_the_place_of_the_charts_is_not_followed() {
    let home = tempfile::tempdir().unwrap();
    let out = results(home.path());
    let mine = home.path().join("mine");
    let folder = out.join("charts");
    fs::create_dir_all(&mine).unwrap();
    let _ = fs::remove_dir_all(&folder);
    std::os::unix::fs::symlink(&mine, &folder).unwrap();
    expect(0, optile().args(["report".as_ref(), out.as_os_str()]));
    assert!(folder.symlink_metadata().unwrap().is_dir());
    assert!(fs::read_dir(&folder).unwrap().count() > 0);
    assert_eq!(fs::read_dir(&mine).unwrap().count(), 0);
}
