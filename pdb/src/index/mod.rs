//! How placements of a pattern are numbered.

pub(crate) mod cell_sets;
pub(crate) mod order;
pub(crate) mod placement;
