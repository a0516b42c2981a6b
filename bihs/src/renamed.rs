//! Values of states whose tiles are renamed.

use optile_core::{Board, Labels, PathEstimates, Slide, State};

/// Two places for values toward the start, whose tiles are in order under other
/// names.
pub(crate) struct Renamed<'a, B: Board> {
    labels: Labels,
    values: Box<dyn PathEstimates<B> + 'a>,
    /// The renamed states at the two places.
    states: [State<B>; 2],
}

impl<'a, B: Board> Renamed<'a, B> {
    /// Renames the tiles of states before these values see them.
    pub(crate) fn new(labels: Labels, values: Box<dyn PathEstimates<B> + 'a>, board: B) -> Self {
        Self { labels, values, states: [State::goal(board, 0); 2] }
    }
}

impl<B: Board> PathEstimates<B> for Renamed<'_, B> {
    fn is_consistent(&self) -> bool {
        self.values.is_consistent()
    }

    fn begin(&mut self, place: usize, state: &State<B>) -> u32 {
        self.states[place] = self.labels.rename(state);
        self.values.begin(place, &self.states[place])
    }

    fn resume(&mut self, place: usize, state: &State<B>, estimate: u32) {
        self.states[place] = self.labels.rename(state);
        self.values.resume(place, &self.states[place], estimate);
    }

    fn step(
        &mut self,
        from: usize,
        to: usize,
        slide: Slide,
        _: &State<B>,
        limit: u32,
    ) -> Option<u32> {
        let slide = self.labels.rename_slide(slide);
        self.states[to] = self.states[from].after(slide);
        self.values.step(from, to, slide, &self.states[to], limit)
    }
}
