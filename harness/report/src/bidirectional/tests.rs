//! The page says what the rows say.

use optile_results::row::Status;

use super::*;
use crate::synthetic::{end, record, row};

fn results() -> Results {
    let names = ["astar:manhattan", "nbs:manhattan", "bae:manhattan,side=fewest"];
    let counts = [[40, 90, 7], [20, 80, 7], [10, 80, 7]];
    let mut rows = Vec::new();
    for (name, counts) in names.iter().zip(counts) {
        for (instance, count) in ["a", "b", "c"].iter().zip(counts) {
            let mut row = row(instance, name, 20, 100);
            row.expanded_before_last = Some(count);
            if !name.starts_with("astar") {
                (row.expanded_backward, row.meeting) = (Some(25), Some(5));
                row.expanded_by_g = Some("75/25".into());
            }
            rows.push(row);
        }
    }
    end(&mut rows[5], Status::MemoryLimit);
    let mut results = Results::new(record(&names), rows, vec![]);
    let line = |instance: &str, p_star| InstanceBounds {
        instance: instance.into(),
        heuristic: "manhattan".into(),
        length: 20,
        basic: 20,
        consistent: 10,
        astar: 40,
        astar_reverse: 85,
        p_star: Some(p_star),
    };
    results.bounds = vec![line("a", 0.5), line("b", 0.25), line("c", 0.75)];
    results
}

const NAMES: PageNames<'_> =
    PageNames { page: "a b.md", charts: "a b", results: "some", has_cut: false };

#[test]
fn the_page_names_only_what_there_is() {
    let text = |has_cut| {
        let names = PageNames { has_cut, ..NAMES };
        bidirectional_page(&results(), &names).unwrap().text
    };
    let page = text(false);
    for part in ["--page a b.md\n", "[`a%20b/`](a%20b)", "`optile report some`"] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("cut.svg") && !page.contains("bihs"), "{page}");
    assert!(text(true).contains("](a%20b/cut.svg)"));
    assert!(!text(true).contains('{'));
}

#[test]
fn the_page_shows_every_instance_beside_its_bounds() {
    let page = bidirectional_page(&results(), &NAMES).unwrap();
    let has = |line: &str| assert!(page.text.contains(line), "{line}\n{}", page.text);
    has("| instance | length | p\\* | basic | consistent | `astar` | `nbs` | `bae,side=fewest` |");
    has("| a | 20 | 0.50 | 20 | 10 | 40 | 20 | **10** |");
    has("| c | 20 | 0.75 | 20 | 10 | **7** | memory-limit | **7** |");
    // Over a and b.
    has("Of the 2 instances that all solved");
    has("`bae,side=fewest` on 2, `nbs` on 1");
    has("are expanded by `nbs` on 1, `bae,side=fewest` on 1");
    has("| 20 | 2 | 3.00 | 2.00 | **1.41** |");
    has("| 0.2 to below 0.8 | 2 | 3.00 | 2.00 | **1.41** |");
    has("On 0 of 3 instances, p\\* is below 0.2");
    has("| 25 % | 25 % |");
    assert!(!page.text.contains('{'), "{}", page.text);
    let charts: Vec<&str> = page.charts.iter().map(|(figure, _)| figure.name.as_str()).collect();
    assert_eq!(charts, CHARTS);
}

#[test]
fn without_bounds_there_is_no_page() {
    let mut results = results();
    results.bounds.clear();
    let error = bidirectional_page(&results, &NAMES).unwrap_err().to_string();
    assert!(error.contains("expected one heuristic"), "{error}");
}
