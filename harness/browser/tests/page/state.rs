//! The state after the # of the address.

use crate::reader::Reader;
use crate::results::copies;

/// What a reader sees of the state.
fn view(reader: &Reader) -> serde_json::Value {
    reader.value(
        "({ rows: document.getElementById('runs-body').textContent,
            count: document.getElementById('runs-count').textContent,
            sort: [...document.querySelectorAll('#runs-head th')].map((head) => head.ariaSort),
            marked: [...document.querySelectorAll('.pill input')].map((box) => box.checked),
            lines: [...document.querySelectorAll('.chip > :first-child')].map((chip) => chip.ariaPressed),
            strategies: [...document.querySelectorAll('.sortable tbody tr:not([hidden])')].map((row) => row.cells[0].dataset.name),
            typed: ['instance', 'min', 'max'].map((key) => document.getElementById(`filter-${key}`).value),
            page: document.getElementById('runs-range').textContent,
            pair: document.getElementById('pair-figure').textContent,
            lists: ['x', 'y', 'measure'].map((key) => document.getElementById(`pair-${key}`).value),
            viewer: document.getElementById('viewer').open,
            run: document.getElementById('viewer-run').value,
            step: document.getElementById('viewer-step').value,
            board: document.querySelector('#viewer-board .board')?.ariaLabel })",
    )
}

#[test]
fn a_link_brings_everything_back() {
    let folder = copies("linked", 4);
    let page = folder.join("report.html");
    let reader = Reader::open(&page, "");
    reader.choose(&[
        ("pair-x", "astar:manhattan"),
        ("pair-y", "idastar:manhattan"),
        ("pair-measure", "search_ns"),
    ]);
    reader.click("#lines-none");
    reader.click(".chip:nth-child(3) button:first-child");
    reader.click(".chip:nth-child(6) button:first-child");
    reader.click("#filter-status label:nth-child(1)");
    reader.click("#filter-instance");
    reader.type_text("3-");
    reader.click("#filter-min");
    reader.type_text("6");
    reader.click("#runs-head [data-key=expanded] button");
    reader.click("#runs-head [data-key=expanded] button");
    reader.click("#runs-next");
    reader.click("#runs-body a");
    reader.until("document.getElementById('viewer').open");
    reader.click("#viewer-next");
    reader.click("#viewer-next");
    let before = view(&reader);
    assert_eq!((&before["viewer"], &before["step"]), (&true.into(), &"2".into()));
    assert!(before["page"].as_str().unwrap().starts_with("Rows 51 to "), "{before}");
    let hash = reader.text("location.hash");
    let other = Reader::open(&page, &hash);
    other.until("document.getElementById('viewer').open");
    assert_eq!(view(&other), before, "{hash}");
    assert_eq!((reader.faults(), other.faults()), (vec![], vec![]));
}

#[test]
fn back_and_forward_go_through_what_was_seen() {
    let folder = copies("history", 1);
    let reader = Reader::open(&folder.join("report.html"), "");
    let mut seen = vec![view(&reader)];
    reader.click("#runs-head [data-key=expanded] button");
    seen.push(view(&reader));
    reader.click("#filter-status label:nth-child(1)");
    seen.push(view(&reader));
    reader.choose(&[("pair-measure", "memory_bytes")]);
    seen.push(view(&reader));
    reader.click("#runs-body a");
    reader.until("document.getElementById('viewer').open");
    seen.push(view(&reader));
    let shows = |expected: &serde_json::Value, way: &str| {
        reader.value(&format!("history.{way}()"));
        let open = &expected["viewer"];
        reader.until(&format!("document.getElementById('viewer').open === {open}"));
        reader.until(&format!(
            "document.getElementById('runs-body').textContent === {}",
            expected["rows"]
        ));
        reader.until(&format!(
            "document.getElementById('pair-figure').textContent === {}",
            expected["pair"]
        ));
        let now = view(&reader);
        for part in ["count", "sort", "marked", "lists", "viewer"] {
            assert_eq!(now[part], expected[part], "{way}: {part}");
        }
    };
    for place in (0..4).rev() {
        shows(&seen[place], "back");
    }
    for expected in &seen[1..] {
        shows(expected, "forward");
    }
}

/// Made-up links, and links to places on the page.
#[test]
fn odd_links_do_no_harm() {
    let folder = copies("odd", 1);
    let page = folder.join("report.html");
    let reader = Reader::open(&page, "");
    let plain = view(&reader);
    for hash in [
        "#charts",
        "#nothing",
        "#sort=nothing&lines=none&size=9x9&status=odd&min=-1&max=many&page=x&measure=hue&x=a&y=b",
        "#sort=__proto__&measure=constructor&run=toString&step=-3",
        "#strategy=%E0%A4%A&=&&&==",
        "#page=999999",
    ] {
        reader.go(hash);
        let mut now = view(&reader);
        if hash.contains("999999") {
            assert!(now["page"].as_str() > Some("4"), "the last page");
            (now["page"], now["rows"]) = (plain["page"].clone(), plain["rows"].clone());
        }
        assert_eq!(now, plain, "{hash}");
    }
    // A link within the page keeps the reader's choices.
    reader.click("#runs-head [data-key=expanded] button");
    let chosen = reader.text("location.hash");
    reader.click("#contents a[href='#origin']");
    reader.until(&format!("location.hash === {chosen:?}"));
    assert_eq!(reader.text("document.activeElement.id"), "origin");
    assert_eq!(reader.faults(), [""; 0]);
}
