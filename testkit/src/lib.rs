//! What the tests of all crates share: seeded generators of instances, an inconsistent heuristic, a strategy with
//! chosen behaviour, strategies with any heuristic, [links] with delays and with simulated time,
//! the conformance suite, which asks for the [requirements](optile_requirement) and which each
//! strategy crate runs in one line, the tests of every [heuristic](mod@heuristic), and the rules of the
//! [house](mod@house) that both ask of their crates.
//!
//! # The main decision
//!
//! A strategy is right if it agrees with slow and simple code on many inputs.
//! So everything here is written to be easy to read, not to be fast. The
//! [`Oracle`] and [`shortest_path`] are those of `optile check`. All randomness comes from a
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
mod faulty;
mod given;
pub mod heuristic;
pub mod house;
mod instances;
pub mod links;
mod mock;
mod types;

pub use faulty::{FaultyEstimator, Patchy, TooLarge, TwoFives};
pub use given::{Veiled, figures, given};
pub use instances::{random_problem, random_problems, shuffled_goal, walk};
pub use mock::{Behaviour, Mock};
pub use optile_requirement::{Oracle, plain, renamed, shortest_path};
