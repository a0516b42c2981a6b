//! Two strategies by class, beside their chart.

use serde_json::{Value, json};

use crate::reader::Reader;
use crate::results::{copies, eight, said};

/// What the page says of every pair: the cells of its table of classes, and its sentences.
const CLASSES: &str = "async (pairs) => {
    const told = [];
    for (const pair of pairs) {
      for (const [id, name] of [['pair-x', pair[0]], ['pair-y', pair[1]]]) {
        const list = document.getElementById(id);
        list.value = name;
        list.dispatchEvent(new Event('change'));
      }
      const texts = (part, selector) => [...part.querySelectorAll(selector)].map((one) => one.textContent);
      told.push([[...document.querySelectorAll('#pair-classes tr')].map((row) => texts(row, 'th, td')),
        texts(document, '#pair-findings p')]);
      await new Promise((done) => setTimeout(done, 120));
    }
    return told;
  }";

/// A number of the page as rounded from this one; without one, a dash.
fn is_rounded(shown: &str, exact: &Value) -> bool {
    let Some(exact) = exact.as_f64() else { return shown == "–" };
    let shown: f64 = shown.parse().unwrap();
    (shown - exact).abs() <= if (0.1..10.0).contains(&exact) { 0.000_501 } else { 0.005 * exact }
}

/// The script's table, intervals and sentences of each pair are those of `optile compare`.
#[test]
fn two_strategies_by_class_are_those_of_compare() {
    for folder in [eight(), copies("classes", 2)] {
        let reader = Reader::open(&folder.join("report.html"), "");
        let names = reader
            .value("[...document.getElementById('pair-x').options].map(({ value }) => value)");
        let names: Vec<&str> = names.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let pairs = names.iter().flat_map(|a| names.iter().map(move |b| [*a, *b]));
        // A browser allows a page few addresses per second.
        let step = (names.len() * names.len() / 30).max(1);
        let pairs: Vec<[&str; 2]> = pairs.filter(|[a, b]| a != b).step_by(step).collect();
        for (division, measure) in [("length", "search_ns"), ("size", "generated")] {
            let mut compare = vec!["compare", folder.to_str().unwrap(), "--json"];
            compare.extend(["--by", division, "--measure", measure]);
            compare.extend(pairs.iter().flat_map(|[a, b]| ["--pair", a, b]));
            let told: Value = serde_json::from_str(&said(&compare)).unwrap();
            reader.choose(&[("pair-measure", measure), ("pair-division", division)]);
            let shown = reader.value(&format!("({CLASSES})({})", json!(pairs)));
            for (place, pair) in pairs.iter().enumerate() {
                let (shown, told) = (&shown[place], &told["classes"][place]);
                assert_eq!(shown[1], told["findings"], "{pair:?}");
                let classes = told["classes"].as_array().unwrap();
                assert_eq!(shown[0].as_array().unwrap().len(), classes.len(), "{pair:?}");
                for (row, class) in shown[0].as_array().unwrap().iter().zip(classes) {
                    let cell = |place: usize| row[place].as_str().unwrap();
                    let (size, of) = (class["size"].as_str().unwrap(), &class["measures"][0]);
                    let (head, ends) = (cell(0), &class["lengths"]);
                    let least = format!("{size}, {}", ends[0]);
                    let greatest = format!("{} moves", ends[1]);
                    match division {
                        "size" => assert_eq!(head, size),
                        _ if ends[0] == ends[1] => assert!(head.starts_with(&least), "{row}"),
                        _ => assert_eq!(head, format!("{least} to {greatest}")),
                    }
                    let counts = [
                        (1, &class["instances"]),
                        (2, &class["solved_by_both"]),
                        (5, &of["less_a"]),
                        (6, &of["less_b"]),
                        (7, &class["only_a"]),
                        (8, &class["only_b"]),
                    ];
                    for (place, count) in counts {
                        assert_eq!(cell(place), count.to_string(), "{pair:?} {row} {class}");
                    }
                    let (ratio, ends) = (&of["ratio"], &of["ratio"]["interval"]);
                    let (low, high) = cell(4).split_once(" to ").unwrap_or(("–", "–"));
                    for (shown, exact) in
                        [(cell(3), &ratio["value"]), (low, &ends["low"]), (high, &ends["high"])]
                    {
                        assert!(is_rounded(shown, exact), "{pair:?} {row} {class}");
                    }
                }
            }
        }
        assert_eq!(reader.faults(), [""; 0]);
    }
}
