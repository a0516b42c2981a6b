//! A place for the legend inside the plot, where nothing is drawn.

use crate::figure::{Figure, Layer, Mark};
use crate::layout::frame::Frame;
use crate::layout::legend::{Entry, Rows};
use crate::layout::pen::Point;

/// The most entries beside each other.
const MOST_COLUMNS: usize = 4;
/// Half of the distance of the points that stand for a line.
const GRAIN: f64 = 4.0;
/// The least space between what is drawn and the legend: a marker, and a little more.
const CLEAR: f64 = 9.0;

/// The entries in rows with their upper left corners: in one block, or in two as equal as possible,
/// because lines that rise leave two corners free.
pub(crate) fn place(figure: &Figure, frame: Frame, entries: &[Entry]) -> Option<Vec<Block>> {
    let drawn: Vec<Cell> =
        figure.layers.iter().flat_map(|layer| spots(layer, figure, frame)).collect();
    let sums = Sums::of(&drawn, frame);
    let shown: Vec<usize> = (0..entries.len()).filter(|&n| entries[n].is_shown).collect();
    let mut parts: Vec<usize> = (1..shown.len()).collect();
    parts.sort_by_key(|part| (2 * part).abs_diff(shown.len()));
    [shown.len()].into_iter().chain(parts).find_map(|part| {
        let (first, second) = shown.split_at(part);
        let first = block(&sums, frame, entries, first)?;
        if second.is_empty() {
            return Some(vec![first]);
        }
        let (left, top) = first.1;
        let [columns, rows] = [first.0.width(entries), first.0.height()].map(|side| 0..=cell(side));
        let taken =
            columns.flat_map(|x| rows.clone().map(move |y| (cell(left) + x, cell(top) + y)));
        let drawn: Vec<Cell> = drawn.iter().copied().chain(taken).collect();
        let second = block(&Sums::of(&drawn, frame), frame, entries, second)?;
        Some(vec![first, second])
    })
}

/// Entries in rows, and their upper left corner.
pub(crate) type Block = (Rows, Point);

/// Entries in the fewest columns for which there is room, as near as possible to a corner of the plot.
fn block(drawn: &Sums, frame: Frame, entries: &[Entry], shown: &[usize]) -> Option<Block> {
    (1..=MOST_COLUMNS).map(|columns| Rows::columns(entries, shown, columns)).find_map(|rows| {
        let corner = free(drawn, frame, (rows.width(entries), rows.height()))?;
        Some((rows, corner))
    })
}

/// The upper left corner of an empty rectangle of this size.
fn free(drawn: &Sums, frame: Frame, (width, height): Point) -> Option<Point> {
    let ends = |from: f64, to: f64| {
        let count = ((to - from) / GRAIN).floor();
        (0..=count as usize).filter(move |_| count >= 0.0).map(move |n| from + n as f64 * GRAIN)
    };
    let corners = ends(frame.left + CLEAR, frame.right - CLEAR - width)
        .flat_map(|x| ends(frame.top + GRAIN, frame.bottom - GRAIN - height).map(move |y| (x, y)));
    let is_free = |&(x, y): &Point| {
        let [left, right] = [x - CLEAR, x + width + CLEAR].map(cell);
        let [top, bottom] = [y - CLEAR, y + height + CLEAR].map(cell);
        drawn.are_none((left, top), (right, bottom))
    };
    let far = |&(x, y): &Point| {
        let sides = (x - frame.left).min(frame.right - width - x);
        sides + (y - frame.top).min(frame.bottom - height - y)
    };
    corners.filter(is_free).min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// A column and a row.
type Cell = (i32, i32);

/// How many of the cells in which something is drawn lie above and left of each cell. So a rectangle is
/// looked up at its corners (F. C. Crow, "Summed-Area Tables for Texture Mapping", 1984).
struct Sums {
    first: Cell,
    size: Cell,
    sums: Vec<u32>,
}

impl Sums {
    /// Of cells, some perhaps more than once. The legend keeps its distance from those in the plot.
    fn of(drawn: &[Cell], frame: Frame) -> Self {
        let end = |side: f64, out: f64| cell(side + out * CLEAR);
        let first = (end(frame.left, -1.0), end(frame.top, -1.0));
        let last = (end(frame.right, 1.0), end(frame.bottom, 1.0));
        let size = (last.0 - first.0 + 2, last.1 - first.1 + 2);
        let mut all = Self { first, size, sums: vec![0; (size.0 * size.1) as usize] };
        let is_near =
            |&&(x, y): &&Cell| (first.0..=last.0).contains(&x) && (first.1..=last.1).contains(&y);
        for &(x, y) in drawn.iter().filter(is_near) {
            let at = all.at(x - first.0 + 1, y - first.1 + 1);
            all.sums[at] = 1;
        }
        for (x, y) in (1..size.0).flat_map(|x| (1..size.1).map(move |y| (x, y))) {
            let [above, left, both] = [(x, y - 1), (x - 1, y), (x - 1, y - 1)];
            let [above, left, both] = [above, left, both].map(|(x, y)| all.sums[all.at(x, y)]);
            let at = all.at(x, y);
            all.sums[at] += above + left - both;
        }
        all
    }

    fn at(&self, x: i32, y: i32) -> usize {
        (x * self.size.1 + y) as usize
    }

    /// Whether nothing is drawn in a rectangle, from its upper left to its lower right cell.
    fn are_none(&self, (left, top): Cell, (right, bottom): Cell) -> bool {
        let x = |x: i32| (x - self.first.0).clamp(0, self.size.0 - 1);
        let y = |y: i32| (y - self.first.1).clamp(0, self.size.1 - 1);
        let (left, right, top, bottom) = (x(left), x(right + 1), y(top), y(bottom + 1));
        let sum = |x, y| self.sums[self.at(x, y)];
        sum(right, bottom) + sum(left, top) == sum(left, bottom) + sum(right, top)
    }
}

fn cell(length: f64) -> i32 {
    (length / GRAIN).round() as i32
}

/// The cells in which a layer draws something.
fn spots(layer: &Layer, figure: &Figure, frame: Frame) -> Vec<Cell> {
    let points: Vec<Point> = layer.points.iter().map(|spot| frame.point(figure, *spot)).collect();
    let strokes: Vec<(&Point, &Point)> = match layer.mark {
        Mark::Markers | Mark::Specks | Mark::Arrow => points.iter().zip(&points).collect(),
        // From the lower to the upper end.
        Mark::Band => points.iter().zip(points.iter().rev()).collect(),
        _ => points.iter().zip(&points[1.min(points.len())..]).collect(),
    };
    let along = |(from, to): (&Point, &Point)| {
        let count = ((to.0 - from.0).hypot(to.1 - from.1) / GRAIN).ceil().max(1.0);
        let at = move |n: usize, a: f64, b: f64| cell(a + (b - a) * n as f64 / count);
        let ((x, y), (to_x, to_y)) = (*from, *to);
        (0..=count as usize).map(move |n| (at(n, x, to_x), at(n, y, to_y)))
    };
    strokes.into_iter().flat_map(along).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn side() -> impl Strategy<Value = i32> {
        -5..40i32
    }

    proptest! {
        #[test]
        fn sums_know_what_a_look_at_each_cell_finds(
            drawn in prop::collection::vec((side(), side()), 0..30),
            corner in (0..30i32, 0..20i32),
            size in (0..12i32, 0..12i32),
        ) {
            let (right, bottom) = (30.0 * GRAIN, 20.0 * GRAIN);
            let frame =
                Frame { left: 0.0, top: 0.0, right, bottom, foot: 0.0, canvas: (right, bottom) };
            let end = ((corner.0 + size.0).min(32), (corner.1 + size.1).min(22));
            let is_in = |&(x, y): &Cell| {
                (corner.0..=end.0).contains(&x) && (corner.1..=end.1).contains(&y)
            };
            let sums = Sums::of(&drawn, frame);
            prop_assert_eq!(sums.are_none(corner, end), !drawn.iter().any(is_in));
        }
    }
}
