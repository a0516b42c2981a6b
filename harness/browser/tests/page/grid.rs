//! The table of instances by strategies.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::reader::Reader;
use crate::results::{STRATEGIES, copies, eight, rows, said};

/// The cells of the current page: instance, then for each strategy its text, its class and
/// whether it is bold.
const CELLS: &str = "(() => {
    const names = [...document.querySelectorAll('#grid-head th')].slice(2).map((head) => head.textContent);
    return [...document.querySelectorAll('#grid-body tr')].map((row) => [row.cells[0].textContent,
      Object.fromEntries(names.map((name, place) => {
        const cell = row.cells[place + 2];
        const weight = getComputedStyle(cell.querySelector('a') ?? cell).fontWeight;
        return [name, [cell.textContent, cell.className, weight >= 600 && cell.className === 'solved']];
      }))]);
  })()";

#[test]
fn the_cells_are_the_runs_of_an_instance() {
    let folder = copies("grid", 3);
    let rows = rows(&folder);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.click("#lines-all");
    let mut of: BTreeMap<(&str, &str), &Value> = BTreeMap::new();
    for row in &rows {
        of.insert((row["instance"].as_str().unwrap(), row["strategy"].as_str().unwrap()), row);
    }
    let mut seen = 0;
    let mut bold = 0;
    for page in 1..=3 {
        let cells = reader.value(CELLS);
        for line in cells.as_array().unwrap() {
            let instance = line[0].as_str().unwrap();
            let values: Vec<u64> = STRATEGIES
                .iter()
                .map(|name| of[&(instance, *name)])
                .filter(|row| row["status"] == "solved")
                .map(|row| row["expanded"].as_u64().unwrap())
                .collect();
            let best = values.iter().min().filter(|best| values.iter().any(|value| value != *best));
            for name in STRATEGIES {
                let row = of[&(instance, name)];
                let [text, class, is_bold] = [0, 1, 2].map(|part| &line[1][name][part]);
                assert_eq!(class, &row["status"], "{instance} {name}");
                let value = row["expanded"].as_u64().filter(|_| class == "solved");
                let expected = value.map(|value| value.to_string());
                let expected =
                    expected.as_deref().unwrap_or_else(|| row["status"].as_str().unwrap());
                assert_eq!(text.as_str().unwrap().replace(',', ""), expected, "{instance} {name}");
                assert_eq!(
                    *is_bold,
                    value.is_some() && value.as_ref() == best,
                    "{instance} {name}"
                );
                bold += usize::from(*is_bold == true);
            }
            seen += 1;
        }
        if page < 3 {
            reader.click("#grid-next");
        }
    }
    assert_eq!((seen, bold > 50), (rows.len() / STRATEGIES.len(), true));
    assert_eq!(reader.faults(), [""; 0]);
}

/// The scripts round as the program does.
#[test]
fn the_cells_have_the_texts_of_the_terminal() {
    let folder = eight();
    let reader = Reader::open(&folder.join("report.html"), "");
    let mut compared = 0;
    for number in ["search_ns", "memory_bytes"] {
        reader.choose(&[("grid-quantity", number)]);
        let mut cells: Vec<Value> = Vec::new();
        loop {
            cells.extend(reader.value(CELLS).as_array().unwrap().iter().cloned());
            if reader.value("document.querySelector('#grid-next').disabled") == true {
                break;
            }
            reader.click("#grid-next");
        }
        let names: Vec<String> = cells[0][1].as_object().unwrap().keys().cloned().collect();
        for name in names {
            let out = folder.to_str().unwrap();
            let pair = ["compare", out, "--pair", &name, &name, "--instances", "--measure", number];
            let told = said(&pair);
            let (_, table) = told.split_once("\n instance  ").unwrap();
            for cell in &cells {
                let id = cell[0].as_str().unwrap();
                let line = table.lines().find(|line| line.split_whitespace().next() == Some(id));
                let words: Vec<&str> = line.unwrap().split("  ").map(str::trim).collect();
                let told = words[1..].iter().find(|word| !word.is_empty()).unwrap();
                let shown = cell[1][&name][0].as_str().unwrap().replace('\u{a0}', " ");
                assert_eq!(shown, told.replace('\u{a0}', " "), "{number} of {name} on {id}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn a_cell_opens_its_run_and_a_link_brings_the_view_back() {
    let folder = copies("cells", 4);
    let page = folder.join("report.html");
    let reader = Reader::open(&page, "");
    reader.choose(&[("lines-family", "astar")]);
    reader.choose(&[("grid-quantity", "search_ns")]);
    reader.click("#filter-size label:nth-child(1)");
    let before = reader.value(CELLS);
    assert_eq!(before[0][1].as_object().unwrap().len(), 3);
    assert!(before[0][1]["astar:zero"][0].as_str().unwrap().ends_with('s'), "{}", before[0]);
    let other = Reader::open(&page, &reader.text("location.hash"));
    assert_eq!(other.value(CELLS), before);
    // A filter by status keeps the instances with such a run.
    reader.go("#status=time-limit");
    let limited = reader.value(CELLS);
    for line in limited.as_array().unwrap() {
        let cells = line[1].as_object().unwrap();
        assert!(cells.values().any(|cell| cell[1] == "time-limit"), "{line}");
    }
    reader.click("#grid-body .time-limit a");
    reader.until("document.getElementById('viewer').open");
    assert!(reader.says("#viewer-why").contains("the time limit ended the run"));
    assert!(reader.text("location.hash").contains("status=time-limit"), "the view is kept");
    reader.press("Escape");
    reader.until("!document.getElementById('viewer').open");
    reader.click("#lines-none");
    assert_eq!(reader.value(CELLS), json!([]));
    assert_eq!((reader.faults(), other.faults()), (vec![], vec![]));
}
