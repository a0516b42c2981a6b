//! The lanes of the chart of a pair, and what its buttons save.

use std::collections::{BTreeMap, BTreeSet};

use super::WIDTHS;
use crate::reader::Reader;
use crate::results::copies;

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
    for (folder, has_lanes) in
        [(crate::results::smoke().to_path_buf(), false), (copies("edges", 1), true)]
    {
        let reader = Reader::open(&folder.join("report.html"), "");
        let note = reader.says("#pair-figure .chart-note");
        assert_eq!(note.contains("dashed edges"), has_lanes, "{note}");
    }
}
