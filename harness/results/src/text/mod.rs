//! Numbers, names, lines and tables as people read and write them.

pub mod as_text;
pub mod lines;
pub mod markdown;
pub mod names;
pub mod quantity;
pub mod read_back;
pub mod spreadsheet;
pub mod strategy_name;
pub mod terminal;
pub mod unit;
