//! Charts and tables at three window widths, and the chart of a pair.

mod classes;
mod pairs;
mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::reader::Reader;
use crate::results::{Results, STRATEGIES, copies, eight, optile, place, smoke, thirty};

const WIDTHS: [u32; 3] = [400, 800, 1300];

/// The charts in a part of the page that have no mark of a strategy.
const EMPTY: &str = "(part) => [...part.querySelectorAll('.chart > div > svg')].filter((chart) => {
    if (!chart.checkVisibility()) return false;
    const box = chart.getBoundingClientRect();
    const isOfStrategy = (colour) => colour?.startsWith('var(--hue');
    return box.width < 200 || ![...chart.querySelectorAll('*')].some((mark) => {
      const colours = [mark.getAttribute('fill'), mark.getAttribute('stroke')];
      const at = mark.getBoundingClientRect();
      return colours.some(isOfStrategy) && at.width + at.height > 0
        && box.left <= at.left && at.right <= box.right && box.top <= at.top && at.bottom <= box.bottom;
    });
  }).map((chart) => chart.closest('figure').id)";

/// The texts in a part of the page that overlap another text of the same chart or
/// table, or are outside it.
const TOUCHING: &str = "(part) => {
    const found = [];
    const check = (whole, name, boxes) => {
      const frame = whole.getBoundingClientRect();
      boxes.forEach((a, index) => {
        const isAside = a.left < frame.left - 1 || a.right > frame.right + 1;
        if (isAside || a.top < frame.top - 1 || a.bottom > frame.bottom + 1) found.push(`${name}: ${a.words} is outside`);
        for (const b of boxes.slice(0, index)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1 && down > 1) found.push(`${name}: ${a.words} on ${b.words}`);
        }
      });
    };
    const box = (words, { left, right, top, bottom }) => ({ words: words.trim(), left, right, top, bottom });
    for (const chart of part.querySelectorAll('.chart > div > svg')) {
      if (!chart.checkVisibility()) continue;
      const texts = [...chart.querySelectorAll('text')].filter((text) => !text.closest('[display=none]') && text.getClientRects().length > 0);
      check(chart, chart.closest('figure').id, texts.map((text) => box(text.textContent, text.getBoundingClientRect())));
    }
    for (const table of part.querySelectorAll('table')) {
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT, (text) =>
        text.data.trim() && !text.parentElement.closest('.unseen') && text.parentElement.checkVisibility() ? 1 : 2);
      const boxes = [];
      const range = document.createRange();
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        // One for each line of the text.
        for (const line of range.getClientRects()) boxes.push(box(texts.currentNode.data, line));
      }
      check(table, table.closest('section').id, boxes);
    }
    return found.slice(0, 20);
  }";

/// The results of all three checks, the first two for the part of a selector.
fn amiss(reader: &Reader, part: &str) -> Value {
    reader.value(&format!(
        "(() => {{
           const part = document.querySelector({part:?});
           return [...({EMPTY})(part), ...({TOUCHING})(part), ...({TOO_WIDE})];
         }})()"
    ))
}

/// The elements that make the window scroll sideways.
const TOO_WIDE: &str = "document.documentElement.scrollWidth <= innerWidth ? [] : \
    [...document.querySelectorAll('body *')] \
      .filter((part) => !part.parentElement.closest('.scroll, .chart')) \
      .filter((part) => part.getBoundingClientRect().right > innerWidth + 1) \
      .map((part) => `too wide: ${part.tagName} ${part.id} ${part.className}`).slice(0, 20)";

#[test]
fn charts_are_full_and_texts_apart_at_three_widths() {
    for folder in [smoke().to_path_buf(), copies("some", 3), thirty()] {
        let reader = Reader::open(&folder.join("report.html"), "");
        for width in WIDTHS {
            reader.width(width);
            assert_eq!(amiss(&reader, "body"), json!([]), "{width}");
        }
        assert_eq!(reader.faults(), [""; 0]);
        // The checks find what they look for.
        reader.value(
            "document.querySelectorAll('#memory svg :not(text)').forEach((mark) => mark.remove())",
        );
        assert_eq!(reader.value(&format!("({EMPTY})(document)")), json!(["memory"]));
        reader.value(
            "(() => { const [a, b] = document.querySelectorAll('#cactus .wide text');
               for (const key of ['x', 'y', 'text-anchor']) a.setAttribute(key, b.getAttribute(key)); })()",
        );
        let touching = reader.value(&format!("({TOUCHING})(document)"));
        assert!(touching[0].as_str().unwrap().starts_with("cactus: "));
        reader.value("document.querySelector('h1').style.width = '2000px'");
        let too_wide = reader.value(TOO_WIDE);
        assert!(too_wide[0].as_str().unwrap().starts_with("too wide: H1 "), "{too_wide}");
    }
}

/// The charts whose plot is narrower than three fifths of its card, and those that do not name each
/// of their lines, beside the ends of lines or below the picture.
const CRAMPED: &str = "[...document.querySelectorAll('figure:has(.keys:not([hidden]) > li):not([hidden])')].flatMap((figure) => {
    const picture = [...figure.querySelectorAll('.chart > div > svg')].find((svg) => svg.checkVisibility());
    const seen = (selector) => [...figure.querySelectorAll(selector)].filter((part) => part.getClientRects().length > 0);
    const rules = [...picture.querySelectorAll('polyline')].filter((rule) => !rule.closest('g[data-series]'));
    const plot = Math.max(...rules.map((rule) => rule.getBoundingClientRect().width));
    const share = plot / figure.getBoundingClientRect().width;
    const shown = figure.querySelectorAll('.keys > li:not([hidden])').length;
    const keys = seen('.keys > li').length || seen('.chart .key').length;
    const isRead = keys === shown && seen('.keys > li').every((key) => key.scrollWidth <= key.clientWidth + 1);
    return share >= 0.6 && isRead ? [] : [`${figure.id}: plot ${share.toFixed(2)}, ${keys} of ${shown} names`];
  })";

#[test]
fn names_of_many_lines_are_whole_and_leave_the_plot_its_room() {
    let reader = Reader::open(&eight().join("report.html"), "");
    let names =
        reader.value("[...document.querySelectorAll('.chip')].map(({ dataset }) => dataset.name)");
    let names: Vec<&str> = names.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(names.len() >= 27, "{names:?}");
    for count in [7, 14, 27] {
        reader.go(&format!("#lines={}", names[..count].join("&lines=")));
        for width in WIDTHS {
            reader.width(width);
            let found = reader
                .value(&format!("[...({TOUCHING})(document.body), ...({TOO_WIDE}), ...{CRAMPED}]"));
            assert_eq!(found, json!([]), "{count} lines at {width}");
        }
    }
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn every_pair_is_drawn_well_by_every_measure() {
    let folder = copies("pairs", 3);
    let reader = Reader::open(&folder.join("report.html"), "");
    let names =
        reader.value("[...document.getElementById('pair-x').options].map(({ value }) => value)");
    let names: Vec<&str> = names.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(reader.value("document.querySelector('#pairs .chart svg text') !== null"), true);
    for width in WIDTHS {
        reader.width(width);
        let all = ["expanded", "generated", "search_ns", "memory_bytes"];
        for measure in &all[..if width == WIDTHS[0] { 4 } else { 1 }] {
            for pair in names.windows(2) {
                reader.choose(&[
                    ("pair-measure", measure),
                    ("pair-x", pair[0]),
                    ("pair-y", pair[1]),
                ]);
                let place = format!("{pair:?} by {measure} at {width}");
                assert_eq!(reader.says("#pair-title"), format!("{} against {}", pair[0], pair[1]));
                assert_eq!(amiss(&reader, "#pairs"), json!([]), "{place}");
            }
        }
    }
    assert_eq!(reader.faults(), [""; 0]);
}

/// What the chart of a pair says about each instance: the values of both
/// strategies. The arrow keys go from point to point.
fn told(reader: &Reader) -> BTreeMap<String, [String; 2]> {
    let texts = reader.value(
        "(() => {
           const chart = document.getElementById('pair-plot');
           const press = (key) => chart.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
           press('Home');
           return Array.from({ length: Number(chart.ariaValueMax) + 1 }, (_, index) => {
             if (index > 0) press('ArrowRight');
             return chart.ariaValueText;
           });
         })()",
    );
    let names = reader.value("['pair-x', 'pair-y'].map((id) => document.getElementById(id).value)");
    let told = texts.as_array().unwrap().iter().map(|text| {
        let text = text.as_str().unwrap();
        let value = |name: &Value| {
            let name = format!(", {}: ", name.as_str().unwrap());
            let (_, value) = text.split_once(&name).unwrap();
            value.split(", ").next().unwrap().replace(',', "")
        };
        let instance = text.split(", ").next().unwrap().to_owned();
        (instance, [value(&names[0]), value(&names[1])])
    });
    told.collect()
}

/// What `optile chart` draws of a pair.
fn drawn(folder: &Path, [x, y]: [&str; 2], ending: &str) -> String {
    let file = folder.join(format!("pair.{ending}"));
    let [folder, output] = [folder, &file].map(|path| path.to_str().unwrap());
    let width = ["--width", "640px"];
    optile(
        &[&["chart", folder, "--kind", "scatter", "--pair", x, y, "-o", output][..], &width]
            .concat(),
    );
    fs::read_to_string(file).unwrap()
}

/// The script and the static chart of a pair have the same points, values and counts.
#[test]
fn a_pair_is_the_static_chart_again() {
    let folder = copies("again", 2);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.width(1300);
    reader.choose(&[("pair-x", "bfs"), ("pair-y", "retrograde")]);
    let table = drawn(&folder, ["bfs", "retrograde"], "csv");
    let mut expected = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        expected.insert(fields[0].to_owned(), [fields[1].to_owned(), fields[2].to_owned()]);
    }
    let told = told(&reader);
    let ends = ["time-limit", "memory-limit", "wrong", "crashed"];
    assert_eq!(told.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (instance, values) in &told {
        for (told, expected) in values.iter().zip(&expected[instance]) {
            let unsolved = expected.is_empty() && ends.contains(&told.as_str());
            assert!(unsolved || told == expected, "{instance}: {told} for {expected}");
        }
    }
    // What neither solved is not equal, and an answer is not costlier than none.
    let cost = |cell: &String| cell.parse().unwrap_or(u64::MAX);
    let count = |is_it: fn(u64, u64) -> bool| {
        expected.values().filter(|[a, b]| is_it(cost(a), cost(b))).count()
    };
    let neither = count(|a, b| a.min(b) == u64::MAX);
    assert!(expected.values().any(|[a, b]| a.is_empty() != b.is_empty()));
    let words = [
        ("bfs has less or alone solved", count(|a, b| a < b)),
        ("equal", count(|a, b| a == b) - neither),
        ("retrograde has less or alone solved", count(|a, b| a > b)),
        ("neither solved", neither),
    ];
    let some = words.iter().filter(|(_, count)| *count > 0);
    let words: Vec<String> = some.map(|(words, count)| format!("{words}: {count}")).collect();
    assert!(
        (1..4).contains(&words.len()),
        "a group without points is not in the legend: {words:?}"
    );
    let legend = reader.value(
        "[...document.querySelectorAll('#pair-legend li')].map(({ textContent }) => textContent)",
    );
    assert_eq!(legend, json!(words));
    assert_eq!(reader.faults(), [""; 0]);
}

/// The labels of both axes of a chart together.
fn axis_labels(reader: &Reader, selector: &str) -> BTreeSet<String> {
    let texts = reader.value(&format!(
        "[...document.querySelectorAll({selector:?})].map((text) => text.textContent.trim())"
    ));
    let texts = texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned());
    texts.filter(|text| text.starts_with(char::is_numeric)).collect()
}

/// The axes of a pair have room for the values of all strategies, and the script puts points
/// where these have the values.
#[test]
fn axes_of_a_pair_are_those_of_all_strategies() {
    let mut results = Results::of_smoke();
    let most = [1, 100, 60, 150, 700, 3_000, 10_000, 20_000_000_000u64];
    for row in &mut results.rows {
        let place = STRATEGIES.iter().position(|name| row["strategy"] == *name).unwrap();
        let is_odd = row["instance"].as_str().unwrap().ends_with(['1', '3', '5', '7', '9']);
        row["expanded"] = if is_odd { most[place] } else { most[0] }.into();
    }
    let folder = place("decades");
    results.write(&folder);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.width(1300);
    // The static chart of the strategy with the greatest values.
    let picture = drawn(&folder, [STRATEGIES[6], STRATEGIES[7]], "svg");
    let texts = picture.split("</text>").filter_map(|part| part.rsplit_once('>'));
    let labels: BTreeSet<String> = texts
        .map(|(_, text)| text.trim().to_owned())
        .filter(|text| text.starts_with(char::is_numeric))
        .collect();
    assert!(labels.len() > 5, "{labels:?}");
    for (x, y, values) in [(0, 1, ["1", "100"]), (6, 1, ["10 k", "100"]), (1, 6, ["100", "10 k"])] {
        reader.choose(&[("pair-x", STRATEGIES[x]), ("pair-y", STRATEGIES[y])]);
        let shown = "#pair-plot > [data-measure]:not([hidden]) svg text";
        assert_eq!(axis_labels(&reader, shown), labels, "{x} {y}");
        // The last point is one of an odd instance.
        let apart = reader.value(&format!(
            "(() => {{
               const texts = [...document.querySelectorAll({shown:?})];
               const middle = (part) => {{
                 const {{ left, right, top, bottom }} = part.getBoundingClientRect();
                 return [(left + right) / 2, (top + bottom) / 2];
               }};
               const of = (words, anchor) => middle(texts.find((text) =>
                 text.textContent.replace(/\\s/g, ' ') === words && text.getAttribute('text-anchor') === anchor));
               const points = [...document.querySelectorAll('#pair-marks g > *')].map(middle);
               const [x, y] = [of({:?}, 'middle')[0], of({:?}, 'end')[1]];
               return Math.min(...points.map(([a, b]) => Math.hypot(a - x, b - y)));
             }})()",
            values[0], values[1]
        ));
        assert!(apart.as_f64().unwrap() < 2.0, "{x} {y}: {apart}");
    }
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn a_point_shows_its_instance_and_opens_its_run() {
    let folder = copies("points", 1);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.width(800);
    let tip = "!document.getElementById('pair-tip').hidden";
    assert_eq!(reader.value(tip), false);
    reader.value("document.getElementById('pair-plot').scrollIntoView({ block: 'center' })");
    let mark = "#pair-marks g > :last-child";
    reader.point_at(mark);
    reader.until(tip);
    assert_eq!(reader.value("document.querySelector('#pair-tip .board') !== null"), true);
    let inside = "(() => { const [tip, plot] = ['pair-tip', 'pair-plot'].map((id) =>
        document.getElementById(id).getBoundingClientRect());
        return plot.left <= tip.left && tip.right <= plot.right; })()";
    assert_eq!(reader.value(inside), true);
    reader.click(mark);
    reader.until("document.getElementById('viewer').open");
    let card = reader.text("document.querySelector('#pair-tip strong').textContent");
    let title = reader.says("#viewer-title");
    assert!(title.starts_with(&format!("{card}, ")), "{title} and {card}");
    reader.press("Escape");
    reader.until("!document.getElementById('viewer').open");
    // The same with keys.
    reader.value("document.getElementById('pair-plot').focus()");
    reader.press("Home");
    reader.until(tip);
    let card = reader.says("#pair-tip strong");
    reader.press("Enter");
    reader.until("document.getElementById('viewer').open");
    assert!(reader.says("#viewer-title").starts_with(&format!("{card}, ")));
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn paper_has_charts_and_runs_but_no_controls() {
    let folder = copies("printed", 1);
    let reader = Reader::open(&folder.join("report.html"), "#lines=bfs&instance=0");
    reader.on_paper();
    let seen = |selector: &str| {
        reader.value(&format!(
            "[...document.querySelectorAll({selector:?})].filter((part) => part.checkVisibility()).length"
        ))
    };
    assert_eq!(seen("button:not(th button), select, input, dialog, nav"), 0);
    assert_eq!(
        seen(".chart > div > svg"),
        reader.value("document.querySelectorAll('figure').length")
    );
    assert_eq!(seen("#runs-body tr"), 35);
    assert_eq!(seen("#runs-chosen"), 1);
    assert_eq!(reader.says("#runs-chosen"), "Only instance 0.");
    assert_eq!(reader.says("#runs .share"), "1 of 8 strategies");
    let after = "getComputedStyle(document.querySelector('#runs .share'), '::after').content";
    assert_eq!(reader.text(after), "\".\"", "paper has no bar of lines");
    let note = reader.text("document.querySelector('#charts .note').innerText");
    assert!(note.ends_with("at the top of the page."), "paper has no keys: {note}");
}

/// The whole page on A4: no page is nearly empty, and a chart is on one page with its caption.
#[test]
fn the_page_of_eight_is_at_most_ten_sheets_of_paper() {
    let reader = Reader::open(&eight().join("report.html"), "");
    let sheets = reader.sheets();
    assert!((5..=10).contains(&sheets.len()), "{sheets:?}");
    assert!(sheets.iter().all(|bytes| *bytes > 1000), "{sheets:?}");
    reader.on_paper();
    let avoids = "[...document.querySelectorAll('figure')]
        .every((figure) => getComputedStyle(figure).breakInside === 'avoid')";
    assert_eq!(reader.value(avoids), true);
}
