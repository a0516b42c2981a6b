//! The figure for a paper that docs/comparison.md describes.

use std::fs;
use std::path::Path;

use crate::process::optile;

const PAGE: &str = include_str!("../../../docs/comparison.md");

/// The block of the page with this language that has these words.
fn block(language: &str, words: &str) -> &'static str {
    let begin = format!("```{language}\n");
    let blocks = PAGE.split(begin.as_str()).skip(1);
    let mut blocks = blocks.map(|rest| rest.split("```").next().unwrap());
    blocks.find(|block| block.contains(words)).unwrap()
}

#[test]
fn the_documented_figure_is_built_as_pdf_and_as_svg() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("optile-results/eight");
    fs::create_dir_all(&runs).unwrap();
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/results/chart.in/ten");
    for file in fs::read_dir(recorded).unwrap().map(|entry| entry.unwrap().path()) {
        fs::copy(&file, runs.join(file.file_name().unwrap())).unwrap();
    }
    let settings = block("toml", "font-size");
    fs::write(folder.path().join("figure.toml"), settings).unwrap();
    let commands = block("sh", "--settings figure.toml");
    for command in commands.lines() {
        let words = command.split(' ').skip(1);
        let output = optile().args(words).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
    }
    assert!(fs::read(folder.path().join("figure.pdf")).unwrap().starts_with(b"%PDF-"));
    let picture = fs::read_to_string(folder.path().join("figure.svg")).unwrap();
    // Names and lines are in the order of the settings.
    let names = ["IDA* (Manhattan)", "A* (Manhattan)", "breadth-first search"];
    assert!(picture.contains(&format!("data-names=\"{}\"", names.join("\t"))), "{picture}");
    assert!(picture.contains("#0072B2") && picture.contains(">nodes expanded<"), "{picture}");
}
