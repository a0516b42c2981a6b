//! The games of walking distance: their positions, numbered, and the distance of each.

pub(crate) mod game;
pub(crate) mod numbering;
pub(crate) mod table;
