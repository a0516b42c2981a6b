//! Lines, markers and blocks, as elements of plotters.

use plotters::element::{Drawable, PointCollection};
use plotters::style::{Color as _, RGBAColor, RGBColor, ShapeStyle};
use plotters_backend::{BackendCoord, BackendStyle, DrawingErrorKind};

use crate::backend::{Canvas, units};
use crate::style::{Colour, Dash, Shape, Style};

pub(crate) const INK: Colour = Colour(0x1f, 0x29, 0x37);
pub(crate) const FAINT_INK: Colour = Colour(0x56, 0x5e, 0x6b);
pub(crate) const GRID: Colour = Colour(0xe3, 0xe6, 0xea);
pub(crate) const RULE: Colour = Colour(0x8a, 0x91, 0x9c);
const WHITE: Colour = Colour(0xff, 0xff, 0xff);

pub(crate) const LINE_WIDTH: f64 = 2.25;
/// The width of grid lines, rules and axes.
pub(crate) const THIN: f64 = 1.0;
const MARKER_RADIUS: f64 = 5.0;
/// The white rim of a marker, so that it is visible on lines.
const RIM: f64 = 1.25;
/// The outline of an open marker.
const OUTLINE: f64 = 1.75;
/// The outline of an open block.
const BLOCK_OUTLINE: f64 = 1.5;

impl Colour {
    pub(crate) fn of_plotters(self) -> RGBColor {
        RGBColor(self.0, self.1, self.2)
    }

    /// A line of this width in pixels.
    pub(crate) fn line(self, width: f64) -> ShapeStyle {
        ShapeStyle::from(self.of_plotters()).stroke_width(units(width) as u32)
    }

    /// The inside of a band.
    pub(crate) fn veil(self) -> RGBAColor {
        self.of_plotters().mix(0.14)
    }
}

/// Straight lines through points, with a dash.
pub(crate) struct Stroke<C> {
    pub(crate) points: Vec<C>,
    pub(crate) colour: Colour,
    /// Pixels.
    pub(crate) width: f64,
    pub(crate) dash: Dash,
}

impl<'a, C: 'a> PointCollection<'a, C> for &'a Stroke<C> {
    type Point = &'a C;
    type IntoIter = &'a [C];

    fn point_iter(self) -> &'a [C] {
        &self.points
    }
}

impl<C, B: Canvas> Drawable<B> for Stroke<C> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut B,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        if let Dash::Broken(on, off) = self.dash {
            // A dash is given in half pixels.
            backend.set_dash(Some([on, off].map(|length| units(f64::from(length) / 2.0) as u32)));
        }
        backend.draw_path(points, &self.colour.line(self.width))?;
        backend.set_dash(None);
        Ok(())
    }
}

/// A marker at a point.
pub(crate) struct Marker<C> {
    pub(crate) at: C,
    pub(crate) style: Style,
}

impl<'a, C: 'a> PointCollection<'a, C> for &'a Marker<C> {
    type Point = &'a C;
    type IntoIter = std::iter::Once<&'a C>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::once(&self.at)
    }
}

impl<C, B: Canvas> Drawable<B> for Marker<C> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        backend: &mut B,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let (inside, outline, radius) = match self.style.is_open {
            true => (WHITE, self.style.colour.line(OUTLINE), MARKER_RADIUS - 0.75),
            false => (self.style.colour, WHITE.line(RIM), MARKER_RADIUS),
        };
        let inside = inside.of_plotters().filled();
        for (x, y) in points {
            if self.style.shape.corners().is_empty() {
                let radius = units(radius) as u32;
                backend.draw_circle((x, y), radius, &inside, true)?;
                backend.draw_circle((x, y), radius, &outline, false)?;
            } else {
                let corner = |(a, b): &(f64, f64)| (x + units(a * radius), y + units(b * radius));
                let corners: Vec<_> = self.style.shape.corners().iter().map(corner).collect();
                outlined(backend, &corners, &inside, &outline)?;
            }
        }
        Ok(())
    }
}

/// A rectangle between opposite corners.
pub(crate) struct Block<C> {
    pub(crate) corners: [C; 2],
    pub(crate) style: Style,
}

impl<'a, C: 'a> PointCollection<'a, C> for &'a Block<C> {
    type Point = &'a C;
    type IntoIter = &'a [C];

    fn point_iter(self) -> &'a [C] {
        &self.corners
    }
}

impl<C, B: Canvas> Drawable<B> for Block<C> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut points: I,
        backend: &mut B,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let (Some((left, bottom)), Some((right, top))) = (points.next(), points.next()) else {
            return Ok(());
        };
        if !self.style.is_open {
            let colour = self.style.colour.of_plotters().filled();
            return backend.draw_rect((left, top), (right, bottom), &colour, true);
        }
        // The outline is inside, so that it does not cover the neighbours.
        let inset = units(BLOCK_OUTLINE / 2.0).min((right - left) / 2);
        let (left, right, top, bottom) = (left + inset, right - inset, top + inset, bottom - inset);
        let corners = [(left, bottom), (left, top), (right, top), (right, bottom)];
        let outline = self.style.colour.line(BLOCK_OUTLINE);
        outlined(backend, &corners, &WHITE.of_plotters().filled(), &outline)
    }
}

/// A polygon and its outline.
fn outlined<B: Canvas>(
    backend: &mut B,
    corners: &[BackendCoord],
    inside: &impl BackendStyle,
    outline: &impl BackendStyle,
) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    backend.fill_polygon(corners.iter().copied(), inside)?;
    backend.draw_path(corners.iter().chain(&corners[..1]).copied(), outline)
}

impl Shape {
    /// The corners around the middle, for a radius of 1; none for a circle. `marker.js` has
    /// the same.
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
