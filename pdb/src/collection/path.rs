//! The values of the nodes of one path.

use optile_core::{Board, Estimator, Slide, State, Values};

use super::MOST_PATTERNS;
use super::estimator::{CollectionEstimator, Numbers, Sums};

/// The values of the nodes of one path, of which a depth-first search carries
/// only the [`Sums`].
///
/// The numbers of the entries are those of the last node of the path. A slide
/// changes one number of each sum, and the slide back changes it back. If nodes
/// carry their numbers, a search with eight sums takes a tenth more time.
#[derive(Clone, Debug)]
pub struct CollectionPath<'a, const SUMS: usize> {
    estimator: &'a CollectionEstimator<SUMS>,
    numbers: Numbers<SUMS>,
}

impl<'a, const SUMS: usize> CollectionPath<'a, SUMS> {
    /// A path without a node.
    pub fn new(estimator: &'a CollectionEstimator<SUMS>) -> Self {
        Self { estimator, numbers: [[0; MOST_PATTERNS]; SUMS] }
    }
}

impl<B: Board, const SUMS: usize> Values<B> for CollectionPath<'_, SUMS> {
    type Value = Sums<SUMS>;

    fn is_consistent(&self) -> bool {
        self.estimator.is_consistent()
    }

    fn root(&mut self, state: &State<B>) -> Sums<SUMS> {
        let value = self.estimator.root(state);
        self.numbers = value.numbers;
        value.sums
    }

    fn resume(&mut self, state: &State<B>, _: u32) -> Sums<SUMS> {
        self.root(state)
    }

    #[inline(always)]
    fn step_below(
        &mut self,
        sums: Sums<SUMS>,
        slide: Slide,
        _: &State<B>,
        limit: u32,
    ) -> Option<Sums<SUMS>> {
        let sums = self.estimator.sums_below(&self.numbers, &sums, slide, limit)?;
        self.estimator.slide(&mut self.numbers, slide);
        Some(sums)
    }

    #[inline(always)]
    fn h(&self, sums: Sums<SUMS>) -> u32 {
        sums.estimate()
    }

    #[inline(always)]
    fn step_back(&mut self, slide: Slide) {
        let back = Slide { from: slide.to, to: slide.from, ..slide };
        self.estimator.slide(&mut self.numbers, back);
    }

    #[inline(always)]
    fn fetches(&self) -> bool {
        true
    }

    #[inline(always)]
    fn fetch(&self, _: Sums<SUMS>, slide: Slide, _: &State<B>) {
        self.estimator.prefetch(&self.numbers, slide);
    }
}
