//! The viewer steps through the path of a run.

use serde_json::Value;

use crate::reader::Reader;
use crate::results::{copies, length, name, optile, rows};

/// The first run that `keep` keeps.
fn first(rows: &[Value], keep: impl Fn(&Value) -> bool) -> &Value {
    rows.iter().find(|row| keep(row)).expect("the made-up runs have one")
}

fn open(reader: &Reader, run: &Value) {
    reader.go(&format!("#run={}", name(run)));
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
            row["size"] == size && row["status"] == "solved" && length(row) > Some(4)
        });
        open(&reader, run);
        let length = length(run).unwrap();
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
    let run = first(&rows, |row| row["status"] == "solved" && length(row) > Some(3));
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
    // With keys, which also work on the slider.
    reader.value("document.getElementById('viewer-step').focus()");
    reader.press(" ");
    assert_eq!(reader.says("#viewer-play"), "Pause");
    reader.press("Home");
    assert_eq!(reader.says("#viewer-play"), "Play");
    assert!(reader.says("#viewer-now").starts_with("Start of "));
    // Another run on the same instance, then none.
    let other = first(&rows, |row| row["instance"] == run["instance"] && row["id"] != run["id"]);
    reader.choose(&[("viewer-run", &name(other))]);
    let shown = "new URLSearchParams(location.hash.slice(1)).get('run')";
    assert_eq!(reader.text(shown), name(other));
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
        ("unsupported", "does not support boards of this size. Reason: boards of size"),
        ("unsolvable", "The goal cannot be reached from this start"),
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

/// Each way to a run keeps the rest of the view, and the run offers the command that watches it.
#[test]
fn a_wrong_run_opens_from_its_row_and_can_be_watched() {
    let folder = copies("watched", 2);
    let rows = rows(&folder);
    let reader = Reader::open(&folder.join("report.html"), "#lines=bfs");
    reader.width(1300);
    reader.click("#faults tbody tr td:last-child");
    reader.until("document.getElementById('viewer').open");
    assert!(reader.text("location.hash").contains("lines=bfs"), "the view is kept");
    let shown = reader.text("new URLSearchParams(location.hash.slice(1)).get('run')");
    let run = first(&rows, |row| name(row) == shown);
    assert!(["wrong", "crashed"].contains(&run["status"].as_str().unwrap()), "{run}");
    let command = reader.says("#viewer-facts code");
    let words: Vec<&str> = command.split('\'').collect();
    let [_, boards, _] = words[..] else { panic!("{command}") };
    let strategy = run["strategy"].as_str().unwrap();
    assert_eq!(command, format!("optile watch '{boards}' --strategy {strategy}"));
    // The program reads it.
    let page = folder.join("watch.html");
    optile(&["watch", boards, "--strategy", strategy, "-o", page.to_str().unwrap()]);
    let watch = Reader::open(&page, "");
    assert_eq!(board(&reader, "#viewer-facts"), boards.split(" -> ").last().unwrap());
    assert_eq!((reader.faults(), watch.faults()), (vec![], vec![]));
}
