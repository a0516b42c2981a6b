//! Korf's hundred by searches from both ends: the recorded results keep the theorems, and
//! the page is what the program makes of them.

use std::fs;
use std::path::{Path, PathBuf};

use optile_results::profile::sides;
use optile_results::record::InstanceBounds;
use optile_results::row::{Row, Status};

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)
}

#[test]
fn the_page_is_made_of_the_recorded_results() {
    let results = optile_results::load(&docs("bihs")).unwrap();
    let names = optile_report::PageNames {
        page: "docs/bihs.md",
        charts: "bihs",
        results: "docs/bihs",
        has_cut: docs("bihs/cut.svg").is_file(),
    };
    let page = optile_report::bidirectional_page(&results, &names).unwrap();
    let text = fs::read_to_string(docs("bihs.md")).unwrap();
    let line = page.text.lines().zip(text.lines()).find(|(made, kept)| made != kept);
    assert!(page.text == text, "make docs/bihs.md again: {line:?}");
    for (figure, _) in &page.charts {
        assert!(text.contains(&format!("bihs/{}.svg", figure.name)), "{}", figure.name);
    }
}

#[test]
fn recorded_searches_keep_the_theorems() {
    let results = optile_results::load(&docs("bihs")).unwrap();
    let bounds = |row: &Row| -> &InstanceBounds {
        results.bounds.iter().find(|line| line.instance == row.instance).unwrap()
    };
    let solved = results.rows.iter().filter(|row| row.status == Status::Solved);
    let mut checked = 0;
    for row in solved {
        let bounds = bounds(row);
        let expanded = row.expanded_before_last.unwrap();
        let case = format!("{} on {}: {expanded}, {bounds:?}", row.strategy, row.instance);
        assert_eq!(row.length, Some(bounds.length), "{case}");
        assert!(expanded >= bounds.consistent, "{case}");
        let uses_consistency = ["bae", "dbbs"].iter().any(|name| row.strategy.starts_with(name));
        assert!(uses_consistency || expanded >= bounds.basic, "{case}");
        match row.strategy.as_str() {
            "astar:manhattan" => assert_eq!(expanded, bounds.astar, "{case}"),
            "astar-reverse:manhattan" => assert_eq!(expanded, bounds.astar_reverse, "{case}"),
            "nbs:manhattan" => assert!(expanded <= 2 * bounds.basic, "{case}"),
            "mm:manhattan" => {
                let [forward, backward] = sides(row.expanded_by_g.as_ref().unwrap()).unwrap();
                let half = bounds.length as usize / 2;
                assert!(forward.len().max(backward.len()) <= half + 1, "{case}");
            }
            _ => {}
        }
        checked += 1;
    }
    assert!(checked > 700, "only {checked} solved rows");
}
