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
//! that visits takes it from then on.
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

mod conflicts;
mod linear_conflict;
mod lines;
mod manhattan;
mod misplaced;
mod walking_distance;
mod walking_table;
mod zero;

pub use linear_conflict::{LinearConflict, LinearConflictEstimator};
pub use manhattan::{Manhattan, ManhattanEstimator};
pub use misplaced::{Misplaced, MisplacedEstimator};
use optile_core::{Heuristic, HeuristicInfo, Spec, SpecError};
pub use walking_distance::{Walking, WalkingDistance, WalkingDistanceEstimator};
pub use zero::{Zero, ZeroEstimator};

/// No bound at all.
pub const ZERO: HeuristicInfo = HeuristicInfo::plain("zero", "no bound at all, the blind baseline");
/// The misplaced tiles.
pub const MISPLACED: HeuristicInfo =
    HeuristicInfo::plain("misplaced", "tiles that are not in their place (Hamming)");
/// Manhattan distance.
pub const MANHATTAN: HeuristicInfo =
    HeuristicInfo::plain("manhattan", "sum over the tiles of the rows and columns to their place");
/// Linear conflict.
pub const LINEAR_CONFLICT: HeuristicInfo = HeuristicInfo::plain(
    "linear-conflict",
    "manhattan, and two moves for each tile that must make way in its line",
);
/// Walking distance.
pub const WALKING_DISTANCE: HeuristicInfo = HeuristicInfo::plain(
    "walking-distance",
    "least steps up and down if columns do not matter, and to the sides likewise",
);

/// Every heuristic, weakest first. [`dispatch`] knows just these names.
pub const ALL: &[HeuristicInfo] = &[ZERO, MISPLACED, MANHATTAN, LINEAR_CONFLICT, WALKING_DISTANCE];

/// Code that wants a heuristic's type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Called back with the heuristic that was named.
    fn visit<H: Heuristic + Clone>(self, heuristic: H) -> Self::Output;
}

/// Calls `visitor` with the heuristic of this name; `None` where there is no
/// such heuristic.
pub fn dispatch<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    match name {
        "zero" => Some(visitor.visit(Zero)),
        "misplaced" => Some(visitor.visit(Misplaced)),
        "manhattan" => Some(visitor.visit(Manhattan)),
        "linear-conflict" => Some(visitor.visit(LinearConflict)),
        "walking-distance" => Some(visitor.visit(WalkingDistance)),
        _ => None,
    }
}

/// Calls `visitor` with the heuristic that a strategy's name asks for.
///
/// # Errors
///
/// When it asks for one that there is not.
pub fn build<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    let name = spec.heuristic.as_deref().unwrap_or_default();
    dispatch(name, visitor).ok_or_else(|| SpecError::UnknownHeuristic {
        name: name.to_owned(),
        known: ALL.iter().map(|heuristic| heuristic.name.to_owned()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;
    impl Visitor for Known {
        type Output = ();
        fn visit<H: Heuristic + Clone>(self, _: H) {}
    }

    #[test]
    fn every_listed_name_has_a_type() {
        for info in ALL {
            assert!(dispatch(info.name, Known).is_some(), "{}", info.name);
            assert!(info.about.len() <= 79);
        }
        assert!(dispatch("nonsense", Known).is_none());
    }
}
