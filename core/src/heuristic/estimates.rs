//! Estimators as objects.

use std::any::Any;

use crate::{Board, Estimator, Moves, Rect, Shaped, Slide, State};

/// How a search asks its heuristic, for one type of board. Every [`Estimator`]
/// has this trait for every board.
///
/// A search is written for any `V: Estimates<B> + ?Sized`. If `V` is an
/// estimator's own type, the search is compiled for it, and [`knows_type`] is
/// true: then each estimate is best computed where it is needed. If `V` is
/// `dyn Estimates<B>`, there is one copy of the search for all heuristics.
/// Searches that store states then ask for the estimates of whole batches, with
/// one dynamic call for the successors of up to [`BATCH`] nodes. A best-first
/// search asks [`BatchEstimates`] where there is one. Searches along
/// a path ask [`PathEstimates`], with one call per successor.
///
/// A copy for an estimator's type is worth it where a node takes a few
/// nanoseconds: for cheap heuristics on the boards that people compare.
pub trait Estimates<B: Board>: Send + Sync {
    /// See [`Estimator::is_consistent`].
    fn is_consistent(&self) -> bool;

    /// The estimate of one state, computed from the whole state.
    fn of_state(&self, state: &State<B>) -> u32;

    /// The estimate of one successor.
    fn of_successor(&self, parent: &Parent<B>, slide: Slide) -> u32;

    /// The estimates of successors. Each successor is given by its parent's
    /// place among `parents` and by its slide. The successors of one parent
    /// must be next to each other.
    ///
    /// # Panics
    ///
    /// When there are more than [`BATCH`] parents, or fewer places for
    /// estimates than successors.
    fn of_successors(&self, parents: &[Parent<B>], successors: &[Asked], estimates: &mut [u32]);

    /// See [`Estimator::batches`].
    fn batches(&self) -> Option<Box<dyn BatchEstimates<B> + '_>>;

    /// See [`Estimator::lowering`].
    fn lowering(&self, board: B, tile: usize, cell: usize) -> Option<Moves>;

    /// `places` places for the values of a path.
    fn path(&self, places: usize) -> Box<dyn PathEstimates<B> + '_>;
}

/// Whether `V` is an estimator's own type, and not an object, to which a
/// reference has two words.
pub const fn knows_type<V: ?Sized>() -> bool {
    size_of::<&V>() == size_of::<usize>()
}

/// The most nodes whose successors are estimated together.
pub const BATCH: usize = 32;

/// A node whose successors are to be estimated.
#[derive(Clone, Copy, Debug)]
pub struct Parent<B: Board> {
    /// Its state.
    pub state: State<B>,
    /// Its estimate, if it is known.
    pub h: Option<u32>,
}

/// A successor, given by its parent and its slide.
///
/// It is one word, so that it is written and read at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked(u32);

impl Asked {
    /// The successor that a slide makes from the parent at a place below
    /// [`BATCH`].
    #[inline(always)]
    pub fn new(slide: Slide, parent: usize) -> Self {
        let Slide { tile, from, to } = slide;
        Self(tile as u32 | (from as u32) << 8 | (to as u32) << 16 | (parent as u32) << 24)
    }

    /// The slide.
    #[inline(always)]
    pub fn slide(self) -> Slide {
        let byte = |place: u32| (self.0 >> (8 * place)) as usize & 31;
        Slide { tile: byte(0), from: byte(1), to: byte(2) }
    }

    /// The place of the parent.
    #[inline(always)]
    pub fn parent(self) -> usize {
        (self.0 >> 24) as usize % BATCH
    }
}

/// The estimates of successors, batch after batch, for one search that stores
/// states.
pub trait BatchEstimates<B: Board>: Send {
    /// The same as [`Estimates::of_successors`]. It may be faster if parents are
    /// successors of earlier batches, because values may be kept.
    fn of_successors(&mut self, parents: &[Parent<B>], successors: &[Asked], estimates: &mut [u32]);
}

/// The values of the nodes of one path, each at a numbered place, for a
/// heuristic whose type the search does not know.
///
/// A place must be filled by [`PathEstimates::begin`] or [`PathEstimates::step`] before it is
/// used.
pub trait PathEstimates<B: Board>: Send {
    /// Computes the value of a state, puts it at a place, and returns the
    /// estimate.
    fn begin(&mut self, place: usize, state: &State<B>) -> u32;

    /// Computes the value of `state`, which `slide` has made from the state at
    /// one place, puts it at another place, and returns the estimate. `None` if
    /// the estimate is not below `limit`.
    fn step(
        &mut self,
        from: usize,
        to: usize,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<u32>;
}

struct Values<'a, E: Estimator> {
    estimator: &'a E,
    places: Vec<E::Value>,
}

impl<B: Board, E: Estimator> PathEstimates<B> for Values<'_, E> {
    fn begin(&mut self, place: usize, state: &State<B>) -> u32 {
        let value = self.estimator.root(state);
        self.places[place] = value;
        self.estimator.estimate(value)
    }

    fn step(
        &mut self,
        from: usize,
        to: usize,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<u32> {
        let value = self.estimator.step_below(self.places[from], slide, state, limit)?;
        self.places[to] = value;
        Some(self.estimator.estimate(value))
    }
}

/// The value of a parent.
#[inline(always)]
fn value_of<B: Board, E: Estimator>(estimator: &E, parent: &Parent<B>) -> E::Value {
    match parent.h {
        Some(estimate) => estimator.resume(&parent.state, estimate),
        None => estimator.root(&parent.state),
    }
}

impl<B: Board, E: Estimator> Estimates<B> for E {
    #[inline(always)]
    fn is_consistent(&self) -> bool {
        Estimator::is_consistent(self)
    }

    fn of_state(&self, state: &State<B>) -> u32 {
        Estimator::estimate(self, self.root(state))
    }

    #[inline(always)]
    fn of_successor(&self, parent: &Parent<B>, slide: Slide) -> u32 {
        let value = value_of(self, parent);
        Estimator::estimate(self, self.step(value, slide, &parent.state.after(slide)))
    }

    #[inline]
    fn of_successors(&self, parents: &[Parent<B>], successors: &[Asked], estimates: &mut [u32]) {
        let estimates = &mut estimates[..successors.len()];
        if const { E::FETCHES } {
            // All memory is prefetched before any of it is needed.
            let mut values = [E::Value::default(); BATCH];
            let mut known = usize::MAX;
            for asked in successors {
                let (place, slide) = (asked.parent(), asked.slide());
                if place != known {
                    values[place] = value_of(self, &parents[place]);
                    known = place;
                }
                self.fetch(values[place], slide, &parents[place].state.after(slide));
            }
            for (asked, estimate) in successors.iter().zip(estimates) {
                let (place, slide) = (asked.parent(), asked.slide());
                let state = parents[place].state.after(slide);
                *estimate = Estimator::estimate(self, self.step(values[place], slide, &state));
            }
            return;
        }
        let (mut value, mut known) = (E::Value::default(), usize::MAX);
        for (asked, estimate) in successors.iter().zip(estimates) {
            let (place, slide) = (asked.parent(), asked.slide());
            if place != known {
                value = value_of(self, &parents[place]);
                known = place;
            }
            let state = parents[place].state.after(slide);
            *estimate = Estimator::estimate(self, self.step(value, slide, &state));
        }
    }

    fn batches(&self) -> Option<Box<dyn BatchEstimates<B> + '_>> {
        Estimator::batches(self)
    }

    fn lowering(&self, board: B, tile: usize, cell: usize) -> Option<Moves> {
        Estimator::lowering(self, board, tile, cell)
    }

    fn path(&self, places: usize) -> Box<dyn PathEstimates<B> + '_> {
        Box::new(Values { estimator: self, places: vec![E::Value::default(); places] })
    }
}

/// An [`Estimator`] as an object, for boards of every type:
/// [`Board::estimates`] picks one.
///
/// Every estimator has this trait. [`downcast_ref`](#method.downcast_ref) gives
/// the estimator's own type.
pub trait AnyEstimator:
    Any
    + Estimates<Rect<3, 3>>
    + Estimates<Rect<4, 4>>
    + Estimates<Rect<5, 5>>
    + Estimates<Shaped<u64>>
    + Estimates<Shaped<u128>>
{
}

impl<E: Estimator> AnyEstimator for E {}

impl dyn AnyEstimator {
    /// The estimator, if it is of this type.
    pub fn downcast_ref<E: Estimator>(&self) -> Option<&E> {
        (self as &dyn Any).downcast_ref()
    }
}
