//! SVG elements, for files and for pages with scripts. Coordinates are pixels of a screen.

use std::fmt::Write as _;

use optile_results::text::lines::is_control;
use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendColor, BackendCoord};

use crate::backend::UNITS;
use crate::backend::font::{Font, Letters};
use crate::backend::surface::{Shape, Stroke, Surface};
use crate::style::Colour;

/// Elements that are being drawn, one in each line.
pub(crate) struct SvgElements<'a> {
    font: &'a Font,
    text: String,
    /// Whether the elements are a part of a page, which has a variable for each colour.
    pub(crate) is_of_page: bool,
}

impl<'a> SvgElements<'a> {
    pub(crate) fn new(font: &'a Font) -> Self {
        Self { font, text: String::new(), is_of_page: false }
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn colour(&self, BackendColor { rgb: (red, green, blue), .. }: BackendColor) -> String {
        let colour = Colour(red, green, blue);
        let variable = self.is_of_page.then(|| colour.variable()).flatten();
        variable.unwrap_or_else(|| colour.hexadecimal())
    }

    /// Writing to a string does not fail.
    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(text);
    }
}

impl Surface for SvgElements<'_> {
    fn paint(&mut self, shape: &Shape<'_>, fill: Option<BackendColor>, stroke: Option<Stroke>) {
        let shape = match *shape {
            Shape::Line(points) => format!("polyline points=\"{}\"", pairs(points)),
            Shape::Polygon(points) => format!("polygon points=\"{}\"", pairs(points)),
            Shape::Rectangles(corners) => format!("path d=\"{}\"", rectangles(corners)),
            Shape::Circle((x, y), radius) => {
                let [x, y, radius] = [x, y, radius as i32].map(number);
                format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")
            }
        };
        let fill = match fill {
            None => "none".into(),
            Some(colour) if colour.alpha < 1.0 => {
                format!("{}\" fill-opacity=\"{}", self.colour(colour), colour.alpha)
            }
            Some(colour) => self.colour(colour),
        };
        self.write(format_args!("<{shape} fill=\"{fill}\""));
        if let Some(Stroke { colour, width, dash }) = stroke {
            let (colour, width) = (self.colour(colour), number(width as i32));
            self.write(format_args!(" stroke=\"{colour}\" stroke-width=\"{width}\""));
            if let Some(lengths) = dash {
                let [on, off] = lengths.map(|length| number(length as i32));
                self.write(format_args!(" stroke-dasharray=\"{on} {off}\""));
            }
        }
        self.write(format_args!("/>\n"));
    }

    /// A browser may not have the font, so it places the anchor.
    fn text(&mut self, text: &str, letters: &Letters) {
        let anchor = match letters.anchor.h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let base = self.font.base(letters).round() as i32;
        let [x, y, size] = [letters.at.0, base, letters.size.round() as i32].map(number);
        let turn = match letters.is_turned {
            true => format!(" transform=\"rotate(-90 {x} {})\"", number(letters.at.1)),
            false => String::new(),
        };
        self.write(format_args!(
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"{size}\" \
             fill=\"{}\"{turn}>{}</text>\n",
            self.colour(letters.colour),
            escape(text)
        ));
    }

    fn begin(&mut self, attributes: &[(&str, &str)]) {
        let attribute = |(name, value): &(&str, &str)| format!(" {name}=\"{}\"", escape(value));
        let attributes: String = attributes.iter().map(attribute).collect();
        self.write(format_args!("<g{attributes}>\n"));
    }

    fn end(&mut self) {
        self.write(format_args!("</g>\n"));
    }
}

fn pairs(points: &[BackendCoord]) -> String {
    let pair = |(x, y): &BackendCoord| format!("{},{}", number(*x), number(*y));
    points.iter().map(pair).collect::<Vec<_>>().join(" ")
}

fn rectangles(corners: &[BackendCoord]) -> String {
    let mut path = String::new();
    for ends in corners.chunks_exact(2) {
        let [left, low, right, high] = [ends[0].0, ends[0].1, ends[1].0, ends[1].1].map(number);
        path += &format!("M{left},{low}V{high}H{right}V{low}Z");
    }
    path
}

/// Units as pixels, with a decimal.
pub(crate) fn number(units: i32) -> String {
    // No minus sign before a zero.
    let tenths = (f64::from(units) / UNITS * 10.0).round() / 10.0 + 0.0;
    tenths.to_string()
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
            // XML does not allow some of them, and others change the order of writing.
            c if is_control(c) && !matches!(c, '\n' | '\t') => escaped.extend(c.escape_unicode()),
            c => escaped.push(c),
        }
    }
    escaped
}
