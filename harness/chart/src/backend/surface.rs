//! What a picture must be able to do, and how plotters draws on it.

use std::convert::Infallible;

use plotters_backend::{
    BackendColor, BackendCoord as At, BackendStyle, BackendTextStyle, DrawingBackend,
    DrawingErrorKind, FontTransform,
};

use super::font::{Font, Letters};

/// What is drawn. Lengths and coordinates are units of the backend.
pub(crate) enum Shape<'a> {
    /// Straight lines through points.
    Line(&'a [At]),
    /// The area within corners.
    Polygon(&'a [At]),
    /// Rectangles, each by two opposite corners.
    Rectangles(&'a [At]),
    /// A circle by its centre and its radius.
    Circle(At, u32),
}

/// How an outline is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) colour: BackendColor,
    pub(crate) width: u32,
    /// The lengths of dashes and of the gaps between them; `None` for a solid line.
    pub(crate) dash: Option<[u32; 2]>,
}

/// A picture in memory.
pub(crate) trait Surface {
    /// Draws the inside of a shape, then its outline.
    fn paint(&mut self, shape: &Shape<'_>, fill: Option<BackendColor>, stroke: Option<Stroke>);

    /// Draws a text.
    fn text(&mut self, text: &str, letters: &Letters);

    /// Begins a group of shapes with attributes. Pictures without structure ignore it.
    fn begin(&mut self, _attributes: &[(&str, &str)]) {}

    /// Ends the group.
    fn end(&mut self) {}
}

/// A backend of plotters that draws on a [`Surface`] of some size, with the letters of one font.
pub(crate) struct Backend<'a> {
    pub(crate) surface: &'a mut dyn Surface,
    pub(crate) font: &'a Font,
    pub(crate) size: (u32, u32),
}

/// Pictures in memory cannot fail.
type Outcome<T = ()> = Result<T, DrawingErrorKind<Infallible>>;

impl Backend<'_> {
    fn draw(&mut self, shape: &Shape<'_>, style: &impl BackendStyle, is_filled: bool) -> Outcome {
        let (colour, width) = (style.color(), style.stroke_width());
        let stroke = Stroke { colour, width, dash: None };
        if colour.alpha > 0.0 {
            let fill = is_filled.then_some(colour);
            self.surface.paint(shape, fill, (!is_filled).then_some(stroke));
        }
        Ok(())
    }
}

impl DrawingBackend for Backend<'_> {
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

    fn draw_pixel(&mut self, (x, y): At, color: BackendColor) -> Outcome {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: At, to: At, style: &S) -> Outcome {
        self.draw(&Shape::Line(&[from, to]), style, false)
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: At, b: At, style: &S, fill: bool) -> Outcome {
        self.draw(&Shape::Polygon(&[a, (b.0, a.1), b, (a.0, b.1)]), style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = At>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome {
        self.draw(&Shape::Line(&path.into_iter().collect::<Vec<_>>()), style, false)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: At,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Outcome {
        self.draw(&Shape::Circle(center, radius), style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = At>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Outcome {
        self.draw(&Shape::Polygon(&vert.into_iter().collect::<Vec<_>>()), style, true)
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: At) -> Outcome {
        let (anchor, size, colour) = (style.anchor(), style.size(), style.color());
        let is_turned = matches!(style.transform(), FontTransform::Rotate270);
        if !text.is_empty() {
            self.surface.text(text, &Letters { at, anchor, size, is_turned, colour });
        }
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Outcome<(u32, u32)> {
        let width = self.font.width(text, style.size());
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}
