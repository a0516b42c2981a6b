//! Numbers, names and lines as people read and write them.

pub mod as_text;
pub mod lines;
pub mod names;
pub mod quantity;
pub mod unit;
