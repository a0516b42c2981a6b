//! Presenting: one chart at a time fills the screen.

use serde_json::Value;

use crate::reader::Reader;
use crate::results::{eight, name, rows, smoke, tables};

/// The name of the chart on the screen, how much larger its letters are than on paper, how much of
/// the screen's width or height it takes, and whether all of it is on the screen.
const SHOWN: &str = "(() => {
    const figure = document.querySelector('#present figure');
    const picture = [...figure.querySelectorAll('.chart > div > svg')].find((svg) => svg.checkVisibility());
    const [{ a: scale }, { width, height }] = [picture.getScreenCTM(), picture.viewBox.baseVal];
    const parts = [...figure.querySelectorAll('p, li, svg')].filter((part) => part.checkVisibility());
    const isWhole = [...parts, ...document.querySelectorAll('#present button')].every((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    }) && [figure.closest('dialog'), figure.querySelector('.keys') ?? figure]
      .every((part) => part.scrollHeight <= part.clientHeight || !part.clientHeight);
    const part = Math.max((width * scale) / innerWidth, (height * scale) / innerHeight);
    return { name: figure.id, scale, part, isWhole };
  })()";

/// The charts of the page that can be seen, in its order.
const CHARTS: &str = "[...document.querySelectorAll('figure')]
    .filter((figure) => figure.checkVisibility()).map(({ id }) => id)";

const IS_OPEN: &str = "document.getElementById('present').open";

#[test]
fn one_key_lets_each_chart_fill_the_screen() {
    let reader = Reader::open(&eight().join("report.html"), "");
    for theme in ["light", "dark"] {
        reader.prefer("prefers-color-scheme", theme);
        for (width, height, scale) in [(1300, 900, 1.4), (800, 900, 1.1), (400, 800, 0.9)] {
            reader.window(width, height);
            let charts = reader.value(CHARTS);
            let charts = charts.as_array().unwrap();
            assert!(charts.len() > 5, "{charts:?}");
            reader.press("p");
            reader.until(IS_OPEN);
            for chart in charts {
                let shown = reader.value(SHOWN);
                let at = format!("{shown} at {width}");
                assert_eq!(&shown["name"], chart, "{at}");
                assert_eq!(shown["isWhole"], true, "{at}");
                assert!(shown["part"].as_f64() > Some(0.65), "{at}");
                assert!(shown["scale"].as_f64() > Some(scale), "{at}");
                reader.press("ArrowRight");
            }
            // The last chart stays, and keys work though its button has become useless.
            assert_eq!(reader.value(SHOWN)["name"], charts[charts.len() - 1]);
            reader.press("ArrowLeft");
            assert_eq!(reader.value(SHOWN)["name"], charts[charts.len() - 2]);
            reader.press("Home");
            assert_eq!(reader.value(SHOWN)["name"], charts[0]);
            reader.press("Escape");
            reader.until(&format!("!{IS_OPEN} && document.fullscreenElement === null"));
            assert_eq!(reader.value(CHARTS), Value::from(charts.clone()), "all are back");
        }
    }
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn every_chart_of_27_strategies_and_of_tables_fits_a_projector() {
    for folder in [eight(), tables()] {
        let reader = Reader::open(&folder.join("report.html"), "");
        reader.click("#lines-all");
        for (width, height) in [(1920, 1080), (1280, 720)] {
            reader.window(width, height);
            let charts = reader.value(CHARTS);
            reader.press("p");
            reader.until(IS_OPEN);
            // The chart in view is the first one.
            reader.press("Home");
            for chart in charts.as_array().unwrap() {
                let shown = reader.value(SHOWN);
                assert_eq!(&shown["name"], chart);
                assert_eq!(shown["isWhole"], true, "{shown} at {width}");
                // Letters of the chart have 12 pixels or more, those of 27 rows too.
                assert!(shown["scale"].as_f64() > Some(1.0), "{shown} at {width}");
                reader.press("ArrowRight");
            }
            reader.press("Escape");
            reader.until(&format!("!{IS_OPEN} && document.fullscreenElement === null"));
        }
        assert_eq!(reader.faults(), [""; 0]);
    }
}

/// The chart on the screen, the names of its lines that can be seen, in the order of the legend, and
/// all that must not move while lines come.
const LINES: &str = "(() => {
    const figure = document.querySelector('#present figure');
    // Chromium's own test is true of groups without display.
    const isSeen = (group) => {
      const { display, visibility } = getComputedStyle(group);
      return display !== 'none' && visibility === 'visible';
    };
    const picture = [...figure.querySelectorAll('.chart > div > svg')].find((svg) => svg.checkVisibility());
    const items = [...figure.querySelectorAll('.keys > li')];
    const seen = items.filter((item, index) =>
      [...picture.querySelectorAll(`[data-series='${index}']:not(.band)`)].some(isSeen));
    const ground = [...picture.querySelectorAll('text')].filter((text) => !text.closest('[data-series]'));
    const places = [picture, ...ground].map((node) => JSON.stringify(node.getBoundingClientRect()));
    return { name: figure.id, seen: seen.map(({ dataset }) => dataset.name), fixed: places.join() };
  })()";

#[test]
fn lines_come_one_by_one_on_axes_that_stay() {
    let reader = Reader::open(&eight().join("report.html"), "");
    reader.window(1920, 1080);
    let charts = reader.value(CHARTS);
    reader.press("p");
    reader.until(IS_OPEN);
    let whole = reader.value(LINES);
    let names = whole["seen"].as_array().unwrap();
    assert!(names.len() > 4, "{whole}");
    // By key and by button.
    reader.press("l");
    for count in 0..=names.len() {
        let shown = reader.value(LINES);
        assert_eq!(shown["seen"].as_array().unwrap(), &names[..count]);
        assert_eq!((&shown["name"], &shown["fixed"]), (&whole["name"], &whole["fixed"]));
        reader.press("ArrowRight");
    }
    let next = reader.value(LINES);
    assert_eq!((&next["name"], &next["seen"]), (&charts[1], &serde_json::json!([])));
    reader.press("ArrowLeft");
    assert_eq!(reader.value(LINES)["seen"], whole["seen"], "back to the last line before");
    reader.click("#present-back");
    assert_eq!(reader.value(LINES)["seen"].as_array().unwrap(), &names[..names.len() - 1]);
    // A line that is not there yet tells nothing.
    reader.press("Home");
    reader.point_at("#present .wide .marks :last-child");
    assert_eq!(reader.value("document.querySelector('#present .tip:not([hidden])')"), Value::Null);
    reader.click("#present-lines");
    assert_eq!(reader.value(LINES), whole, "all lines again");
    // The rows of a chart of dots stay as well.
    let dots = charts.as_array().unwrap().iter().position(|chart| chart == "memory").unwrap();
    (0..dots).for_each(|_| reader.press("ArrowRight"));
    let whole = reader.value(LINES);
    reader.press("l");
    reader.press("ArrowRight");
    let shown = reader.value(LINES);
    assert_eq!(shown["seen"].as_array().unwrap(), &whole["seen"].as_array().unwrap()[..1]);
    assert_eq!(shown["fixed"], whole["fixed"]);
    reader.press("Escape");
    reader.until(&format!("!{IS_OPEN}"));
    assert_eq!(reader.value("document.querySelectorAll('.later').length"), 0);
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn presenting_begins_by_button_with_the_chart_in_view_and_not_while_one_types() {
    let reader = Reader::open(&smoke().join("report.html"), "");
    reader.window(1300, 900);
    assert!(reader.says("#charts .note").contains("The key p lets one chart fill the screen"));
    reader.click("#present-begin");
    reader.until(IS_OPEN);
    // The card of a point is beside it, though the picture is smaller than its box.
    reader.point_at("#present .wide .marks :last-child");
    reader.until("document.querySelector('#present .tip:not([hidden])') !== null");
    reader.click("#present-end");
    reader.until(&format!("!{IS_OPEN}"));
    reader.value("document.getElementById('pair-figure').scrollIntoView({ behavior: 'instant' })");
    reader.press("p");
    reader.until(IS_OPEN);
    assert_eq!(reader.value(SHOWN)["name"], "pair-figure");
    reader.press("p");
    reader.until(&format!("!{IS_OPEN}"));
    reader.value("document.getElementById('filter-instance').focus()");
    reader.press("p");
    assert_eq!(reader.text("document.getElementById('filter-instance').value"), "p");
    assert_eq!(reader.value(IS_OPEN), false);
    // A run that is open keeps the keys.
    reader.go(&format!("#run={}", name(&rows(smoke())[0])));
    reader.until("document.getElementById('viewer').open");
    reader.press("p");
    assert_eq!(reader.value(IS_OPEN), false);
    assert_eq!(reader.faults(), [""; 0]);
}
