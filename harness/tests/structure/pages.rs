//! README and the pages of `docs`.

use std::fs;

use crate::source::root;

/// The most lines of README.
const LONGEST: usize = 160;

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string(root().join("README.md")).unwrap().lines().count();
    assert!(lines <= LONGEST, "{lines} lines: expected at most {LONGEST}; docs has more room");
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
