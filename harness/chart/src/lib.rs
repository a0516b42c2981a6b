//! Figures as data, and how they are drawn.
//!
//! A [`Figure`] says what a chart shows, in places along axes. It is laid out once as
//! a scene, a list of shapes and texts; small writers draw the scene as SVG, PDF and
//! PNG. Another one writes the figure for `pgfplots`. So charts differ only in their data,
//! and a strategy has the same [`style`] in each chart. The numbers of a chart are part
//! of it.
//!
//! Runs without a value, because a limit ended them, have lanes beyond the edge
//! of an axis. They are never left out: otherwise a strategy that gives up on
//! hard instances would look good.
//!
//! The text in pictures uses a bundled font, a subset of DejaVu Sans, so pictures
//! are the same on machines without fonts.
//!
//! Charts need groups of marks for scripts, labels at the ends of lines, and vector files
//! for papers. Libraries of charts that are quick to build have none of these.

#![forbid(unsafe_code)]

mod axis;
mod cover;
mod figure;
mod layout;
mod panels;
mod pgfplots;
mod scene;
mod shaping;
mod shown;
pub mod style;
#[cfg(test)]
mod tests;
pub mod tex;

use optile_results::strategy_name::StrategyName;

pub use axis::{Axis, AxisWish, Place, Scale};
pub use figure::{Figure, Layer, LegendEntry, Spot};
pub use layout::sheet::{LegendPlace, Sheet, Width};
pub use scene::font::{elided, text_width};
pub use style::{Palette, Style};

/// A figure on a sheet, ready to be written.
pub struct Drawing {
    scene: scene::Scene,
    /// Points on paper for each canvas unit.
    unit: f64,
    is_paper: bool,
    title: String,
    /// Attributes of the SVG: a label for screen readers, the titles of the axes and the
    /// names of the series for scripts.
    attributes: [(&'static str, String); 4],
}

impl Drawing {
    /// Figures of the same kind in rows.
    pub fn grid(figures: &[Figure], sheet: &Sheet) -> Self {
        let first = figures.first().cloned().unwrap_or_default();
        first.drawing(layout::panels::panels(figures, sheet), sheet)
    }

    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        let size = |units: f64| match self.is_paper {
            true => format!("{}mm", scene::svg::number(units * self.unit * 25.4 / 72.0)),
            // Two canvas units are a pixel.
            false => scene::svg::number(units / 2.0),
        };
        let attribute = |(name, value): &(&str, String)| {
            format!(" {name}=\"{}\"", scene::svg::escape(value).replace('\n', "&#10;"))
        };
        let attributes: String = self.attributes.iter().map(attribute).collect();
        let (width, height) = (self.scene.width, self.scene.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {} {}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" \
             stroke-linejoin=\"round\" role=\"img\"{attributes}>\n{}</svg>\n",
            size(width),
            size(height),
            scene::svg::number(width),
            scene::svg::number(height),
            scene::svg::elements(&self.scene),
        )
    }

    /// The picture as a PNG, with one pixel for each canvas unit: on a screen, twice the
    /// normal size.
    ///
    /// # Errors
    ///
    /// Never in practice: it writes to memory.
    pub fn png(&self) -> anyhow::Result<Vec<u8>> {
        let raster = scene::raster::rasterise(&self.scene);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, raster.width as u32, raster.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        // Without a filter, lines and letters of few colours compress better.
        encoder.set_filter(png::Filter::NoFilter);
        let mut image = encoder.write_header()?;
        image.write_image_data(&raster.pixels)?;
        image.finish()?;
        Ok(bytes)
    }

    /// The picture as a PDF document with one page.
    ///
    /// # Errors
    ///
    /// When the bundled font cannot be read.
    pub fn pdf(&self) -> anyhow::Result<Vec<u8>> {
        scene::pdf::document(&self.scene, self.unit, &self.title)
    }
}

impl Figure {
    /// The figure on a sheet.
    pub fn on(&self, sheet: &Sheet) -> Drawing {
        let figure = self.shown_on(sheet);
        figure.drawing(layout::layout(&figure, sheet, sheet.width()), sheet)
    }

    /// The lines of each family in a small chart of their own, with the others in grey
    /// behind them. `None` if there are fewer than two families, or no lines.
    pub fn by_family(&self, sheet: &Sheet) -> Option<Drawing> {
        let panels = self.panels(|name| StrategyName::of(name).family.to_owned());
        (!panels.is_empty()).then(|| Drawing::grid(&panels, sheet))
    }

    fn drawing(&self, scene: scene::Scene, sheet: &Sheet) -> Drawing {
        let names: Vec<&str> = self.legend.iter().map(LegendEntry::name).collect();
        Drawing {
            scene,
            unit: sheet.point(),
            is_paper: sheet.is_paper(),
            title: self.title.clone(),
            attributes: [
                ("aria-label", format!("{}. {}", self.title, self.subtitle)),
                ("data-x", self.x.title.clone()),
                ("data-y", self.y.title.clone()),
                ("data-names", names.join("\t")),
            ],
        }
    }

    /// The numbers behind the figure as CSV. The first line has the names of the columns.
    ///
    /// # Errors
    ///
    /// Never in practice: it writes to memory.
    pub fn csv(&self) -> anyhow::Result<String> {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for record in &self.numbers {
            writer.write_record(record)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

impl Style {
    /// The line and marker of a style as a small SVG, for the first column of a
    /// table.
    pub fn key_svg(self) -> String {
        let scene = layout::legend::key(self, 84.0, 32.0);
        format!(
            "<svg width=\"42\" height=\"16\" viewBox=\"0 0 84 32\" aria-hidden=\"true\">{}</svg>",
            scene::svg::elements(&scene).replace('\n', "")
        )
    }
}
