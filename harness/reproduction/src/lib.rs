//! Published experiments, run again and compared with the published figures.
//!
//! # The main decision
//!
//! **An explanation is a claim that can fail.** Counts of different programs
//! rarely agree, and a reproduction that calls every difference "explained"
//! says nothing. So each row with a published figure is equal, within the
//! sampling error, or different. A difference is explained only by an explanation
//! that names the range of ratios that it covers. A ratio outside this range is
//! unexplained, and the command ends with status 2.
//!
//! What people read about an experiment and the published figures are in
//! `instances/literature.toml`, each figure with its source and with how well it
//! is known. Nothing is compared with a number in the code. An [`Experiment`] is a
//! part of that file, and a module that measures with the strategies of the
//! registry. If the published program differs from all of these, the module
//! contains a plain search, which is tested against them.
//!
//! Only counts are compared, never times. So the searches may run on several
//! threads, and every machine gives the same results.
#![forbid(unsafe_code)]

mod comparison;
mod experiments;
mod laboratory;
mod literature;
mod presentation;
#[cfg(test)]
mod tests;

pub use experiments::{EXPERIMENTS, Experiment, Reproduction};
pub use laboratory::{Laboratory, WrongPath};
pub use presentation::page::page;
pub use presentation::sheet::{list, sheet};
