//! What watched searches did, expansion by expansion.
//!
//! A [`Watched`] is one problem and the traces of some searches. A page replays it
//! ([`Watched::to_json`]), and a [`plane`] shows it at one moment.
//!
//! # The main decision
//!
//! **A trace has only what a search expanded.** Successors, duplicates, the open list and the
//! place where two sides meet follow from it, so no strategy tells more, and every strategy can
//! be watched. [`Lists`] derives them here, and the page's script does the same.

mod columns;
mod document;
mod estimates;
mod lists;
pub mod plane;
mod watched;

pub use estimates::Estimates;
pub(crate) use lists::shown_from;
pub use lists::{Lists, Met};
pub use watched::{Watched, WatchedSearch};
