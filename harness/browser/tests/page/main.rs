//! The report as readers see it, opened from its file in Chromium.
//!
//! The variable OPTILE gives the path of the program under test. The variable
//! CHROMIUM gives the path of Chromium, which is by default that of Debian.

mod charts;
mod chromium;
mod first;
mod grid;
mod lines;
mod present;
mod reader;
mod results;
mod runs;
mod state;
mod viewer;
mod watch;

use reader::Reader;
use results::{Results, copies, place, smoke};

#[test]
fn the_page_opens_without_a_complaint_and_asks_for_nothing() {
    let reader = Reader::open(&smoke().join("report.html"), "");
    reader.click("#lines-all");
    assert_eq!(reader.says("#runs-count"), "280 of 280 runs");
    assert_eq!(reader.value("document.querySelector('noscript').getClientRects().length"), 0);
    assert_eq!(reader.faults(), [""; 0]);
}

/// What is true of the tables of all sizes is not told below each.
#[test]
fn what_explains_all_tables_of_strategies_is_told_once() {
    let reader = Reader::open(&smoke().join("report.html"), "");
    let notes = "[...document.querySelectorAll('#strategies .note:not(.share)')].map(({ textContent }) => textContent)";
    let notes: Vec<String> = serde_json::from_value(reader.value(notes)).unwrap();
    let tables = reader.value("document.querySelectorAll('#strategies table').length");
    assert!(tables.as_u64() > Some(5), "{tables}");
    let sentences = |note: &String| note.matches("Each average is over").count();
    assert_eq!(notes.iter().map(sentences).sum::<usize>(), 1, "{notes:?}");
    assert_eq!(notes.last().map(sentences), Some(1));
    let own = notes.iter().filter(|note| note.starts_with("Ratios to the best"));
    assert_eq!(own.count() as u64, tables.as_u64().unwrap(), "{notes:?}");
}

/// Otherwise tests that find no fault would prove nothing.
#[test]
fn errors_of_a_page_are_noticed() {
    let page = place("wrong.html");
    let wrong = "<script>console.log('said'); setTimeout(() => { throw Error('thrown') })</script>
                 <img src='file:///nowhere/asked-for.png'>";
    std::fs::create_dir_all(page.parent().unwrap()).unwrap();
    std::fs::write(&page, wrong).unwrap();
    let reader = Reader::open(&page, "");
    reader.value("new Promise((done) => setTimeout(done, 100))");
    let heard = reader.faults().join(" ");
    for fault in ["said", "thrown", "file:///nowhere/asked-for.png"] {
        assert!(heard.contains(fault), "{fault}: {heard}");
    }
    assert_eq!(reader.faults(), [""; 0], "each is told once");
}

#[test]
fn without_a_script_the_page_can_be_read() {
    let page = smoke().join("report.html");
    let reader = Reader::new(&page);
    reader.go_without_script();
    // Evaluation from outside still works.
    assert_eq!(reader.value("document.querySelectorAll('#charts figure svg').length > 4"), true);
    let seen = "(selector) => document.querySelector(selector).checkVisibility()";
    for (selector, expected) in [
        ("noscript", true),
        ("#strategies", true),
        ("#pairs", false),
        ("#runs", false),
        ("#lines", false),
    ] {
        assert_eq!(reader.value(&format!("({seen})({selector:?})")), expected, "{selector}");
    }
    assert!(reader.says("noscript").contains("results.csv"));
}

/// No text in the files becomes markup or script.
#[test]
fn hostile_names_stay_text() {
    let hostile =
        "</script><script>document.title='gone'</script><img src=x onerror=alert(1)>&#38;";
    let mut results = Results::of_smoke();
    for row in results.rows.iter_mut().filter(|row| row["strategy"] == "bfs") {
        row["strategy"] = hostile.into();
        row["reason"] = hostile.into();
    }
    results.rename_instances(hostile);
    results.record["strategies"][0] = hostile.into();
    results.record["suite"] = hostile.into();
    let folder = place("hostile");
    results.write(&folder);
    let reader = Reader::open(&folder.join("report.html"), "");
    assert_eq!(reader.text("document.title"), format!("optile: suite {hostile}"));
    assert_eq!(reader.value("document.querySelectorAll('img, script').length"), 2);
    reader.value(&format!("[...document.querySelectorAll('.chip')].find(({{ dataset }}) => dataset.name === {hostile:?}).lastElementChild.click()"));
    reader.until("document.querySelectorAll('#runs-body tr').length > 1");
    reader.click("#runs-body a");
    reader.until("document.getElementById('viewer').open");
    assert!(reader.says("#viewer-title").contains(hostile));
    assert_eq!(reader.faults(), [""; 0]);
}

/// With five runs of one strategy there is nothing to filter, and only one
/// page.
#[test]
fn few_runs_have_few_controls() {
    let mut results = Results::of_smoke();
    results.rows.retain(|row| {
        row["strategy"] == "bfs" && row["instance"].as_str().unwrap().starts_with("2x")
    });
    results.rows.truncate(5);
    results.record["strategies"] = serde_json::json!(["bfs"]);
    let folder = place("five");
    results.write(&folder);
    let reader = Reader::open(&folder.join("report.html"), "");
    let count = results.rows.len();
    assert_eq!(reader.says("#runs-count"), format!("{count} of {count} runs"));
    for (selector, expected) in [
        ("#runs-body", true),
        ("#pairs", false),
        ("#contents [href='#pairs']", false),
        ("#runs-pages", false),
        ("#filter-status", false),
    ] {
        let seen = format!("document.querySelector({selector:?}).checkVisibility()");
        assert_eq!(reader.value(&seen), expected, "{selector}");
    }
    assert_eq!(reader.faults(), [""; 0]);
}

/// Each control has a name for screen readers.
#[test]
fn every_control_has_a_name() {
    let folder = copies("names", 2);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.click("#runs-body a");
    reader.until("document.getElementById('viewer').open");
    let nameless = reader.value(
        "[...document.querySelectorAll('button, input, select, a, [role]')].filter((control) => {
           const label = control.labels?.[0]?.textContent ?? '';
           const of = document.getElementById(control.getAttribute('aria-labelledby'));
           const own = control.matches('input, select') ? '' : control.textContent;
           return control.role !== 'status'
             && !(own + label + (control.ariaLabel ?? '') + (of?.textContent ?? '')).trim();
         }).map((control) => control.outerHTML.slice(0, 80))",
    );
    assert_eq!(nameless, serde_json::json!([]));
    let twice = reader.value(
        "[...document.querySelectorAll('[id]')].map(({ id }) => id)
           .filter((id, index, all) => all.indexOf(id) !== index)",
    );
    assert_eq!(twice, serde_json::json!([]), "ids are unique");
}
