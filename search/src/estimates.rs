//! How a search by cost asks its heuristic.

use optile_core::{Board, Estimator, Evaluator, Parent, Slid, Slide, State};

/// How a search by cost asks its heuristic: by the estimator's own type, or as
/// an object.
///
/// A copy of the search for an estimator's type is worth it where a node takes
/// a few nanoseconds: for cheap heuristics on the boards that people compare.
pub trait Estimates<B: Board>: Copy + Send + Sync {
    /// Whether each successor's estimate is computed when it is needed, and not
    /// together with those of its batch.
    const AT_ONCE: bool;

    /// See [`Estimator::is_consistent`].
    fn is_consistent(self) -> bool;

    /// The estimate of a state, computed from the whole state.
    fn of_state(self, state: &State<B>) -> u32;

    /// The estimate of one successor.
    fn of_successor(self, parent: &Parent<B>, slide: Slide) -> u32;

    /// The estimates of successors, see [`Evaluator::estimate_successors`].
    fn of_successors(self, parents: &[Parent<B>], successors: &[Slid], estimates: &mut [u32]);
}

/// An estimator by its own type.
#[derive(Debug)]
pub struct Typed<'a, E>(pub &'a E);

impl<E> Clone for Typed<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Typed<'_, E> {}

impl<B: Board, E: Estimator> Estimates<B> for Typed<'_, E> {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn is_consistent(self) -> bool {
        self.0.is_consistent()
    }

    fn of_state(self, state: &State<B>) -> u32 {
        self.0.estimate(self.0.root(state))
    }

    #[inline(always)]
    fn of_successor(self, parent: &Parent<B>, slide: Slide) -> u32 {
        let value = match parent.estimate {
            Some(estimate) => self.0.resume(&parent.state, estimate),
            None => self.0.root(&parent.state),
        };
        self.0.estimate(self.0.step(value, slide, &parent.state.after(slide)))
    }

    #[inline(always)]
    fn of_successors(self, parents: &[Parent<B>], successors: &[Slid], estimates: &mut [u32]) {
        Evaluator::estimate_successors(self.0, parents, successors, estimates);
    }
}

impl<B: Board> Estimates<B> for &dyn Evaluator<B> {
    const AT_ONCE: bool = false;

    fn is_consistent(self) -> bool {
        Evaluator::is_consistent(self)
    }

    fn of_state(self, state: &State<B>) -> u32 {
        self.estimate_state(state)
    }

    fn of_successor(self, parent: &Parent<B>, slide: Slide) -> u32 {
        let mut estimate = [0];
        let alone = Slid::new(slide, 0);
        self.estimate_successors(std::slice::from_ref(parent), &[alone], &mut estimate);
        estimate[0]
    }

    fn of_successors(self, parents: &[Parent<B>], successors: &[Slid], estimates: &mut [u32]) {
        self.estimate_successors(parents, successors, estimates);
    }
}
