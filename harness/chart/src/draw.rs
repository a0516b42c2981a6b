//! Draws a figure on a canvas of plotters.

use std::collections::BTreeSet;

use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged as _;
use plotters::drawing::DrawingArea;
use plotters::prelude::{Cartesian2d, DrawingBackend};
use plotters::style::{Color, WHITE};

use crate::axis::Axis;
use crate::figure::{Figure, Layer, LegendEntry, Spot};
use crate::pen::{Drawn, FAINT_INK, INK, Pen, RULE, TEXT, TITLE, text_style, text_width};
use crate::style::Style;

/// The width in canvas units. Two units are a pixel at normal size, because SVG
/// from plotters has only whole coordinates and the PNG has twice the size.
const WIDTH: i32 = 1800;
const LEAST_HEIGHT: i32 = 1120;
const MARGIN: i32 = 36;
const HEAD: i32 = 190;
const FOOT: i32 = 112;
/// How much shorter the head is without a title of the vertical axis.
const AXIS_TITLE: i32 = 52;
const KEY_WIDTH: i32 = 92;
/// Space between the plot and its legend.
const GAP: i32 = 48;
const LINE_HEIGHT: i32 = 42;
const NAME_ROOM: i32 = 74;

/// Width and height of the figure in canvas units.
pub(crate) fn size(figure: &Figure) -> (u32, u32) {
    let keys = figure.legend.iter().map(|key| lines(&key.label).len() as i32 * LINE_HEIGHT + 14);
    let rows = figure.y.labels().count() as i32;
    let by_names = if figure.legend.is_empty() { rows * NAME_ROOM } else { 0 };
    let body = keys.sum::<i32>().max(by_names);
    let least = if figure.legend.is_empty() { 0 } else { LEAST_HEIGHT };
    (WIDTH as u32, (head(figure) + body + FOOT + MARGIN).max(least) as u32)
}

/// Canvas units above the plot.
fn head(figure: &Figure) -> i32 {
    if figure.y.title.is_empty() { HEAD - AXIS_TITLE } else { HEAD }
}

/// Draws a figure on a canvas of [`size`]. `drop` is explained at
/// [`Pen::drop`].
pub(crate) fn draw<DB: DrawingBackend>(
    figure: &Figure,
    canvas: &DrawingArea<DB, Shift>,
    drop: f64,
) -> Drawn<DB> {
    canvas.fill(&WHITE)?;
    let pen = Pen { area: canvas, drop };
    pen.text(&figure.title, (MARGIN, 50), TITLE, INK)?;
    pen.text(&figure.subtitle, (MARGIN, 104), TEXT, FAINT_INK)?;

    let keys = figure.legend.iter();
    let legend_width = keys
        .flat_map(|key| lines(&key.label))
        .map(|line| text_width(&line, TEXT) + KEY_WIDTH + GAP + MARGIN)
        .max()
        .unwrap_or(2 * MARGIN);
    let label_width =
        figure.y.labels().map(|label| text_width(label, TEXT)).max().unwrap_or(0) + 24;
    // Names begin below the title; an axis with short labels gets some room.
    let left = label_width.max(110);
    let height = size(figure).1 as i32;

    let mut chart = ChartBuilder::on(canvas)
        .margin_left(MARGIN)
        .margin_top(head(figure))
        .margin_right(legend_width)
        .margin_bottom(MARGIN / 2)
        .y_label_area_size(left)
        .x_label_area_size(FOOT - MARGIN / 2)
        .build_cartesian_2d(figure.x.clone(), figure.y.clone())?;
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(RULE.stroke_width(2))
        .x_label_style(text_style(TEXT, INK))
        .y_label_style(text_style(TEXT, INK))
        .axis_desc_style(text_style(TEXT, FAINT_INK))
        .x_desc(figure.x.title.as_str())
        .y_label_offset(pen.dropped(TEXT))
        .set_all_tick_mark_size(8)
        .draw()?;
    // A title at the top is easier to read than a rotated one.
    pen.text(&figure.y.title, (MARGIN + left, HEAD - 30), TEXT, FAINT_INK)?;

    let plot = chart.plotting_area();
    // Lines only at values: plotters would also draw lines through the lanes.
    let (columns, rows) = plot.get_pixel_range();
    for x in figure.x.values().map(|place| figure.x.map(&place, (columns.start, columns.end))) {
        pen.grid_line((x, rows.start), (x, rows.end))?;
    }
    for y in figure.y.values().map(|place| figure.y.map(&place, (rows.end, rows.start))) {
        pen.grid_line((columns.start, y), (columns.end, y))?;
    }
    for layer in &figure.layers {
        draw_layer(&pen, plot, layer)?;
    }
    draw_legend(&pen, &figure.legend, WIDTH - legend_width + GAP, height)
}

type Plot<DB> = DrawingArea<DB, Cartesian2d<Axis, Axis>>;

fn draw_layer<DB: DrawingBackend>(pen: &Pen<'_, DB>, plot: &Plot<DB>, layer: &Layer) -> Drawn<DB> {
    let pixel = |spot: &Spot| plot.map_coordinate(spot);
    match layer {
        Layer::Band { style, points } => {
            let lower = points.iter().map(|&(x, low, _)| pixel(&(x, low)));
            let upper = points.iter().rev().map(|&(x, _, high)| pixel(&(x, high)));
            let outline: Vec<_> = lower.chain(upper).collect();
            if outline.is_empty() { Ok(()) } else { pen.band(outline, *style) }
        }
        Layer::Line { style, points } => {
            let mut pixels: Vec<_> = points.iter().map(pixel).collect();
            // Of thousands of points, many have the same pixel.
            pixels.dedup();
            if pixels.len() < 2 { Ok(()) } else { pen.line(pixels, *style) }
        }
        Layer::Markers { style, points } => {
            let mut seen = BTreeSet::new();
            for spot in points {
                let at = pixel(spot);
                // Two units are one pixel at normal size.
                if seen.insert((at.0 / 2, at.1 / 2)) {
                    pen.marker(at, *style)?;
                }
            }
            Ok(())
        }
        Layer::Bar { style, from, to } => pen.bar(pixel(from), pixel(to), *style),
        Layer::Rule { from, to } => pen.rule(pixel(from), pixel(to)),
    }
}

fn draw_legend<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    legend: &[LegendEntry],
    left: i32,
    height: i32,
) -> Drawn<DB> {
    let mut y = HEAD + LINE_HEIGHT / 2;
    for key in legend {
        draw_key(pen, key, (left, y))?;
        for line in lines(&key.label) {
            pen.text(&line, (left + KEY_WIDTH, y), TEXT, INK)?;
            y += LINE_HEIGHT;
        }
        y += 14;
    }
    debug_assert!(y <= height, "the canvas is as high as its legend");
    Ok(())
}

fn draw_key<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    key: &LegendEntry,
    (x, y): (i32, i32),
) -> Drawn<DB> {
    let end = x + KEY_WIDTH - 16;
    if key.line {
        pen.line(vec![(x, y), (end, y)], key.style)?;
    }
    pen.marker(((x + end) / 2, y), key.style)
}

/// Draws a style's line and marker across a small canvas.
pub(crate) fn draw_sample<DB: DrawingBackend>(
    canvas: &DrawingArea<DB, Shift>,
    style: Style,
    (width, height): (u32, u32),
) -> Drawn<DB> {
    let key = LegendEntry { label: String::new(), style, line: true };
    let pen = Pen { area: canvas, drop: 0.0 };
    draw_key(&pen, &key, ((width as i32 - KEY_WIDTH + 16) / 2, height as i32 / 2))
}

/// A label, split after line feeds and commas, as in `idastar:manhattan,` and
/// `transposition=on`. Each line is short enough for a legend.
fn lines(label: &str) -> Vec<String> {
    label.split('\n').flat_map(|line| line.split_inclusive(',')).map(|l| elided(l, 30)).collect()
}

/// A text of at most `most` characters; a longer text loses its middle.
pub fn elided(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.into();
    }
    let head = most / 2;
    let tail = most - head - 1;
    text.chars().take(head).chain(['…']).chain(text.chars().skip(count - tail)).collect()
}
