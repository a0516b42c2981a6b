//! The table of runs shows the rows of `results.jsonl`.

use std::collections::HashMap;

use serde_json::Value;

use crate::reader::Reader;
use crate::results::{copies, length, name, rows};

/// The names of the runs on the current page of the table.
const SHOWN: &str = "[...document.querySelectorAll('#runs-body a')].map((link) =>
    new URLSearchParams(link.hash.slice(1)).get('run'))";

/// The rows on the current page of the table.
fn shown(reader: &Reader, rows: &[Value]) -> Vec<Value> {
    let names = reader.value(SHOWN);
    let rows: HashMap<String, &Value> = rows.iter().map(|row| (name(row), row)).collect();
    names.as_array().unwrap().iter().map(|name| rows[name.as_str().unwrap()].clone()).collect()
}

/// How many runs pass the filters, as the page says.
fn count(reader: &Reader) -> usize {
    let says = reader.says("#runs-count");
    says.split(' ').next().unwrap().replace(',', "").parse().unwrap()
}

/// The page shows the rows that `keep` keeps, and no others.
fn shows(reader: &Reader, rows: &[Value], keep: &dyn Fn(&Value) -> bool, what: &str) {
    let expected = rows.iter().filter(|row| keep(row)).count();
    assert_eq!(count(reader), expected, "{what}");
    let shown = shown(reader, rows);
    assert_eq!(shown.len(), expected.min(50), "{what}");
    for row in shown {
        assert!(keep(&row), "{what}: {row}");
    }
}

#[test]
fn every_column_sorts_in_both_directions() {
    let folder = copies("sorted", 3);
    let mut rows = rows(&folder);
    for row in &mut rows {
        let tables = row["table_bytes"].as_u64().unwrap_or(0);
        row["length"] = length(row).into();
        row["memory_bytes"] = row["peak_bytes"].as_u64().map(|own| own + tables).into();
    }
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.click("#lines-all");
    for key in [
        "expanded",
        "generated",
        "search_ns",
        "memory_bytes",
        "length",
        "optimal",
        "prepare_ns",
        "cpu_ns",
        "peak_rss_bytes",
        "sample",
    ] {
        let head = format!("#runs-head [data-key={key}]");
        if reader.value(&format!("document.querySelector({head:?}) === null")) == true {
            let first = &rows[0][key];
            assert!(rows.iter().all(|row| row[key] == *first), "{key} has no column");
            continue;
        }
        let mut values: Vec<u64> = rows.iter().filter_map(|row| row[key].as_u64()).collect();
        values.sort_unstable();
        for direction in ["ascending", "descending"] {
            reader.click(&format!("{head} button"));
            reader.until(&format!("document.querySelector({head:?}).ariaSort === {direction:?}"));
            let shown: Vec<u64> =
                shown(&reader, &rows).iter().filter_map(|row| row[key].as_u64()).collect();
            assert_eq!(shown, values[..50], "{key}, {direction}");
            values.reverse();
        }
        // Runs without a value come last, in both directions.
        let empty = rows.iter().filter(|row| row[key].is_null()).count();
        for _ in 0..2 {
            reader.click("#runs-last");
            let shown = self::shown(&reader, &rows);
            let last = shown.iter().filter(|row| row[key].is_null()).count();
            assert_eq!(last, empty.min(shown.len()), "{key}");
            reader.click(&format!("{head} button"));
        }
    }
    assert_eq!(
        reader.value(
            "document.querySelectorAll('#runs-head [aria-sort]:not([aria-sort=none])').length"
        ),
        1
    );
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn words_sort_by_their_order_in_the_suite() {
    let folder = copies("words", 2);
    let rows = rows(&folder);
    let reader = Reader::open(&folder.join("report.html"), "#sort=strategy");
    reader.click("#lines-all");
    let shown = |key: &str| -> Vec<Value> {
        shown(&reader, &rows).iter().map(|row| row[key].clone()).collect()
    };
    assert!(shown("strategy").iter().all(|name| name == "bfs"));
    reader.click("#runs-head [data-key=status] button");
    assert!(shown("status").iter().all(|status| status == "solved"));
    reader.click("#runs-head [data-key=status] button");
    assert_eq!(shown("status")[0], "crashed", "the worst first");
    reader.click("#runs-head [data-key=instance] button");
    let first = std::fs::read_to_string(folder.join("instances.csv")).unwrap();
    let first = first.lines().nth(1).unwrap().split(',').next().unwrap();
    assert!(shown("instance")[..8].iter().all(|instance| instance == first));
}

#[test]
fn every_filter_shows_what_a_slow_count_finds() {
    let folder = copies("filtered", 4);
    let rows = rows(&folder);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.click("#lines-all");
    shows(&reader, &rows, &|_| true, "no filter");
    for key in ["size", "status"] {
        let pills =
            reader.value(&format!("document.querySelectorAll('#filter-{key} label').length"));
        let mut names: Vec<&str> = rows.iter().map(|row| row[key].as_str().unwrap()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(pills, names.len(), "a choice for each {key}");
        let mut chosen: Vec<String> = Vec::new();
        // One, then two of them.
        for place in 1..=2 {
            let pill = format!("#filter-{key} label:nth-child({place})");
            chosen.push(reader.says(&pill));
            reader.click(&pill);
            let keep = |row: &Value| chosen.iter().any(|name| row[key] == **name);
            shows(&reader, &rows, &keep, &format!("{key} {chosen:?}"));
        }
        reader.click("#filter-none");
        shows(&reader, &rows, &|_| true, "all again");
    }
    reader.click("#filter-instance");
    reader.type_text("3X3-1");
    shows(&reader, &rows, &|row| row["instance"].as_str().unwrap().contains("3x3-1"), "3x3-1");
    reader.click("#filter-min");
    reader.type_text("12");
    let keep = |row: &Value| {
        let named = row["instance"].as_str().unwrap().contains("3x3-1");
        named && row["optimal"].as_u64().is_some_and(|length| length >= 12)
    };
    shows(&reader, &rows, &keep, "3x3-1, from 12");
    reader.click("#filter-max");
    reader.type_text("17");
    let keep =
        |row: &Value| keep(row) && row["optimal"].as_u64().is_some_and(|length| length <= 17);
    shows(&reader, &rows, &keep, "3x3-1, from 12 to 17");
    reader.click("#filter-status label:nth-child(2)");
    let status = reader.says("#filter-status label:nth-child(2)");
    shows(&reader, &rows, &|row| keep(row) && row["status"] == *status, "all filters");
    reader.click("#filter-instance");
    reader.type_text("no such");
    shows(&reader, &rows, &|_| false, "none");
    assert_eq!(reader.value("document.getElementById('runs-none').checkVisibility()"), true);
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn pages_of_the_table_hold_every_run_once() {
    let folder = copies("pages", 1);
    let rows = rows(&folder);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.click("#lines-all");
    let mut seen = Vec::new();
    for page in 1..=6 {
        let from = 50 * (page - 1) + 1;
        assert!(reader.says("#runs-range").starts_with(&format!("Rows {from} to ")));
        seen.extend(shown(&reader, &rows));
        if page < 6 {
            reader.click("#runs-next");
        }
    }
    assert_eq!(reader.value("document.getElementById('runs-next').disabled"), true);
    let mut ids: Vec<&str> = seen.iter().map(|row| row["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), seen.len()), (rows.len(), rows.len()));
    reader.click("#runs-first");
    assert!(reader.says("#runs-range").starts_with("Rows 1 to 50 of 280"));
}

/// Prints the size of the page and its times. It checks only that the page
/// works.
#[test]
fn a_hundred_thousand_runs_are_sorted_and_filtered() {
    let folder = copies("many", 358);
    let rows = rows(&folder);
    let page = folder.join("report.html");
    let reader = Reader::open(&page, "");
    // The data are compressed, and the rest of the page does not wait for them.
    reader.until("document.getElementById('runs-count').textContent !== ''");
    reader.click("#lines-all");
    assert_eq!(reader.says("#runs-count"), "100,240 of 100,240 runs");
    let bytes = page.metadata().unwrap().len();
    let loaded =
        reader.value("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd");
    let timed = |action: &str| {
        reader.value(&format!(
            "(() => {{ const begin = performance.now(); {action}; document.body.offsetHeight;
               return performance.now() - begin; }})()"
        ))
    };
    let sort = timed("document.querySelector('[data-key=search_ns] button').click()");
    let values: Vec<u64> =
        shown(&reader, &rows).iter().filter_map(|row| row["search_ns"].as_u64()).collect();
    let mut all: Vec<u64> = rows.iter().filter_map(|row| row["search_ns"].as_u64()).collect();
    all.sort_unstable();
    assert_eq!(values, all[..50]);
    let filter = timed("document.querySelector('.chip[data-name=bfs] .only').click()");
    shows(&reader, &rows, &|row| row["strategy"] == "bfs", "bfs");
    let pair = timed(
        "(() => { const list = document.getElementById('pair-y'); list.value = 'bidir';
           list.dispatchEvent(new Event('change')); })()",
    );
    assert_eq!(reader.says("#pair-title"), "bfs against bidir");
    println!(
        "{bytes} bytes; milliseconds: load {loaded}, sort {sort}, filter {filter}, pair {pair}"
    );
    assert_eq!(reader.faults(), [""; 0]);
}
