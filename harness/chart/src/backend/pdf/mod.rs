//! A PDF document with one page as a picture in memory.
//!
//! A unit of plotters can be any part of a point. A hundredth is finer than any printer, and
//! then lengths can be whole numbers, as plotters has them. The document
//! says that it has version 1.5, which every pdfTeX includes without a warning.
//!
//! ```text
//! let font = Font::new(include_bytes!("font.ttf"))?;
//! // 85 mm wide, with a hundred units per point.
//! let (size, scale) = ((24094, 18000), 0.01);
//! let mut page = PdfPage::new(&font, size, scale);
//! let backend = Backend { surface: &mut page, font: &font, size };
//! // … draw on `backend.into_drawing_area()` …
//! let bytes = page.finish("A title");
//! ```

mod document;

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Str};
use plotters_backend::{BackendColor, BackendCoord};

use crate::backend::font::{Font, Letters};
use crate::backend::surface::{Shape, Stroke, Surface};

/// The name of the font in the resources of the page.
const FONT: Name<'_> = Name(b"F");

/// A page that is being drawn.
pub(crate) struct PdfPage<'a> {
    font: &'a Font,
    /// Width and height in points.
    sides: [f32; 2],
    content: Content,
    /// The opacities in thousandths that have a graphics state.
    veils: BTreeSet<u16>,
    /// The letters of the glyphs that the page has, so that readers can copy its text.
    letters: BTreeMap<u16, char>,
}

impl<'a> PdfPage<'a> {
    /// A blank page of `size` units with `scale` points per unit.
    pub(crate) fn new(font: &'a Font, size: (u32, u32), scale: f32) -> Self {
        let mut content = Content::new();
        let sides = [size.0, size.1].map(|side| side as f32 * scale);
        // Units from the upper left corner become points from the lower left one.
        content.transform([scale, 0.0, 0.0, -scale, 0.0, sides[1]]);
        content.set_line_join(LineJoinStyle::RoundJoin).set_line_cap(LineCapStyle::ButtCap);
        Self { font, sides, content, veils: BTreeSet::new(), letters: BTreeMap::new() }
    }

    /// The document, whose properties have this title.
    pub(crate) fn finish(self, title: &str) -> Vec<u8> {
        document::document(self, title)
    }

    fn lines(&mut self, points: &[BackendCoord]) {
        for (place, (x, y)) in points.iter().enumerate() {
            match place {
                0 => self.content.move_to(*x as f32, *y as f32),
                _ => self.content.line_to(*x as f32, *y as f32),
            };
        }
    }

    /// Four curves, as usual.
    fn circle(&mut self, (x, y): BackendCoord, radius: u32) {
        let (x, y, r) = (x as f32, y as f32, radius as f32);
        let k = r * 0.552_284_8;
        self.content
            .move_to(x + r, y)
            .cubic_to(x + r, y + k, x + k, y + r, x, y + r)
            .cubic_to(x - k, y + r, x - r, y + k, x - r, y)
            .cubic_to(x - r, y - k, x - k, y - r, x, y - r)
            .cubic_to(x + k, y - r, x + r, y - k, x + r, y);
    }

    fn fill_colour(&mut self, colour: BackendColor) {
        let [red, green, blue] = parts(colour);
        self.content.set_fill_rgb(red, green, blue);
    }
}

/// The name of the graphics state with an opacity.
fn veil(permille: u16) -> String {
    format!("V{permille}")
}

fn parts(colour: BackendColor) -> [f32; 3] {
    let (red, green, blue) = colour.rgb;
    [red, green, blue].map(|part| f32::from(part) / 255.0)
}

impl Surface for PdfPage<'_> {
    fn paint(&mut self, shape: &Shape<'_>, fill: Option<BackendColor>, stroke: Option<Stroke>) {
        self.content.save_state();
        if let Some(colour) = fill {
            self.fill_colour(colour);
            let permille = (colour.alpha * 1000.0).round() as u16;
            if permille < 1000 {
                self.veils.insert(permille);
                self.content.set_parameters(Name(veil(permille).as_bytes()));
            }
        }
        if let Some(Stroke { colour, width, dash }) = stroke {
            let [red, green, blue] = parts(colour);
            self.content.set_stroke_rgb(red, green, blue).set_line_width(width as f32);
            let lengths = dash.into_iter().flatten().map(|length| length as f32);
            self.content.set_dash_pattern(lengths, 0.0);
        }
        match *shape {
            Shape::Line(points) | Shape::Polygon(points) => self.lines(points),
            Shape::Rectangles(corners) => {
                for ends in corners.chunks_exact(2) {
                    let [x, y, right, high] =
                        [ends[0].0, ends[0].1, ends[1].0, ends[1].1].map(|at| at as f32);
                    self.content.rect(x, y, right - x, high - y);
                }
            }
            Shape::Circle(centre, radius) => self.circle(centre, radius),
        }
        if !matches!(shape, Shape::Line(_)) {
            self.content.close_path();
        }
        match (fill, stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
        self.content.restore_state();
    }

    fn text(&mut self, text: &str, letters: &Letters) {
        let mut glyphs = Vec::new();
        for letter in text.chars() {
            let glyph = self.font.glyph(letter).0;
            glyphs.extend(glyph.to_be_bytes());
            // A space rather than one that does not break.
            let known = self.letters.entry(glyph).or_insert(letter);
            *known = letter.min(*known);
        }
        self.fill_colour(letters.colour);
        self.content.begin_text().set_font(FONT, letters.size as f32);
        self.content.set_text_matrix(self.font.placed(text, letters));
        self.content.show(Str(&glyphs)).end_text();
    }
}
