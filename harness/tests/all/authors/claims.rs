//! What files and pages say about themselves is run again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use optile_core::Size;
use optile_pdb::{Budget, Memory, Table, TableCache};
use optile_results::text::unit::Unit;
use optile_runner::instances::bundle;
use optile_runner::instances::instance::InstanceSet;
use saphyr::{LoadableYamlNode, Yaml};

use crate::process::{optile, stderr, stdout};

const CLAIMS: &str = include_str!("../../../../docs/artifact.md");
const COMPARISON: &str = include_str!("../../../../docs/compare.md");
const CITATION: &str = include_str!("../../../../CITATION.cff");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The words of a command of one line, in which quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (place, part) in line.split('\'').enumerate() {
        let is_quoted = place % 2 == 1;
        for (index, word) in part.split(|c| c == ' ' && !is_quoted).enumerate() {
            if index > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn generators_of_bundled_sets_make_them_again() {
    let mut made = 0;
    for name in bundle::instance_names() {
        let set = InstanceSet::bundled(name).unwrap().unwrap();
        let generator = set.description.get("generator").unwrap();
        let Some((_, arguments)) = generator.split_once(" generate --") else { continue };
        let arguments = words(&format!("generate --{arguments}"));
        let output = optile().args(&arguments).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let again = InstanceSet::read("again", "again", &output.stdout).unwrap();
        assert_eq!(again.instances, set.instances, "{generator}");
        assert_eq!(Some(&*again.sha256()), set.description.get("sha256"));
        made += 1;
    }
    assert_eq!(made, 6);
}

/// The texts between backticks.
fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The rows of the tables of claims: claim, command, what it prints, and time.
fn claims() -> Vec<[&'static str; 4]> {
    let rows = CLAIMS.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let cells = rows.map(|row| -> [&str; 4] {
        let row = row.trim_matches('|');
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        cells.try_into().unwrap_or_else(|_| panic!("expected four cells: {row}"))
    });
    cells.filter(|row| row[0] != "claim").collect()
}

#[test]
fn commands_of_claims_are_valid() {
    let mut commands = 0;
    for command in claims().into_iter().flat_map(|[_, command, ..]| code(command)) {
        let words = words(command);
        let named = |option: &str| {
            let place = words.iter().position(|word| word == option)?;
            Some(words[place + 1].as_str())
        };
        match &*words[0] {
            "optile" => {
                if let Err(error) = optile::command::command_line().try_get_matches_from(&words) {
                    panic!("{command}: {error}");
                }
                if let Some(strategy) = named("--strategy") {
                    assert!(optile::registry::all().build(strategy).is_ok(), "{command}");
                }
            }
            // A test of that package reads it.
            "optile-mpi" => {}
            "cargo" => {
                for (option, folder) in [("--example", "examples"), ("--bench", "benches")] {
                    let Some(name) = named(option) else { continue };
                    let package = named("-p").map_or("harness", |name| &name["optile-".len()..]);
                    // The benchmarks are a package without folders.
                    let folder = if package == "benches" { "" } else { folder };
                    let file = root().join(package).join(folder).join(format!("{name}.rs"));
                    assert!(file.exists(), "{command}: {}", file.display());
                }
            }
            program => panic!("{command}: {program} is no program of this repository"),
        }
        commands += 1;
    }
    assert!(commands > 40, "{commands}");
}

#[test]
fn commands_that_take_a_second_print_what_the_page_says() {
    let tables = tempfile::tempdir().unwrap();
    let mut ran = 0;
    for [claim, command, printed, _] in claims().into_iter().filter(|row| row[3] == "a second") {
        let words = words(code(command).next().unwrap());
        let mut optile = optile();
        optile.env("OPTILE_PDB_DIR", tables.path());
        let output = optile.args(&words[1..]).current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{claim}: {}", stderr(&output));
        // Numbers and units are kept on a line by another kind of space.
        let found = stdout(&output).replace('\u{a0}', " ");
        assert!(code(printed).next().is_some(), "{claim}");
        for text in code(printed) {
            assert!(found.contains(text), "{claim}: no {text:?} in {found}");
        }
        ran += 1;
    }
    assert!(ran > 5, "{ran}");
}

/// The files are not built, which takes a minute: their sizes follow from their keys.
#[test]
fn budgets_of_claims_build_files_of_the_size_that_the_page_says() {
    let mut budgets = 0;
    for [claim, command, printed, _] in claims() {
        let words = words(code(command).next().unwrap_or_default());
        let Some(budget) = words.iter().find(|word| word.starts_with(Budget::WORD)) else {
            continue;
        };
        let size: Size =
            words[1 + words.iter().position(|word| word == "--size").unwrap()].parse().unwrap();
        let tables: Arc<dyn TableCache> = Arc::new(Memory::default());
        let budget: Budget = budget.parse().unwrap();
        let choice = budget.choice(size, size.cells() - 1, &tables).unwrap();
        let bytes: u64 = choice.keys.iter().map(Table::written_bytes).sum();
        let files = format!("files of {}", Unit::Bytes.text(bytes as f64).replace('\u{a0}', " "));
        assert!(printed.contains(&files), "{claim}: {files}");
        budgets += 1;
    }
    assert_eq!(budgets, 2);
}

#[test]
fn every_page_with_figures_has_its_claims() {
    for page in fs::read_dir(root().join("docs")).unwrap() {
        let name = page.unwrap().file_name().into_string().unwrap();
        // These pages define and describe.
        let describes = [
            "analysis.md",
            "artifact.md",
            "compare.md",
            "comparison.md",
            "external.md",
            "formats.md",
            "releasing.md",
            "report.md",
        ];
        if name.ends_with(".md") && !describes.contains(&&*name) {
            assert!(CLAIMS.contains(&format!("]({name})")), "{name}");
        }
    }
}

#[test]
fn snippets_of_the_comparison_are_code_that_is_measured() {
    let tiles = include_str!("../../../../benches/tiles.rs");
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let blocks: Vec<_> = COMPARISON.split("```rust\n").skip(1).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let block = plain(block.split("```").next().unwrap());
        assert!(plain(tiles).contains(&block), "{block}");
    }
}

/// The keys of the schema of version 1.2.0 of the Citation File Format (S. Druskat and others,
/// 2021) for a whole file.
const KEYS: [&str; 21] = [
    "abstract",
    "authors",
    "cff-version",
    "commit",
    "contact",
    "date-released",
    "doi",
    "identifiers",
    "keywords",
    "license",
    "license-url",
    "message",
    "preferred-citation",
    "references",
    "repository",
    "repository-artifact",
    "repository-code",
    "title",
    "type",
    "url",
    "version",
];

#[test]
fn the_citation_file_is_valid_and_agrees_with_the_package() {
    let documents = Yaml::load_from_str(CITATION).unwrap();
    let [file] = &documents[..] else { panic!("one document") };
    for (key, _) in file.as_mapping().unwrap() {
        assert!(KEYS.contains(&key.as_str().unwrap()), "{key:?}");
    }
    let text = |key: &str| {
        let text = file.as_mapping_get(key).and_then(Yaml::as_str);
        text.filter(|text| !text.is_empty()).unwrap_or_else(|| panic!("{key} is not a text"))
    };
    let list = |key: &str| file.as_mapping_get(key).unwrap().as_sequence().unwrap();
    assert_eq!((text("cff-version"), text("type")), ("1.2.0", "software"));
    assert!(!text("message").is_empty() && !text("abstract").is_empty());
    assert_eq!(text("version"), env!("CARGO_PKG_VERSION"));
    let licences: Vec<_> = list("license").iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(licences.join(" OR "), env!("CARGO_PKG_LICENSE"));
    // The schema wants a name of each author that is not a person.
    let authors = list("authors").iter().map(|one| one.as_mapping_get("name").unwrap());
    let authors: Vec<_> = authors.map(|name| name.as_str().unwrap()).collect();
    assert_eq!(authors.join(":"), env!("CARGO_PKG_AUTHORS"));
    let mut keywords: Vec<_> = list("keywords").iter().map(|one| one.as_str().unwrap()).collect();
    let all = keywords.len();
    keywords.sort_unstable();
    keywords.dedup();
    assert!(all > 0 && keywords.len() == all);
    let readme = include_str!("../../../../README.md");
    assert!(readme.contains(&format!("{{{}}}", text("title"))));
}
