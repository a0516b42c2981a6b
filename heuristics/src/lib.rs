//! Lower bounds on the moves to the goal. Each node of a path carries a small
//! value, so that a bound is not computed again from the whole state.
//!
//! # The main decision
//!
//! A heuristic is an object ([`optile_core::Heuristic`]), and a [`Catalogue`]
//! makes it from its name. Toward one goal it becomes an estimator, which searches
//! hold as an object too. They ask it for the value of one successor at a time.
//! Every strategy can use a new heuristic. The program links searches and heuristics, which
//! do not know each other, so no search is compiled again for an edit here. A heuristic
//! needs a crate of its own, or a module and an entry in the list of the catalogue.
//! [`for_heuristics`] is the page for its author.
//!
//! A search that needs more speed asks the object for its type. [`optile_core::TileSum`] is
//! meant for that: it is the estimator of [`Zero`], [`Misplaced`], [`Manhattan`]
//! and [`ManhattanWithout`]. [`BoardEstimates`] gives single values outside of
//! a search.
//!
//! # What a node carries
//!
//! For a sum over the tiles it is the estimate, and a step looks up how the tile's part changes.
//! `optile_lines` and `optile_pdb` say what it is for theirs. If the value is the estimate itself,
//! a search that stored the estimate has the value too ([`optile_core::Estimator::resume`]).
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
#[doc = include_str!("for_heuristics.md")]
pub mod for_heuristics {}
mod manhattan_without;
mod maximum;
mod misplaced;
mod zero;

pub use board_estimates::{BoardEstimates, BoardEstimatesError};
pub use catalogue::{ALL, Catalogue};
pub use manhattan_without::ManhattanWithout;
pub use maximum::{Maximum, MaximumEstimator};
pub use misplaced::Misplaced;
pub use optile_core::Manhattan;
pub use optile_lines::{InversionDistance, LinearConflict, WalkingDistance};
pub use zero::Zero;
