//! The first screen: the answer and two whole charts.

use serde_json::{Value, json};

use crate::reader::Reader;
use crate::results::{eight, smoke, tables};

/// Each chart of the first screen: its name, and the box of its picture in the window.
const BOXES: &str = "[...document.querySelectorAll('#first figure')].map((figure) => {
    const picture = [...figure.querySelectorAll('.chart > div > svg')].find((svg) => svg.checkVisibility());
    const { left, right, top, bottom, width, height } = picture.getBoundingClientRect();
    return { name: figure.id, left, right, top, bottom, width, height,
      // Letters are neither scaled down nor up by much.
      scale: width / Number(picture.getAttribute('width')) };
  })";

#[test]
fn two_charts_are_whole_on_the_first_screen() {
    let suites = [
        (eight(), ["expansions", "time"]),
        (smoke().to_path_buf(), ["expansions-", "time-"]),
        (tables(), ["tables", "tables-time"]),
    ];
    for (folder, names) in suites {
        let reader = Reader::open(&folder.join("report.html"), "");
        for (width, height, screens) in [(1300, 900, 1), (800, 900, 2), (400, 800, 2)] {
            reader.window(width, height);
            let boxes = reader.value(BOXES);
            let boxes = boxes.as_array().unwrap();
            assert_eq!(boxes.len(), 2);
            let of = |place: usize, key: &str| boxes[place][key].as_f64().unwrap();
            for (place, name) in names.iter().enumerate() {
                let at = format!("{} at {width}: {}", folder.display(), boxes[place]);
                assert!(boxes[place]["name"].as_str().unwrap().starts_with(name), "{at}");
                assert!(of(place, "top") > 0.0 && of(place, "left") >= 0.0, "{at}");
                assert!(of(place, "bottom") <= f64::from(height * screens), "{at}");
                assert!(of(place, "right") <= f64::from(width), "{at}");
                assert!(of(place, "width") > 320.0 && of(place, "height") > 200.0, "{at}");
                assert!((0.95..1.1).contains(&of(place, "scale")), "{at}");
            }
            let beside = of(0, "right") < of(1, "left");
            assert_eq!(beside, width == 1300);
            assert_eq!(reader.value("document.documentElement.scrollWidth <= innerWidth"), true);
        }
        assert_eq!(reader.faults(), [""; 0]);
    }
}

#[test]
fn the_answer_is_in_few_words_and_the_rest_can_be_opened() {
    let reader = Reader::open(&smoke().join("report.html"), "");
    reader.width(1300);
    let claims = reader
        .value("[...document.querySelectorAll('h1 .claim')].map((claim) => claim.textContent)");
    let claims: Vec<&str> = claims.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let all = claims.join(" ");
    assert!(!claims.is_empty() && all.contains("fast") && all.contains("nodes"), "{claims:?}");
    let lines =
        "(selector) => Math.round(document.querySelector(selector).getBoundingClientRect().height)";
    assert!(reader.value(&format!("({lines})('#grounds')")).as_u64() < Some(40), "one line");
    reader.click("#grounds summary");
    assert!(reader.value(&format!("({lines})('#grounds')")).as_u64() > Some(60));
    assert!(reader.says("#grounds").contains("Geometric means over"));
    // Charts are drawn once, and the list of all charts leads to the first ones.
    let twice = reader.value(
        "[...document.querySelectorAll('figure')].map(({ id }) => id).filter((id, place, all) => all.indexOf(id) !== place)",
    );
    assert_eq!(twice, json!([]));
    assert_eq!(reader.value("document.querySelectorAll('#charts > .note a').length"), 2);
    assert_eq!(reader.faults(), [""; 0]);
}
