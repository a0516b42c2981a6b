//! Tables, charts and pages of recorded results: everything that reads the
//! folder of a run.
//!
//! This crate knows no strategy, heuristic or process. So a report can be drawn
//! again years later, and a change to it compiles no search.
#![forbid(unsafe_code)]

mod bands;
pub mod class;
pub mod comparison;
mod document;
pub mod export;
mod facts;
mod figures;
mod missing;
mod page;
mod preparation;
mod standing;
#[cfg(test)]
use optile_results::synthetic;

pub mod table;
mod trial;
mod verdict;
pub mod watch;
mod written;

pub use figures::{Average, Relation, Wanted};
pub use verdict::{
    Analysis, Answer, Class, Division, Summary, classes, note, notes, terminal_table,
};
pub use written::{Written, charts, write};
