//! The lines of charts: shown and hidden, named under the pointer; and the table of
//! strategies, sorted.

use serde_json::{Value, json};

use crate::reader::Reader;
use crate::results::{copies, hyphens, smoke, thirty};

/// The chart of expansions against lengths. Others have names that begin in the same way.
const CHART: &str = "figure[id^=expansions]:not([id$=-path], [id$=-by-f])";

/// The names of the lines that a chart shows, as its own legend names them.
fn shown(reader: &Reader) -> Value {
    reader.value(&format!(
        "[...document.querySelectorAll('{CHART} .chart > svg .key')]
           .filter((key) => !key.closest('[display=none]'))
           .map((key) => key.querySelector('text').textContent).sort()"
    ))
}

/// How many lines a chart draws. A line may have gaps.
fn lines(reader: &Reader) -> Value {
    reader.value(&format!(
        "new Set([...document.querySelectorAll('{CHART} .chart > svg .line')]
           .filter((line) => !line.closest('[display=none]')).map((line) => line.dataset.series)).size"
    ))
}

#[test]
fn a_click_on_the_legend_shows_and_hides_a_line_in_every_chart() {
    let folder = copies("lines", 1);
    let page = folder.join("report.html");
    let reader = Reader::open(&page, "");
    reader.width(1300);
    let pressed = "[...document.querySelectorAll('.lines button')]
        .filter((button) => button.textContent === 'bfs').map((button) => button.ariaPressed)";
    let first = shown(&reader);
    let count = first.as_array().unwrap().len();
    assert!((2..=7).contains(&count), "{first}");
    let before = reader.value(pressed);
    let before = before.as_array().unwrap();
    assert!(before.len() > 2 && before.iter().all(|state| state == &before[0]), "{before:?}");
    reader.value(&format!(
        "[...document.querySelectorAll('{CHART} .lines button')]
           .find((button) => button.textContent === 'bfs').setAttribute('id', 'of-bfs')"
    ));
    reader.click("#of-bfs");
    let after = shown(&reader);
    assert_eq!(after.as_array().unwrap().len().abs_diff(count), 1, "{first} and {after}");
    let states = reader.value(pressed);
    assert!(states.as_array().unwrap().iter().all(|state| *state != before[0]), "{states}");
    // A link brings it back, and a second click undoes it.
    let hash = reader.text("location.hash");
    assert!(hash.contains("toggled=bfs"), "{hash}");
    let other = Reader::open(&page, &hash);
    assert_eq!(shown(&other), after);
    reader.click("#of-bfs");
    assert_eq!(shown(&reader), first);
    assert_eq!((reader.faults(), other.faults()), (vec![], vec![]));
}

#[test]
fn of_many_lines_seven_are_shown_and_all_can_be() {
    let folder = thirty();
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.width(1300);
    assert_eq!(lines(&reader), 7);
    reader.value(&format!(
        "[...document.querySelectorAll('{CHART} .lines [aria-pressed=false]')].forEach((button) => button.click())"
    ));
    assert_eq!(lines(&reader), 30);
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn the_pointer_names_a_line_and_its_value_and_shows_its_band() {
    let folder = copies("hover", 1);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.width(1300);
    let tip = format!("document.querySelector('{CHART} .chart > .tip')");
    assert_eq!(reader.value(&format!("{tip}.hidden")), true);
    let mark = format!("{CHART} .chart > svg .marks:not([display=none]) > :last-child");
    reader.point_at(&mark);
    reader.until(&format!("!{tip}.hidden"));
    let told = reader.text(&format!("{tip}.textContent"));
    assert!(told.contains("optimal length, moves: "), "{told}");
    assert!(told.contains("nodes expanded: "), "{told}");
    let name = reader.text(&format!("{tip}.querySelector('strong').textContent"));
    assert!(shown(&reader).as_array().unwrap().contains(&json!(name)), "{name}");
    // Only the band of this line is drawn, and the other lines step back.
    let loud = reader.value(&format!(
        "(() => {{
           const svg = document.querySelector('{CHART} .chart > svg');
           const bands = [...svg.querySelectorAll('.band')].filter((band) => !band.closest('[display=none]'));
           const names = svg.dataset.names.split('\\t');
           return [[...new Set(bands.map((band) => names[band.dataset.series]))],
                   [...svg.querySelectorAll('.line:not(.quiet)')].map((line) => names[line.dataset.series])];
         }})()"
    ));
    assert_eq!(loud[0], json!([name]));
    assert!(loud[1].as_array().unwrap().iter().all(|line| *line == json!(name)), "{loud}");
    reader.point_at("h1");
    reader.until(&format!("{tip}.hidden"));
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn the_table_of_strategies_sorts_by_every_column() {
    let folder = copies("strategies", 1);
    let page = folder.join("report.html");
    let reader = Reader::open(&page, "");
    let columns = reader.value("document.querySelectorAll('.sortable thead th').length");
    let columns = columns.as_u64().unwrap();
    assert!(columns > 8, "{columns}");
    let values = |reader: &Reader, column: u64| -> Vec<Option<f64>> {
        let values = reader.value(&format!(
            "[...document.querySelectorAll('.sortable tbody tr')].map(({{ cells }}) =>
               cells[{column}].dataset.value ? Number(cells[{column}].dataset.value) : null)"
        ));
        values.as_array().unwrap().iter().map(Value::as_f64).collect()
    };
    for column in 1..columns {
        let head = format!(".sortable thead th:nth-child({})", column + 1);
        for direction in ["ascending", "descending"] {
            reader.click(&format!("{head} button"));
            let sort = reader.text(&format!("document.querySelector({head:?}).ariaSort"));
            assert_eq!(sort, direction);
            let found = values(&reader, column);
            let known: Vec<f64> = found.iter().copied().flatten().collect();
            assert!(!known.is_empty(), "{column}");
            // Rows without a value come last.
            assert!(found[..known.len()].iter().all(Option::is_some), "{column}: {found:?}");
            let ordered = match direction {
                "ascending" => known.is_sorted(),
                _ => known.iter().rev().is_sorted(),
            };
            assert!(ordered, "{column} {direction}: {found:?}");
        }
    }
    let other = Reader::open(&page, &reader.text("location.hash"));
    let text = "document.querySelector('.sortable tbody').textContent";
    assert_eq!(other.text(text), reader.text(text));
    assert_eq!((reader.faults(), other.faults()), (vec![], vec![]));
}

/// Each of these widths is beside a step between sizes of letters.
#[test]
fn no_column_of_the_table_of_strategies_is_cut() {
    let reader = Reader::open(&smoke().join("report.html"), "");
    let beyond = "(() => { const part = document.querySelector('#strategies .scroll');
        return part.scrollWidth - part.clientWidth; })()";
    for width in [800, 1000, 1001, 1140, 1141, 1199, 1200, 1279, 1280, 1300] {
        reader.width(width);
        assert_eq!(reader.value(beyond), 0, "{width}");
    }
    reader.width(400);
    assert_ne!(reader.value(beyond), 0, "a wider table is noticed");
}

/// Four and a half is the least contrast of texts in the Web Content Accessibility
/// Guidelines.
#[test]
fn the_names_of_hidden_lines_have_enough_contrast() {
    let folder = thirty();
    let reader = Reader::open(&folder.join("report.html"), "");
    let least = reader.value(
        "(() => {
           const light = (text) => {
             const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
             const [red, green, blue] = parts.map((part) =>
               part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
             return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
           };
           const contrasts = [...document.querySelectorAll('.lines [aria-pressed=false]')].map((name) => {
             const { color, backgroundColor, opacity } = getComputedStyle(name);
             const [dark, bright] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
             return opacity * (bright + 0.05) / (dark + 0.05);
           });
           return Math.min(...contrasts);
         })()",
    );
    let least = least.as_f64().unwrap();
    assert!((4.5..=21.0).contains(&least), "{least}");
}

/// A browser would break `hda-mpi` after its hyphen.
#[test]
fn names_in_sentences_stay_whole() {
    let reader = Reader::open(&hyphens().join("report.html"), "");
    let names = "(() => {
        let [all, broken] = [0, 0];
        const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const node = texts.currentNode;
          if (!node.parentElement.closest('p, figcaption')?.checkVisibility()) continue;
          for (const { index, 0: name } of node.data.matchAll(/hda-mpi:\\S*\\d/g)) {
            const range = new Range();
            range.setStart(node, index);
            range.setEnd(node, index + name.length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            all += 1;
            broken += new Set(tops).size > 1;
          }
        }
        return `${all > 8} ${broken}`;
      })()";
    // From 1080 pixels on, texts are beside the charts, at first in less room than a name has.
    for width in [400, 500, 600, 700, 800, 900, 1000, 1300] {
        reader.width(width);
        assert_eq!(reader.text(names), "true 0", "{width}");
    }
    let title =
        "[...document.querySelectorAll('.chart svg text')].map(({ textContent }) => textContent)
        .find((text) => text.includes(' against hda-mpi:'))";
    let title = reader.text(title);
    assert!(title.contains("=1,") && title.contains("=2,"), "{title}");
}
