//! What is foreign reaches the terminal and pages as text only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::ends::{signal, written};
use crate::process::optile;

/// It sets a title, clears the screen, and turns the direction of writing.
const ODD: &str = "A\u{1b}[31m\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}2J\u{202e}\u{2028}\u{2066}\u{7f}Z";

/// Whether a character may not stand in a text for people.
fn is_odd(c: char) -> bool {
    let ends = ['\u{61c}', '\u{200e}', '\u{200f}'];
    let is_direction = matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() && !matches!(c, '\n' | '\t') || ends.contains(&c) || is_direction
}

fn expect_plain(what: &str, text: &str) {
    let odd = text.find(is_odd).map(|place| text[..place].chars().rev().take(60).collect());
    let before = odd.map(|text: String| text.chars().rev().collect::<String>());
    assert_eq!(before, None, "{what} has an odd character after this");
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn no_command_writes_a_foreign_text_raw() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    // A file name is foreign, too, and the length of the second board is wrong.
    let (list, out) = (at("odd \u{1b}]0;title\u{7}.tsv"), at("out \u{1b}[2J"));
    let boards = ["8 6 7 / 2 5 4 / 3 0 1\t-", "1 2 3 4 5 6 7 0 8\t3", "1 2 3 / 0 4 6 / 7 5 8\t-"];
    let lines = boards.iter().enumerate().map(|(n, board)| format!("{n}{ODD}\t{board}\n"));
    fs::write(&list, lines.collect::<String>()).unwrap();
    let run = ["run", "--instances", &list, "--strategy", "bfs", "--strategy", "idastar:manhattan"];
    for arguments in [
        &[&run[..], &["--repeat", "1", "--out", &out]].concat()[..],
        &[&run[..], &["--repeat", "1", "--out", &out]].concat(),
        &[&run[..], &["--instance", "none", "--out", &out]].concat(),
        &["report", &out],
        &["report", &out, "--by", "length"],
        &["compare", &out, &out, "--instances", "--times"],
        &["compare", &out, &out, "--json"],
        &["export", &out, "--to", &at("export")],
        &["chart", &out],
        &["chart", &out, "--kind", "expansions", "-o", &at("one \u{202e}.svg")],
        &["merge", &out, "--out", &at("merged")],
        &["solve", &list],
        &["convert", &list],
        &["watch", "867254301", "-o", &at("watch \u{9b}2J.html")],
        &["list", "sets"],
    ] {
        let output = optile().args(arguments).output().unwrap();
        for said in [output.stdout, output.stderr] {
            expect_plain(&arguments.join(" "), &String::from_utf8(said).unwrap());
        }
    }
    let pages = files(home.path()).into_iter().filter(|path| {
        let end = path.extension().unwrap_or_default();
        ["html", "svg", "csv", "md", "tex", "txt"].iter().any(|text| end == *text)
    });
    let pages: Vec<PathBuf> = pages.collect();
    assert!(pages.len() > 20, "{pages:?}");
    for page in pages {
        expect_plain(page.to_str().unwrap(), &fs::read_to_string(&page).unwrap());
    }
    let page = fs::read_to_string(home.path().join("merged/report.html")).unwrap();
    assert!(page.contains(r"\\u{202e}"), "the page shows the character as an escape");
}

#[test]
fn an_id_is_plain_in_the_answer_to_an_interruption() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("one.tsv"), format!("{ODD}\t1 2 3 4 5 6 7 0 8\t1\n")).unwrap();
    let script = "echo '{\"protocol\":1}'; read a || exit; echo > first; exec sleep 300";
    let text = format!(
        "name = \"one\"\ninstances = [\"one.tsv\"]\nstrategies = [\"tested-one\"]\n\
         [[external]]\nname = \"tested-one\"\ncommand = [\"sh\", \"-c\", {script:?}]\n"
    );
    fs::write(home.path().join("one.toml"), text).unwrap();
    let mut command = optile();
    command.arg("run").arg(home.path().join("one.toml")).arg("--out").arg(home.path().join("out"));
    let child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let [_] = written(home.path(), ["first"]);
    // The next one does not wait.
    for _ in 0..2 {
        signal("-TERM", &[child.id().to_string()]);
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(said.contains("waiting for the run of A\\u{1b}[31m"), "{said}");
    expect_plain("the answer", &said);
}
