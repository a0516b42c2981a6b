//! The largest of several heuristics.

mod pair;

pub use pair::Pair;

use std::collections::BTreeSet;
use std::sync::Arc;

use optile_core::{
    AnyEstimator, Board, Estimator, Heuristic, Meter, Move, Size, Slide, State, Stop,
};

use crate::lines::{is_ahead, is_vertical};
use crate::{
    InversionDistance, InversionDistanceEstimator, Inversions, LinearConflict,
    LinearConflictEstimator, Manhattan, Misplaced, TileSum, Walking, WalkingDistance,
    WalkingDistanceEstimator,
};

/// The largest of the bounds of some heuristics, each at most once.
///
/// If no bound ever falls by more than the cost of a move, the largest bound
/// does not either. So the maximum is consistent if all its parts are. All
/// heuristics that can be parts are consistent.
///
/// # One type
///
/// The subsets of five heuristics would be 31 types. So there is one type whose
/// parts are chosen at run time. A node carries a value for each part. The
/// values of parts that are not wanted stay zero and are not used. The choice
/// is the same at each node, so processors predict it. The strongest pair,
/// linear conflict and walking distance, has its own type, which is 1.4 times
/// as fast.
#[derive(Clone, Debug, Default)]
pub struct Maximum {
    parts: BTreeSet<Part>,
    walking_distance: WalkingDistance,
}

/// A heuristic that can be part of a [`Maximum`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// [`Misplaced`].
    Misplaced,
    /// [`Manhattan`].
    Manhattan,
    /// [`InversionDistance`].
    InversionDistance,
    /// [`LinearConflict`].
    LinearConflict,
    /// [`WalkingDistance`].
    WalkingDistance,
}

impl Maximum {
    /// The largest bound of these heuristics, or 0 if there are none.
    pub fn of(parts: impl IntoIterator<Item = Part>) -> Self {
        Self { parts: parts.into_iter().collect(), walking_distance: WalkingDistance::default() }
    }

    /// The same, with the tables of this walking distance.
    #[must_use]
    pub fn with(self, walking_distance: &WalkingDistance) -> Self {
        Self { walking_distance: walking_distance.clone(), ..self }
    }

    fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// The estimator toward the goal with its blank at `goal_blank`, of the
    /// type for all parts.
    ///
    /// # Errors
    ///
    /// See [`Heuristic::toward`], and [`WalkingDistance::estimator`] if that is a part.
    pub fn estimator(
        &self,
        size: Size,
        goal: usize,
        meter: &mut Meter,
    ) -> Result<MaximumEstimator, Stop> {
        let walking = || self.walking_distance.estimator(size, goal, meter);
        Ok(MaximumEstimator {
            misplaced: self.has(Part::Misplaced).then(|| Misplaced.estimator(size, goal)),
            manhattan: self.has(Part::Manhattan).then(|| Manhattan.estimator(size, goal)),
            inversion_distance: self
                .has(Part::InversionDistance)
                .then(|| InversionDistance.estimator(size, goal)),
            linear_conflict: self
                .has(Part::LinearConflict)
                .then(|| LinearConflict.estimator(size, goal)),
            walking_distance: self.has(Part::WalkingDistance).then(walking).transpose()?,
        })
    }
}

/// [`Maximum`] toward one goal.
#[derive(Clone)]
pub struct MaximumEstimator {
    misplaced: Option<Box<TileSum>>,
    manhattan: Option<Box<TileSum>>,
    inversion_distance: Option<Box<InversionDistanceEstimator>>,
    linear_conflict: Option<Box<LinearConflictEstimator>>,
    walking_distance: Option<WalkingDistanceEstimator>,
}

/// The values that a node carries, one for each part. Parts that are not wanted
/// are zero, so that all can be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    misplaced: u32,
    manhattan: u32,
    inversion_distance: Inversions,
    linear_conflict: u32,
    walking_distance: Walking,
}

impl Heuristic for Maximum {
    fn supports(&self, size: Size) -> bool {
        !self.has(Part::WalkingDistance) || self.walking_distance.supports(size)
    }

    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        if self.parts.iter().eq(&[Part::LinearConflict, Part::WalkingDistance]) {
            let walking = self.walking_distance.estimator(size, goal_blank, meter)?;
            return Ok(Arc::new(Pair(*LinearConflict.estimator(size, goal_blank), walking)));
        }
        Ok(Arc::new(self.estimator(size, goal_blank, meter)?))
    }
}

impl MaximumEstimator {
    /// The values after the slide of `tile` to the cell `to`, from which the
    /// blank goes by the move of discriminant `M`.
    ///
    /// Never inlined, because it is large and called in dozens of places. The
    /// move is a constant, so that it needs no branch.
    #[inline(never)]
    fn update<B: Board, const M: usize>(
        &self,
        value: Carried,
        tile: usize,
        to: usize,
        state: &State<B>,
    ) -> Carried {
        let slide = Slide { tile, from: state.board().neighbour(to, Move::ALL[M]), to };
        let mut next = value;
        step(self.misplaced.as_deref(), &mut next.misplaced, slide, state);
        step(self.manhattan.as_deref(), &mut next.manhattan, slide, state);
        step(self.inversion_distance.as_deref(), &mut next.inversion_distance, slide, state);
        step(self.linear_conflict.as_deref(), &mut next.linear_conflict, slide, state);
        step(self.walking_distance.as_ref(), &mut next.walking_distance, slide, state);
        next
    }
}

/// Updates the value of a part if it is wanted.
#[inline(always)]
fn step<B: Board, E: Estimator>(
    part: Option<&E>,
    value: &mut E::Value,
    slide: Slide,
    state: &State<B>,
) {
    if let Some(estimator) = part {
        *value = estimator.step(*value, slide, state);
    }
}

/// The value of a state for a part, or zero if the part is not wanted.
fn root<B: Board, E: Estimator>(part: Option<&E>, state: &State<B>) -> E::Value {
    part.map(|estimator| estimator.root(state)).unwrap_or_default()
}

impl Estimator for MaximumEstimator {
    type Value = Carried;

    fn is_consistent(&self) -> bool {
        true
    }

    #[inline(never)]
    fn root<B: Board>(&self, state: &State<B>) -> Carried {
        Carried {
            misplaced: root(self.misplaced.as_deref(), state),
            manhattan: root(self.manhattan.as_deref(), state),
            inversion_distance: root(self.inversion_distance.as_deref(), state),
            linear_conflict: root(self.linear_conflict.as_deref(), state),
            walking_distance: root(self.walking_distance.as_ref(), state),
        }
    }

    #[inline(always)]
    fn step<B: Board>(&self, value: Carried, slide: Slide, state: &State<B>) -> Carried {
        let Slide { tile, to, .. } = slide;
        match (is_vertical(slide), is_ahead(slide)) {
            (true, true) => self.update::<B, { Move::Up as usize }>(value, tile, to, state),
            (true, false) => self.update::<B, { Move::Down as usize }>(value, tile, to, state),
            (false, true) => self.update::<B, { Move::Left as usize }>(value, tile, to, state),
            (false, false) => self.update::<B, { Move::Right as usize }>(value, tile, to, state),
        }
    }

    #[inline(always)]
    fn estimate(&self, value: Carried) -> u32 {
        let Carried { misplaced, manhattan, inversion_distance, linear_conflict, walking_distance } =
            value;
        let sum = inversion_distance.bound().max(walking_distance.bound());
        misplaced.max(manhattan).max(linear_conflict).max(sum)
    }
}
