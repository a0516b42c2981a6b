//! Figures as data, and how they are drawn.
//!
//! A [`Figure`] says what a chart shows, in places along axes. One routine,
//! generic over the backends of plotters, draws it as SVG and as PNG; another
//! writes it for `pgfplots`. So charts differ only in their data, and a
//! strategy has the same [`style`] in each chart. The numbers of a chart are
//! part of it.
//!
//! Runs without a value, because a limit ended them, have lanes beyond the edge
//! of an axis. They are never left out: otherwise a strategy that gives up on
//! hard instances would look good.
//!
//! The text in pictures uses a bundled font, a subset of DejaVu Sans, so pictures
//! are the same on machines without fonts.

#![forbid(unsafe_code)]

mod axis;
mod draw;
mod figure;
mod pen;
mod pgfplots;
pub mod style;
pub mod tex;

use anyhow::{Context as _, anyhow};
use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::drawing::IntoDrawingArea as _;
use plotters::style::{FontStyle, register_font};

pub use axis::{Axis, Place};
pub use draw::elided;
pub use figure::{Figure, Layer, LegendEntry, Spot};
pub use pen::text_width;
pub use style::{Palette, Style};

/// Its origin is in `assets/DejaVuSans-LICENSE.txt`.
static FONT: &[u8] = include_bytes!("../assets/DejaVuSans-subset.ttf");

/// Registers the font under its name in plotters. A second call does nothing.
fn prepare_font() -> anyhow::Result<()> {
    register_font(pen::FONT, FontStyle::Normal, FONT)
        .map_err(|_| anyhow!("the bundled font cannot be read"))
}

impl Figure {
    /// The figure as an SVG document.
    ///
    /// # Errors
    ///
    /// When plotters cannot draw it.
    pub fn svg(&self) -> anyhow::Result<String> {
        prepare_font()?;
        let (width, height) = draw::size(self);
        let mut svg = String::new();
        {
            let canvas = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
            draw::draw(self, &canvas, 0.0).map_err(|error| anyhow!("{error}"))?;
            canvas.present().map_err(|error| anyhow!("{error}"))?;
        }
        // The canvas has two units per pixel. The label is for screen readers.
        let (_, body) = svg.split_once('\n').context("plotters wrote no SVG")?;
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {width} {height}\" stroke-linejoin=\"round\" role=\"img\" \
             aria-label=\"{}\">\n{body}",
            width / 2,
            height / 2,
            escape(&format!("{}. {}", self.title, self.subtitle)),
        ))
    }

    /// The figure as a PNG, in twice its normal size.
    ///
    /// # Errors
    ///
    /// When plotters cannot draw it.
    pub fn png(&self) -> anyhow::Result<Vec<u8>> {
        prepare_font()?;
        let size = draw::size(self);
        let mut pixels = vec![0; size.0 as usize * size.1 as usize * 3];
        {
            let canvas = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
            draw::draw(self, &canvas, 0.2).map_err(|error| anyhow!("{error}"))?;
            canvas.present().map_err(|error| anyhow!("{error}"))?;
        }
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
        encoder.set_color(png::ColorType::Rgb);
        // Without a filter, lines and letters of few colours compress better.
        encoder.set_filter(png::Filter::NoFilter);
        let mut image = encoder.write_header()?;
        image.write_image_data(&pixels)?;
        image.finish()?;
        Ok(bytes)
    }

    /// The numbers behind the figure as CSV, after a comment with their origin.
    ///
    /// # Errors
    ///
    /// Never in practice: it writes to memory.
    pub fn csv(&self, origin: &str) -> anyhow::Result<String> {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for record in &self.numbers {
            writer.write_record(record)?;
        }
        let table = String::from_utf8(writer.into_inner()?)?;
        Ok(format!("# {}\n{table}", origin.replace(['\n', '\r'], " ")))
    }
}

impl Style {
    /// The line and marker of a style as a small SVG, for the first column of a
    /// table.
    ///
    /// # Errors
    ///
    /// When plotters cannot draw it.
    pub fn key_svg(self) -> anyhow::Result<String> {
        const SIZE: (u32, u32) = (84, 32);
        let mut svg = String::new();
        {
            let canvas = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
            draw::draw_sample(&canvas, self, SIZE).map_err(|error| anyhow!("{error}"))?;
            canvas.present().map_err(|error| anyhow!("{error}"))?;
        }
        let (_, body) = svg.split_once('\n').context("plotters wrote no SVG")?;
        Ok(format!(
            "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" aria-hidden=\"true\">{body}",
            SIZE.0 / 2,
            SIZE.1 / 2,
            SIZE.0,
            SIZE.1
        ))
    }
}

/// A text for XML, within elements and quotes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML does not allow them.
            c if c.is_control() && !matches!(c, '\n' | '\t') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
