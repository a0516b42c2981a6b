//! The shape of the workspace, on which "adding a strategy takes three steps"
//! rests.

use std::fs;
use std::path::Path;

fn manifest(folder: &Path) -> toml::Table {
    fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap()
}

fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn strategies_stand_on_shared_crates_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shared = ["optile-core", "optile-heuristics", "optile-store"];
    let mut strategies = 0;
    for name in dependencies(&manifest(&root.join("harness"))) {
        let Some(folder) = name.strip_prefix("optile-") else { continue };
        if shared.contains(&name.as_str()) {
            continue;
        }
        strategies += 1;
        for dependency in dependencies(&manifest(&root.join(folder))) {
            let is_ours = dependency.starts_with("optile");
            assert!(
                !is_ours || shared.contains(&dependency.as_str()),
                "{name} depends on {dependency}"
            );
        }
    }
    // A crate may offer two families, one of them on several threads.
    assert!(2 * strategies >= optile::registry::families().len());
}

#[test]
fn the_core_depends_on_no_crate_of_ours_and_shared_crates_on_the_core_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in ["core", "heuristics", "store"] {
        for dependency in dependencies(&manifest(&root.join(folder))) {
            let is_below = folder != "core" && dependency == "optile-core";
            assert!(is_below || !dependency.starts_with("optile"), "{folder}: {dependency}");
        }
    }
}

#[test]
fn only_the_harness_reads_clocks_and_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let harness = dependencies(&manifest(&root.join("harness")));
    for folder in harness.iter().filter_map(|name| name.strip_prefix("optile-")) {
        for file in fs::read_dir(root.join(folder).join("src")).unwrap() {
            let file = file.unwrap().path();
            let text = fs::read_to_string(&file).unwrap();
            for word in ["std::time", "std::fs", "RandomState"] {
                assert!(!text.contains(word), "{} has {word}", file.display());
            }
        }
    }
}
