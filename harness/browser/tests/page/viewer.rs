//! The viewer steps through the path of a run.

use serde_json::Value;

use crate::reader::Reader;
use crate::results::{copies, rows};

/// The first run that `keep` keeps.
fn first(rows: &[Value], keep: impl Fn(&Value) -> bool) -> &Value {
    rows.iter().find(|row| keep(row)).expect("the made-up runs have one")
}

fn open(reader: &Reader, run: &Value) {
    reader.go(&format!("#run={}", run["id"].as_str().unwrap()));
    reader.until("document.getElementById('viewer').open");
}

/// The board and the goal, as the viewer shows them.
fn board(reader: &Reader, place: &str) -> String {
    reader.text(&format!("document.querySelector('{place} .board').ariaLabel"))
}

#[test]
fn steps_lead_to_the_goal() {
    let folder = copies("stepped", 1);
    let rows = rows(&folder);
    let reader = Reader::open(&folder.join("report.html"), "");
    for size in ["2x2", "2x4", "4x3", "5x5"] {
        let run = first(&rows, |row| {
            row["size"] == size && row["status"] == "solved" && row["length"].as_u64() > Some(4)
        });
        open(&reader, run);
        let length = run["length"].as_u64().unwrap();
        assert_eq!(reader.says("#viewer-now"), format!("Start of {length} moves"));
        let goal = board(&reader, "#viewer-facts");
        assert_ne!(board(&reader, "#viewer-board"), goal);
        // By button, by key and by slider.
        reader.click("#viewer-next");
        reader.press("ArrowRight");
        assert!(
            reader.says("#viewer-now").starts_with(&format!("Move 2 of {length}: the blank goes "))
        );
        let moves = run["moves"].as_str().unwrap();
        assert_eq!(reader.says("#viewer-moves mark"), moves[1..2]);
        assert_eq!(reader.says("#viewer-moves"), moves);
        reader.click("#viewer-back");
        assert!(reader.says("#viewer-now").starts_with("Move 1 "));
        reader.value("document.getElementById('viewer-step').focus()");
        reader.press("End");
        assert_eq!(board(&reader, "#viewer-board"), goal, "{size}");
        reader.until(&format!("location.hash.endsWith('step={length}')"));
        assert_eq!(reader.value("document.getElementById('viewer-next').disabled"), true);
        let misplaced = "document.querySelectorAll('#viewer-board g:not(.home)').length";
        assert_eq!(reader.value(misplaced), 0);
        reader.click("#viewer-first");
        assert_eq!(reader.says("#viewer-now"), format!("Start of {length} moves"));
    }
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn it_plays_by_itself_and_pauses() {
    let folder = copies("played", 1);
    let rows = rows(&folder);
    let run = first(&rows, |row| row["status"] == "solved" && row["length"].as_u64() > Some(3));
    let reader = Reader::open(&folder.join("report.html"), "");
    open(&reader, run);
    reader.click("#viewer-play");
    assert_eq!(reader.says("#viewer-play"), "Pause");
    reader.until("document.getElementById('viewer-now').textContent.startsWith('Move 2 ')");
    reader.click("#viewer-play");
    assert_eq!(reader.says("#viewer-play"), "Play");
    reader.click("#viewer-play");
    reader.until("document.getElementById('viewer-play').textContent === 'Play'");
    assert_eq!(board(&reader, "#viewer-board"), board(&reader, "#viewer-facts"));
    // Another run on the same instance, then none.
    let other = first(&rows, |row| row["instance"] == run["instance"] && row["id"] != run["id"]);
    reader.choose(&[("viewer-run", other["id"].as_str().unwrap())]);
    assert!(reader.text("location.hash").contains(other["id"].as_str().unwrap()));
    reader.press("Escape");
    reader.until("!document.getElementById('viewer').open && !location.hash.includes('run=')");
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn a_run_without_a_path_says_why() {
    let folder = copies("pathless", 4);
    let rows = rows(&folder);
    let reader = Reader::open(&folder.join("report.html"), "");
    for (status, why) in [
        ("time-limit", "the time limit ended the run"),
        ("memory-limit", "the memory limit ended the run"),
        ("unsupported", "the strategy does not support boards of this size"),
        ("unsolvable", "the goal cannot be reached from this start"),
        ("crashed", "Reason: a panic: <no> \"sense\" & more"),
        ("wrong", "This answer is wrong. Reason: 12 moves, but 10 are optimal"),
    ] {
        open(&reader, first(&rows, |row| row["status"] == status));
        let says = reader.says("#viewer-why");
        assert!(says.contains(why), "{status}: {says}");
        let steps = reader.value("document.getElementById('viewer-walk').checkVisibility()");
        assert_eq!(steps, status == "wrong", "{status}: a wrong path can be looked at");
        assert_eq!(reader.value("document.querySelector('#viewer-board .board') !== null"), true);
    }
    assert_eq!(reader.faults(), [""; 0]);
}
