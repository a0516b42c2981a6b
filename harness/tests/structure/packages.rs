//! The packages and their manifests, which make it possible to add a strategy in three steps.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use optile_testkit::house::{FOREIGN, SHARED, files};

use crate::source::{packages, root};

fn manifest(folder: &Path) -> toml::Table {
    fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap()
}

fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

/// The folders of the strategies, on which the program depends by their paths.
fn strategies(root: &Path) -> Vec<String> {
    let manifest = manifest(&root.join("harness"));
    let paths = manifest["dependencies"].as_table().unwrap().values();
    let paths = paths.filter_map(|dependency| dependency.get("path")?.as_str());
    paths.map(|path| path.strip_prefix("../").unwrap().to_owned()).collect()
}

/// The crates of the harness below the program, and which crates of ours each may
/// depend on.
const HARNESS: [(&str, &[&str]); 6] = [
    ("statistics", &[]),
    ("results", &["optile-core"]),
    ("chart", &["optile-results"]),
    ("report", &["optile-chart", "optile-core", "optile-results", "optile-statistics"]),
    (
        "runner",
        // The tables of a heuristic follow from its name, and the distances of whole spaces come
        // from the oracle of the requirements.
        &["optile-core", "optile-pdb", "optile-requirement", "optile-results"],
    ),
    (
        // What `optile explore` and `optile-mpi explore` share.
        "../exploration",
        &["optile-core", "optile-ranks", "optile-results", "optile-retrograde", "optile-runner"],
    ),
];

/// A change to a strategy or to the runner does not compile a report again.
/// Code that draws does not depend on code that measures.
#[test]
fn the_harness_is_made_of_crates_with_arrows_downward() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, allowed) in HARNESS {
        for dependency in dependencies(&manifest(&root.join(folder))) {
            let is_below = allowed.contains(&dependency.as_str());
            assert!(is_below || !dependency.starts_with("optile"), "{folder}: {dependency}");
        }
    }
}

#[test]
fn strategies_stand_on_shared_crates_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let strategies = strategies(&root);
    for folder in &strategies {
        for dependency in dependencies(&manifest(&root.join(folder))) {
            let is_ours = dependency.starts_with("optile");
            assert!(
                !is_ours || SHARED.contains(&dependency.as_str()),
                "{folder} depends on {dependency}"
            );
        }
    }
    // These are the crates of all families.
    let registry = fs::read_to_string(root.join("harness/src/registry.rs")).unwrap();
    let families = registry.lines().filter_map(|line| line.trim().strip_prefix("optile_"));
    let crates = families.filter_map(|family| Some(family.split_once("::")?.0.replace('_', "-")));
    assert_eq!(BTreeSet::from_iter(crates), BTreeSet::from_iter(strategies));
}

/// What the program needs is product: tests alone have the kit of tests.
#[test]
fn no_library_depends_on_the_kit_of_tests() {
    for folder in packages().iter().filter(|folder| *folder != "benches") {
        let dependencies = dependencies(&manifest(&root().join(folder)));
        assert!(!dependencies.contains(&"optile-testkit".to_owned()), "{folder}");
    }
}

/// The program links heuristics to searches, so that an edit of a heuristic compiles no search. IDA* is
/// compiled for those in the second list, because they would take half as long again as objects.
#[test]
fn searches_do_not_depend_on_heuristics() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let heuristics = ["optile-heuristics", "optile-lines", "optile-pdb"];
    let compiled_in = [("idastar", "optile-lines"), ("idastar", "optile-pdb")];
    for folder in strategies(&root).iter().map(String::as_str).chain(["search", "store"]) {
        let dependencies = dependencies(&manifest(&root.join(folder)));
        for name in heuristics.iter().filter(|&name| dependencies.iter().any(|own| own == name)) {
            assert!(compiled_in.contains(&(folder, *name)), "{folder} depends on {name}");
        }
    }
    // What makes rows is compiled before the heuristics, too.
    for folder in ["harness/runner", "exploration"] {
        let dependencies = dependencies(&manifest(&root.join(folder)));
        assert!(!dependencies.contains(&"optile-heuristics".to_owned()), "{folder}");
    }
}

#[test]
fn shared_crates_depend_on_earlier_ones_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (place, name) in SHARED.iter().enumerate() {
        let folder = name.strip_prefix("optile-").unwrap();
        for dependency in dependencies(&manifest(&root.join(folder))) {
            let is_below = SHARED[..place].contains(&dependency.as_str());
            assert!(is_below || !dependency.starts_with("optile"), "{folder}: {dependency}");
        }
    }
}

#[test]
fn only_the_harness_reads_clocks_and_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shared = SHARED.map(|name| name.strip_prefix("optile-").unwrap().to_owned());
    for folder in strategies(&root).iter().chain(&shared) {
        for file in files(&root.join(folder).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            // A rank measures how long it waits for the others.
            let text = if folder == "ranks" { text.replace("Instant", "") } else { text };
            for word in FOREIGN {
                assert!(!text.contains(word), "{} has {word}", file.display());
            }
        }
    }
}

/// A unit test in such a library would never run.
#[test]
fn libraries_without_a_test_program_have_no_unit_tests() {
    let is_left_out = |package: &String| {
        let manifest = manifest(&root().join(package));
        let library = manifest.get("lib").and_then(toml::Value::as_table);
        library.and_then(|library| library.get("test")?.as_bool()) == Some(false)
    };
    let left_out: Vec<String> = packages().into_iter().filter(is_left_out).collect();
    assert!(left_out.contains(&"astar".to_owned()), "{left_out:?}");
    for file in left_out.iter().flat_map(|package| files(&root().join(package).join("src"))) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("cfg(test)"), "{} has unit tests", file.display());
    }
}

/// What only a backend may do: write elements of SVG, operators of PDF, or pixels.
const DRAWING: [&str; 8] = [
    "<polyline",
    "<polygon",
    "<path",
    "<circle",
    "<text",
    "pdf_writer::",
    "tiny_skia::",
    "ttf_parser::",
];

#[test]
fn plotters_draws_every_chart_on_the_backends_of_one_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(dependencies(&manifest(&root.join("chart"))).contains(&"plotters".to_owned()));
    let backends = root.join("chart/src/backend");
    let (mut seen, mut drawing) = (0, 0);
    for file in files(root) {
        let is_source = file.extension().is_some_and(|ending| ending == "rs");
        let mut parts = file.strip_prefix(root).unwrap().components();
        let is_test = file.ends_with("tests.rs") || parts.any(|part| part.as_os_str() == "tests");
        if !is_source || is_test {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let draws = DRAWING.iter().any(|word| text.contains(word));
        seen += 1;
        drawing += usize::from(draws);
        assert!(!draws || file.starts_with(&backends), "{} draws", file.display());
    }
    assert!(seen > 100 && drawing >= 3, "{drawing} of {seen} files draw");
}

#[test]
fn the_backend_for_pdf_could_be_a_crate_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("chart/src/backend");
    let own = ["font", "surface"].map(|name| format!("crate::backend::{name}::"));
    let beside = ["font.rs", "surface.rs"].map(|name| folder.join(name));
    for file in files(&folder.join("pdf")).into_iter().chain(beside) {
        let text = fs::read_to_string(&file).unwrap();
        let text = own.iter().fold(text, |text, own| text.replace(own, ""));
        assert!(!text.contains("crate::") && !text.contains("optile"), "{}", file.display());
    }
}

/// The compiler may copy a function into the crates that call it, with the search that it names.
#[test]
fn families_are_statics() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut families = 0;
    for folder in strategies(&root) {
        for file in files(&root.join(folder).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!text.contains("-> Family {"), "{} returns a family", file.display());
            families += text.matches(": Family = Family {").count();
        }
    }
    assert_eq!(families, optile::registry::all().families().len());
}

/// The folders of the packages that are published.
fn published(root: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        strategies(root).iter().map(|folder| root.join(folder)).collect();
    folders.extend(SHARED.map(|name| root.join(name.strip_prefix("optile-").unwrap())));
    folders.extend(HARNESS.map(|(folder, _)| root.join("harness").join(folder)));
    folders.push(root.join("harness"));
    folders
}

/// A registry takes a package only with these fields, and builds it without the other
/// folders of the workspace.
#[test]
fn published_packages_have_what_a_registry_needs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let shared = &manifest(&root)["workspace"]["dependencies"];
    for folder in published(&root) {
        let manifest = manifest(&folder);
        let package = manifest["package"].as_table().unwrap();
        let fields = ["name", "description", "version", "license", "authors"];
        for field in fields.into_iter().chain(["rust-version", "categories", "keywords"]) {
            assert!(package.contains_key(field), "{} has no {field}", folder.display());
        }
        for (name, dependency) in manifest["dependencies"].as_table().unwrap() {
            let is_shared = dependency.get("workspace").is_some();
            let dependency = if is_shared { &shared[name.as_str()] } else { dependency };
            let is_ours = dependency.get("path").is_some();
            let has_version = dependency.get("version").is_some();
            assert!(!is_ours || has_version, "{}: {name} has no version", folder.display());
        }
        for file in files(&folder.join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            let (_, tests) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
            let shipped = &text[..text.len() - tests.len()];
            let is_test = file.ends_with("tests.rs");
            for (place, _) in shipped.match_indices("include_").filter(|_| !is_test) {
                let Some(path) = shipped[place..].split('"').nth(1) else { continue };
                let target = file.parent().unwrap().join(path);
                let ups = path.matches("../").count();
                let depth = file.strip_prefix(&folder).unwrap().components().count() - 1;
                assert!(ups <= depth, "{} includes {}", file.display(), target.display());
            }
        }
    }
}

/// Cargo takes a path that is missing for changed, and builds the program again each time.
#[test]
fn every_path_that_the_build_watches_exists() {
    let output = Path::new(env!("OUT_DIR")).with_file_name("output");
    let output = fs::read_to_string(output).unwrap();
    let watched: Vec<&str> =
        output.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed=")).collect();
    assert!(watched.len() > 20, "{watched:?}");
    for path in watched {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(), "{path}");
        assert!(!path.ends_with(".git/index"), "`git status` changes it");
    }
}
