//! Draws a figure on any backend of plotters: title, axes, series, and a legend whose entries are
//! beside the ends of their lines.

mod coordinate;
mod frame;
pub(crate) mod grid;
mod inside;
pub(crate) mod legend;
mod mark;
pub(crate) mod pen;
pub(crate) mod plan;
mod series;
pub(crate) mod sheet;

use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::element::PathElement;
use plotters::style::colors::TRANSPARENT;
use plotters::style::text_anchor::{HPos, VPos};

use crate::axis::Place;
use crate::backend::surface::Backend;
use crate::backend::units;
use crate::figure::Figure;
use crate::font::{TEXT, TITLE, fitted, text_width};
use crate::layout::coordinate::Coordinate;
use crate::layout::frame::Frame;
use crate::layout::mark::THIN;
use crate::layout::pen::{Group, NO_ERRORS, Pen, Point, letters};
use crate::layout::plan::{FOOT, LABELS, MARGIN, Plan};
use crate::layout::sheet::LegendPlace;
use crate::style::{FAINT_INK, GRID, INK, RULE, WHITE};

/// The chart of a figure: the coordinates of its plot on a picture.
type Chart<'a> = ChartContext<'a, Backend<'a>, Cartesian2d<Coordinate<'a>, Coordinate<'a>>>;

/// A tick, and the space between it and its label.
const TICK: f64 = 4.0;
/// The space between the middle of a marker in a lane across and that of the lane's label.
const LANE_LABEL: f64 = 12.0;
/// Half of the width of a break in an axis.
const BREAK: f64 = 2.5;

/// Draws a figure as planned.
pub(crate) fn draw<'a>(pen: &Pen<'a>, figure: &'a Figure, plan: &Plan) {
    let frame = plan.frame;
    if plan.has_title {
        let room = frame.canvas.0 - 2.0 * MARGIN;
        let title = fitted(&figure.title, TITLE, room);
        pen.text(&title, (MARGIN, 25.0), TITLE, HPos::Left, INK);
        pen.label(&fitted(&figure.subtitle, TEXT, room), (MARGIN, 52.0), FAINT_INK);
    }
    let mut chart = axes(pen, figure, plan);
    breaks(pen, figure, frame);
    series::draw(pen, &mut chart, figure, &plan.entries);
    if figure.y.is_names() {
        names(pen, figure, plan);
    }
    match plan.legend {
        LegendPlace::Beside => legend::beside(pen, figure, frame, &plan.entries),
        _ => plan.blocks.iter().for_each(|(rows, at)| rows.draw(pen, &plan.entries, *at)),
    }
}

/// The breaks of axes between zero and the smallest value: two strokes, with no line between them.
fn breaks(pen: &Pen<'_>, figure: &Figure, frame: Frame) {
    let stroke = |from: Point, to: Point, style| {
        let ends = [from, to].map(|(x, y)| (units(x), units(y)));
        pen.area.draw(&PathElement::new(ends, style)).expect(NO_ERRORS);
    };
    if let Some(gap) = figure.x.gap(frame.right - frame.left) {
        let (x, y) = (frame.left + gap, if figure.has_rows() { frame.top } else { frame.bottom });
        stroke((x - BREAK, y), (x + BREAK, y), WHITE.line(3.0 * THIN));
        for x in [x - BREAK, x + BREAK] {
            stroke((x - BREAK, y + 2.0 * BREAK), (x + BREAK, y - 2.0 * BREAK), INK.line(THIN));
        }
    }
    if let Some(gap) = figure.y.gap(frame.bottom - frame.top) {
        let (x, y) = (frame.left, frame.bottom - gap);
        stroke((x, y - BREAK), (x, y + BREAK), WHITE.line(3.0 * THIN));
        for y in [y - BREAK, y + BREAK] {
            stroke((x - 2.0 * BREAK, y + BREAK), (x + 2.0 * BREAK, y - BREAK), INK.line(THIN));
        }
    }
}

/// The names of rows, each with what is in its row for scripts.
fn names(pen: &Pen<'_>, figure: &Figure, plan: &Plan) {
    let Plan { frame, entries, .. } = plan;
    for (series, entry) in entries.iter().enumerate() {
        let row = Place::At((entries.len() - 1 - series) as f64);
        let (_, down) = frame.point(figure, (Place::Low, row));
        let data = String::new();
        let group = Group { series, class: "key", is_hidden: !entry.is_shown, data };
        pen.group(Some(group), || {
            pen.text(&figure.y.text(row), (frame.left - 12.0, down), TEXT, HPos::Right, INK);
        });
    }
}

/// The labels of lanes beyond a horizontal axis.
fn lanes_across(pen: &Pen<'_>, figure: &Figure, frame: Frame) {
    let middle = [Place::Low, Place::High].map(|up| frame.point(figure, (Place::Low, up)).1);
    for (lane, label) in figure.x.lanes.iter().enumerate() {
        let (across, _) = frame.point(figure, (Place::Lane(lane), Place::Low));
        pen.upwards(label, (across + LANE_LABEL, f64::midpoint(middle[0], middle[1])), INK);
    }
}

/// Grid lines, the lines of both axes, labels and titles.
fn axes<'a>(pen: &Pen<'a>, figure: &'a Figure, plan: &Plan) -> Chart<'a> {
    let frame = plan.frame;
    let width = frame.canvas.0;
    let (length, height) = (frame.right - frame.left, frame.bottom - frame.top);
    // In a grid, a chart may be lower than its row.
    let rest = pen.area.dim_in_pixel().1 as i32 - units(frame.bottom + frame.foot);
    // A lane across is narrower than its label, which is therefore beside its marks.
    let across = Coordinate::new(&figure.x, length, |place, label| {
        (!matches!(place, Place::Lane(_))).then(|| text_width(label, TEXT))
    });
    let up = Coordinate::new(&figure.y, height, |_, _| Some(TEXT));
    let has_rows = figure.y.is_names();
    let (side, room, above, below) = match has_rows {
        true => (LabelAreaPosition::Top, FOOT, frame.top - FOOT, rest + units(frame.foot)),
        false => (LabelAreaPosition::Bottom, frame.foot, frame.top, rest),
    };
    let labels_below = if has_rows && frame.foot > MARGIN { units(LABELS) } else { 0 };
    let mut builder = ChartBuilder::on(&pen.area);
    if labels_below > 0 {
        builder.set_label_area_size(LabelAreaPosition::Bottom, labels_below);
    }
    let mut chart = builder
        .margin_top(units(above))
        .margin_left(units(plan.margin))
        .margin_right(units(width - frame.right))
        .margin_bottom(below - labels_below)
        .set_label_area_size(LabelAreaPosition::Left, units(frame.left - plan.margin))
        .set_label_area_size(side, units(room))
        .build_cartesian_2d(across, up)
        .expect(NO_ERRORS);
    let text = letters(TEXT, INK, HPos::Left, VPos::Top);
    let mut mesh = chart.configure_mesh();
    if has_rows {
        mesh.y_label_formatter(&|_| String::new());
    }
    mesh.light_line_style(GRID.line(THIN))
        .bold_line_style(TRANSPARENT)
        .axis_style(RULE.line(THIN))
        .label_style(text)
        .set_all_tick_mark_size(units(TICK))
        .draw()
        .expect(NO_ERRORS);
    lanes_across(pen, figure, frame);
    let [has_x, has_y] = plan.cell.has_room;
    let is_shown = |style| plan.entries.iter().any(|one| one.is_shown && one.style == style);
    let title =
        if has_x { figure.x.title.clone() + &figure.counts_note(is_shown) } else { String::new() };
    let title = fitted(&title, TEXT, width - 2.0 * MARGIN);
    // Below the middle of the axis, unless it would leave the canvas.
    let half = text_width(&title, TEXT) / 2.0;
    let middle = f64::midpoint(frame.left, frame.right);
    let middle = middle.min(width - MARGIN - half).max(MARGIN + half);
    let down = match has_rows {
        true => frame.top - 39.0,
        false => frame.bottom + (frame.foot - 9.0).min(39.0),
    };
    pen.text(&title, (middle, down), TEXT, HPos::Center, FAINT_INK);
    // A title at the top is easier to read than a rotated one.
    let room = pen.sheet_width - frame.left - MARGIN;
    let title = fitted(if has_y && plan.cell.is_first { &figure.y.title } else { "" }, TEXT, room);
    pen.label(&title, (frame.left, frame.top - 15.0), FAINT_INK);
    chart
}
