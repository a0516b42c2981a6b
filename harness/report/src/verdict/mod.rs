//! What the runs of a folder mean: the answer, the table, and what a reader must be warned of.

mod analysis;
mod answer;
mod caution;
mod endings;
mod published;

pub use analysis::Analysis;
pub use answer::{Answer, Class, Division, Summary, classes, note, notes, terminal_table};
pub(crate) use answer::{
    CLASS_HEADINGS, Column, answers, fields, page_table, paper_table, planned_of_each, summary,
    table, time_ratios, words,
};
pub(crate) use caution::{cautions, programs};
pub(crate) use published::{literature, published};
