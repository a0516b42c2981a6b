//! What the tests of all crates share: distances that are known to be right,
//! seeded generators of instances, an inconsistent heuristic, a strategy with
//! chosen behaviour, strategies with any heuristic, [links] with delays and with simulated time,
//! the [requirements](requirement) of every strategy, the conformance suite, which each strategy
//! crate runs in one line, the tests of every [heuristic](mod@heuristic), and the rules of the
//! [house](mod@house) that both ask of their crates.
//!
//! # The main decision
//!
//! A strategy is right if it agrees with slow and simple code on many inputs.
//! So everything here is written to be easy to read, not to be fast. The
//! [`Oracle`] is a queue and a table of distances over the whole state space,
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
//! optile_testkit::conformance!(optile_bfs::FAMILY);
//! ```
//!
//! The whole `tests/heuristic.rs` of a crate with a heuristic:
//!
//! ```text
//! optile_testkit::heuristic!(optile_wrong_rows::HEURISTIC);
//! ```
#![forbid(unsafe_code)]

mod boards;
pub mod conformance;
mod given;
pub mod heuristic;
pub mod house;
mod instances;
pub mod links;
mod mistaken;
mod mock;
mod oracle;
mod patchy;
pub mod plain;
pub mod requirement;
mod shaped;
mod types;

pub use given::{Veiled, figures, given};
pub use instances::{random_problem, random_problems, shuffled_goal, walk};
pub use mistaken::{TooLarge, TooLargeEstimator, TwoFives};
pub use mock::{Behaviour, Mock};
pub use oracle::Oracle;
pub use patchy::{Patchy, PatchyEstimator};
pub use plain::shortest_path;
pub use shaped::renamed;
