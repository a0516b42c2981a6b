//! The lanes of the chart of a pair, and what its buttons save.

use std::collections::{BTreeMap, BTreeSet};

use super::{WIDTHS, drawn, told};
use crate::reader::Reader;
use crate::results::{copies, smoke};

/// For each axis, where the points without a right answer are on the picture, by the ends of their runs.
const LANES: &str = "(() => {
    const plot = document.getElementById('pair-plot');
    const press = (key) => plot.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
    const found = [{}, {}];
    for (let point = 0; point <= Number(plot.ariaValueMax); point++) {
      press(point ? 'ArrowRight' : 'Home');
      const ends = plot.ariaValueText.split(', ').filter((part) => part.includes(': ')).map((part) => part.split(': ')[1]);
      const { cx, cy } = document.getElementById('pair-ring');
      [cx, cy].forEach((at, axis) => {
        if (/^[a-z-]+$/.test(ends[axis])) (found[axis][ends[axis]] ??= []).push(at.baseVal.value);
      });
    }
    return found;
  })()";

/// Where the labels of the lanes are: those up by their middles, those across by the marks beside them.
const LABELS: &str = "(() => {
    const texts = [...document.querySelectorAll('#pair-plot > [data-measure]:not([hidden]) text')];
    const of = (label, isTurned) => texts.find((text) => text.textContent === label && text.matches('[transform]') === isTurned);
    return ['not solved', 'wrong', 'crashed'].map((label) => {
      const up = of(label, false).getBBox();
      return [of(label, true).x.baseVal[0].value - 12, up.y + up.height / 2];
    });
  })()";

/// Limits, wrong answers and crashes are told apart, and leave the plot its room.
#[test]
fn runs_without_a_right_answer_are_in_the_lane_of_their_kind() {
    let folder = copies("lanes", 3);
    let reader = Reader::open(&folder.join("report.html"), "");
    let mut seen = BTreeSet::new();
    for pair in [["bfs", "retrograde"], ["astar:manhattan", "bidir"]] {
        reader.choose(&[("pair-x", pair[0]), ("pair-y", pair[1])]);
        let lanes: Vec<BTreeMap<String, Vec<f64>>> =
            serde_json::from_value(reader.value(LANES)).unwrap();
        let labels: Vec<[f64; 2]> = serde_json::from_value(reader.value(LABELS)).unwrap();
        for (axis, ends) in lanes.iter().enumerate() {
            for (end, places) in ends {
                let lane = match end.as_str() {
                    "wrong" => 1,
                    "crashed" => 2,
                    _ => 0,
                };
                seen.insert(lane);
                let at = labels[lane][axis];
                let is_there = |place: &f64| (place - at).abs() < 2.5;
                assert!(places.iter().all(is_there), "{pair:?} {axis} {end}: {places:?}, not {at}");
            }
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    for width in WIDTHS {
        reader.width(width);
        let share = reader.value(
            "(() => {
               const rules = [...document.querySelectorAll('#pair-plot > [data-measure]:not([hidden]) polyline[stroke-dasharray]')];
               const sides = rules.map((rule) => rule.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
               return sides[0].width / document.getElementById('pair-plot').getBoundingClientRect().width;
             })()",
        );
        assert!(share.as_f64().unwrap() > 0.3, "at {width}: {share}");
    }
    assert_eq!(reader.faults(), [""; 0]);
}

/// Without such a run, nothing is said of lanes.
#[test]
fn a_pair_without_lanes_does_not_speak_of_them() {
    for (folder, has_lanes) in [(smoke().to_path_buf(), false), (copies("edges", 1), true)] {
        let reader = Reader::open(&folder.join("report.html"), "");
        let note = reader.says("#pair-figure .chart-note");
        assert_eq!(note.contains("dashed edges"), has_lanes, "{note}");
    }
}

/// What a button gives the browser to save: the name of the file and its text.
fn saved(reader: &Reader, button: &str) -> [String; 2] {
    reader.value(
        "(() => {
           URL.createObjectURL = (blob) => ((window.given = blob), 'data:,');
           HTMLAnchorElement.prototype.click = function () { window.named = this.download; };
         })()",
    );
    reader.value(&format!("document.querySelector({button:?}).click()"));
    [reader.text("window.named"), reader.text("window.given.text()")]
}

/// The CSV is the points that are drawn, as in that of `optile chart`; the picture is whole without the page; and
/// only the picture is printed.
#[test]
fn what_the_buttons_of_a_pair_save_is_the_chart() {
    let folder = copies("saved", 2);
    let reader = Reader::open(&folder.join("report.html"), "");
    let pair = ["astar:manhattan", "bidir"];
    reader.choose(&[("pair-x", pair[0]), ("pair-y", pair[1])]);
    let [name, table] = saved(&reader, "#pair-csv");
    assert_eq!(name, "astar:manhattan against bidir.csv");
    let record = |line: &str| line.replace('"', "").split(',').map(str::to_owned).collect();
    let lines: BTreeSet<Vec<String>> = table.lines().map(record).collect();
    let drawn = drawn(&folder, pair, "csv");
    assert_eq!(lines, drawn.lines().map(record).collect());
    let points = told(&reader);
    assert_eq!(table.lines().count(), 1 + points.len());
    for line in table.lines().skip(1) {
        let record: Vec<String> = record(line);
        for (told, cell) in points[&record[0]].iter().zip(&record[1..]) {
            assert!(
                told == cell || cell.is_empty() && told.contains(char::is_alphabetic),
                "{line} {told}"
            );
        }
    }
    let [name, picture] = saved(&reader, "#pair-svg");
    assert_eq!(name, "astar:manhattan against bidir.svg");
    assert!(!picture.contains("var("), "colours are those of paper: {picture}");
    let counts = reader.value(&format!(
        "(() => {{
           const picture = new DOMParser().parseFromString({}, 'image/svg+xml').documentElement;
           const shown = document.querySelectorAll('#pair-marks g > *').length;
           return [picture.tagName, picture.querySelectorAll('#pair-marks g > *').length - shown, shown > 20];
         }})()",
        serde_json::to_string(&picture).unwrap()
    ));
    assert_eq!(counts, serde_json::json!(["svg", 0, true]));
    reader.value("(window.print = () => { window.seen = [...document.querySelectorAll('main section, main figure')].filter((part) => part.checkVisibility()).map(({ id }) => id); }, null)");
    reader.on_paper();
    reader.value("document.querySelector('#pair-pdf').click()");
    assert_eq!(reader.value("window.seen"), serde_json::json!(["pairs", "pair-figure"]));
    reader.value("document.body.classList.add('pair-alone')");
    assert_eq!(reader.sheets().len(), 1);
    assert_eq!(reader.faults(), [""; 0]);
}

/// Of thousands of points, rims and white insides would hide most.
#[test]
fn points_of_a_dense_pair_are_seen_through_each_other() {
    for (copies_of, is_dense) in [(1, false), (40, true)] {
        let folder = copies(&format!("dense-{copies_of}"), copies_of);
        let reader = Reader::open(&folder.join("report.html"), "");
        reader.choose(&[("pair-x", "astar:manhattan"), ("pair-y", "bidir")]);
        let count = reader.value("Number(document.getElementById('pair-plot').ariaValueMax) + 1");
        assert_eq!(count.as_u64() > Some(1000), is_dense, "{count}");
        let veils = reader.value(
            "[...document.querySelectorAll('#pair-marks g > *')].filter((mark) =>
               ['fill', 'stroke'].some((part) => mark.getAttribute(part)?.includes('--paper'))).length",
        );
        assert_eq!(veils == 0, is_dense, "{veils} of {count}");
        assert_eq!(reader.faults(), [""; 0]);
    }
}
