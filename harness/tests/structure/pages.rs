//! README and the pages of `docs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::root;

/// The most lines of README.
const LONGEST: usize = 160;

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string(root().join("README.md")).unwrap().lines().count();
    assert!(lines <= LONGEST, "{lines} lines: expected at most {LONGEST}; docs has more room");
}

/// A reader who compares algorithms sees a chart, then a report, and how the counts are tested.
#[test]
fn the_readme_begins_with_a_chart_a_report_and_how_it_is_tested() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let (first, _) = text.split_once("\n## ").unwrap();
    let links = |begin: &str| -> Vec<String> {
        let after = first.split(begin).skip(1).filter_map(|rest| rest.split_once("]("));
        after.filter_map(|(_, link)| Some(link.split_once(')')?.0.to_owned())).collect()
    };
    assert_eq!(links("!["), ["docs/expansions.svg", "docs/report.png"]);
    let (_, tested) = first.split_once("docs/report.png)").unwrap();
    let sentence = tested.split(". ").find(|sentence| sentence.contains("](docs/")).unwrap();
    assert!(sentence.contains("answers") && sentence.contains("independent search"), "{sentence}");
    let link = links("([how it is tested").concat();
    let (page, heading) = link.split_once('#').unwrap();
    let page = fs::read_to_string(root().join(page)).unwrap();
    let names = page.lines().filter_map(|line| line.strip_prefix("## "));
    let mut names = names.map(|name| name.to_lowercase().replace(' ', "-"));
    assert!(names.any(|name| name == heading), "{heading}");
}

/// On macOS the container has the Rust that a clone needs.
#[test]
fn the_readme_names_the_rust_of_the_manifest() {
    let [readme, manifest] =
        ["README.md", "Cargo.toml"].map(|file| fs::read_to_string(root().join(file)).unwrap());
    let version =
        manifest.split_once("rust-version = \"").and_then(|(_, rest)| rest.split_once('"'));
    let (version, _) = version.unwrap();
    for text in [format!(" rust:{version} bash\n"), format!("You need Rust {version} or later.")] {
        assert!(readme.contains(&text), "{text:?}");
    }
}

#[test]
fn links_between_pages_lead_to_files() {
    let (root, docs) = (root(), root().join("docs"));
    let pages = [docs.clone(), docs.join("teaching")];
    let pages = pages.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let pages = pages.map(|entry| entry.unwrap().path());
    let pages = pages.chain([root.join("README.md"), root.join("CONTRIBUTING.md")]);
    let mut links = 0;
    for page in pages.filter(|page| page.extension().is_some_and(|ending| ending == "md")) {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            if file.is_empty() || file.contains(':') || file.contains(' ') {
                continue;
            }
            assert!(page.with_file_name(file).exists(), "{}: {link}", page.display());
            links += 1;
        }
    }
    assert!(links > 50, "{links}");
}

/// The cells of the rows of tables in a page.
fn rows(page: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").map(str::to_owned).collect()).collect()
}

/// The time that a command takes is told in one table. README, the page of claims and the suites say
/// the same.
#[test]
fn the_time_of_a_command_is_the_same_everywhere() {
    let table = rows("docs/commands.md");
    let times = table.iter().filter(|row| row.len() == 2 && row[0].starts_with('`'));
    let times: Vec<(&str, &str)> =
        times.map(|row| (row[0].trim_matches('`'), row[1].as_str())).collect();
    let time = |command: &str| times.iter().find(|row| row.0 == command).map(|row| row.1);
    let (mut suites, mut claims, mut lines) = (0, 0, 0);
    for file in fs::read_dir(root().join("instances")).unwrap().map(|file| file.unwrap().path()) {
        let text = fs::read_to_string(&file).unwrap();
        let about =
            text.lines().find_map(|line| line.strip_prefix("about = \"")?.strip_suffix('"'));
        if file.extension().is_none_or(|ending| ending != "toml") || about.is_none() {
            continue;
        }
        let suite = file.file_stem().unwrap().to_str().unwrap();
        let time = time(&format!("optile run {suite}")).unwrap_or_else(|| panic!("{suite}"));
        assert!(about.unwrap().ends_with(&format!("; {time}")), "{suite}: {about:?}, {time}");
        suites += 1;
    }
    for row in rows("docs/artifact.md").iter().filter(|row| row.len() == 4) {
        let Some(time) = time(row[1].trim_matches('`')) else { continue };
        assert_eq!(row[3], time, "docs/artifact.md: {}", row[1]);
        claims += 1;
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for (command, comment) in readme.lines().filter_map(|line| line.split_once('#')) {
        let Some(time) = time(command.trim()) else { continue };
        assert!(comment.ends_with(&format!(", {time}")), "README.md: {command}, {time}");
        lines += 1;
    }
    for (text, command) in [
        ("The first build takes {}", "cargo build --release"),
        ("The run takes {}", "optile run"),
        ("Test everything, in {}:", "cargo test --workspace"),
    ] {
        assert!(readme.contains(&text.replace("{}", time(command).unwrap())), "{command}");
    }
    assert!(suites > 10 && claims > 8 && lines > 3, "{suites} {claims} {lines}");
}

/// The files that a cell of a table names: `a.rs`, or `a/{b,c}.rs` for several.
fn named(cell: &str) -> Vec<PathBuf> {
    let expand = |name: &str| match name.split_once(['{', '}']) {
        None => vec![name.to_owned()],
        Some((before, rest)) => {
            let (parts, after) = rest.split_once('}').unwrap();
            parts.split(',').map(|part| format!("{before}{part}{after}")).collect()
        }
    };
    let names = cell.split('`').skip(1).step_by(2);
    names.flat_map(expand).map(|name| root().join(name)).collect()
}

/// The lines of a file, with comments and without tests.
fn lines_without_tests(file: &Path) -> usize {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    text.split("#[cfg(test)]\nmod tests {").next().unwrap().lines().count()
}

/// The most lines of authors of a strategy, of a best-first search and of a heuristic.
const MOST_TO_READ: [usize; 3] = [1_950, 3_000, 500];

/// If a number differs, the one of the files is right.
#[test]
fn the_lines_that_authors_must_read_are_counted() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let (_, table) = page.split_once("\n| author of |").unwrap();
    let rows: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), MOST_TO_READ.len());
    let mut files = Vec::new();
    for (row, most) in rows.into_iter().zip(MOST_TO_READ) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, author, _, names, counted, _] = cells[..] else { panic!("{row}") };
        if !names.starts_with("these, and ") {
            files.clear();
        }
        files.extend(named(names));
        let lines: usize = files.iter().map(|file| lines_without_tests(file)).sum();
        let expected = format!("{lines} in {} files", files.len());
        assert_eq!(counted.replace(',', ""), expected, "{author}");
        assert!(lines <= most, "{author}: {lines} lines are more than {most}");
    }
}

/// A table of rules that is merged from two branches easily holds a rule twice, and a test that
/// gets another name is missed by nobody.
#[test]
fn each_rule_of_reliability_stands_once_and_names_tests_that_exist() {
    let page = fs::read_to_string(root().join("docs/reliability.md")).unwrap();
    let sources = sources(&root());
    let mut rules = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| **")) {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").collect();
        let rule = cells[0].split("**").nth(1).unwrap();
        assert!(rules.insert(rule.to_owned()), "{rule} stands twice");
        let tests = cells.last().unwrap().split('`').skip(1).step_by(2);
        for test in tests.filter(|name| name.contains('_') && !name.contains(['/', '.', ' '])) {
            let is_there = sources.contains(&format!("fn {test}("));
            assert!(is_there, "{rule}: there is no test {test}");
        }
    }
    assert!(rules.len() > 20, "{}", rules.len());
}

/// The text of all Rust files below a folder.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| match path.is_dir() {
        true if path.ends_with("target") || path.ends_with(".git") => String::new(),
        true => sources(&path),
        false if path.extension().is_some_and(|ending| ending == "rs") => {
            fs::read_to_string(&path).unwrap()
        }
        false => String::new(),
    };
    entries.map(read).collect()
}
