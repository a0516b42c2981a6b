//! Heuristics that look at whole rows and columns: linear conflict, walking distance and inversion
//! distance. Each has a part for rows and the same part for columns.
//!
//! # The main decision
//!
//! They have a crate of their own because IDA* is compiled for two of them. An edit compiles this
//! crate and IDA*, and no other search.
//!
//! # What a step costs
//!
//! | heuristic | a node carries | a step looks up |
//! | --- | --- | --- |
//! | [`InversionDistance`] | two counts and two bounds | nothing; it compares the tiles passed |
//! | [`LinearConflict`] | the estimate | how the tile's distance changes, and the tile's own line |
//! | [`WalkingDistance`] | two positions and the estimate | the next position |
//!
//! All of these change by exactly one with each move, so they are consistent. The modules say why.
//!
//! # Example
//!
//! ```
//! use optile_core::{Board, Estimates, Heuristic, Meter, Rect, State};
//! use optile_lines::LinearConflict;
//!
//! let estimator = LinearConflict.toward("3x3".parse()?, 8, &mut Meter::default())?;
//! let reversed = State::of(&"3 2 1 / 4 5 6 / 7 8 0".parse()?).expect("a board of 3x3");
//! assert_eq!(Rect::<3, 3>::estimates(&*estimator).of_state(&reversed), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod inversion_distance;
mod line;
mod linear_conflict;
mod pair;
mod walking_distance;

pub use inversion_distance::{InversionDistance, InversionDistanceEstimator, Inversions};
pub use linear_conflict::{LinearConflict, LinearConflictEstimator};
pub use pair::Pair;
pub use walking_distance::{Walking, WalkingDistance, WalkingDistanceEstimator};
