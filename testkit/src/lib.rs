//! What the tests of every crate share: distances that are known to be right,
//! seeded makers of instances, an inconsistent heuristic, a strategy whose
//! behaviour is chosen, and the conformance suite that each strategy crate runs
//! in one line.
//!
//! # The main decision
//!
//! A strategy is right when it agrees with something slow and obvious on many
//! inputs, so everything here is written to be read rather than to be fast:
//! the [`Oracle`] is a queue and a table of distances over the whole space,
//! and shares no search code with any strategy. All randomness comes from a
//! seed in the call.
//!
//! # Example
//!
//! ```
//! use optile_core::Rect;
//! use optile_testkit::Oracle;
//!
//! let oracle = Oracle::new(Rect::<3, 3>, 8);
//! assert_eq!(oracle.counts().len(), 32);
//! ```
//!
//! A strategy crate's whole `tests/conformance.rs`:
//!
//! ```text
//! optile_testkit::conformance!(optile_bfs::family());
//! ```
#![forbid(unsafe_code)]

pub mod conformance;
mod instances;
mod mock;
mod oracle;
mod patchy;
mod trial;

pub use instances::{random_problem, random_problems, shuffled_goal, walk};
pub use mock::{Behaviour, Mock};
pub use oracle::{Oracle, distance, shortest_path};
pub use patchy::{Patchy, PatchyEstimator};
