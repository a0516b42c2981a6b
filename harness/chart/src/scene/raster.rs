//! A scene as pixels: one for each canvas unit.
//!
//! The rasteriser adds up how much of each pixel the shapes of a path cover. All parts of
//! a stroke turn the same way around, so parts that overlap never cancel out.

use ab_glyph::{Font as _, PxScale, point};
use ab_glyph_rasterizer::{Point as Corner, Rasterizer};

use crate::scene::font::{font, text_width, units_per_em};
use crate::scene::{Anchor, Item, Point, Scene, Stroke};
use crate::style::{Colour, Dash};

pub(crate) struct Raster {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Red, green and blue of each pixel, row by row.
    pub(crate) pixels: Vec<u8>,
}

pub(crate) fn rasterise(scene: &Scene) -> Raster {
    let (width, height) = (scene.width.ceil() as usize, scene.height.ceil() as usize);
    let mut raster = Raster { width, height, pixels: vec![255; width * height * 3] };
    for item in scene.visible() {
        match item {
            Item::Path { points, ink } => {
                if let Some((colour, opacity)) = ink.fill {
                    raster.fill(std::slice::from_ref(points), colour, opacity);
                }
                if let Some(stroke) = &ink.stroke {
                    let mut points = points.clone();
                    if ink.fill.is_some() {
                        points.extend(points.first().copied());
                    }
                    raster.stroke(&points, stroke);
                }
            }
            Item::Circle { centre, radius, ink } => {
                let outline = circle(*centre, *radius, 28);
                if let Some((colour, opacity)) = ink.fill {
                    raster.fill(std::slice::from_ref(&outline), colour, opacity);
                }
                if let Some(stroke) = &ink.stroke {
                    let closed: Vec<Point> = outline.iter().chain(&outline[..1]).copied().collect();
                    raster.stroke(&closed, stroke);
                }
            }
            Item::Text { text, at, size, anchor, colour } => {
                let width = text_width(text, *size);
                let left = match anchor {
                    Anchor::Start => at.0,
                    Anchor::Middle => at.0 - width / 2.0,
                    Anchor::End => at.0 - width,
                };
                raster.text(text, (left, at.1), *size, *colour);
            }
            Item::Begin(_) | Item::End => {}
        }
    }
    raster
}

fn circle((x, y): Point, radius: f64, corners: u32) -> Vec<Point> {
    let angle = |n: u32| f64::from(n) / f64::from(corners) * std::f64::consts::TAU;
    (0..corners).map(|n| (x + radius * angle(n).cos(), y + radius * angle(n).sin())).collect()
}

impl Raster {
    /// Fills outlines together.
    fn fill(&mut self, outlines: &[Vec<Point>], colour: Colour, opacity: f64) {
        let corners = || outlines.iter().flatten();
        let least = |of: fn(&Point) -> f64| corners().map(of).fold(f64::INFINITY, f64::min).floor();
        let most = |of: fn(&Point) -> f64| corners().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (left, top) = (least(|p| p.0).max(0.0), least(|p| p.1).max(0.0));
        let right = most(|p| p.0).ceil().min(self.width as f64);
        let bottom = most(|p| p.1).ceil().min(self.height as f64);
        if right <= left || bottom <= top {
            return;
        }
        // One column more, because the rasteriser writes behind the last one.
        let (width, height) = ((right - left) as usize + 1, (bottom - top) as usize + 1);
        let mut rasterizer = Rasterizer::new(width, height);
        let corner = |&(x, y): &Point| Corner {
            x: (x.clamp(left, right) - left) as f32,
            y: (y.clamp(top, bottom) - top) as f32,
        };
        for outline in outlines {
            for (from, to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
                rasterizer.draw_line(corner(from), corner(to));
            }
        }
        let (left, top) = (left as usize, top as usize);
        rasterizer.for_each_pixel_2d(|x, y, share| {
            self.blend(left + x as usize, top + y as usize, colour, f64::from(share) * opacity);
        });
    }

    fn blend(&mut self, x: usize, y: usize, colour: Colour, share: f64) {
        if x >= self.width || y >= self.height || share <= 0.0 {
            return;
        }
        let share = share.min(1.0);
        let at = (y * self.width + x) * 3;
        let Colour(red, green, blue) = colour;
        for (pixel, ink) in self.pixels[at..at + 3].iter_mut().zip([red, green, blue]) {
            let mixed = f64::from(*pixel) * (1.0 - share) + f64::from(ink) * share;
            *pixel = mixed.round() as u8;
        }
    }

    fn stroke(&mut self, points: &[Point], stroke: &Stroke) {
        let half = stroke.width / 2.0;
        let mut parts = Vec::new();
        for line in dashes(points, stroke.dash) {
            for pair in line.windows(2) {
                let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
                let length = (to_x - x).hypot(to_y - y);
                if length > 0.0 {
                    let (across, up) = (-(to_y - y) / length * half, (to_x - x) / length * half);
                    parts.push(vec![
                        (x - across, y - up),
                        (to_x - across, to_y - up),
                        (to_x + across, to_y + up),
                        (x + across, y + up),
                    ]);
                }
            }
            // Round joins.
            let joins = line.iter().skip(1).rev().skip(1);
            parts.extend(joins.map(|&corner| circle(corner, half, 10)));
        }
        // Far fewer pixels than the box around a whole line.
        for parts in parts.chunks(16) {
            self.fill(parts, stroke.colour, 1.0);
        }
    }

    fn text(&mut self, text: &str, (left, base): Point, size: f64, colour: Colour) {
        let Some(font) = font() else { return };
        let em = units_per_em();
        let scale = PxScale::from(size as f32 * font.height_unscaled() / em);
        let mut x = left as f32;
        for c in text.chars() {
            let id = font.glyph_id(c);
            let glyph = id.with_scale_and_position(scale, point(x, base as f32));
            if let Some(outline) = font.outline_glyph(glyph) {
                let corner = outline.px_bounds().min;
                outline.draw(|dx, dy, share| {
                    let (x, y) = (corner.x as i64 + i64::from(dx), corner.y as i64 + i64::from(dy));
                    if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) {
                        self.blend(x, y, colour, f64::from(share));
                    }
                });
            }
            x += font.h_advance_unscaled(id) * size as f32 / em;
        }
    }
}

/// The parts of a line that a dash leaves.
fn dashes(points: &[Point], dash: Dash) -> Vec<Vec<Point>> {
    let Dash::Broken(on, off) = dash else { return vec![points.to_vec()] };
    let lengths = [f64::from(on), f64::from(off)];
    let mut parts = Vec::new();
    let mut part: Vec<Point> = points.first().copied().into_iter().collect();
    // Even phases are drawn.
    let (mut phase, mut left) = (0, lengths[0]);
    for pair in points.windows(2) {
        let [(mut x, mut y), (to_x, to_y)] = [pair[0], pair[1]];
        loop {
            let length = (to_x - x).hypot(to_y - y);
            if length <= left {
                left -= length;
                if phase == 0 {
                    part.push((to_x, to_y));
                }
                break;
            }
            (x, y) = (x + (to_x - x) * left / length, y + (to_y - y) * left / length);
            if phase == 0 {
                part.push((x, y));
                parts.push(std::mem::take(&mut part));
            } else {
                part = vec![(x, y)];
            }
            phase = 1 - phase;
            left = lengths[phase];
        }
    }
    if part.len() > 1 {
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_covered_pixel_has_the_colour_and_half_a_pixel_half_of_it() {
        let mut raster = Raster { width: 4, height: 4, pixels: vec![255; 48] };
        let square = vec![(1.0, 1.0), (2.5, 1.0), (2.5, 2.0), (1.0, 2.0)];
        raster.fill(&[square], Colour(0, 0, 0), 1.0);
        let red = |x: usize, y: usize| raster.pixels[(y * 4 + x) * 3];
        assert_eq!(
            [red(0, 1), red(1, 1), red(2, 1), red(3, 1), red(1, 2)],
            [255, 0, 128, 255, 255]
        );
    }

    proptest! {
        /// Dashes and gaps alternate, so the dashes have their share of the length.
        #[test]
        fn dashes_have_their_lengths(
            points in prop::collection::vec((0.0f64..900.0, 0.0f64..900.0), 2..9),
            on in 1i32..30,
            off in 1i32..30,
        ) {
            let length = |line: &[Point]| -> f64 {
                line.windows(2).map(|p| (p[1].0 - p[0].0).hypot(p[1].1 - p[0].1)).sum()
            };
            let (on, off) = (f64::from(on), f64::from(off));
            let whole = length(&points);
            let rest = whole % (on + off);
            let expected = ((whole - rest) / (on + off)).round() * on + rest.min(on);
            let parts = dashes(&points, Dash::Broken(on as i32, off as i32));
            let found: f64 = parts.iter().map(|part| length(part)).sum();
            prop_assert!((found - expected).abs() < on.max(off).min(1e-6 * whole.max(1.0) + 1e-6), "{found} {expected}");
        }
    }
}
