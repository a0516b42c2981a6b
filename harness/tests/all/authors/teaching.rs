//! The pages for teachers quote what the program prints, and show what it draws.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::optile;

const PAGE: &str = include_str!("../../../../docs/teaching.md");
const A_STAR: &str = include_str!("../../../../search/src/astar.rs");
const DEPTH_FIRST: &str = include_str!("../../../../idastar/src/search/depth_first.rs");
const PRINTED: [&str; 3] = [
    include_str!("../../cmd/check/faults.trycmd"),
    include_str!("../../cmd/check/never_reopens.trycmd"),
    include_str!("../../cmd/check/undo_forgets.trycmd"),
];

/// The most bytes of a picture in the repository.
const LARGEST: u64 = 100_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages of faults and lessons, by the names of their files.
fn pages() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(root().join("docs/teaching")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let mut pages: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|ending| ending == "md"))
        .map(|file| (file.clone(), fs::read_to_string(file).unwrap()))
        .collect();
    pages.sort();
    pages
}

/// The words of the commands of a page that watch searches.
fn watched(page: &str) -> Vec<Vec<String>> {
    let page = page.replace("\\\n", "");
    let lines = page.lines().filter_map(|line| line.strip_prefix("optile watch "));
    lines
        .map(|line| {
            let line = line.split(" # ").next().unwrap();
            let words = line.split_whitespace().map(|word| word.trim_matches('\''));
            ["watch"].into_iter().chain(words).map(str::to_owned).collect()
        })
        .collect()
}

/// Runs a documented command and returns the name of its file, and what it wrote. It exits with 2
/// if it shows a fault.
fn run(words: &[String]) -> (String, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let mut words = words.to_vec();
    let place = words.iter().position(|word| word == "-o" || word == "--svg").unwrap() + 1;
    let name = words[place].clone();
    let file = folder.path().join(Path::new(&name).file_name().unwrap());
    words[place] = file.to_str().unwrap().to_owned();
    let output = optile().args(&words).current_dir(root()).output().unwrap();
    let shows_a_fault = words.iter().any(|word| word.contains("faults"));
    let exit = if shows_a_fault { 2 } else { 0 };
    assert_eq!(output.status.code(), Some(exit), "{words:?}: {output:?}");
    (name, fs::read(file).unwrap())
}

#[test]
fn counterexamples_of_the_pages_are_those_that_are_printed() {
    let printed: Vec<&str> = PRINTED.iter().flat_map(|text| text.lines()).map(str::trim).collect();
    let mut count = 0;
    for (_, page) in pages() {
        for line in page.lines().filter(|line| line.starts_with("smallest counterexample: ")) {
            assert!(printed.iter().any(|printed| printed.starts_with(line)), "{line}");
            count += 1;
        }
    }
    assert_eq!(count, 6);
}

/// A method of a source as the page shows it, without its indentation.
fn method(source: &str, begin: &str) -> String {
    let (_, rest) = source.split_once(&format!("\n    {begin}")).expect("its begin");
    let (body, _) = rest.split_once("\n    }\n").expect("its end");
    format!("{begin}{body}\n    }}\n").replace("\n    ", "\n")
}

#[test]
fn the_page_shows_a_star_and_ida_star() {
    let blocks = PAGE.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let ida_star =
        ["fn visit<", "fn enter(", "fn descend<"].map(|begin| method(DEPTH_FIRST, begin));
    let expected = [method(A_STAR, "fn search("), ida_star.join("\n")];
    assert_eq!(blocks.collect::<Vec<_>>(), expected);
}

#[test]
fn each_page_has_a_picture_and_is_in_the_overview() {
    let pages = pages();
    assert_eq!(pages.len(), 9);
    for (file, page) in pages {
        let name = file.file_stem().unwrap().to_str().unwrap();
        assert!(page.contains(&format!("]({name}.svg)")), "{name}");
        assert!(PAGE.contains(&format!("](teaching/{name}.md)")), "{name}");
        let size = fs::metadata(file.with_extension("svg")).unwrap().len();
        assert!(size <= LARGEST, "{name}: {size} bytes");
    }
}

/// If a picture differs and the new one is right, the command of the page draws it again.
#[test]
fn commands_of_the_pages_draw_their_pictures() {
    let mut pages = pages();
    let commands = root().join("docs/commands.md");
    pages.push((commands.clone(), fs::read_to_string(commands).unwrap()));
    let mut pictures = 0;
    for (page, text) in &pages {
        for words in watched(text).iter().filter(|words| words.iter().any(|w| w == "--svg")) {
            let (name, drawn) = run(words);
            let committed = fs::read(root().join(&name)).unwrap();
            assert!(drawn == committed, "{}: {name} is another picture now", page.display());
            pictures += 1;
        }
    }
    assert_eq!(pictures, 10);
}

/// The words of a command without its output.
fn searched(words: &[String]) -> Vec<&str> {
    let mut left = Vec::new();
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-o" | "--svg" | "--at" => drop(words.next()),
            _ => left.push(word),
        }
    }
    left
}

/// The commands of a page search alike, so those of one fault and of one lesson are enough.
#[test]
fn commands_of_the_pages_write_pages() {
    let pages = pages();
    for (number, (file, text)) in pages.iter().enumerate() {
        let commands = watched(text);
        let with = |output: &str| {
            let mut found = commands.iter().filter(|words| words.iter().any(|w| w == output));
            found.next().unwrap_or_else(|| panic!("{}: no {output}", file.display()))
        };
        assert_eq!(searched(with("-o")), searched(with("--svg")), "{}", file.display());
        if [0, pages.len() - 1].contains(&number) {
            let (_, page) = run(with("-o"));
            assert!(page.starts_with(b"<!DOCTYPE html>"), "{}", file.display());
        }
    }
}
