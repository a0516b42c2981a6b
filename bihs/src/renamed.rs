//! Values of states whose tiles are renamed.

use optile_core::{Board, Labels, PathValues, Place, Slide, State, Values};

/// The values of a node and of its successors toward the start, whose tiles are in order under other
/// names.
pub(crate) struct Renamed<'a, B: Board> {
    labels: Labels,
    values: PathValues<'a, B>,
    /// The renamed node, and its last successor.
    states: [State<B>; 2],
}

impl<'a, B: Board> Renamed<'a, B> {
    /// Renames the tiles of states before these values see them.
    pub(crate) fn new(labels: Labels, values: PathValues<'a, B>, board: B) -> Self {
        Self { labels, values, states: [State::goal(board, 0); 2] }
    }
}

impl<B: Board> Values<B> for Renamed<'_, B> {
    type Value = Place;

    fn is_consistent(&self) -> bool {
        self.values.is_consistent()
    }

    fn root(&mut self, state: &State<B>) -> Place {
        self.states[0] = self.labels.rename(state);
        self.values.root(&self.states[0])
    }

    fn resume(&mut self, state: &State<B>, estimate: u32) -> Place {
        self.states[0] = self.labels.rename(state);
        self.values.resume(&self.states[0], estimate)
    }

    fn step_below(&mut self, from: Place, slide: Slide, _: &State<B>, limit: u32) -> Option<Place> {
        let slide = self.labels.rename_slide(slide);
        self.states[1] = self.states[0].after(slide);
        self.values.step_below(from, slide, &self.states[1], limit)
    }

    fn h(&self, place: Place) -> u32 {
        place.h()
    }
}
