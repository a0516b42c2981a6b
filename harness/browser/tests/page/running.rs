//! The page of a run that goes on.

use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::reader::Reader;
use crate::results::{Run, place};

#[test]
fn the_page_of_a_run_loads_itself_again_and_keeps_the_view() {
    let folder = place("running");
    let _ = std::fs::remove_dir_all(&folder);
    let run = Run::begin(&[
        "run",
        "smoke",
        "--watch",
        "--repeat",
        "400",
        "--strategy",
        "astar:*",
        "--strategy",
        "bfs",
        "--out",
        folder.to_str().unwrap(),
    ]);
    let page = folder.join("report.html");
    wait_for(&page);
    let reader = Reader::open(&page, "");
    reader.window(1300, 900);
    let done = "Number(document.getElementById('running')?.textContent.match(/[\\d,]+/)?.[0].replaceAll(',', ''))";
    assert!(reader.says("#running").starts_with("This run goes on: "));
    reader.until(&format!("{done} > 100 && document.querySelectorAll('figure').length > 5"));
    // A page that was just loaded stays for some seconds.
    let old = reader.value(done);
    reader.until(&format!("{done} > {old} && document.readyState === 'complete'"));
    // A reader who does something is not disturbed.
    reader.press("Escape");
    reader.click("#lines-all");
    reader.click("#about-cactus summary");
    reader.value("document.querySelector('#cactus').scrollIntoView({ behavior: 'instant' })");
    let view = "JSON.stringify([Math.round(document.querySelector('#cactus')?.getBoundingClientRect().top),
        document.getElementById('about-cactus')?.open, location.hash])";
    let (before, seen) = (reader.text(view), reader.value(done));
    let is_back = format!("document.readyState === 'complete' && {view} === {before:?}");
    reader.until(&format!("{done} > {seen} && {is_back}"));
    run.interrupt();
    reader.until(&format!("document.getElementById('running') === null && {is_back}"));
    assert!(reader.says("#head .warning").starts_with("This run is incomplete: "));
    let reload = reader.value("document.documentElement.dataset.reload ?? null");
    assert_eq!(reload, serde_json::Value::Null);
    assert_eq!(reader.faults(), [""; 0]);
}

fn wait_for(page: &Path) {
    while !page.exists() {
        thread::sleep(Duration::from_millis(20));
    }
}
