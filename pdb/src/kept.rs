//! Values that are kept until their states are expanded.

use optile_core::{Board, Estimator, Move, PathValues, Place, Slide, State, Values, Word};

/// An estimator that knows beforehand which memory its steps will read.
pub(crate) trait Foresight: Estimator {
    /// The cells of the smallest board on which values are kept.
    const LEAST_CELLS: usize;

    /// Prefetches the memory that steps by some slides from `state`, which has
    /// `value`, will read. All addresses are computed first: a processor waits
    /// for each page that it has not read lately, and for several at once if
    /// they are close together in the program.
    fn fetch_all<B: Board>(&self, value: &Self::Value, slides: &[Slide], state: &State<B>);
}

/// How many values are kept. They fit in a processor's second cache.
const PLACES: usize = 1 << 9;

/// The values of one search that stores states.
///
/// The value of a successor whose estimate is lower than that of its parent is
/// kept, because such a successor has the f of its parent, so that a search
/// expands it soon. Then its value need not be computed from the state again,
/// and the memory that its own successors need was prefetched early.
struct Kept<'a, B: Board, E: Foresight> {
    estimator: &'a E,
    /// States and their values. Each is at a place that its word gives. A later
    /// state takes the place of an earlier one.
    kept: Vec<(B::Word, E::Value)>,
    /// The values of a node and of its last successor.
    values: [E::Value; 2],
    /// The estimate of the node, or 0 if no value is to be kept.
    h: u32,
}

/// The place of a state among those that are kept.
#[inline(always)]
fn place_of<W: Word>(word: W) -> usize {
    (word.hash() >> (u64::BITS - PLACES.ilog2())) as usize
}

/// Prefetches what steps by some slides will read.
#[inline(always)]
fn fetch<B: Board, E: Foresight>(
    estimator: &E,
    value: &E::Value,
    slides: impl Iterator<Item = Slide>,
    state: &State<B>,
) {
    let (mut all, mut len) = ([Slide { tile: 0, from: 0, to: 0 }; Move::ALL.len()], 0);
    for (place, slide) in all.iter_mut().zip(slides) {
        (*place, len) = (slide, len + 1);
    }
    estimator.fetch_all(value, &all[..len], state);
}

/// [`Kept`] for the boards that people compare, 4x4 and 5x5. For the others, its code would
/// cost more than it gains.
pub(crate) fn kept<B: Board, E: Foresight>(estimator: &E) -> Option<PathValues<'_, B>> {
    let is_compared = const {
        match B::SHAPE {
            Some(shape) => shape.size().cells() >= E::LEAST_CELLS,
            None => false,
        }
    };
    if is_compared { Some(Box::new(Kept::new(estimator))) } else { None }
}

impl<'a, B: Board, E: Foresight> Kept<'a, B, E> {
    /// Nothing is kept at first.
    fn new(estimator: &'a E) -> Self {
        // No state has the empty word.
        let kept = vec![(B::Word::EMPTY, E::Value::default()); PLACES];
        Self { estimator, kept, values: [E::Value::default(); 2], h: 0 }
    }

    /// Computes the value of a node, and prefetches what its successors need.
    #[inline(always)]
    fn compute(&mut self, state: &State<B>, value: impl Fn(&E) -> E::Value) {
        self.values[0] = value(self.estimator);
        let slides = state.moves().map(|m| { *state }.apply(m));
        fetch(self.estimator, &self.values[0], slides, state);
    }

    /// Keeps the value of a state whose blank came from a cell.
    #[inline(always)]
    fn keep(&mut self, state: &State<B>, value: E::Value, from: usize) {
        let kept = &mut self.kept[place_of(state.word())];
        *kept = (state.word(), value);
        let slides = state.moves().map(|m| { *state }.apply(m));
        fetch(self.estimator, &kept.1, slides.filter(|slide| slide.from != from), state);
    }
}

impl<B: Board, E: Foresight> Values<B> for Kept<'_, B, E> {
    type Value = Place;

    fn is_consistent(&self) -> bool {
        self.estimator.is_consistent()
    }

    fn root(&mut self, state: &State<B>) -> Place {
        self.h = 0;
        self.compute(state, |estimator| estimator.root(state));
        Place::first(self.estimator.estimate(self.values[0]))
    }

    fn resume(&mut self, state: &State<B>, estimate: u32) -> Place {
        self.h = estimate;
        let (word, kept) = self.kept[place_of(state.word())];
        if word == state.word() {
            self.values[0] = kept;
        } else {
            self.compute(state, |estimator| estimator.resume(state, estimate));
        }
        Place::first(estimate)
    }

    fn step_below(
        &mut self,
        from: Place,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Place> {
        let value = self.estimator.step_below(self.values[from.number()], slide, state, limit)?;
        let place = from.next(self.estimator.estimate(value));
        self.values[place.number()] = value;
        if place.h() < self.h {
            self.keep(state, value, slide.to);
        }
        Some(place)
    }

    fn h(&self, place: Place) -> u32 {
        place.h()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use optile_core::Rect;

    use super::*;

    type Fifteen = Rect<4, 4>;

    /// The Manhattan distance of the first tile to the first cell. Counts the
    /// states from which it was computed.
    #[derive(Default)]
    struct FirstTile {
        roots: AtomicUsize,
    }

    impl Estimator for FirstTile {
        type Value = u32;

        fn is_consistent(&self) -> bool {
            true
        }

        fn root<B: Board>(&self, state: &State<B>) -> u32 {
            self.roots.fetch_add(1, Relaxed);
            let cell = (0..state.board().cells()).find(|&cell| state.tile(cell) == 1);
            state.board().distance(0, cell.expect("every board has this tile"))
        }

        fn step<B: Board>(&self, value: u32, slide: Slide, state: &State<B>) -> u32 {
            if slide.tile == 1 { state.board().distance(0, slide.to) } else { value }
        }

        fn estimate(&self, value: u32) -> u32 {
            value
        }
    }

    impl Foresight for FirstTile {
        const LEAST_CELLS: usize = 16;

        fn fetch_all<B: Board>(&self, _: &u32, _: &[Slide], _: &State<B>) {}
    }

    /// The states that slides make from a state, and their estimates.
    fn expand(
        values: &mut Kept<'_, Fifteen, FirstTile>,
        state: State<Fifteen>,
        h: u32,
    ) -> Vec<(State<Fifteen>, u32)> {
        let here = values.resume(&state, h);
        let step = |m| {
            let mut next = state;
            let slide = next.apply(m);
            (next, values.step(here, slide, &next).h())
        };
        state.moves().map(step).collect()
    }

    #[test]
    fn only_successors_with_a_lower_estimate_are_kept() {
        let estimator = FirstTile::default();
        let mut values = Kept::new(&estimator);
        // The first tile is on the second cell, and the blank on the first.
        let start = State::goal(Rect::<4, 4>, 0);
        let successors = expand(&mut values, start, 1);
        assert_eq!(estimator.roots.load(Relaxed), 1);
        for (state, h) in successors {
            let before = estimator.roots.load(Relaxed);
            for (next, found) in expand(&mut values, state, h) {
                let cell = (0..16).find(|&cell| next.tile(cell) == 1).unwrap();
                assert_eq!(found, next.board().distance(0, cell));
            }
            let computed = estimator.roots.load(Relaxed) - before;
            assert_eq!(computed, usize::from(h == 1), "h {h}");
        }
    }
}
