//! The page of `optile watch`: searches replayed side by side.

use std::path::PathBuf;

use crate::reader::Reader;
use crate::results::{optile, place};

/// The page of some strategies on a board.
fn page(name: &str, arguments: &[&str]) -> PathBuf {
    let file = place(&format!("watch-{name}.html"));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    optile(&[&["watch"], arguments, &["--output", file.to_str().unwrap()]].concat());
    file
}

mod present;

/// Four searches on an 8-puzzle whose shortest paths have 14 moves.
fn eight(name: &str) -> PathBuf {
    let strategies = ["bfs", "bidir", "astar:manhattan", "idastar:manhattan"];
    let strategies = strategies.iter().flat_map(|strategy| ["--strategy", strategy]);
    page(name, &[&["813402765"][..], &strategies.collect::<Vec<_>>()].concat())
}

/// A text in the panel of a search, counted from 0.
fn in_panel(reader: &Reader, panel: usize, selector: &str) -> String {
    reader.text(&format!(
        "document.querySelectorAll('.search')[{panel}].querySelector({selector:?}).textContent"
    ))
}

/// A number of the column `so far` of the counters.
fn so_far(reader: &Reader, panel: usize, row: usize) -> String {
    in_panel(reader, panel, &format!("tbody tr:nth-child({row}) td"))
}

/// The picture of a canvas.
fn picture(reader: &Reader, panel: usize, canvas: &str) -> String {
    reader.text(&format!(
        "document.querySelectorAll('.search')[{panel}].querySelector({canvas:?}).toDataURL()"
    ))
}

#[test]
fn steps_go_by_button_key_and_slider_and_the_address_stores_them() {
    let page = eight("steps");
    let reader = Reader::open(&page, "#step=10");
    assert!(reader.says("#now").starts_with("10 of "));
    assert!(reader.says("#about").ends_with("The shortest paths have 14 moves."));
    let first = picture(&reader, 0, ".plane");
    reader.click("#next");
    assert!(reader.text("location.hash").contains("step=11"));
    reader.press("ArrowRight");
    for panel in 0..4 {
        assert_eq!(so_far(&reader, panel, 1), "12", "expanded by search {panel}");
    }
    assert_ne!(picture(&reader, 0, ".plane"), first);
    reader.click("#back");
    reader.press("ArrowLeft");
    assert_eq!(picture(&reader, 0, ".plane"), first, "a step back undoes a step");
    reader.press("End");
    assert_eq!(reader.value("document.getElementById('next').disabled"), true);
    let total = in_panel(&reader, 0, "tbody td:last-child");
    assert_eq!(so_far(&reader, 0, 1), total);
    reader.press("Home");
    assert!(reader.says("#now").starts_with("0 of "));
    assert_eq!(in_panel(&reader, 0, ".facts"), "start");
    let slid = "(() => {
        const slider = document.getElementById('step');
        slider.value = 500;
        slider.dispatchEvent(new Event('input'));
        return document.getElementById('now').textContent.split(' ')[0].replaceAll(',', '');
      })()";
    let slid = reader.text(slid);
    assert!(reader.text("location.hash").contains(&format!("step={slid}")), "{slid}");
    // Another moment of the same page, and the same one again.
    let shown = picture(&reader, 2, ".plane");
    reader.value("location.hash = '#step=10'");
    reader.until("document.getElementById('now').textContent.startsWith('10 of ')");
    assert_eq!(picture(&reader, 0, ".plane"), first);
    reader.go(&format!("#step={slid}"));
    assert_eq!(picture(&reader, 2, ".plane"), shown);
    assert_eq!(reader.faults(), [""; 0]);
}

/// Time is logarithmic, so that a short search is not over at once beside a long one.
#[test]
fn it_opens_at_the_start_and_shows_short_searches_for_long() {
    let reader = Reader::open(&eight("start"), "");
    assert!(reader.says("#now").starts_with("0 of "));
    assert_eq!(in_panel(&reader, 0, ".ended"), "14 moves.", "no time");
    let counted = |panel| in_panel(&reader, panel, "tbody td:last-child").replace(',', "");
    let [all, short] = [0, 2].map(|panel| counted(panel).parse::<u32>().unwrap());
    assert!(short * 20 < all, "{short} of {all}");
    reader.value(&format!("location.hash = '#step={short}'"));
    reader.until(&format!("document.getElementById('now').textContent.startsWith('{short} of ')"));
    let place = reader.text("document.getElementById('step').value").parse::<f64>().unwrap();
    assert!(place > 150.0, "{short} of {all} take {place} of 1000");
    // At the same share of their time, all end together.
    reader.choose(&[("pace", "share")]);
    let place = reader.text("document.getElementById('step').value").parse::<f64>().unwrap();
    assert!(place < 50.0, "{place}");
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn it_plays_and_pauses_with_the_space_bar() {
    let reader = Reader::open(&eight("played"), "#step=0&speed=10");
    reader.press(" ");
    assert_eq!(reader.says("#play"), "Pause");
    reader.until("Number(document.getElementById('now').textContent.split(' ')[0]) >= 3");
    reader.press(" ");
    assert_eq!(reader.says("#play"), "Play");
    assert!(!reader.says("#now").starts_with("0 "));
    reader.press("-");
    assert_eq!(reader.text("document.getElementById('speed').value"), "1");
    // Up to the end, where it pauses by itself.
    reader.choose(&[("speed", "all-5")]);
    reader.click("#play");
    reader.until("document.getElementById('play').textContent === 'Play'");
    assert_eq!(reader.value("document.getElementById('last').disabled"), true);
    // Who wants little motion sees at most two pictures a second.
    reader.prefer("prefers-reduced-motion", "reduce");
    reader.click("#play");
    let pictures = reader.value(
        "new Promise((done) => {
           const seen = [];
           new MutationObserver(() => seen.push(performance.now()))
             .observe(document.getElementById('now'), { childList: true });
           setTimeout(() => done(seen.slice(1).map((time, at) => time - seen[at])), 2500);
         })",
    );
    let pauses = pictures.as_array().unwrap();
    assert!(!pauses.is_empty() && pauses.iter().all(|pause| pause.as_f64() > Some(400.0)));
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn counters_at_the_end_are_those_that_the_searches_counted() {
    let reader = Reader::open(&eight("counters"), "#step=999999");
    let differ = reader.value(
        "[...document.querySelectorAll('.search tbody tr')].filter(({ cells: [, now, all] }) =>
           now.textContent !== all.textContent).map(({ textContent }) => textContent)",
    );
    assert_eq!(differ, serde_json::json!([]));
    // The counters that rows tell are known before the end too.
    reader.press("ArrowLeft");
    reader.go("#step=40");
    for row in [1, 3, 5] {
        assert_ne!(so_far(&reader, 0, row), "", "row {row} of breadth-first search");
    }
    assert!(in_panel(&reader, 1, ".stage").starts_with("depth "));
    assert!(in_panel(&reader, 1, ".met").ends_with("reached by both sides"));
    assert!(in_panel(&reader, 2, ".facts").contains("f\u{a0}="));
    assert!(in_panel(&reader, 2, ".stage").starts_with("f-layer "));
    assert!(in_panel(&reader, 3, ".stage").contains(", threshold "));
    let own = in_panel(&reader, 3, ".met");
    assert!(own.ends_with(" of this iteration, of 40 expansions"), "{own}");
    assert_eq!(in_panel(&reader, 2, ".met"), "");
    // At the same share, each search is as far as the others.
    reader.choose(&[("pace", "share")]);
    reader.press("End");
    reader.choose(&[("pace", "expansions")]);
    reader.choose(&[("pace", "share")]);
    reader.value("document.getElementById('step').value = 500");
    reader.value("document.getElementById('step').dispatchEvent(new Event('input'))");
    assert_eq!(reader.says("#now"), "50.0 % of each search");
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn a_cell_tells_its_states_to_pointer_and_keys() {
    let reader = Reader::open(&eight("cells"), "#step=30");
    reader.width(1300);
    reader.value("document.querySelectorAll('.plane')[2].focus()");
    reader.press("ArrowDown");
    let told = reader.says("#told");
    assert!(told.contains("from the start") && told.contains("expanded"), "{told}");
    assert_eq!(reader.value("document.getElementById('tip').hidden"), false);
    reader.press("ArrowRight");
    assert_ne!(reader.says("#told"), told);
    reader.press("Enter");
    reader.until("document.getElementById('states').open");
    let states = reader.says("#states-one");
    assert!(states.starts_with("State 1 of "), "{states}");
    assert_eq!(reader.value("document.getElementById('states-back').disabled"), true);
    let count = states.split([' ', ':']).nth(3).unwrap();
    reader.press("End");
    assert!(reader.says("#states-one").starts_with(&format!("State {count} of {count}: ")));
    assert_eq!(reader.value("document.getElementById('states-next').disabled"), true);
    reader.click("#states-first");
    assert_eq!(reader.says("#states-one"), states);
    assert!(reader.says("#now").starts_with("30 of "), "the dialog has the keys");
    reader.click("#states form button");
    reader.until("!document.getElementById('states').open");
    reader.press("Escape");
    assert_eq!(reader.value("document.getElementById('tip').hidden"), true);
    // Arrows step through the search again when no plane has the focus.
    reader.value("document.activeElement.blur()");
    reader.press("ArrowRight");
    assert!(reader.says("#now").starts_with("31 of "));
    // Estimates upwards are another picture.
    let exact = picture(&reader, 2, ".plane");
    reader.choose(&[("vertical", "estimate")]);
    assert_ne!(picture(&reader, 2, ".plane"), exact);
    reader.point_at(".search:nth-child(3) .plane");
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn it_fits_every_width_in_both_themes() {
    let reader = Reader::open(&eight("sizes"), "#step=25");
    let beyond = "document.documentElement.scrollWidth - innerWidth";
    let blank = "[...document.querySelectorAll('.search canvas')].filter((canvas) => {
        const { width, height } = canvas;
        const empty = Object.assign(document.createElement('canvas'), { width, height });
        const isWide = canvas.clientWidth > canvas.closest('.search').clientWidth;
        return isWide || canvas.toDataURL() === empty.toDataURL();
      }).length";
    let mut pictures = Vec::new();
    for theme in ["light", "dark"] {
        reader.prefer("prefers-color-scheme", theme);
        for (width, rows) in [(1300, 1), (800, 2), (400, 4)] {
            reader.width(width);
            assert_eq!(reader.value(beyond), 0, "{theme} {width}");
            assert_eq!(reader.value(blank), 0, "{theme} {width}");
            let all = "new Set([...document.querySelectorAll('.search')]
                .map((panel) => panel.getBoundingClientRect().top)).size";
            assert_eq!(reader.value(all), rows, "{width}");
            let cut = "[...document.querySelectorAll('#bar :is(button, input, output, select)')].filter((control) => {
                const { left, right } = control.getBoundingClientRect();
                return left < 0 || right > innerWidth || control.closest('.choices')?.scrollWidth > innerWidth;
              }).map(({ id }) => id)";
            assert_eq!(reader.value(cut), serde_json::json!([]), "{width}");
            assert!(reader.value(CONTRAST).as_f64().unwrap() >= 4.5, "{theme} {width}");
            pictures.push(picture(&reader, 0, ".plane"));
        }
    }
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 6, "each width and theme has its own picture");
    // Browsers leave out grounds on paper, unless a page asks for them.
    reader.on_paper();
    let colours = "[...document.querySelectorAll('.legend i')].every((key) =>
        getComputedStyle(key).printColorAdjust === 'exact')";
    assert_eq!(reader.value(colours), true);
    assert_eq!(reader.faults(), [""; 0]);
}

/// The least contrast of the visible texts with the ground under them.
const CONTRAST: &str = "(() => {
    const light = (text) => {
      const [red, green, blue] = text.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (node) => {
      const { backgroundColor } = getComputedStyle(node);
      return /, 0\\)$/.test(backgroundColor) ? ground(node.parentElement) : backgroundColor;
    };
    const texts = [...document.querySelectorAll('main *')].filter((node) =>
      node.checkVisibility() && !node.disabled && !node.matches('option, canvas')
        && [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()));
    return Math.min(...texts.map((node) => {
      const pair = [light(getComputedStyle(node).color), light(ground(node))].sort((a, b) => a - b);
      return (pair[1] + 0.05) / (pair[0] + 0.05);
    }));
  })()";

#[test]
fn controls_and_pictures_have_names() {
    let reader = Reader::open(&eight("names"), "");
    let nameless = reader.value(
        "[...document.querySelectorAll('button, input, select, canvas, section, dialog, [role]')]
           .filter((node) => node.checkVisibility()).filter((node) => {
             const label = node.labels?.[0]?.textContent ?? '';
             const of = document.getElementById(node.getAttribute('aria-labelledby'));
             const own = node.matches('button, .help') ? node.textContent : '';
             const name = own + label + (node.ariaLabel ?? '') + (of?.textContent ?? '');
             return node.role !== 'status' && !name.trim();
           }).map((node) => node.outerHTML.slice(0, 80))",
    );
    assert_eq!(nameless, serde_json::json!([]));
    let ids = "[...document.querySelectorAll('[id]')].map(({ id }) => id)
        .filter((id, index, all) => all.indexOf(id) !== index)";
    assert_eq!(reader.value(ids), serde_json::json!([]), "ids are unique");
    assert_eq!(reader.faults(), [""; 0]);
}

#[test]
fn larger_boards_show_estimates_or_g_alone() {
    let board = "4 1 2 3 5 6 10 7 0 8 11 15 12 9 13 14";
    let strategies = ["idastar:manhattan", "bae:manhattan", "bidir"];
    let strategies = strategies.iter().flat_map(|strategy| ["--strategy", strategy]);
    let goal = ["--goal", "blank-first", "--show", "8"];
    let arguments = [&[board][..], &strategies.collect::<Vec<_>>(), &goal];
    let reader = Reader::open(&page("fifteen", &arguments.concat()), "#step=999999");
    assert_eq!(reader.value("document.querySelector('.if-choice').checkVisibility()"), false);
    assert!(in_panel(&reader, 0, ".facts").contains("h\u{a0}="));
    assert!(!in_panel(&reader, 2, ".facts").contains("h\u{a0}="));
    let names = ["iteration ", "bound ", "depth "];
    for (panel, name) in names.into_iter().enumerate() {
        let stage = in_panel(&reader, panel, ".stage");
        assert!(stage.starts_with(name), "{stage}");
    }
    assert_eq!(reader.faults(), [""; 0]);
}
