//! Lower bounds on the moves to the goal, each carried along a path by a small
//! value per node instead of being computed from nothing.
//!
//! # The main decision
//!
//! A heuristic is an object ([`optile_core::Heuristic`]), and [`named()`] makes it
//! of its name. Toward one goal it becomes an estimator, which searches hold as
//! an object too: they ask for the estimates of whole batches, or along a path.
//! So a new heuristic is a module here and an arm in [`named()`], every strategy
//! takes it from then on, and no search is compiled again for it.
//!
//! A search that wants more speed asks the object for its type. [`TileSum`] is
//! meant for that: it is the estimator of [`Zero`], [`Misplaced`] and
//! [`Manhattan`]. Who only wants some values asks a [`Bound`].
//!
//! # What a step costs
//!
//! | heuristic | a node carries | a step looks up |
//! | --- | --- | --- |
//! | [`Manhattan`] | the bound | how the tile's distance changes |
//! | [`InversionDistance`] | two counts and two bounds | nothing; it compares the tiles passed |
//! | [`LinearConflict`] | the bound | the same as Manhattan, and the tile's own line |
//! | [`WalkingDistance`] | two positions and the bound | what comes of one position |
//!
//! All of these change by exactly one with each move, which is why they are
//! consistent; the modules say why. A value that is the bound itself has the
//! advantage that a search which stored the bound has the value too
//! ([`optile_core::Estimator::resume`]), where walking distance and maxima must
//! look at the whole board again.
//!
//! # Example
//!
//! ```
//! use optile_core::{Board, Evaluator, Meter, Move, Rect, State};
//!
//! let size = "3x3".parse()?;
//! let manhattan = optile_heuristics::named("manhattan")?;
//! let estimator = manhattan.toward(size, 8, &mut Meter::default())?;
//! let evaluator = Rect::<3, 3>::evaluator(&*estimator);
//! let goal = State::goal(Rect::<3, 3>, 8);
//! assert_eq!(evaluator.estimate_state(&goal), 0);
//! assert_eq!(evaluator.estimate_state(&goal.successor(Move::Up)), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bound;
mod conflicts;
mod inversion_distance;
mod linear_conflict;
mod lines;
mod manhattan;
mod maximum;
mod misplaced;
mod named;
mod pair;
mod tile_sum;
mod walking_distance;
mod walking_table;
mod zero;

pub use bound::{Bound, BoundError};
pub use inversion_distance::{InversionDistance, InversionDistanceEstimator, Inversions};
pub use linear_conflict::{LinearConflict, LinearConflictEstimator};
pub use manhattan::Manhattan;
pub use maximum::{Carried, Maximum, MaximumEstimator, Part};
pub use misplaced::Misplaced;
pub use named::{
    ALL, INVERSION_DISTANCE, LINEAR_CONFLICT, MANHATTAN, MAX, MISPLACED, PDB, WALKING_DISTANCE,
    ZERO, named, of,
};
pub use pair::Pair;
pub use tile_sum::TileSum;
pub use walking_distance::{Walking, WalkingDistance, WalkingDistanceEstimator};
pub use zero::Zero;
