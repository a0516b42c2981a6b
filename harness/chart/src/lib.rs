//! Figures as data, and how they are drawn.
//!
//! A [`Figure`] says what a chart shows, in places along axes. plotters draws it: one function
//! draws a figure on any of its backends, which are SVG, PDF and pixels. So charts differ only in
//! their data, and a strategy has the same [`style`] in each chart. The numbers of a chart are part of it.
//!
//! Runs without a value, because a limit ended them, have lanes beyond the edge
//! of an axis. They are never left out: otherwise a strategy that gives up on
//! hard instances would look good.
//!
//! The text in pictures uses a bundled font, a subset of DejaVu Sans, so pictures
//! are the same on machines without fonts.
//!
//! # The main decision
//!
//! **plotters has the coordinates, the elements and the calls of a backend; the choices are
//! ours**: the ranges and labels of axes, styles, which lines are shown, and labels at the ends
//! of lines. Backends are ours too, because plotters has none for PDF, and its SVG has no groups
//! for scripts and no dashes. So the crate needs no font and no library of the system, and
//! plotters takes three seconds to build.

#![forbid(unsafe_code)]

mod axis;
mod backend;
mod counts;
mod cover;
mod figure;
mod font;
mod layout;
mod shaping;
mod shown;
pub mod style;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;

use optile_results::text::spreadsheet::cell;
use plotters::drawing::DrawingArea;
use plotters::style::colors::WHITE;

pub use axis::{Axis, AxisWish, Place};
pub use figure::{Figure, Layer, LegendEntry, Mark, Role, Spot};
pub use font::text_width;
pub use layout::sheet::{Sheet, Width};
pub use style::{Palette, Style};

use backend::pdf::PdfPage;
use backend::pixels::Pixels;
use backend::surface::{Backend, Surface};
use backend::svg::{SvgElements, escape, number};
use backend::{UNITS, units};
use font::FONT;
use layout::grid::Grid;
use layout::pen::{NO_ERRORS, Pen};

/// Figures on a sheet, ready to be written.
pub struct Drawing {
    figures: Vec<Figure>,
    grid: Grid,
    sheet: Sheet,
}

impl Drawing {
    /// Figures of one kind as small charts in rows, each with its title.
    pub fn grid(figures: Vec<Figure>, sheet: &Sheet) -> Self {
        let sheet = match figures.len() {
            0 | 1 => *sheet,
            _ => Sheet { has_title: true, has_all: true, is_live: false, ..*sheet },
        };
        Self { grid: Grid::of(&figures, &sheet), figures, sheet }
    }

    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        let mut elements = SvgElements::new(&FONT);
        elements.is_of_page = self.sheet.is_live;
        on_surface(&mut elements, self.size(), |pen| self.draw(pen));
        let (pitch, hidden) = self.rows().unwrap_or_default();
        let (width, height) = self.size();
        let height = height - units(hidden as f64 * pitch) as u32;
        let (unit, scale) = match self.sheet.is_paper() {
            true => ("mm", self.sheet.scale() * 25.4 / 72.0),
            false => ("", self.sheet.scale()),
        };
        let side = |side: u32| number((f64::from(side) * scale) as i32) + unit;
        let first = |text: fn(&Figure) -> String| self.figures.first().map_or(String::new(), text);
        let entries = self.figures.iter().flat_map(|figure| &figure.legend);
        let names = entries.map(|entry| entry.name.as_str());
        // For screen readers and for scripts.
        let attributes = [
            ("aria-label", first(|figure| format!("{}. {}", figure.title, figure.subtitle))),
            ("data-x", first(|figure| figure.x.title.clone())),
            ("data-y", first(|figure| figure.y.title.clone())),
            ("data-names", names.collect::<Vec<_>>().join("\t")),
        ];
        let mut attributes = attributes
            .map(|(name, value)| format!(" {name}=\"{}\"", escape(&value).replace('\n', "&#10;")))
            .concat();
        if pitch > 0.0 {
            attributes += &format!(" data-pitch=\"{pitch}\"");
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {} {}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" \
             stroke-linejoin=\"round\" role=\"img\"{attributes}>\n{}</svg>\n",
            side(width),
            side(height),
            number(width as i32),
            number(height as i32),
            elements.finish()
        )
    }

    /// The height of a row on a live sheet, and how many rows are hidden: these are the last ones, for
    /// which a script makes room.
    fn rows(&self) -> Option<(f64, usize)> {
        let (figure, plan) = self.figures.first().zip(self.grid.plans.first())?;
        let hidden = plan.entries.iter().filter(|entry| !entry.is_shown).count();
        let down = |row| plan.frame.point(figure, (Place::Low, Place::At(row))).1;
        (self.sheet.is_live && figure.y.is_names()).then(|| (down(0.0) - down(1.0), hidden))
    }

    /// The picture as a PNG, with twice the pixels of a normal screen in both directions.
    ///
    /// # Errors
    ///
    /// When the picture has more pixels than the memory can hold.
    pub fn png(&self) -> anyhow::Result<Vec<u8>> {
        let pixels = Pixels::new(&FONT, self.size(), 2.0 * self.sheet.scale());
        let mut pixels = pixels.ok_or_else(|| anyhow::anyhow!("the picture is too large"))?;
        on_surface(&mut pixels, self.size(), |pen| self.draw(pen));
        let (width, height, pixels) = pixels.finish();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        // Without a filter, lines and letters of few colours compress better.
        encoder.set_filter(png::Filter::NoFilter);
        let mut image = encoder.write_header()?;
        image.write_image_data(&pixels)?;
        image.finish()?;
        Ok(bytes)
    }

    /// The picture as a PDF document with one page.
    pub fn pdf(&self) -> Vec<u8> {
        // Three quarters of a pixel of a screen are a point.
        let point = if self.sheet.is_paper() { 1.0 } else { 0.75 };
        let scale = (self.sheet.scale() * point / UNITS) as f32;
        let mut page = PdfPage::new(&FONT, self.size(), scale);
        on_surface(&mut page, self.size(), |pen| self.draw(pen));
        page.finish(self.figures.first().map_or("", |figure| &figure.title))
    }

    /// Where a spot of the first figure is on the picture, in the units of its SVG.
    pub fn place(&self, spot: Spot) -> (f64, f64) {
        self.grid.plans[0].frame.point(&self.figures[0], spot)
    }

    /// Its height, in the unit of the width of its sheet.
    pub fn height(&self) -> f64 {
        self.grid.height() / self.sheet.pixels(1.0)
    }

    fn size(&self) -> (u32, u32) {
        (units(self.grid.width) as u32, units(self.grid.height()) as u32)
    }

    fn draw<'a>(&'a self, mut pen: Pen<'a>) {
        pen.is_live = self.sheet.is_live;
        pen.area.fill(&WHITE).expect(NO_ERRORS);
        let mut rest = pen.area.clone();
        let mut areas = Vec::new();
        for height in &self.grid.heights {
            let (row, below) = rest.split_vertically(units(*height));
            areas.extend(row.split_evenly((1, self.grid.columns)));
            rest = below;
        }
        for ((figure, plan), area) in self.figures.iter().zip(&self.grid.plans).zip(areas) {
            pen.area = area;
            layout::draw(&pen, figure, plan);
        }
    }
}

/// Lets `draw` draw on a surface of `size` units.
fn on_surface<'a>(surface: &'a mut dyn Surface, size: (u32, u32), draw: impl FnOnce(Pen<'a>)) {
    let picture = Rc::new(RefCell::new(Backend { surface, font: &FONT, size }));
    let area = DrawingArea::from(&picture);
    let sheet_width = f64::from(size.0) / UNITS;
    draw(Pen { picture, area, sheet_width, is_live: false });
}

impl Figure {
    /// The figure on a sheet. One that has none of the strategies that are shown has its own.
    pub fn on(&self, sheet: &Sheet) -> Drawing {
        Drawing::grid(vec![self.clone().with_own(sheet).shown_on(sheet)], sheet)
    }

    /// If the sheet shows none of its strategies, or none that it is about, these are shown.
    fn with_own(mut self, sheet: &Sheet) -> Self {
        if !sheet.is_live && self.shows_none(sheet) {
            let about = &self.about;
            let is_own = |entry: &LegendEntry| about.is_empty() || about.contains(&entry.name);
            self.legend.iter_mut().for_each(|entry| entry.is_first |= is_own(entry));
        }
        self
    }

    /// Only the numbers of what is drawn on a sheet: of the lines that it shows, and within the axes.
    #[must_use]
    pub fn with_drawn_numbers(self, sheet: &Sheet) -> Self {
        let mut drawn = self.with_own(sheet);
        let hidden = drawn.legend.iter().filter(|entry| !sheet.shows(entry));
        let hidden: Vec<&str> = hidden.map(|entry| entry.name.as_str()).collect();
        let is_within = |(axis, column): (&Axis, Option<usize>), record: &[String]| {
            let value = column.and_then(|column| record.get(column)?.parse().ok());
            value.is_none_or(|value| axis.has(Place::At(value)))
        };
        let axes = || [&drawn.x, &drawn.y].into_iter().zip(drawn.columns);
        let is_drawn = |(line, record): &(usize, &Vec<String>)| {
            *line == 0
                || !hidden.contains(&record[0].as_str())
                    && axes().all(|axis| is_within(axis, record))
        };
        let records = drawn.numbers.iter().enumerate().filter(is_drawn);
        drawn.numbers = records.map(|(_, record)| record.clone()).collect();
        drawn
    }

    /// The numbers behind the figure as CSV. The first line has the names of the columns.
    pub fn csv(&self) -> String {
        let mut bytes = Vec::new();
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(&mut bytes);
        for record in &*self.numbers {
            let cells = record.iter().map(|text| cell(text).into_owned());
            writer.write_record(cells).expect("memory takes every record");
        }
        drop(writer);
        String::from_utf8(bytes).expect("texts stay texts")
    }
}

impl Style {
    /// The line and marker of a style as a small SVG of a page, for the first column of a table.
    pub fn key_svg(self) -> String {
        const SIZE: (f64, f64) = (30.0, 16.0);
        let size = (units(SIZE.0) as u32, units(SIZE.1) as u32);
        let middle = (2.0, SIZE.1 / 2.0);
        let mut key = SvgElements::new(&FONT);
        key.is_of_page = true;
        on_surface(&mut key, size, |pen| layout::legend::draw_key(&pen, self, Role::Line, middle));
        format!(
            "<svg width=\"30\" height=\"16\" viewBox=\"0 0 30 16\" aria-hidden=\"true\">{}</svg>",
            key.finish().replace('\n', "")
        )
    }
}
