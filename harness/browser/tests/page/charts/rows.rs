//! Charts with a row for each strategy, and where charts stand.

use serde_json::json;

use super::WIDTHS;
use crate::reader::Reader;
use crate::results::smoke;

/// What is seen of rows that are not chosen: their names, and lines below the last row.
const LEFT_OVER: &str = "[...document.querySelectorAll('svg[data-pitch]')].filter((chart) => chart.checkVisibility()).flatMap((chart) => {
    const hidden = [...chart.querySelectorAll('[display=none] text')].filter((text) => text.getClientRects().length > 0);
    const middle = (part) => { const { top, bottom } = part.getBoundingClientRect(); return (top + bottom) / 2; };
    const names = [...chart.querySelectorAll('.key[display=inline] text')].map(middle);
    const [last, end] = [Math.max(...names), chart.getBoundingClientRect().bottom];
    const level = [...chart.querySelectorAll('polyline')].filter((line) => line.getBoundingClientRect().height < 2 && !line.closest('[data-series]'));
    const below = level.map(middle).filter((at) => at > last + 5 && at < end);
    const name = chart.closest('figure').id;
    return [...hidden.map((text) => `${name}: ${text.textContent}`), ...below.map((at) => `${name}: a line ${at - last} below`)];
  })";

#[test]
fn rows_that_are_not_chosen_leave_nothing() {
    let page = smoke().join("report.html");
    let reader = Reader::open(&page, "");
    for lines in ["", "#lines=bfs", "#lines=bfs&lines=bidir&lines=retrograde"] {
        reader.go(lines);
        for width in WIDTHS {
            reader.width(width);
            let shown = reader.value(
                "document.querySelectorAll('svg[data-pitch] .key[display=inline] text').length",
            );
            assert!(shown.as_u64() > Some(1), "{lines} {width}: {shown}");
            assert_eq!(reader.value(LEFT_OVER), json!([]), "{lines} at {width}");
        }
    }
    assert_eq!(reader.faults(), [""; 0]);
}

/// At 800 pixels, charts beside each other would have letters of 8 pixels.
#[test]
fn charts_are_beside_each_other_only_on_wide_screens() {
    let reader = Reader::open(&smoke().join("report.html"), "");
    for (width, columns) in [(400, 1), (800, 1), (1300, 2)] {
        reader.width(width);
        let lefts = reader.value(
            "new Set([...document.querySelectorAll('#charts figure')].filter((one) => one.checkVisibility())
               .map((one) => Math.round(one.getBoundingClientRect().left))).size",
        );
        assert_eq!(lefts, json!(columns), "{width}");
    }
}
