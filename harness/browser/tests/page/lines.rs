//! The lines of charts: shown and hidden, named under the pointer; and the table of
//! strategies, sorted.

use serde_json::{Value, json};

use crate::reader::Reader;
use crate::results::{STRATEGIES, copies, eight, hyphens, smoke, tables, thirty};

const CHART: &str = "#first figure:first-child";

/// The names of the lines that a chart shows: each is drawn, and has a key.
fn shown(reader: &Reader, chart: &str) -> Value {
    let drawn = reader.value(&format!(
        "(() => {{
           const svg = document.querySelector('{chart} .wide svg');
           const names = svg.dataset.names.split('\\t');
           return [...new Set([...svg.querySelectorAll('.line')].filter((line) => !line.closest('[display=none]'))
             .map((line) => names[line.dataset.series]))].sort();
         }})()"
    ));
    let keys = reader.value(&format!(
        "[...document.querySelectorAll('{chart} .keys li:not([hidden])')].map((key) => key.dataset.name).sort()"
    ));
    assert_eq!(drawn, keys);
    drawn
}

/// The selector of the chip of a strategy, or of its button that hides the others.
fn chip(name: &str, button: &str) -> String {
    format!("#lines .chip[data-name='{name}'] button:{button}-child")
}

#[test]
fn the_bar_chooses_the_lines_of_all_charts() {
    let folder = copies("lines", 1);
    let page = folder.join("report.html");
    let reader = Reader::open(&page, "");
    reader.width(1300);
    let cactus = "#cactus";
    let own = [shown(&reader, CHART), shown(&reader, cactus)];
    assert!((2..=12).contains(&own[0].as_array().unwrap().len()), "{own:?}");
    let both = |expected: Value| {
        for chart in [CHART, cactus] {
            assert_eq!(shown(&reader, chart), expected, "{chart}");
        }
    };
    reader.click("#lines-all");
    let mut all = STRATEGIES;
    all.sort_unstable();
    both(json!(all));
    reader.click("#lines-none");
    both(json!([]));
    assert!(reader.text("location.hash").contains("lines="));
    reader.click(&chip("bfs", "first"));
    reader.click(&chip("bidir", "first"));
    both(json!(["bfs", "bidir"]));
    assert_eq!(reader.says("#grid-head"), "instanceoptimalbfsbidir");
    let others = "[...document.querySelectorAll('figure:has(.keys > li:not(.dots))')].flatMap((figure) =>
        [...figure.querySelectorAll('.keys > li:not([hidden])')].map(({ dataset }) => dataset.name)
          .filter((name) => !['bfs', 'bidir'].includes(name)).map((name) => `${figure.id}: ${name}`))";
    assert_eq!(reader.value(others), json!([]), "no chart shows another line");
    let tables = |reader: &Reader| {
        reader.value(
            "['.sortable', '.endings'].map((table) =>
               [...new Set([...document.querySelectorAll(`${table} tbody tr`)]
                 .filter((row) => row.checkVisibility()).map((row) => row.cells[0].dataset.name))].sort())",
        )
    };
    assert_eq!(tables(&reader), json!([["bfs", "bidir"], ["bfs", "bidir"]]));
    assert_eq!(reader.says("#runs-count"), "70 of 280 runs");
    let unknown = Reader::open(&page, "#lines=none&lines=bidir&lines=no:such");
    assert_eq!(tables(&unknown), json!([["bidir"], ["bidir"]]));
    assert_eq!(unknown.says("#runs-count"), "35 of 280 runs");
    assert_eq!(shown(&unknown, cactus), json!(["bidir"]));
    // A link brings it back.
    let other = Reader::open(&page, &reader.text("location.hash"));
    assert_eq!(shown(&other, CHART), json!(["bfs", "bidir"]));
    reader.click(&chip("bfs", "first"));
    both(json!(["bidir"]));
    // "Only" works by keyboard.
    let only = chip("astar:zero", "last");
    reader.value(&format!("document.querySelector({only:?}).focus()"));
    reader.press("Enter");
    both(json!(["astar:zero"]));
    reader.choose(&[("lines-family", "astar")]);
    both(json!(["astar:manhattan", "astar:misplaced", "astar:zero"]));
    reader.choose(&[("lines-heuristic", "misplaced")]);
    both(json!(["astar:misplaced", "idastar:misplaced"]));
    assert_eq!(reader.text("document.getElementById('lines-family').value"), "", "no family");
    reader.click("#lines-defaults");
    assert_eq!([shown(&reader, CHART), shown(&reader, cactus)], own);
    assert_eq!(reader.value("location.hash"), "");
    assert_eq!((reader.faults(), other.faults()), (vec![], vec![]));
}

#[test]
fn of_many_lines_some_are_shown_and_all_can_be() {
    let folder = thirty();
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.width(1300);
    assert!((2..=7).contains(&shown(&reader, CHART).as_array().unwrap().len()));
    reader.click("#lines-all");
    assert_eq!(shown(&reader, CHART).as_array().unwrap().len(), 30);
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn the_pointer_names_a_line_and_its_value_and_shows_its_band() {
    let folder = copies("hover", 1);
    let reader = Reader::open(&folder.join("report.html"), "");
    reader.width(1300);
    let tip = format!("document.querySelector('{CHART} .wide .tip')");
    assert_eq!(reader.value(&format!("{tip}.hidden")), true);
    let mark = format!("{CHART} .wide svg .marks:not([display=none]) > :last-child");
    reader.point_at(&mark);
    reader.until(&format!("!{tip}.hidden"));
    let told = reader.text(&format!("{tip}.textContent"));
    assert!(told.contains("optimal length, moves: "), "{told}");
    assert!(told.contains("nodes expanded: "), "{told}");
    assert!(told.contains("instance"), "{told}");
    let name = reader.text(&format!("{tip}.querySelector('strong').textContent"));
    assert!(shown(&reader, CHART).as_array().unwrap().contains(&json!(name)), "{name}");
    // Only the band of this line is drawn, and the other lines step back.
    let loud = reader.value(&format!(
        "(() => {{
           const svg = document.querySelector('{CHART} .wide svg');
           const bands = [...svg.querySelectorAll('.band')].filter((band) => getComputedStyle(band).display !== 'none');
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
    // So that all columns are there.
    reader.width(1700);
    let columns = reader.value("document.querySelector('.sortable').tHead.rows[0].cells.length");
    let columns = columns.as_u64().unwrap();
    assert!(columns > 8, "{columns}");
    let values = |reader: &Reader, column: u64| -> Vec<Option<f64>> {
        let values = reader.value(&format!(
            "[...document.querySelector('.sortable').tBodies[0].rows].map(({{ cells }}) =>
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
            // A column of words has no numbers.
            let words = reader.text(&format!("document.querySelector({head:?}).innerText"));
            let is_of_words = ["not solved", "growth, moves"].iter().any(|one| words.contains(one));
            assert!(!known.is_empty() || is_of_words, "{column}: {words}");
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

/// What each part of the page shows: the names of each chart, the rows of each table, the columns of
/// the table of instances, and the strategies of the runs.
const EVERYWHERE: &str = "(() => {
    const seen = (part) => part.getClientRects().length > 0 && !part.closest('[display=none]');
    const names = (parts) => [...new Set(parts)].sort().join(' ');
    const shown = {};
    for (const figure of document.querySelectorAll('figure:has(.keys > li)')) {
      if (figure.hidden) continue;
      const svg = [...figure.querySelectorAll('.chart > div > svg')].find((svg) => svg.checkVisibility());
      const marks = [...svg.querySelectorAll('.marks, .line, .reach, .key')].filter(seen);
      shown[figure.id] = names(marks.map((mark) => svg.dataset.names.split('\\t')[mark.dataset.series]));
    }
    document.querySelectorAll('table:has(th[data-name])').forEach((table, index) => {
      shown[`table ${index}`] = names([...table.querySelectorAll('th[data-name]')].filter(seen).map(({ dataset }) => dataset.name));
    });
    shown.instances = names([...document.querySelectorAll('#grid-head th')].slice(2).map(({ textContent }) => textContent));
    const column = [...document.querySelectorAll('#runs-head th')].findIndex(({ textContent }) => textContent === 'strategy');
    shown.runs = names([...document.querySelectorAll('#runs-body tr')].map(({ cells }) => cells[column].textContent));
    return shown;
  })()";

/// One selection: at first, after a click, and from an address.
#[test]
fn every_chart_table_and_list_shows_the_strategies_that_are_chosen() {
    let page = eight().join("report.html");
    let reader = Reader::open(&page, "");
    reader.width(1300);
    let check = |reader: &Reader, names: &str, place: &str| {
        let shown = reader.value(EVERYWHERE);
        let shown = shown.as_object().unwrap();
        for part in ["expansions", "time", "cactus", "memory", "nodes-per-second", "table 0"] {
            assert_eq!(shown[part], names, "{part} {place}");
        }
        for (part, own) in shown {
            let own: Vec<&str> = own.as_str().unwrap().split(' ').collect();
            assert!(
                !own.is_empty() && own.iter().all(|name| names.contains(name)),
                "{part} {place}"
            );
        }
        assert_eq!(shown["instances"], names, "{place}");
    };
    let first =
        reader.text("JSON.parse(document.querySelector('main').dataset.first).sort().join(' ')");
    assert!((7..=12).contains(&first.split(' ').count()), "{first}");
    check(&reader, &first, "at first");
    let three = ["bfs", "idastar:manhattan", "wastar:manhattan"];
    let together = three.join(" ");
    reader.click("#lines-none");
    for name in three {
        reader
            .value(&format!("document.querySelector('.chip[data-name={name:?}] button').click()"));
    }
    check(&reader, &together, "after clicks");
    let other = Reader::open(&page, &format!("#lines={}", three.join("&lines=")));
    other.width(1300);
    check(&other, &together, "from an address");
    other.width(400);
    check(&other, &together, "from an address, at 400");
    let rows = "document.querySelectorAll('#memory .narrow .key:not([display=none]) text').length";
    assert_eq!(other.value(rows), 3);
    reader.click("#lines-defaults");
    check(&reader, &first, "after the defaults");
    assert_eq!((reader.faults(), other.faults()), (vec![], vec![]));
}

/// A column or a chart is there as soon as a strategy is shown about which it says something.
#[test]
fn what_says_nothing_about_the_chosen_strategies_is_hidden() {
    let page = eight().join("report.html");
    let columns = ["length ÷ optimum", "with preparing", "preparing, once"];
    for (lines, told) in [
        (&["bfs", "astar:manhattan"][..], [false, false, false]),
        (&["bfs", "retrograde"], [false, true, true]),
        (&["bfs", "wastar:manhattan"], [true, false, false]),
        (&["wastar:manhattan", "retrograde"], [true, true, true]),
    ] {
        let reader = Reader::open(&page, &format!("#lines={}", lines.join("&lines=")));
        reader.width(1300);
        let heads = "[...document.querySelectorAll('#strategies th[scope=col]')]
            .filter((head) => head.checkVisibility()).map((head) => head.textContent).join('|')";
        let heads = reader.text(heads).replace('\u{a0}', " ");
        assert_eq!(columns.map(|column| heads.contains(column)), told, "{lines:?}: {heads}");
        let cells = reader.value(
            "Math.max(...[...document.querySelectorAll('#strategies tr:not([hidden])')]
               .map(({ cells }) => [...cells].filter((cell) => cell.checkVisibility()).length))",
        );
        assert_eq!(cells, heads.split('|').count(), "{lines:?}: a row has the columns of the head");
        let chart = reader.value("document.querySelector('#quality').checkVisibility()");
        assert_eq!(chart, told[0], "{lines:?}");
        assert_eq!(reader.faults(), Vec::<String>::new());
    }
}

/// Each of these widths is beside a step between sizes of letters.
#[test]
fn no_column_of_the_table_of_strategies_is_cut() {
    let reader = Reader::open(&smoke().join("report.html"), "");
    let beyond = "(() => { const part = document.querySelector('#strategies .scroll');
        return part.scrollWidth - part.clientWidth; })()";
    let mut cut = Vec::new();
    for width in [800, 1000, 1001, 1170, 1171, 1279, 1280, 1300, 1500, 1699, 1700] {
        reader.width(width);
        cut.push((width, reader.value(beyond)));
    }
    assert!(cut.iter().all(|(_, pixels)| *pixels == 0), "{cut:?}");
    reader.width(400);
    assert_ne!(reader.value(beyond), 0, "a wider table is noticed");
}

/// The columns that say who is best come first, and their intervals when one points at them.
#[test]
fn each_strategy_has_one_line_with_its_ratios_first() {
    for folder in [smoke().to_path_buf(), eight(), tables()] {
        let reader = Reader::open(&folder.join("report.html"), "");
        reader.width(1300);
        reader.click("#lines-all");
        let tables = reader.value(
            "[...document.querySelectorAll('#strategies table')].map((table) => {
               const { scrollWidth, clientWidth } = table.parentElement;
               const heads = [...table.tHead.rows[0].cells].slice(0, 3);
               const [row] = table.tBodies[0].rows;
               const line = parseFloat(getComputedStyle(row).lineHeight);
               return {
                 cut: scrollWidth - clientWidth,
                 lines: Math.max(...[...table.tBodies[0].rows].map((row) => row.offsetHeight)) / line,
                 heads: heads.map((head) => head.textContent.replace(/\\s/g, ' ')),
                 intervals: table.querySelectorAll('td:nth-child(3)[title^=\"95\"]').length > 1,
               };
             })",
        );
        for table in tables.as_array().unwrap() {
            let at = format!("{}: {table}", folder.display());
            let heads: Vec<&str> =
                table["heads"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
            let ratios: Vec<&str> =
                heads.iter().filter(|head| head.contains("÷ best, n = ")).copied().collect();
            // Few boards have no ratios.
            assert!(heads.ends_with(&ratios) && [0, 2].contains(&ratios.len()), "{at}");
            assert_eq!(table["cut"], 0, "{at}");
            assert!(table["lines"].as_f64() < Some(2.2), "{at}");
        }
        let has_intervals = |table: &Value| table["intervals"] == true;
        assert!(tables.as_array().unwrap().iter().any(has_intervals), "{tables}");
        assert_eq!(reader.faults(), [""; 0]);
    }
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
           const contrasts = [...document.querySelectorAll('.chip [aria-pressed=false]')].map((name) => {
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
          if (!node.parentElement.closest('p, summary, .keys')?.checkVisibility()) continue;
          for (const { index, 0: name } of node.data.matchAll(/hda-mpi:\\S*\\d/g)) {
            const range = new Range();
            range.setStart(node, index);
            range.setEnd(node, index + name.length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            all += 1;
            broken += new Set(tops).size > 1;
          }
        }
        return `${all > 3} ${broken}`;
      })()";
    // From 1080 pixels on, texts are beside the charts, at first in less room than a name has.
    for width in [400, 500, 600, 700, 800, 900, 1000, 1300] {
        reader.width(width);
        assert_eq!(reader.text(names), "true 0", "{width}");
    }
}
