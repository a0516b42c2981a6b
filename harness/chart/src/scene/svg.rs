//! A scene as SVG.

use std::fmt::Write as _;

use crate::scene::{Anchor, Ink, Item, Point, Scene, Stroke};
use crate::style::{Colour, Dash};

/// The elements of a scene, one in each line.
pub(crate) fn elements(scene: &Scene) -> String {
    let mut svg = String::new();
    for item in &scene.items {
        // Writing to a string does not fail.
        let _ = match item {
            Item::Path { points, ink } => {
                let points: Vec<String> = points.iter().map(|&point| pair(point)).collect();
                let element = if ink.fill.is_some() { "polygon" } else { "polyline" };
                writeln!(svg, "<{element}{} points=\"{}\"/>", look(ink), points.join(" "))
            }
            Item::Circle { centre: (x, y), radius, ink } => {
                let (x, y, radius) = (number(*x), number(*y), number(*radius));
                writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>", look(ink))
            }
            Item::Text { text, at: (x, y), size, anchor, colour } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-size=\"{}\" \
                     fill=\"{}\">{}</text>",
                    number(*x),
                    number(*y),
                    number(*size),
                    hexadecimal(*colour),
                    escape(text)
                )
            }
            Item::Begin(group) => {
                let hidden = if group.is_hidden { " display=\"none\"" } else { "" };
                writeln!(
                    svg,
                    "<g class=\"{}\" data-series=\"{}\" data-values=\"{}\"{hidden}>",
                    group.class,
                    group.series,
                    escape(&group.data)
                )
            }
            Item::End => writeln!(svg, "</g>"),
        };
    }
    svg
}

fn look(ink: &Ink) -> String {
    let fill = match ink.fill {
        Some((colour, 1.0)) => format!(" fill=\"{}\"", hexadecimal(colour)),
        Some((colour, opacity)) => {
            format!(" fill=\"{}\" fill-opacity=\"{opacity}\"", hexadecimal(colour))
        }
        None => " fill=\"none\"".into(),
    };
    let Some(Stroke { colour, width, dash }) = ink.stroke else { return fill };
    let dash = match dash {
        Dash::Solid => String::new(),
        Dash::Broken(on, off) => format!(" stroke-dasharray=\"{on} {off}\""),
    };
    let width = number(width);
    format!("{fill} stroke=\"{}\" stroke-width=\"{width}\"{dash}", hexadecimal(colour))
}

pub(crate) fn hexadecimal(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

pub(crate) fn pair((x, y): Point) -> String {
    format!("{},{}", number(x), number(y))
}

/// A tenth of a canvas unit is a twentieth of a pixel.
pub(crate) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    // No minus sign before a zero.
    if tenths == 0.0 { "0".into() } else { tenths.to_string() }
}

/// A text for XML, within elements and quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML does not allow them.
            c if c.is_control() && !matches!(c, '\n' | '\t') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
