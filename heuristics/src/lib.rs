//! Lower bounds on the moves to the goal. Each node of a path carries a small
//! value, so that a bound is not computed again from the whole state.
//!
//! # The main decision
//!
//! A heuristic is an object ([`optile_core::Heuristic`]), and a [`Catalogue`]
//! makes it from its name. Toward one goal it becomes an estimator, which searches
//! hold as an object too. They ask it for the value of one successor at a time.
//! Every strategy can use a new heuristic, and no search is compiled again for one
//! that has a crate of its own. Here, it needs a module and an entry in the list of
//! the catalogue. [`for_heuristics`] is the page for its author.
//!
//! A search that needs more speed asks the object for its type. [`TileSum`] is
//! meant for that: it is the estimator of [`Zero`], [`Misplaced`], [`Manhattan`]
//! and [`ManhattanWithout`]. [`BoardEstimates`] gives single values outside of
//! a search.
//!
//! # What a step costs
//!
//! | heuristic | a node carries | a step looks up |
//! | --- | --- | --- |
//! | [`Manhattan`] | the estimate | how the tile's distance changes |
//! | [`InversionDistance`] | two counts and two bounds | nothing; it compares the tiles passed |
//! | [`LinearConflict`] | the estimate | the same as Manhattan, and the tile's own line |
//! | [`WalkingDistance`] | two positions and the estimate | the next position |
//!
//! All of these change by exactly one with each move, so they are consistent.
//! The modules say why. If the value is the estimate itself, a search that
//! stored the estimate has the value too ([`optile_core::Estimator::resume`]).
//! Walking distance and maxima must look at the whole board again.
//!
//! # Example
//!
//! ```
//! use optile_core::{Board, Estimates, Heuristics, Meter, Move, Rect, State};
//! use optile_heuristics::Catalogue;
//!
//! let size = "3x3".parse()?;
//! let manhattan = Catalogue::default().named("manhattan")?;
//! let estimator = manhattan.toward(size, 8, &mut Meter::default())?;
//! let estimates = Rect::<3, 3>::estimates(&*estimator);
//! let goal = State::goal(Rect::<3, 3>, 8);
//! assert_eq!(estimates.of_state(&goal), 0);
//! assert_eq!(estimates.of_state(&goal.successor(Move::Up)), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board_estimates;
mod catalogue;
mod copies;
#[doc = include_str!("for_heuristics.md")]
pub mod for_heuristics {}
mod inversion_distance;
mod linear_conflict;
mod lines;
mod maximum;
mod simple;
mod tile_sum;
mod walking_distance;

pub use board_estimates::{BoardEstimates, BoardEstimatesError};
pub use catalogue::{ALL, Catalogue, in_full, tables_of};
pub use copies::{Chosen, is_board};
pub use inversion_distance::{InversionDistance, InversionDistanceEstimator, Inversions};
pub use linear_conflict::{LinearConflict, LinearConflictEstimator};
pub use maximum::{Maximum, MaximumEstimator, Pair};
pub use tile_sum::{Manhattan, ManhattanWithout, Misplaced, TileSum, Zero};
pub use walking_distance::{Walking, WalkingDistance, WalkingDistanceEstimator};
