//! Pixels with smooth edges.

use plotters_backend::{BackendColor, BackendCoord};
use tiny_skia::{
    Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};
use ttf_parser::OutlineBuilder;

use crate::backend::UNITS;
use crate::backend::font::{Font, Letters};
use crate::backend::surface::{Shape, Stroke, Surface};

/// A picture that is being drawn.
pub(crate) struct Pixels<'a> {
    font: &'a Font,
    pixmap: Pixmap,
    /// From units to pixels.
    transform: Transform,
}

impl<'a> Pixels<'a> {
    /// A white picture of `size` units, with `density` pixels for each pixel of a screen; `None`
    /// if it has no pixels, or more than the memory can hold.
    pub(crate) fn new(font: &'a Font, size: (u32, u32), density: f64) -> Option<Self> {
        let scale = density / UNITS;
        let [width, height] = [size.0, size.1].map(|side| (f64::from(side) * scale).ceil() as u32);
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(Color::WHITE);
        let transform = Transform::from_scale(scale as f32, scale as f32);
        Some(Self { font, pixmap, transform })
    }

    /// Width, height, and red, green and blue of each pixel, row by row.
    pub(crate) fn finish(self) -> (u32, u32, Vec<u8>) {
        // Whole pixels are copied: byte by byte would take a third of the time of a report.
        let (pixels, _) = self.pixmap.data().as_chunks();
        let parts: Vec<[u8; 3]> = pixels.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
        (self.pixmap.width(), self.pixmap.height(), parts.into_flattened())
    }

    fn fill(&mut self, path: &Path, colour: BackendColor) {
        let rule = FillRule::Winding;
        self.pixmap.fill_path(path, &paint(colour), rule, self.transform, None);
    }
}

fn paint(BackendColor { alpha, rgb: (red, green, blue) }: BackendColor) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (alpha * 255.0).round() as u8);
    paint
}

/// `None` if there is nothing to draw, as on a line of one point.
fn path(shape: &Shape<'_>) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut lines = |points: &[BackendCoord]| {
        for (place, (x, y)) in points.iter().enumerate() {
            match place {
                0 => path.move_to(*x as f32, *y as f32),
                _ => path.line_to(*x as f32, *y as f32),
            }
        }
    };
    match *shape {
        Shape::Line(points) => lines(points),
        Shape::Polygon(points) => {
            lines(points);
            path.close();
        }
        Shape::Rectangles(corners) => {
            for ends in corners.chunks_exact(2) {
                let [(left, low), (right, high)] = [ends[0], ends[1]];
                lines(&[(left, low), (left, high), (right, high), (right, low)]);
            }
        }
        Shape::Circle((x, y), radius) => path.push_circle(x as f32, y as f32, radius as f32),
    }
    path.finish()
}

impl Surface for Pixels<'_> {
    fn paint(&mut self, shape: &Shape<'_>, fill: Option<BackendColor>, stroke: Option<Stroke>) {
        let Some(path) = path(shape) else { return };
        if let Some(colour) = fill {
            self.fill(&path, colour);
        }
        if let Some(Stroke { colour, width, dash }) = stroke {
            let lengths = dash.map(|dash| dash.map(|length| length as f32));
            let stroke = tiny_skia::Stroke {
                width: width as f32,
                line_join: LineJoin::Round,
                dash: lengths.and_then(|lengths| StrokeDash::new(lengths.to_vec(), 0.0)),
                ..tiny_skia::Stroke::default()
            };
            self.pixmap.stroke_path(&path, &paint(colour), &stroke, self.transform, None);
        }
    }

    fn text(&mut self, text: &str, letters: &Letters) {
        let font = self.font;
        let scale = (letters.size / f64::from(font.face.units_per_em())) as f32;
        let [a, b, c, d, mut x, mut y] = font.placed(text, letters);
        let mut outlines = Outlines(PathBuilder::new());
        for letter in text.chars() {
            let glyph = font.glyph(letter);
            let mut outline = Outlines(PathBuilder::new());
            font.face.outline_glyph(glyph, &mut outline);
            let to_units = Transform::from_row(scale * a, scale * b, scale * c, scale * d, x, y);
            if let Some(path) = outline.0.finish().and_then(|path| path.transform(to_units)) {
                outlines.0.push_path(&path);
            }
            let advance = (font.advance(glyph) * letters.size) as f32;
            (x, y) = (x + a * advance, y + b * advance);
        }
        if let Some(path) = outlines.0.finish() {
            self.fill(&path, letters.colour);
        }
    }
}

/// The outline of glyphs in their own coordinates.
struct Outlines(PathBuilder);

impl OutlineBuilder for Outlines {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
