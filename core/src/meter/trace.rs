//! What a watched search tells of each of its expansions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{Arrangement, Board, State};

/// A node that a search is about to expand, as it tells its meter.
///
/// ```
/// use optile_core::{Expansion, Rect, State};
/// let goal = State::goal(Rect::<3, 3>, 0);
/// let expansion = Expansion::new(&goal, 31).with_h(0).on_side(1);
/// # let _ = expansion;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Expansion<B: Board> {
    state: State<B>,
    g: u32,
    h: Option<u32>,
    side: usize,
}

impl<B: Board> Expansion<B> {
    /// The expansion of a state that was reached by `g` moves from the start.
    #[inline(always)]
    pub fn new(state: &State<B>, g: u32) -> Self {
        Self { state: *state, g, h: None, side: 0 }
    }

    /// The same with the estimate of the state, if the search knows it.
    #[inline(always)]
    pub fn with_h(self, h: impl Into<Option<u32>>) -> Self {
        Self { h: h.into(), ..self }
    }

    /// The same on a side of the search: 0 for forward, 1 for backward. On the
    /// backward side, g counts the moves from the goal, and h estimates those
    /// to the start.
    #[inline(always)]
    pub fn on_side(self, side: usize) -> Self {
        Self { side, ..self }
    }
}

/// One expansion of a [`Trace`]. Its board has the labels of the
/// [`Task`](crate::Task), whose goal has its tiles in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// The state that was expanded.
    pub state: Arrangement,
    /// Moves from the start, or from the goal on the backward side.
    pub g: u32,
    /// The estimate, if the search knew it.
    pub h: Option<u32>,
    /// 0 for forward and 1 for backward.
    pub side: usize,
    /// [`Counters::layers`](crate::Counters::layers) at this time.
    pub iteration: u64,
}

/// The expansions of one search, in their order. Clones share them, so that one
/// reads what a meter with another writes. If a search has several threads, the
/// order is that in which they expanded.
#[derive(Clone, Debug)]
pub struct Trace {
    most: usize,
    rows: Arc<Mutex<Vec<Traced>>>,
}

impl Trace {
    /// An empty trace, which keeps at most this number of expansions. Those
    /// after them are counted by the meter alone.
    pub fn new(most: usize) -> Self {
        Self { most, rows: Arc::default() }
    }

    /// Takes the expansions out.
    pub fn take(&self) -> Vec<Traced> {
        std::mem::take(&mut self.rows())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn add<B: Board>(&self, expansion: &Expansion<B>, iteration: u64) {
        let mut rows = self.rows();
        if rows.len() < self.most {
            let &Expansion { state, g, h, side } = expansion;
            rows.push(Traced { state: state.arrangement(), g, h, side, iteration });
        }
    }

    fn rows(&self) -> MutexGuard<'_, Vec<Traced>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
