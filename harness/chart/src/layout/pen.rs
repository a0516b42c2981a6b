//! A pen: an area of a picture in pixels, and the picture for groups.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontDesc, FontFamily, FontStyle, TextStyle};

use crate::backend::{Canvas, Group, units};
use crate::font::TEXT;
use crate::layout::mark::{INK, Marker, Stroke};
use crate::style::{Colour, Dash, Style};

/// A point in pixels, from the upper left corner.
pub(crate) type Point = (f64, f64);

/// Pictures in memory have no errors; plotters may have.
pub(crate) type Outcome = Result<(), DrawingAreaErrorKind<Infallible>>;

/// An area of a picture.
pub(crate) struct Pen<B: Canvas> {
    pub(crate) picture: Rc<RefCell<B>>,
    pub(crate) area: DrawingArea<B, Shift>,
    /// The width of all areas of the sheet together, in pixels.
    pub(crate) sheet_width: f64,
    /// Whether a script can show what is hidden. Otherwise it is not drawn.
    pub(crate) is_live: bool,
}

/// The style of a text.
pub(crate) fn letters(size: f64, colour: Colour, h_pos: HPos, v_pos: VPos) -> TextStyle<'static> {
    let size = f64::from(units(size));
    TextStyle {
        font: FontDesc::new(FontFamily::SansSerif, size, FontStyle::Normal),
        color: colour.of_plotters().to_backend_color(),
        pos: Pos::new(h_pos, v_pos),
    }
}

impl<B: Canvas> Pen<B> {
    /// Draws what belongs to a series, if it does.
    pub(crate) fn group(&self, group: Option<Group>, draw: impl FnOnce() -> Outcome) -> Outcome {
        let Some(group) = group else { return draw() };
        if group.is_hidden && !self.is_live {
            return Ok(());
        }
        self.picture.borrow_mut().begin(&group);
        draw()?;
        self.picture.borrow_mut().end();
        Ok(())
    }

    /// A text, vertically centred on a point.
    pub(crate) fn text(
        &self,
        text: &str,
        at: Point,
        size: f64,
        anchor: HPos,
        colour: Colour,
    ) -> Outcome {
        match text {
            "" => Ok(()),
            text => {
                let style = letters(size, colour, anchor, VPos::Center);
                self.area.draw_text(text, &style, place(at))
            }
        }
    }

    /// A text of the usual size that begins at a point.
    pub(crate) fn label(&self, text: &str, at: Point, is_faint: bool) -> Outcome {
        let colour = if is_faint { crate::layout::mark::FAINT_INK } else { INK };
        self.text(text, at, TEXT, HPos::Left, colour)
    }

    pub(crate) fn line(&self, points: &[Point], colour: Colour, width: f64, dash: Dash) -> Outcome {
        let points = points.iter().copied().map(place).collect();
        self.area.draw(&Stroke { points, colour, width, dash })
    }

    pub(crate) fn marker(&self, at: Point, style: Style) -> Outcome {
        self.area.draw(&Marker { at: place(at), style })
    }
}

fn place((x, y): Point) -> (i32, i32) {
    (units(x), units(y))
}
