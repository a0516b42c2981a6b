//! The room that a picture for TeX has, and what takes it.
//!
//! Widths of letters are those of the bundled font, which is wider than the fonts of papers. So
//! a picture is at most as wide as it should be.

use crate::axis::{Axis, Place};
use crate::figure::{Figure, LegendEntry};
use crate::font::widest;
use crate::layout::sheet::{LegendPlace, Sheet, Width};

/// Points in a millimetre, of those that TeX calls `bp`.
const POINTS: f64 = 72.0 / 25.4;
/// The width in letters that the text around a picture has at least: that of a column.
const COLUMN: f64 = 29.0;
/// The width of the line and the marker of an entry of the legend.
const KEY: f64 = 3.6;
/// The height of a line of text.
const LINE: f64 = 1.5;
/// The heights of the labels and of the title of the horizontal axis.
const FOOT: f64 = 3.6;

/// The least height of a plot.
const LEAST: f64 = 5.5;

/// The size of letters: points, or `None` for `\\footnotesize`.
#[derive(Clone, Copy)]
pub(super) struct Letters(Option<f64>);

impl Letters {
    pub(super) fn of(sheet: &Sheet) -> Self {
        Self(matches!(sheet.width, Width::Millimetres(_)).then_some(sheet.text))
    }

    pub(super) fn font(self) -> String {
        self.0.map_or("\\footnotesize".into(), |points| {
            format!("\\fontsize{{{points}}}{{{:.1}}}\\selectfont", points * 1.2)
        })
    }

    /// A length of so many letters.
    pub(super) fn length(self, letters: f64) -> String {
        match self.0 {
            Some(points) => format!("{:.1}bp", letters * points),
            None => format!("{:.2}em", letters * 0.8),
        }
    }
}

/// What the parts of a picture take.
pub(super) struct Space {
    /// The width of the plot.
    pub(super) width: String,
    /// The same in letters, or less.
    pub(super) across: f64,
    /// The height of the plot.
    pub(super) height: String,
    /// The same in letters, or less.
    pub(super) up: f64,
    /// The columns of the legend.
    pub(super) columns: usize,
    /// The place of the legend.
    pub(super) legend: String,
    /// The most letters of a label of the legend.
    pub(super) entry: f64,
}

impl Space {
    pub(super) fn of(figure: &Figure, sheet: &Sheet, columns: usize) -> Self {
        let letters = Letters::of(sheet);
        let share = 1.0 / columns as f64;
        let in_letters = |width: f64| width * POINTS / sheet.text;
        let total = share
            * match sheet.width {
                Width::Millimetres(width) => in_letters(width),
                // Pictures beside each other need a page.
                Width::Pixels(_) if columns > 1 => 2.0 * COLUMN,
                Width::Pixels(_) => COLUMN,
            };
        let left = widest(figure.y.labels(), 1.0) + 0.8;
        let names: Vec<String> = figure.legend.iter().map(LegendEntry::text).collect();
        let entry = widest(names.iter().map(String::as_str), 1.0) + KEY;
        let place = if names.is_empty() { LegendPlace::None } else { sheet.legend };
        let last = widest(figure.x.labels().last().into_iter(), 1.0) / 2.0 + 0.4;
        let (right, most) = match place {
            LegendPlace::Beside => (entry.min(total / 2.0) + 0.8, total / 2.0),
            _ => (last, total),
        };
        let (legend_columns, below) = match place {
            LegendPlace::Below => {
                let columns = ((total / (entry + 1.2)) as usize).clamp(1, 6);
                (columns, names.len().div_ceil(columns) as f64 * LINE + 0.5)
            }
            _ => (1, 0.0),
        };
        let across = total - left - right;
        let above = if sheet.has_title { 2.0 * LINE } else { LINE };
        let width = match sheet.width {
            Width::Pixels(_) => {
                format!("{share:.3}\\linewidth-{}", letters.length(left + right))
            }
            Width::Millimetres(_) => letters.length(across),
        };
        // Lanes take another share of each axis.
        let span = |axis: &Axis| axis.permille(Place::High) - axis.permille(Place::Low);
        let ratio = span(&figure.x) / span(&figure.y);
        let up = match sheet.height {
            _ if figure.y.is_names() => 2.2 * figure.y.labels().count() as f64,
            Some(height) => (in_letters(height) - above - FOOT - below).max(LEAST),
            None if figure.is_square => across * ratio,
            None => total * 0.5,
        };
        let height = match sheet.width {
            Width::Pixels(_) if figure.is_square => format!("{ratio:.3}*({width})"),
            Width::Pixels(_) if !figure.y.is_names() => {
                format!("{:.3}\\linewidth", share * 0.5)
            }
            _ => letters.length(up),
        };
        let legend = legend(figure, place, letters, left);
        Self { width, across, height, up, columns: legend_columns, legend, entry: most - KEY }
    }
}

/// Where the legend is, beside a plot whose labels take `left` letters.
fn legend(figure: &Figure, place: LegendPlace, letters: Letters, left: f64) -> String {
    match place {
        LegendPlace::Beside => {
            format!("at={{(1,1)}}, anchor=north west, xshift={}", letters.length(0.4))
        }
        LegendPlace::Inside => inside(figure),
        LegendPlace::Below | LegendPlace::None => format!(
            "at={{(0,0)}}, anchor=north west, xshift=-{}, yshift=-{}",
            letters.length(left),
            letters.length(if figure.x.title.is_empty() { FOOT - LINE } else { FOOT })
        ),
    }
}

/// The height of the second and further lines of a legend below a plot, in millimetres.
pub(super) fn more_lines(figure: &Figure, sheet: &Sheet) -> f64 {
    let lines = if sheet.legend == LegendPlace::Below { figure.legend.len() } else { 0 };
    lines.saturating_sub(1) as f64 * LINE * sheet.text / POINTS
}

/// The corner of the plot with the fewest marks.
fn inside(figure: &Figure) -> String {
    let (is_right, is_up) = figure.free_corner();
    let (x, right) = if is_right { ("0.98", "east") } else { ("0.02", "west") };
    let (y, up) = if is_up { ("0.98", "north") } else { ("0.02", "south") };
    format!("at={{({x},{y})}}, anchor={up} {right}, fill=white, fill opacity=0.8, text opacity=1")
}
