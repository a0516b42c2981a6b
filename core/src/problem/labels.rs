//! Renamed tiles, with which every heuristic estimates the moves to the start.

use crate::{Board, Problem, Slide, State, Word};

/// New names for the tiles of a board, with which a state becomes the one with
/// its tiles in order and the blank where it was.
///
/// Renaming tiles changes no distance. The distance from a state n to a state s
/// is that from the renamed n to the renamed s, which is an ordinary goal. So
/// any heuristic toward goals in order estimates it, a pattern database too.
#[derive(Clone, Debug)]
pub struct Labels([u8; 32]);

impl Labels {
    /// The names by which the tiles of a problem's start are in order, given
    /// those by which searches know the tiles: the goal's are in order.
    pub fn of(problem: &Problem) -> Self {
        let in_order = |tiles: &[u8]| {
            let mut names = [0; 32];
            let tiles = tiles.iter().filter(|&&tile| tile != 0);
            for (&tile, name) in tiles.zip(1..) {
                names[usize::from(tile) & 31] = name;
            }
            names
        };
        let by_goal = in_order(problem.goal().tiles());
        let by_start = in_order(problem.start().tiles());
        let mut labels = [0; 32];
        for (goal, start) in by_goal.into_iter().zip(by_start) {
            labels[usize::from(goal) & 31] = start;
        }
        Self(labels)
    }

    /// The new name of each tile.
    pub fn names(&self) -> &[u8; 32] {
        &self.0
    }

    #[inline(always)]
    fn name(&self, tile: usize) -> usize {
        self.0[tile & 31].into()
    }

    /// A state with renamed tiles.
    #[inline]
    pub fn rename<B: Board>(&self, state: &State<B>) -> State<B> {
        let mut word = B::Word::default();
        for cell in 0..state.board().cells() {
            word = word.put(cell, self.name(state.tile(cell)));
        }
        State::from_parts(state.board(), word, state.blank())
    }

    /// A slide of the renamed tile.
    #[inline]
    pub fn rename_slide(&self, Slide { tile, from, to }: Slide) -> Slide {
        Slide { tile: self.name(tile), from, to }
    }
}
