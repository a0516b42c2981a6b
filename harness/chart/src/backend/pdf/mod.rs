//! A backend of plotters that writes a PDF document with one page.
//!
//! # The main decision
//!
//! **The document has one font, which its user brings.** plotters asks a backend for the size
//! of a text, and the page must later have that size everywhere, so the backend reads the
//! widths from the same file that it puts into the document. No font of the system is
//! needed. Texts stay texts: readers can search for them and copy them.
//!
//! A unit of plotters can be any part of a point. A hundredth is finer than any printer, and
//! then lengths can be whole numbers, as plotters has them. A dash is an operator of the page,
//! not many short lines. Versions of PDF from 1.4 on know all that is used here; the document
//! says 1.5, which every version of pdfTeX includes without a warning.
//!
//! This folder uses nothing of this project.

mod document;
mod font;

use std::collections::BTreeSet;
use std::convert::Infallible;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Str};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

pub(crate) use font::Font;

type Outcome = Result<(), DrawingErrorKind<Infallible>>;

/// The name of the font in the resources of the page.
const FONT: Name<'_> = Name(b"F");

/// A page that is being drawn.
///
/// ```text
/// let font = Font::new(include_bytes!("font.ttf"))?;
/// // 85 mm wide, with a hundred units per point.
/// let page = PdfBackend::new(&font, (24094, 18000), 0.01);
/// let page = Rc::new(RefCell::new(page));
/// // … draw on `DrawingArea::from(&page)` …
/// let bytes = page.take().finish("A title");
/// ```
pub(crate) struct PdfBackend<'a> {
    font: &'a Font,
    size: (u32, u32),
    /// Points per unit.
    scale: f32,
    content: Content,
    dash: Option<[u32; 2]>,
    /// The opacities in thousandths that have a graphics state.
    veils: BTreeSet<u16>,
}

impl<'a> PdfBackend<'a> {
    /// A blank page of `size` units with `scale` points per unit.
    pub(crate) fn new(font: &'a Font, size: (u32, u32), scale: f32) -> Self {
        let mut content = Content::new();
        // Units from the upper left corner become points from the lower left one.
        content.transform([scale, 0.0, 0.0, -scale, 0.0, size.1 as f32 * scale]);
        content.set_line_join(LineJoinStyle::RoundJoin).set_line_cap(LineCapStyle::ButtCap);
        Self { font, size, scale, content, dash: None, veils: BTreeSet::new() }
    }

    /// Sets the lengths in units of the dashes and of the gaps of later paths; `None` for
    /// solid paths.
    pub(crate) fn set_dash(&mut self, dash: Option<[u32; 2]>) {
        self.dash = dash;
    }

    /// The document, whose properties have this title.
    pub(crate) fn finish(self, title: &str) -> Vec<u8> {
        let sides = [self.size.0, self.size.1].map(|side| side as f32 * self.scale);
        document::document(self.font, self.content, sides, &self.veils, title)
    }

    fn outline(&mut self, points: impl IntoIterator<Item = BackendCoord>) {
        for (place, (x, y)) in points.into_iter().enumerate() {
            match place {
                0 => self.content.move_to(x as f32, y as f32),
                _ => self.content.line_to(x as f32, y as f32),
            };
        }
    }

    /// Paints the inside of the path that was made before.
    fn fill(&mut self, colour: BackendColor) {
        let [red, green, blue] = parts(colour);
        let permille = (colour.alpha * 1000.0).round() as u16;
        self.content.save_state().set_fill_rgb(red, green, blue);
        if permille < 1000 {
            self.veils.insert(permille);
            self.content.set_parameters(Name(veil(permille).as_bytes()));
        }
        self.content.fill_nonzero().restore_state();
    }

    /// Paints the outline of the path that was made before.
    fn stroke(&mut self, style: &impl BackendStyle) {
        let [red, green, blue] = parts(style.color());
        self.content.set_stroke_rgb(red, green, blue);
        self.content.set_line_width(style.stroke_width() as f32);
        let lengths = self.dash.into_iter().flatten().map(|length| length as f32);
        self.content.set_dash_pattern(lengths, 0.0);
        self.content.stroke();
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

impl DrawingBackend for PdfBackend<'_> {
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
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        match fill {
            true => self.fill_polygon(corners, style),
            false => self.draw_path(corners.into_iter().chain([corners[0]]), style),
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome {
        let points: Vec<BackendCoord> = path.into_iter().collect();
        if style.color().alpha > 0.0 {
            let is_closed = points.len() > 3 && points.first() == points.last();
            self.outline(points);
            if is_closed {
                self.content.close_path();
            }
            self.stroke(style);
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Outcome {
        // Four curves, as usual.
        let (x, y, r) = (x as f32, y as f32, radius as f32);
        let k = r * 0.552_284_8;
        self.content
            .move_to(x + r, y)
            .cubic_to(x + r, y + k, x + k, y + r, x, y + r)
            .cubic_to(x - k, y + r, x - r, y + k, x - r, y)
            .cubic_to(x - r, y - k, x - k, y - r, x, y - r)
            .cubic_to(x + k, y - r, x + r, y - k, x + r, y)
            .close_path();
        match fill {
            true => self.fill(style.color()),
            false => self.stroke(style),
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Outcome {
        if style.color().alpha > 0.0 {
            self.outline(vert);
            self.fill(style.color());
        }
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &T,
        pos: BackendCoord,
    ) -> Outcome {
        let (left, base) = self.font.place(text, style, pos);
        let [red, green, blue] = parts(style.color());
        self.content.set_fill_rgb(red, green, blue);
        self.content.begin_text().set_font(FONT, style.size() as f32);
        // The letters stand upright although the page is upside down.
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, left as f32, base as f32]);
        self.content.show(Str(&self.font.glyphs(text))).end_text();
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok(self.font.extent(text, style))
    }
}
