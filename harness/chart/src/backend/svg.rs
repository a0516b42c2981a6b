//! A backend of plotters that writes SVG elements, for files and for pages with scripts.
//!
//! Coordinates are pixels of a screen. What belongs to a series is in a group, with what
//! scripts need.

use std::convert::Infallible;
use std::fmt::Write as _;

use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::{Canvas, Group, UNITS};
use crate::font::FONT;

type Outcome = Result<(), DrawingErrorKind<Infallible>>;

/// Elements that are being drawn, one in each line.
pub(crate) struct SvgBackend {
    size: (u32, u32),
    elements: String,
    dash: Option<[u32; 2]>,
    /// The last filled shape and where its element begins. If its outline is drawn next, both
    /// become one element.
    filled: Option<(String, usize)>,
}

impl SvgBackend {
    /// A blank picture of `size` units.
    pub(crate) fn new(size: (u32, u32)) -> Self {
        Self { size, elements: String::new(), dash: None, filled: None }
    }

    pub(crate) fn finish(self) -> String {
        self.elements
    }

    fn fill(&mut self, shape: String, colour: BackendColor) -> Outcome {
        let begin = self.elements.len();
        let opacity = match colour.alpha {
            1.0 => String::new(),
            alpha => format!(" fill-opacity=\"{alpha}\""),
        };
        self.write(format_args!("<{shape} fill=\"{}\"{opacity}/>\n", hexadecimal(colour)));
        self.filled = Some((shape, begin));
        Ok(())
    }

    fn stroke(&mut self, shape: &str, style: &impl BackendStyle) -> Outcome {
        if style.color().alpha == 0.0 {
            return Ok(());
        }
        let dash = self.dash.map_or(String::new(), |lengths| {
            let [on, off] = lengths.map(|length| number(length as i32));
            format!(" stroke-dasharray=\"{on} {off}\"")
        });
        let (colour, width) = (hexadecimal(style.color()), number(style.stroke_width() as i32));
        let look = format!(" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>\n");
        match self.filled.take() {
            Some((filled, begin)) if filled == shape => {
                let end = self.elements[begin..].rfind("/>").map_or(begin, |end| begin + end);
                self.elements.truncate(end);
                self.elements.push_str(&look);
            }
            _ => self.write(format_args!("<{shape} fill=\"none\"{look}")),
        }
        Ok(())
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        self.filled = None;
        // Writing to a string does not fail.
        let _ = self.elements.write_fmt(text);
    }
}

fn pairs(points: &[BackendCoord]) -> String {
    let pair = |(x, y): &BackendCoord| format!("{},{}", number(*x), number(*y));
    points.iter().map(pair).collect::<Vec<_>>().join(" ")
}

impl Canvas for SvgBackend {
    fn set_dash(&mut self, dash: Option<[u32; 2]>) {
        self.dash = dash;
    }

    fn begin(&mut self, Group { series, class, is_hidden, data }: &Group) {
        let (data, hidden) = (escape(data), if *is_hidden { " display=\"none\"" } else { "" });
        self.write(format_args!(
            "<g class=\"{class}\" data-series=\"{series}\" data-values=\"{data}\"{hidden}>\n"
        ));
    }

    fn end(&mut self) {
        self.write(format_args!("</g>\n"));
    }
}

impl DrawingBackend for SvgBackend {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Outcome {
        Ok(())
    }

    fn present(&mut self) -> Outcome {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Outcome {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Outcome {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome {
        let [x, y, width, height] = [left, top, right - left, bottom - top].map(number);
        let shape = format!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
        if fill { self.fill(shape, style.color()) } else { self.stroke(&shape, style) }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome {
        let points: Vec<BackendCoord> = path.into_iter().collect();
        let shape = match &points[..] {
            // Closed, as the outline of a polygon.
            [first, inner @ .., last] if first == last && inner.len() > 1 => {
                format!("polygon points=\"{}\"", pairs(&points[..points.len() - 1]))
            }
            points => format!("polyline points=\"{}\"", pairs(points)),
        };
        self.stroke(&shape, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Outcome {
        let [x, y, radius] = [x, y, radius as i32].map(number);
        let shape = format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        if fill { self.fill(shape, style.color()) } else { self.stroke(&shape, style) }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Outcome {
        let points: Vec<BackendCoord> = vert.into_iter().collect();
        self.fill(format!("polygon points=\"{}\"", pairs(&points)), style.color())
    }

    /// A browser may not have the font, so it places the anchor.
    fn draw_text<T: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &T,
        (x, y): BackendCoord,
    ) -> Outcome {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let base = f64::from(y) + FONT.base(style.anchor().v_pos) * style.size();
        self.write(format_args!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-size=\"{}\" \
             fill=\"{}\">{}</text>\n",
            number(x),
            number(base.round() as i32),
            number(style.size().round() as i32),
            hexadecimal(style.color()),
            escape(text)
        ));
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok(FONT.extent(text, style))
    }
}

fn hexadecimal(BackendColor { rgb: (red, green, blue), .. }: BackendColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
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
            // XML does not allow them.
            c if c.is_control() && !matches!(c, '\n' | '\t') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
