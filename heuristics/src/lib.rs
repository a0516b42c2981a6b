//! Lower bounds on the moves to the goal, each carried along a path by a small
//! value a node instead of being computed anew.
//!
//! # The main decision
//!
//! A heuristic here is a *type*, so that a search is compiled once for each
//! and the call per node disappears. Names, which only the command line knows,
//! are turned into types once per strategy by [`dispatch`]: a family of
//! strategies hands over a [`Visitor`] and is called back with the type. A new
//! heuristic is therefore a module here and an arm there, and every family
//! that visits takes it from then on. Who only wants some values, and would have
//! every heuristic compiled for that, asks a [`Bound`].
//!
//! Each type is compiled into each search for sixteen sizes of boards, so not
//! every combination has one: maxima of several bounds share [`Maximum`],
//! which knows its parts at run time, but for the one pair that is worth it.
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
//! use optile_core::{Board, Estimator, Heuristic, Meter, Move, Rect, State, Stop};
//! use optile_heuristics::Manhattan;
//!
//! /// The bound before and after the blank goes up.
//! fn bounds<B: Board, H: Heuristic>(heuristic: &H, goal_blank: usize) -> Result<(u32, u32), Stop> {
//!     let toward = heuristic.toward::<B>(goal_blank, &mut Meter::default())?;
//!     let mut state = State::<B>::goal(goal_blank);
//!     let before = toward.root(&state);
//!     let slide = state.apply(Move::Up);
//!     let after = toward.step(before, slide, &state);
//!     Ok((toward.estimate(before), toward.estimate(after)))
//! }
//!
//! assert_eq!(bounds::<Rect<3, 3>, _>(&Manhattan, 8)?, (0, 1));
//! # Ok::<(), Stop>(())
//! ```
#![forbid(unsafe_code)]

mod bound;
mod conflicts;
mod inversion_distance;
mod larger;
mod linear_conflict;
mod lines;
mod manhattan;
mod maximum;
mod misplaced;
mod named;
mod walking_distance;
mod walking_table;
mod zero;

pub use bound::{Bound, BoundError};
pub use inversion_distance::{InversionDistance, InversionDistanceEstimator, Inversions};
pub use larger::{Larger, LargerEstimator};
pub use linear_conflict::{LinearConflict, LinearConflictEstimator};
pub use manhattan::{Manhattan, ManhattanEstimator};
pub use maximum::{Carried, Maximum, MaximumEstimator, Part};
pub use misplaced::{Misplaced, MisplacedEstimator};
pub use named::{
    ALL, INVERSION_DISTANCE, LINEAR_CONFLICT, MANHATTAN, MAX, MISPLACED, PDB, Visitor,
    WALKING_DISTANCE, ZERO, build, dispatch,
};
pub use walking_distance::{Walking, WalkingDistance, WalkingDistanceEstimator};
pub use zero::{Zero, ZeroEstimator};
