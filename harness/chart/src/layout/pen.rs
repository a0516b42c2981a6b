//! A pen: an area of a picture, on which places are given in pixels.

use std::cell::RefCell;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, FontTransform, TextStyle};

use crate::backend::surface::Backend;
use crate::backend::units;
use crate::figure::{Layer, Mark};
use crate::font::TEXT;
use crate::style::{Colour, Style};

/// A point in pixels, from the upper left corner.
pub(crate) type Point = (f64, f64);

/// Why drawing cannot fail: the picture is in memory, and our elements have no errors.
pub(crate) const NO_ERRORS: &str = "pictures in memory have no errors";

/// An area of a picture.
pub(crate) struct Pen<'a> {
    pub(crate) picture: Rc<RefCell<Backend<'a>>>,
    pub(crate) area: DrawingArea<Backend<'a>, Shift>,
    /// The width of all areas of the sheet together, in pixels.
    pub(crate) sheet_width: f64,
    /// Whether a script can show what is hidden. Otherwise it is not drawn.
    pub(crate) is_live: bool,
}

/// What belongs to a series, for scripts.
pub(crate) struct Group {
    /// The place of the series in the legend.
    pub(crate) series: usize,
    /// What it is: `band`, `line`, `marks`, `reach` or `key`.
    pub(crate) class: &'static str,
    pub(crate) is_hidden: bool,
    /// What scripts need: the points with their values, or the wished place of a label.
    pub(crate) data: String,
}

/// The style of a text.
pub(crate) fn letters(size: f64, colour: Colour, h_pos: HPos, v_pos: VPos) -> TextStyle<'static> {
    let size = f64::from(units(size));
    TextStyle {
        font: FontDesc::new(FontFamily::SansSerif, size, FontStyle::Normal),
        color: colour.of_backend(),
        pos: Pos::new(h_pos, v_pos),
    }
}

impl Pen<'_> {
    /// Draws what belongs to a series, if it does.
    pub(crate) fn group(&self, group: Option<Group>, draw: impl FnOnce()) {
        let Some(Group { series, class, is_hidden, data }) = group else { return draw() };
        if is_hidden && !self.is_live {
            return;
        }
        let series = series.to_string();
        let mut attributes =
            vec![("class", class), ("data-series", &*series), ("data-values", &*data)];
        attributes.extend(is_hidden.then_some(("display", "none")));
        self.picture.borrow_mut().surface.begin(&attributes);
        draw();
        self.picture.borrow_mut().surface.end();
    }

    /// A text, vertically centred on a point.
    pub(crate) fn text(&self, text: &str, at: Point, size: f64, anchor: HPos, colour: Colour) {
        self.styled(text, at, &letters(size, colour, anchor, VPos::Center));
    }

    /// A text of the usual size that is read upwards, with its middle at a point.
    pub(crate) fn upwards(&self, text: &str, at: Point, colour: Colour) {
        let style = letters(TEXT, colour, HPos::Center, VPos::Center);
        self.styled(text, at, &style.transform(FontTransform::Rotate270));
    }

    fn styled(&self, text: &str, at: Point, style: &TextStyle<'_>) {
        if !text.is_empty() {
            let text = text.replace(char::is_control, " ");
            self.area.draw_text(&text, style, place(at)).expect(NO_ERRORS);
        }
    }

    /// A text of the usual size that begins at a point.
    pub(crate) fn label(&self, text: &str, at: Point, colour: Colour) {
        self.text(text, at, TEXT, HPos::Left, colour);
    }

    pub(crate) fn mark(&self, mark: Mark, style: Style, points: &[Point]) {
        let layer = Layer::new(mark, style, points.iter().copied().map(place));
        self.area.draw(&layer).expect(NO_ERRORS);
    }
}

fn place((x, y): Point) -> (i32, i32) {
    (units(x), units(y))
}
