//! The plane: where a search went, by the moves from the start and the moves to the goal.
//!
//! Optimal paths are its diagonal from the upper left to the lower right. Below it there is
//! nothing. The farther a state is from the diagonal, the longer is the way through it.

use std::collections::BTreeMap;

use optile_core::{Arrangement, Problem, Shaped};
use optile_runner::instances::space::{Oracle, small_board};

use crate::trace::WatchedSearch;
use crate::trace::lists::{Lists, Met};

/// The states of one cell of a plane, and how many of them a search had expanded or generated.
/// Arrays have the forward side first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaneCell {
    /// Moves from the start.
    pub x: u32,
    /// Moves to the goal.
    pub y: u32,
    /// States of the cell: all there are on boards of up to nine cells, on others those that
    /// were met.
    pub states: u64,
    /// States that a side had expanded.
    pub closed: [u64; 2],
    /// States that a side had generated and not expanded.
    pub open: [u64; 2],
}

/// The places of states on the plane of a problem.
#[derive(Debug)]
pub struct Plane {
    /// The start and the goal, on boards of up to nine cells.
    exact: Option<(End, End)>,
    /// How many states each exact place has.
    states: BTreeMap<(u32, u32), u64>,
}

/// An end of a problem, with the distance of every state to it.
#[derive(Debug)]
struct End {
    board: Arrangement,
    space: Oracle<Shaped<u64>>,
}

impl End {
    /// `None` if the board has too many states.
    fn of(board: &Arrangement) -> Option<Self> {
        let space = Oracle::shaped(small_board(board.size())?, board.blank());
        Some(Self { board: *board, space })
    }

    /// The distance of a board; `None` if no moves lead here.
    fn distance(&self, board: &Arrangement) -> Option<u32> {
        self.space.length(&Problem::new(*board, self.board).ok()?)
    }
}

impl Plane {
    /// The plane of a problem.
    pub fn of(problem: &Problem) -> Self {
        let exact = End::of(problem.start()).zip(End::of(problem.goal()));
        let mut states = BTreeMap::new();
        if let Some((start, goal)) = &exact {
            for (board, y) in goal.space.boards(&goal.board) {
                if let Some(x) = start.distance(&board) {
                    *states.entry((x, y)).or_default() += 1;
                }
            }
        }
        Self { exact, states }
    }

    /// Whether places are moves from the start and moves to the goal. On larger boards, the
    /// forward side has its g and its estimate in their place, and the backward side its estimate
    /// and its g.
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    /// What a search had done after `step` of its expansions. The cells are in order of their
    /// places.
    pub fn cells(&self, search: &WatchedSearch, step: usize) -> Vec<PlaneCell> {
        let mut lists = Lists::of(search);
        search.rows.iter().take(step).for_each(|row| lists.expand(row));
        let mut cells: BTreeMap<(u32, u32), PlaneCell> = BTreeMap::new();
        for (&(x, y), &states) in &self.states {
            cells.insert((x, y), PlaneCell { x, y, states, ..PlaneCell::default() });
        }
        for side in 0..2 {
            for (board, met) in lists.side(side) {
                let (x, y) = self.place(side, board, met, search);
                let new = || PlaneCell { x, y, ..PlaneCell::default() };
                let cell = cells.entry((x, y)).or_insert_with(new);
                cell.states += u64::from(self.exact.is_none());
                cell.closed[side] += u64::from(met.is_closed);
                cell.open[side] += u64::from(met.is_open && !met.is_closed);
            }
        }
        cells.into_values().collect()
    }

    fn place(
        &self,
        side: usize,
        board: &Arrangement,
        met: &Met,
        search: &WatchedSearch,
    ) -> (u32, u32) {
        let place =
            |(start, goal): &(End, End)| Some((start.distance(board)?, goal.distance(board)?));
        self.exact.as_ref().and_then(place).unwrap_or_else(|| {
            let h = search.estimates.of(side, board).unwrap_or(0);
            if side == 0 { (met.g, h) } else { (h, met.g) }
        })
    }
}
