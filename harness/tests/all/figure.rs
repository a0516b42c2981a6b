//! The figure for a paper that docs/comparison.md describes.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::process::optile;

const PAGE: &str = include_str!("../../../docs/comparison.md");

/// The command of the page that makes the figure.
fn command() -> &'static str {
    let mut blocks = PAGE.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.find(|block| block.contains("--name")).unwrap()
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
    for ending in ["pdf", "svg"] {
        let program = optile();
        let words = command().replace("figure.pdf", &format!("figure.{ending}"));
        let script = words.replacen("optile", "\"$0\"", 1);
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", &script]).arg(program.get_program());
        let output = shell.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{script}: {output:?}");
    }
    assert!(fs::read(folder.path().join("figure.pdf")).unwrap().starts_with(b"%PDF-"));
    let picture = fs::read_to_string(folder.path().join("figure.svg")).unwrap();
    // Names and lines are in the order of the command.
    let names = ["IDA* (Manhattan)", "A* (Manhattan)", "bfs"];
    assert!(picture.contains(&format!("data-names=\"{}\"", names.join("\t"))), "{picture}");
    assert!(picture.contains("width=\"85mm\""), "{picture}");
}
