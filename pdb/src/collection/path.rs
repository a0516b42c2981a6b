//! The values of the nodes of one path.

use optile_core::{Board, Estimator, Slide, State};

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

    /// Begins a path at a state.
    pub fn begin<B: Board>(&mut self, state: &State<B>) -> Sums<SUMS> {
        let value = self.estimator.root(state);
        self.numbers = value.numbers;
        value.sums
    }

    /// Follows a slide from the last node, which has these sums. `None` if the
    /// new estimate is not below `limit`; the path then stays as it is.
    #[inline(always)]
    pub fn step_below(
        &mut self,
        sums: &Sums<SUMS>,
        slide: Slide,
        limit: u32,
    ) -> Option<Sums<SUMS>> {
        let sums = self.estimator.sums_below(&self.numbers, sums, slide, limit)?;
        self.estimator.slide(&mut self.numbers, slide);
        Some(sums)
    }

    /// Goes back over the last slide.
    #[inline(always)]
    pub fn step_back(&mut self, slide: Slide) {
        let back = Slide { from: slide.to, to: slide.from, ..slide };
        self.estimator.slide(&mut self.numbers, back);
    }

    /// Prefetches the entries that a slide from the last node will read.
    #[inline(always)]
    pub fn fetch(&self, slide: Slide) {
        self.estimator.prefetch(&self.numbers, slide);
    }
}
