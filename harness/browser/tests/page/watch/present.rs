//! Presenting searches: they fill the screen with large letters.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{eight, in_panel};
use crate::reader::Reader;
use crate::results::{place, program};

const IS_ON: &str = "document.documentElement.matches('.presenting')";

/// The smallest letters of the page, of its boards and of its canvases in pixels, and how far
/// anything is beyond the window.
const SIZES: &str = "(() => {
    const hasText = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
    const texts = [...document.querySelectorAll('main *')].filter((node) => node.checkVisibility() && hasText(node));
    const scale = (node) => node.ownerSVGElement?.getScreenCTM().a ?? 1;
    const sizes = texts.map((node) => parseFloat(getComputedStyle(node).fontSize) * scale(node));
    const canvases = [...document.querySelectorAll('.plane')].map((canvas) => {
      const pen = canvas.getContext('2d');
      return (parseFloat(pen.font) * pen.getTransform().a) / devicePixelRatio;
    });
    const { scrollWidth, scrollHeight } = document.documentElement;
    // Scales are floats of 32 bits.
    const least = Math.round(100 * Math.min(...sizes, ...canvases)) / 100;
    return { least, beyond: [scrollWidth - innerWidth, scrollHeight - innerHeight] };
  })()";

#[test]
fn searches_fill_a_projector_with_letters_of_28_pixels() {
    let reader = Reader::open(&eight("presented"), "#step=40");
    for (width, height, letters) in [(1920, 1080, 28.0), (1280, 720, 18.6)] {
        reader.window(width, height);
        let usual = reader.value("document.querySelector('.plane').clientHeight");
        reader.press("p");
        reader.until(IS_ON);
        for key in ["Home", "ArrowRight", "End"] {
            reader.press(key);
            let sizes = reader.value(SIZES);
            assert!(sizes["least"].as_f64() >= Some(letters), "{sizes} at {width}");
            assert_eq!(sizes["beyond"], serde_json::json!([0, 0]), "{sizes} at {width}");
        }
        // Keys go through the search, and a cell tells its states at its place.
        reader.press("ArrowLeft");
        assert!(reader.text("location.hash").contains("step="));
        reader.point_at(".search:nth-child(3) .plane");
        reader.press("Escape");
        reader.until(&format!(
            "!{IS_ON} && document.fullscreenElement === null && innerHeight === {height}"
        ));
        assert_eq!(reader.value("document.querySelector('.plane').clientHeight"), usual);
    }
    reader.click("#present-begin");
    reader.until(IS_ON);
    reader.click("#present-begin");
    reader.until(&format!("!{IS_ON}"));
    assert_eq!(reader.faults(), [""; 0]);
}

/// The ends are marked on the line of time: there the last state of a search is expanded.
#[test]
fn the_end_of_each_search_is_marked() {
    let reader = Reader::open(&eight("ends"), "");
    reader.window(1920, 1080);
    for is_presented in [false, true] {
        if is_presented {
            reader.press("p");
            reader.until(IS_ON);
        }
        for panel in 0..4 {
            let end = in_panel(&reader, panel, "tbody td:last-child").replace(',', "");
            let marked = format!("[...document.querySelectorAll('#ends li')][{panel}]");
            let name = in_panel(&reader, panel, "h2");
            assert_eq!(reader.text(&format!("{marked}.textContent")), name);
            let end: u64 = end.parse().unwrap();
            for (step, is_over) in [(end - 1, false), (end, true)] {
                reader.value(&format!("location.hash = '#step={step}'"));
                reader.until(&format!("document.getElementById('now').textContent.replaceAll(',', '').startsWith('{step} of ')"));
                for node in [&marked, &format!("document.querySelectorAll('.search')[{panel}]")] {
                    let over = reader.value(&format!("{node}.matches('.over')"));
                    assert_eq!(over, is_over, "{name} at {step}");
                }
            }
            // The mark is below the middle of the slider's circle.
            let apart = reader.value(&format!(
                "(() => {{
                   const slider = document.getElementById('step');
                   const {{ left, width }} = slider.getBoundingClientRect();
                   const circle = left + 8 + (width - 16) * slider.value / slider.max;
                   return Math.abs(circle - {marked}.getBoundingClientRect().right);
                 }})()"
            ));
            assert!(apart.as_f64() < Some(3.0), "{name}: {apart}");
        }
        // No two names are on each other.
        let overlap = reader.value(
            "(() => {
               const names = [...document.querySelectorAll('#ends li')].map((mark) => {
                 const range = document.createRange();
                 range.selectNodeContents(mark);
                 return range.getBoundingClientRect();
               });
               return names.some((a, at) => names.slice(at + 1).some((b) =>
                 a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1));
             })()",
        );
        assert_eq!(overlap, false);
    }
    assert_eq!(reader.faults(), [""; 0]);
}

/// A wrong path, one of the least length, one within its promise, and none.
#[test]
fn verdicts_are_those_of_the_terminal() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/faults/suite.toml");
    let page = place("watch-verdicts.html");
    std::fs::create_dir_all(page.parent().unwrap()).unwrap();
    let names = ["early-goal", "astar:manhattan", "one-plus-w", "bfs"];
    let output = Command::new(program())
        .args(["watch", "135408762", "--node-limit", "100", "--suite"])
        .arg(suite)
        .args(names.iter().flat_map(|name| ["--strategy", name]))
        .arg("--output")
        .arg(&page)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let verdict = |name: &str| {
        let wrong = said.lines().find_map(|line| line.strip_prefix(&format!("wrong: {name}: ")));
        wrong.map(|fault| format!("wrong: {fault}")).unwrap_or_else(|| {
            let line = said.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
            line.unwrap().rsplit_once(", ").unwrap().0.to_owned()
        })
    };
    assert_eq!(verdict("early-goal"), "wrong: 12 moves, but 10 are optimal");
    let reader = Reader::open(&page, "");
    for is_presented in [false, true] {
        if is_presented {
            reader.press("p");
            reader.until(IS_ON);
        }
        for (panel, name) in names.into_iter().enumerate() {
            assert_eq!(in_panel(&reader, panel, ".ended"), format!("{}.", verdict(name)), "{said}");
        }
        let loud =
            "[...document.querySelectorAll('.ended')].map((node) => getComputedStyle(node).color)";
        let colours = reader.value(loud);
        assert!(colours[0] != colours[1] && colours[1] == colours[2], "{colours}");
    }
    assert_ne!(reader.value("document.querySelectorAll('.ended').length"), Value::from(0));
    assert_eq!(reader.faults(), [""; 0]);
}
