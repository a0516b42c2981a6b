//! The program of the optile workbench: it runs every strategy on the same
//! instances, judges every answer, records what each cost, and reports.
//!
//! This crate is the only one that knows every part: the list of strategies is
//! its [`registry`], and its [`command`] line hands that list to
//! [`optile_runner`], which makes runs, and what these leave behind
//! ([`optile_results`]) to [`optile_report`]. Runner and report do not know each
//! other. [`optile_reproduction`] makes published experiments again; [`exploration`]
//! counts whole spaces, [`judge`] reads and writes as online judges do, and
//! [`fuzz`] makes cases by chance.
//!
//! # Example
//!
//! ```
//! use optile::registry;
//! use optile_core::{Meter, PathChoice, Problem};
//!
//! let problem: Problem = "2 3 4 1 5 x 7 6 8".parse()?;
//! let registry = registry::all();
//! for name in registry.standard_names() {
//!     let strategy = registry.build(&name)?.strategy;
//!     let path = strategy.solve(&problem, PathChoice::Any, &mut Meter::default())?;
//!     assert_eq!(path.len(), 19, "{name}");
//! }
//! # Ok::<(), anyhow::Error>(())
//! ```
#![deny(unsafe_code)]

pub mod command;
pub mod exploration;
pub mod fuzz;
pub mod judge;
pub mod registry;
pub mod spelling;
