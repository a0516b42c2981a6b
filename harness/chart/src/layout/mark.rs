//! Layers as elements of plotters.

use std::convert::Infallible;

use plotters::element::{Drawable, PointCollection};
use plotters::style::{Color as _, RGBColor, ShapeStyle};
use plotters_backend::{BackendColor, BackendCoord, DrawingErrorKind};

use crate::backend::surface::{self, Backend, Stroke};
use crate::backend::{UNITS, units};
use crate::figure::{Layer, Mark};
use crate::style::{Colour, Dash, RULE, Shape, Style, WHITE};

const LINE_WIDTH: f64 = 2.25;
/// The width of grid lines, rules and axes.
pub(crate) const THIN: f64 = 1.0;
const MARKER_RADIUS: f64 = 5.0;
/// The white rim of a marker, so that it is visible on lines.
const RIM: f64 = 1.25;
/// The length of the head of an arrow, in units.
const HEAD: i32 = 5 * UNITS as i32;
/// The opacity of the inside of a band.
const VEIL: f64 = 0.14;
/// The outline of an open marker.
const OUTLINE: f64 = 1.75;

impl Colour {
    pub(crate) fn of_plotters(self) -> RGBColor {
        RGBColor(self.0, self.1, self.2)
    }

    pub(crate) fn of_backend(self) -> BackendColor {
        self.of_plotters().to_backend_color()
    }

    /// A line of this width in pixels.
    pub(crate) fn line(self, width: f64) -> ShapeStyle {
        ShapeStyle::from(self.of_plotters()).stroke_width(units(width) as u32)
    }

    fn stroke(self, width: f64, dash: Dash) -> Stroke {
        let dash = match dash {
            Dash::Solid => None,
            // A dash is given in half pixels.
            Dash::Broken(on, off) => Some([on, off].map(|n| units(f64::from(n) / 2.0) as u32)),
        };
        Stroke { colour: self.of_backend(), width: units(width) as u32, dash }
    }
}

impl<'a, P: 'a> PointCollection<'a, P> for &'a Layer<P> {
    type Point = &'a P;
    type IntoIter = &'a [P];

    fn point_iter(self) -> &'a [P] {
        &self.points
    }
}

impl<P> Drawable<Backend<'_>> for Layer<P> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut Backend<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let points: Vec<BackendCoord> = points.collect();
        if points.is_empty() {
            return Ok(());
        }
        let Self { mark, style, .. } = *self;
        let line = |backend: &mut Backend<'_>, stroke| {
            backend.surface.paint(&surface::Shape::Line(&points), None, Some(stroke));
        };
        match mark {
            // The band of a single point is a line.
            Mark::Band if points.len() == 2 => {
                line(backend, style.colour.stroke(THIN, Dash::Solid));
            }
            Mark::Band => {
                let veil = style.colour.of_plotters().mix(VEIL).to_backend_color();
                backend.surface.paint(&surface::Shape::Polygon(&points), Some(veil), None);
            }
            Mark::Line => line(backend, style.colour.stroke(LINE_WIDTH, style.dash)),
            Mark::Bar => line(backend, style.colour.stroke(LINE_WIDTH, Dash::Solid)),
            Mark::Arrow => points.iter().for_each(|&(x, y)| {
                let head = [(-1, -1), (0, 0), (-1, 1)].map(|(a, b)| (x + a * HEAD, y + b * HEAD));
                let stroke = style.colour.stroke(LINE_WIDTH, Dash::Solid);
                backend.surface.paint(&surface::Shape::Line(&head), None, Some(stroke));
            }),
            Mark::Rule => line(backend, RULE.stroke(THIN, Dash::Broken(10, 8))),
            Mark::Leader => line(backend, style.colour.stroke(0.75, Dash::Broken(2, 5))),
            Mark::Markers | Mark::Specks => {
                points.iter().for_each(|at| marker(backend, *at, style, mark == Mark::Markers));
            }
            Mark::Block => {
                let inside = Some(style.colour.of_backend());
                backend.surface.paint(&surface::Shape::Rectangles(&points), inside, None);
            }
        }
        Ok(())
    }
}

fn marker(backend: &mut Backend<'_>, (x, y): BackendCoord, style: Style, hides: bool) {
    let (inside, outline, radius) = match style.is_open {
        true => (
            hides.then_some(WHITE),
            Some(style.colour.stroke(OUTLINE, Dash::Solid)),
            MARKER_RADIUS - 0.75,
        ),
        false => (Some(style.colour), hides.then(|| WHITE.stroke(RIM, Dash::Solid)), MARKER_RADIUS),
    };
    let corner = |(a, b): &(f64, f64)| (x + units(a * radius), y + units(b * radius));
    let corners: Vec<BackendCoord> = style.shape.corners().iter().map(corner).collect();
    let shape = match corners[..] {
        [] => surface::Shape::Circle((x, y), units(radius) as u32),
        _ => surface::Shape::Polygon(&corners),
    };
    backend.surface.paint(&shape, inside.map(Colour::of_backend), outline);
}

impl Shape {
    /// The corners around the middle, for a radius of 1; none for a circle.
    fn corners(self) -> &'static [(f64, f64)] {
        match self {
            Self::Disc => &[],
            Self::Square => &[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
            Self::Up => &[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)],
            Self::Diamond => &[(0.0, -1.25), (1.15, 0.0), (0.0, 1.25), (-1.15, 0.0)],
            Self::Down => &[(0.0, 1.15), (-1.1, -0.85), (1.1, -0.85)],
            Self::Star => &[
                (0.0, -1.35),
                (0.32, -0.44),
                (1.28, -0.42),
                (0.52, 0.17),
                (0.79, 1.09),
                (0.0, 0.55),
                (-0.79, 1.09),
                (-0.52, 0.17),
                (-1.28, -0.42),
                (-0.32, -0.44),
            ],
            Self::Right => &[(1.2, 0.0), (-0.85, 1.1), (-0.85, -1.1)],
            Self::Bar => &[(-1.2, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.2, 0.5)],
        }
    }
}
