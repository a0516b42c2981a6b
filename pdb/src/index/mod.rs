//! How placements of a pattern are numbered.

pub(crate) mod cell_sets;
pub(crate) mod order;

use optile_core::Shape;

/// The rows and columns between two cells.
pub(crate) fn distance(shape: &Shape, a: usize, b: usize) -> u8 {
    let rows = shape.row(a).abs_diff(shape.row(b));
    (rows + shape.column(a).abs_diff(shape.column(b))) as u8
}
