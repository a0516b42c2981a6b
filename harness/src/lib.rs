//! The harness of the optile workbench: it runs every strategy on the same
//! instances, judges every answer, records what each cost, and reports.
//!
//! # The main decision
//!
//! **Measuring and reporting meet only in a folder of files.** An
//! [`experiment`] makes runs and writes a [`row::Row`] for each as it ends; a
//! [`report`] reads such a folder and cannot start a search. So a run that is
//! cut short can still be reported, a report can be drawn again years later,
//! and nobody's statistics can touch what was measured.
//!
//! A run passes through modules in this order: [`registry`] makes a strategy
//! of its name, [`suite`] and [`instance`] read what it is to solve, [`plan`]
//! fixes the order, [`engine`] hands it to a process over [`protocol`], where
//! [`worker`] takes it, [`run`] times it and catches its panics and
//! [`watchdog`] ends it at its limit; [`check`] judges the answer outside all
//! clocks, and [`folder`] puts the row on disk, with a [`seal`]. Every
//! reader tests a row by its [`evidence`]. [`merging`], [`comparison`],
//! [`ranking`] and [`export`] read such folders, as reports do;
//! [`reproduction`] runs published experiments again, [`exploration`] counts
//! whole spaces, and [`library`] keeps pattern databases. Only this crate knows
//! files, processes, clocks and colours; strategies know none of them.
//!
//! # Example
//!
//! ```
//! use optile::registry;
//! use optile_core::{Meter, PathChoice, Problem};
//!
//! let problem: Problem = "2 3 4 1 5 x 7 6 8".parse()?;
//! for name in registry::standard_names() {
//!     let strategy = registry::build(&name)?.strategy;
//!     let path = strategy.solve(&problem, PathChoice::Any, &mut Meter::default())?;
//!     assert_eq!(path.len(), 19, "{name}");
//! }
//! # Ok::<(), anyhow::Error>(())
//! ```
#![deny(unsafe_code)]

pub mod bundle;
mod caps;
pub mod chart;
pub mod check;
mod child;
mod claim;
pub mod command;
pub mod comparison;
pub mod confinement;
pub mod contestant;
mod control_group;
pub mod crash;
pub mod depth_counts;
pub mod digest;
pub mod disk;
pub mod engine;
pub mod evidence;
pub mod experiment;
pub mod exploration;
pub mod export;
pub mod folder;
pub mod fuzz;
pub mod generator;
pub mod instance;
pub mod interruption;
pub mod judge;
pub mod keeper;
pub mod library;
pub mod lines;
pub mod machine;
pub mod merging;
pub mod noise;
mod object;
pub mod origin;
pub mod plan;
mod process;
mod program_group;
pub mod progress;
pub mod protocol;
pub mod quantity;
pub mod ranking;
pub mod record;
pub mod registry;
pub mod report;
pub mod reproduction;
pub mod row;
pub mod run;
mod sampling;
pub mod seal;
pub mod space;
pub mod spelling;
pub mod statistics;
pub mod suite;
mod supervisor;
pub mod tally;
mod tree;
pub mod watchdog;
pub mod worker;
