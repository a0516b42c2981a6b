//! The texts of charts.

use super::*;

/// The value of an attribute in a line of SVG.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let value = line.split_once(&format!(" {name}=\""))?.1;
    Some(value.split_once('"')?.0)
}

/// Left, top, right and bottom of each visible text in a picture, with the text.
fn texts(svg: &str) -> Vec<([f64; 4], String)> {
    let mut texts = Vec::new();
    let mut is_hidden = false;
    for line in svg.lines() {
        if line.starts_with("<g ") || line == "</g>" {
            is_hidden = line.contains(" display=\"none\"");
        }
        if is_hidden || !line.starts_with("<text") {
            continue;
        }
        let number = |name| attribute(line, name).unwrap().parse::<f64>().unwrap();
        let text = line.split_once('>').unwrap().1.strip_suffix("</text>").unwrap();
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        let text = text.replace("&#39;", "'").replace("&amp;", "&");
        let size = number("font-size");
        let width = optile_chart::text_width(&text, size);
        let left = number("x")
            - match attribute(line, "text-anchor").unwrap() {
                "start" => 0.0,
                "middle" => width / 2.0,
                _ => width,
            };
        // About the height of capitals.
        let base = number("y");
        texts.push(([left, base - size * 0.73, left + width, base], text));
    }
    texts
}

#[test]
fn texts_do_not_overlap_and_nothing_is_outside() {
    for (name, results) in special() {
        for figure in charts(&results).into_iter().flatten() {
            let svg = super::all(&figure).svg();
            let place = format!("{name}, {}", figure.name);
            let view = attribute(svg.lines().next().unwrap(), "viewBox").unwrap();
            let view: Vec<f64> = view.split(' ').map(|n| n.parse().unwrap()).collect();
            let inside =
                |x: f64, y: f64| (0.0..=view[2]).contains(&x) && (0.0..=view[3]).contains(&y);
            let texts = texts(&svg);
            for (index, (a, text)) in texts.iter().enumerate() {
                assert!(inside(a[0], a[1]) && inside(a[2], a[3]), "{place}: {text:?} {a:?}");
                for (b, other) in &texts[..index] {
                    let beside = a[2] + 6.0 < b[0] || b[2] + 6.0 < a[0];
                    let apart = beside || a[3] < b[1] || b[3] < a[1];
                    assert!(apart, "{place}: {text:?} {a:?} on {other:?} {b:?}");
                }
            }
            for points in svg.lines().filter_map(|line| attribute(line, "points")) {
                for point in points.split_whitespace() {
                    let (x, y) = point.split_once(',').unwrap();
                    let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
                    assert!(inside(x, y), "{place}: {point}");
                }
            }
            for key in &figure.legend {
                assert!(!key.name.is_empty(), "{place}");
            }
            let rows = ["memory", "nodes-per-second"];
            let rows = rows.contains(&figure.name.as_str());
            assert!(rows || !figure.legend.is_empty(), "{place}: an empty legend");
        }
    }
}
