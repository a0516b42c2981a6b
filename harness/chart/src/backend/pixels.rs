//! A backend of plotters that fills pixels, with smooth edges.

use std::convert::Infallible;

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use tiny_skia::{
    Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};
use ttf_parser::OutlineBuilder;

use super::{Canvas, UNITS};
use crate::font::FONT;

type Outcome = Result<(), DrawingErrorKind<Infallible>>;

/// A picture that is being drawn.
pub(crate) struct PixelBackend {
    size: (u32, u32),
    pixmap: Pixmap,
    /// From units to pixels.
    transform: Transform,
    dash: Option<[u32; 2]>,
}

impl PixelBackend {
    /// A white picture of `size` units, with `density` pixels for each pixel of a screen; `None`
    /// if it has no pixels, or more than the memory can hold.
    pub(crate) fn new(size: (u32, u32), density: f64) -> Option<Self> {
        let scale = density / UNITS;
        let [width, height] = [size.0, size.1].map(|side| (f64::from(side) * scale).ceil() as u32);
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(Color::WHITE);
        let transform = Transform::from_scale(scale as f32, scale as f32);
        Some(Self { size, pixmap, transform, dash: None })
    }

    /// Width, height, and red, green and blue of each pixel, row by row.
    pub(crate) fn finish(self) -> (u32, u32, Vec<u8>) {
        let pixels = self.pixmap.pixels().iter();
        let parts = pixels.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        (self.pixmap.width(), self.pixmap.height(), parts.collect())
    }

    fn fill(&mut self, path: Option<Path>, colour: BackendColor) -> Outcome {
        if let Some(path) = path {
            let rule = FillRule::Winding;
            self.pixmap.fill_path(&path, &paint(colour), rule, self.transform, None);
        }
        Ok(())
    }

    fn stroke(&mut self, path: Option<Path>, style: &impl BackendStyle) -> Outcome {
        if let Some(path) = path.filter(|_| style.color().alpha > 0.0) {
            let lengths = self.dash.map(|dash| dash.map(|length| length as f32));
            let stroke = Stroke {
                width: style.stroke_width() as f32,
                line_join: LineJoin::Round,
                dash: lengths.and_then(|lengths| StrokeDash::new(lengths.to_vec(), 0.0)),
                ..Stroke::default()
            };
            let paint = paint(style.color());
            self.pixmap.stroke_path(&path, &paint, &stroke, self.transform, None);
        }
        Ok(())
    }
}

fn paint(BackendColor { alpha, rgb: (red, green, blue) }: BackendColor) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (alpha * 255.0).round() as u8);
    paint
}

/// Straight lines through points; closed if the last point is the first one.
fn lines(points: impl IntoIterator<Item = BackendCoord>) -> Option<Path> {
    let points: Vec<BackendCoord> = points.into_iter().collect();
    let is_closed = points.len() > 3 && points.first() == points.last();
    let mut path = PathBuilder::new();
    for (place, (x, y)) in points.iter().enumerate() {
        match place {
            0 => path.move_to(*x as f32, *y as f32),
            place if is_closed && place + 1 == points.len() => path.close(),
            _ => path.line_to(*x as f32, *y as f32),
        }
    }
    path.finish()
}

impl Canvas for PixelBackend {
    fn set_dash(&mut self, dash: Option<[u32; 2]>) {
        self.dash = dash;
    }
}

impl DrawingBackend for PixelBackend {
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
        self.stroke(lines([from, to]), style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome {
        let [left, top, right, bottom] = [left, top, right, bottom].map(|side| side as f32);
        let path = Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect);
        if fill { self.fill(path, style.color()) } else { self.stroke(path, style) }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome {
        self.stroke(lines(path), style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Outcome {
        let path = PathBuilder::from_circle(x as f32, y as f32, radius as f32);
        if fill { self.fill(path, style.color()) } else { self.stroke(path, style) }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Outcome {
        self.fill(lines(vert), style.color())
    }

    fn draw_text<T: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &T,
        pos: BackendCoord,
    ) -> Outcome {
        let (left, base) = FONT.place(text, style, pos);
        let scale = (style.size() / f64::from(FONT.face.units_per_em())) as f32;
        let mut letters =
            Letters { path: PathBuilder::new(), scale, left: left as f32, base: base as f32 };
        for letter in text.chars() {
            let glyph = FONT.glyph(letter);
            FONT.face.outline_glyph(glyph, &mut letters);
            letters.left += (FONT.advance(glyph) * style.size()) as f32;
        }
        self.fill(letters.path.finish(), style.color())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok(FONT.extent(text, style))
    }
}

/// The outlines of letters along a base line.
struct Letters {
    path: PathBuilder,
    scale: f32,
    /// Where the next letter begins.
    left: f32,
    base: f32,
}

impl Letters {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.left + x * self.scale, self.base - y * self.scale)
    }
}

impl OutlineBuilder for Letters {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
