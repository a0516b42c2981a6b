//! Lines, markers and text on a canvas of plotters.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, RGBColor, TextStyle, WHITE};

use crate::style::{Dash, Shape, Style};

/// The name of the bundled font. In SVG files, this name means a font of the
/// reader's system. Texts are measured with the bundled font, which is wide.
pub(crate) const FONT: &str = "sans-serif";

/// Sizes of text in canvas units; two units are a pixel at normal size.
pub(crate) const TITLE: i32 = 46;
pub(crate) const TEXT: i32 = 34;

pub(crate) const INK: RGBColor = RGBColor(0x1f, 0x29, 0x37);
pub(crate) const FAINT_INK: RGBColor = RGBColor(0x56, 0x5e, 0x6b);
pub(crate) const GRID: RGBColor = RGBColor(0xe3, 0xe6, 0xea);
pub(crate) const RULE: RGBColor = RGBColor(0x8a, 0x91, 0x9c);

const LINE_WIDTH: u32 = 5;
const MARKER_RADIUS: i32 = 9;

type Point = (i32, i32);
pub(crate) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Draws on any backend of plotters.
pub(crate) struct Pen<'a, DB: DrawingBackend> {
    pub(crate) area: &'a DrawingArea<DB, Shift>,
    /// How much lower the backend must draw a text to centre it, as a share of
    /// its size. If plotters rasterises the text, it puts the base line at half
    /// the size.
    pub(crate) drop: f64,
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    /// A line in a style.
    pub(crate) fn line(&self, points: Vec<Point>, style: Style) -> Drawn<DB> {
        let stroke = style.colour.stroke_width(LINE_WIDTH);
        match style.dash {
            Dash::Solid => self.area.draw(&PathElement::new(points, stroke)),
            Dash::Broken(dash, gap) => {
                self.area.draw(&DashedPathElement::new(points, dash, gap, stroke))
            }
        }
    }

    /// A thin line that belongs to no strategy.
    pub(crate) fn rule(&self, from: Point, to: Point) -> Drawn<DB> {
        let stroke = RULE.stroke_width(2);
        self.area.draw(&DashedPathElement::new([from, to], 10, 8, stroke))
    }

    /// A line behind the data, at a label.
    pub(crate) fn grid_line(&self, from: Point, to: Point) -> Drawn<DB> {
        self.area.draw(&PathElement::new([from, to], GRID.stroke_width(2)))
    }

    /// A thick line, such as a whisker.
    pub(crate) fn bar(&self, from: Point, to: Point, style: Style) -> Drawn<DB> {
        self.area.draw(&PathElement::new([from, to], style.colour.stroke_width(LINE_WIDTH)))
    }

    /// The area within an outline. If the outline is only two points, a stroke
    /// between them.
    pub(crate) fn band(&self, outline: Vec<Point>, style: Style) -> Drawn<DB> {
        let veil = style.colour.mix(0.14);
        match outline[..] {
            [from, to] => self
                .area
                .draw(&PathElement::new([from, to], style.colour.mix(0.35).stroke_width(8))),
            _ => self.area.draw(&Polygon::new(outline, veil)),
        }
    }

    /// A marker with a white rim, so that it is visible on lines.
    pub(crate) fn marker(&self, (x, y): Point, style: Style) -> Drawn<DB> {
        let colour = style.colour;
        let r = MARKER_RADIUS;
        let corners = |r: i32| -> Vec<Point> {
            match style.shape {
                Shape::Up => vec![(x, y - r), (x + r, y + r * 3 / 4), (x - r, y + r * 3 / 4)],
                Shape::Down => vec![(x, y + r), (x - r, y - r * 3 / 4), (x + r, y - r * 3 / 4)],
                Shape::Diamond => vec![(x, y - r), (x + r, y), (x, y + r), (x - r, y)],
                _ => Vec::new(),
            }
        };
        match style.shape {
            Shape::Disc => {
                self.area.draw(&Circle::new((x, y), r + 2, WHITE.filled()))?;
                self.area.draw(&Circle::new((x, y), r, colour.filled()))
            }
            Shape::Ring => {
                self.area.draw(&Circle::new((x, y), r, WHITE.filled()))?;
                self.area.draw(&Circle::new((x, y), r - 1, colour.stroke_width(4)))
            }
            Shape::Square => {
                let square = |r: i32| [(x - r, y - r), (x + r, y + r)];
                self.area.draw(&Rectangle::new(square(r), WHITE.filled()))?;
                self.area.draw(&Rectangle::new(square(r - 2), colour.filled()))
            }
            Shape::Up | Shape::Down | Shape::Diamond => {
                self.area.draw(&Polygon::new(corners(r + 5), WHITE.filled()))?;
                self.area.draw(&Polygon::new(corners(r + 2), colour.filled()))
            }
            Shape::Cross | Shape::Plus => {
                let d = if style.shape == Shape::Cross { r - 2 } else { r };
                let strokes = if style.shape == Shape::Cross {
                    [[(x - d, y - d), (x + d, y + d)], [(x - d, y + d), (x + d, y - d)]]
                } else {
                    [[(x - d, y), (x + d, y)], [(x, y - d), (x, y + d)]]
                };
                for (colour, width) in [(WHITE, 10), (colour, 5)] {
                    for stroke in strokes {
                        self.area.draw(&PathElement::new(stroke, colour.stroke_width(width)))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// A text that begins at a point and is vertically centred on it.
    pub(crate) fn text(&self, text: &str, at: Point, size: i32, colour: RGBColor) -> Drawn<DB> {
        let style = text_style(size, colour).pos(Pos::new(HPos::Left, VPos::Center));
        self.area.draw(&Text::new(text.to_string(), (at.0, at.1 + self.dropped(size)), style))
    }

    /// How many canvas units lower a text of this size is drawn.
    pub(crate) fn dropped(&self, size: i32) -> i32 {
        (f64::from(size) * self.drop).round() as i32
    }
}

pub(crate) fn text_style(size: i32, colour: RGBColor) -> TextStyle<'static> {
    (FONT, size).into_font().color(&colour)
}

/// The width of a text in canvas units.
pub fn text_width(text: &str, size: i32) -> i32 {
    let measured = (FONT, size).into_font().box_size(text);
    measured.map_or(0, |(width, _)| width as i32)
}
