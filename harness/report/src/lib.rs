//! Tables, charts and pages of recorded results: everything that reads the
//! folder of a run.
//!
//! This crate knows no strategy, heuristic or process. So a report can be drawn
//! again years later, and a change to it compiles no search.
#![forbid(unsafe_code)]

pub mod class;
pub mod comparison;
mod document;
pub mod export;
mod facts;
mod missing;
mod preparation;
mod report;
mod standing;
pub mod statistics;
#[cfg(test)]
use optile_results::synthetic;

pub mod table;
mod trial;
pub mod watch;

pub use report::{
    Analysis, Answer, Average, Class, Division, Relation, Summary, Wanted, Written, charts,
    classes, note, terminal_table, write,
};
