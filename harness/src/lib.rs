//! The program of the optile workbench: it runs every strategy on the same
//! instances, checks each answer, records what each run costs, and reports.
//!
//! Only this crate knows all parts. The list of strategies is its [`registry`]. Its
//! [`command`] line gives that list to [`optile_runner`], which executes the runs.
//! Their results ([`optile_results`]) go to [`optile_report`]. Runner and report do
//! not know each other. [`optile_exploration`] counts whole spaces, and
//! [`optile_requirement`] has what is required of every strategy.
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
//!     assert!(strategy.promise().is_kept(path.len() as u64, 19), "{name}");
//! }
//! # Ok::<(), anyhow::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod command;
pub mod registry;
pub mod trace;
