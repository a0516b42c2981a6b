//! Tables, charts and pages of recorded results: everything that reads the
//! folder of a run.
//!
//! This crate knows no strategy, heuristic or process. So a report can be drawn
//! again years later, and a change to it compiles no search.
#![forbid(unsafe_code)]

mod bound;
pub mod comparison;
mod disturbance;
pub mod export;
mod measure;
mod quantity;
pub mod ranking;
mod report;
mod sides;
mod trial;

#[cfg(test)]
use optile_results::synthetic;
pub use quantity::Quantity;
pub use report::{
    Average, Band, ChartWish, Relation, Summary, Written, best, cautions, charts, literature, note,
    save, summary, write, write_running,
};
