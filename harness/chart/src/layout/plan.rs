//! The plan of a figure on a sheet: where the plot and the legend are.

use crate::figure::Figure;
use crate::font::{TEXT, widest};
use crate::layout::frame::{Frame, GAP};
use crate::layout::inside::{self, Block};
use crate::layout::legend::{Entry, Rows};
use crate::layout::sheet::{LegendPlace, Sheet, WIDE};

/// The least space between the marks and the edge of a canvas, in pixels like all lengths here.
pub(crate) const MARGIN: f64 = 18.0;
/// That beside the labels on paper, which has margins of its own.
const MARGIN_PAPER: f64 = 4.0;

/// The space to the right of names beside the plot.
const EDGE: f64 = 4.0;

/// The heights of the parts above the plot.
const TITLE_ROOM: f64 = 42.0;
const SUBTITLE_ROOM: f64 = 27.0;
const AXIS_TITLE_ROOM: f64 = 26.0;
const AXIS_TITLE_ROOM_PAPER: f64 = 22.0;
/// The height below the plot, with the labels and the title of the axis.
pub(crate) const FOOT: f64 = 56.0;
/// That on paper, which has margins of its own.
const FOOT_PAPER: f64 = 44.0;
/// The height of a row with a name, and on paper in millimetres.
const NAME_ROOM: f64 = 16.0;
const NAME_ROOM_PAPER: f64 = 4.0;
/// The least height of a row.
const LEAST_ROW: f64 = 12.0;
/// That without a title.
pub(crate) const LABELS: f64 = 32.0;
/// The height of rows from which on the axis is also below them.
const HIGH: f64 = 400.0;
/// The least share of the width that the plot takes. What is left is for names beside it.
const PLOT_SHARE: f64 = 0.615;
/// The height of a sheet of names beside a plot, as a share of its width. More of them are below it.
const HEIGHT_SHARE: f64 = 0.62;
/// The least height of a plot.
const LEAST_HEIGHT: f64 = 90.0;
/// The longest side of a square plot.
const MOST_SQUARE: f64 = 480.0;

/// The part of a sheet for one figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) width: f64,
    /// `None` for what suits the figure.
    pub(crate) height: Option<f64>,
    /// Whether there is room for the titles of the axis across and of the axis up. In a grid,
    /// only the last and the first row have it.
    pub(crate) has_room: [bool; 2],
    /// Whether it is the first of its row. The title of the axis up is told once.
    pub(crate) is_first: bool,
}

/// Where the parts of a figure are.
pub(crate) struct Plan {
    pub(crate) frame: Frame,
    pub(crate) entries: Vec<Entry>,
    pub(crate) legend: LegendPlace,
    /// The entries below or inside the plot, if they are there.
    pub(crate) blocks: Vec<Block>,
    /// The space to the left of the labels.
    pub(crate) margin: f64,
    pub(crate) has_title: bool,
    pub(crate) cell: Cell,
}

impl Plan {
    pub(crate) fn of(figure: &Figure, sheet: &Sheet, cell: Cell) -> Self {
        let below = Self::with(figure, sheet, cell, legend(figure, sheet, &cell));
        if below.legend != LegendPlace::Below || figure.is_square {
            return below;
        }
        let inside = Self::with(figure, sheet, cell, LegendPlace::Inside);
        match inside::place(figure, inside.frame, &inside.entries) {
            Some(blocks) => Self { blocks, ..inside },
            None => below,
        }
    }

    /// The plan with the legend at this place, or below if it does not fit beside.
    fn with(figure: &Figure, sheet: &Sheet, cell: Cell, legend: LegendPlace) -> Self {
        let has_rows = figure.y.is_names();
        let width = cell.width;
        let labels = widest(figure.y.labels(), TEXT);
        let least = if sheet.has_title { 55.0 } else { 20.0 };
        let margin = if sheet.is_paper() { MARGIN_PAPER } else { MARGIN };
        let left = margin + (labels + 12.0).max(least);
        let of_room =
            |room| figure.legend.iter().map(|key| Entry::of(key, sheet, room)).collect::<Vec<_>>();
        let room = width - left - PLOT_SHARE * width - GAP - EDGE;
        let names = of_room(room);
        let shown = names.iter().filter(|entry| entry.is_shown);
        let beside: f64 = shown.map(Entry::height).sum();
        // A script can show a hidden entry, so it has room too.
        let legend_width = names.iter().map(Entry::width).fold(0.0, f64::max);
        let most = cell.height.unwrap_or(HEIGHT_SHARE * width);
        let fits = legend_width <= room && beside <= most;
        let legend = match legend {
            LegendPlace::Beside if !fits && sheet.is_live => LegendPlace::None,
            LegendPlace::Beside if !fits => LegendPlace::Below,
            place => place,
        };
        let (entries, legend_width) = match legend {
            _ if has_rows || names.is_empty() => (names, 2.0 * MARGIN),
            LegendPlace::Beside => (names, legend_width + GAP + EDGE),
            _ => (of_room(width - 2.0 * MARGIN), MARGIN),
        };
        let below = if legend == LegendPlace::Below { &entries[..] } else { &[] };
        let rows = Rows::of(below, width - 2.0 * margin);
        let subtitle = if figure.subtitle.is_empty() { 0.0 } else { SUBTITLE_ROOM };
        let titles = if sheet.has_title { TITLE_ROOM + subtitle } else { 0.0 };
        let has_title = cell.has_room[1] && !figure.y.title.is_empty();
        let mut right = width - legend_width;
        let rows_height = rows_height(figure, sheet);
        let (top, foot) = match has_rows {
            // The axis of a chart of rows is above them, where it stays if a script hides some. A
            // script that hides rows could not move an axis below them.
            true if rows_height > HIGH && !sheet.is_live => (titles + FOOT, MARGIN + LABELS),
            // A live one ends before the next row, which may be hidden.
            true => (titles + FOOT, if sheet.is_live { EDGE } else { MARGIN }),
            false => (titles + above(sheet, has_title), foot(sheet, &cell)),
        };
        let below = foot + if rows.height() > 0.0 { rows.height() + 6.0 } else { 0.0 };
        // The lanes of a square plot are beyond the square.
        let lanes = [&figure.x, &figure.y].map(|axis| axis.lane_width(right - left));
        let across = right - left - lanes[0];
        let body = match cell.height {
            Some(height) => height - top - below,
            None if figure.is_square => (across + lanes[1]).min(MOST_SQUARE),
            None if has_rows => rows_height,
            None if sheet.legend() == LegendPlace::Beside => HEIGHT_SHARE * width - top - foot,
            None => (right - left) * 0.8,
        };
        let body =
            body.max(if has_rows { LEAST_ROW / NAME_ROOM * rows_height } else { LEAST_HEIGHT });
        let mut bottom = top + body;
        if figure.is_square {
            let side = across.min(body - lanes[1]);
            (right, bottom) = (left + side + lanes[0], top + side + lanes[1]);
        }
        let blocks = vec![(rows, (margin, bottom + foot + 3.0))];
        let frame = Frame { left, top, right, bottom, foot, canvas: (width, top + body + below) };
        Self { frame, entries, legend, blocks, margin, has_title: sheet.has_title, cell }
    }
}

/// Where the legend would be, if it fits.
fn legend(figure: &Figure, sheet: &Sheet, cell: &Cell) -> LegendPlace {
    match sheet.legend() {
        // The names are on the axis.
        _ if figure.has_rows() => LegendPlace::None,
        // A small chart of a grid has no room beside it.
        LegendPlace::Beside if cell.width < sheet.width().min(WIDE) => LegendPlace::Below,
        // The page of a live sheet has a legend of its own.
        LegendPlace::Below if sheet.is_live => LegendPlace::None,
        place => place,
    }
}

/// The height above a plot, with the title of its axis if it has one.
fn above(sheet: &Sheet, has_title: bool) -> f64 {
    match has_title {
        true if sheet.is_paper() => AXIS_TITLE_ROOM_PAPER,
        true => AXIS_TITLE_ROOM,
        false => 10.0,
    }
}

/// The height below a plot with its axis there.
fn foot(sheet: &Sheet, cell: &Cell) -> f64 {
    match cell.has_room[0] {
        true if sheet.is_paper() => FOOT_PAPER,
        true => FOOT,
        false => LABELS,
    }
}

/// The height of the rows of names.
fn rows_height(figure: &Figure, sheet: &Sheet) -> f64 {
    let room = if sheet.is_paper() { sheet.pixels(NAME_ROOM_PAPER) } else { NAME_ROOM };
    figure.y.labels().count() as f64 * room
}
