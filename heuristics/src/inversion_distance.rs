use optile_core::{Board, Estimator, Heuristic, Meter, Slide, State, Stop};

use crate::lines::{Columns, Lines, Rows, is_ahead, is_vertical};

/// The moves that it takes to bring tiles into the order in which the goal has
/// them (K. Takahashi, known as takaken, How to write a 15-puzzle solver, on
/// his web site).
///
/// Read the board row by row and leave out the blank. A tile that goes up or
/// down on a board of width w passes w - 1 others, so it changes the number of
/// *inversions*, pairs in an order that is not the goal's, by w - 1 at most,
/// and one that goes left or right passes none. Hence the moves up and down
/// are at least the inversions divided by w - 1. Read column by column,
/// likewise for moves to the sides.
///
/// Moves up and down are also odd or even as the blank's row and the goal's
/// tell. On boards of even width that follows from the number of inversions,
/// which is how the bound was first described; on others it makes it better.
///
/// # By steps
///
/// A node carries both numbers of inversions and both bounds. Only the tiles
/// that are passed have to be compared. A move up or down changes what the
/// inversions alone ask for by one at most, and which of odd and even it must
/// be, so it changes the bound by exactly one: it is consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct InversionDistance;

/// [`InversionDistance`] toward one goal.
#[derive(Clone, Debug)]
pub struct InversionDistanceEstimator {
    goal_blank: usize,
    /// By tile, where the goal has it, read column by column. Row by row it is
    /// the tile itself.
    ranks: [u8; 32],
}

/// What a node carries for inversion distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inversions {
    /// Read row by row, and moves up and down.
    rows: Order,
    /// Read column by column, and moves to the sides.
    columns: Order,
}

impl Inversions {
    /// The bound.
    #[inline(always)]
    pub(crate) fn bound(self) -> u32 {
        u32::from(self.rows.moves + self.columns.moves)
    }
}

/// One reading of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Order {
    /// Pairs in the wrong order, at most 276.
    inversions: u16,
    /// Moves that it takes at least.
    moves: u16,
}

impl Order {
    fn root<B: Board, L: Lines>(
        state: &State<B>,
        goal_blank: usize,
        rank: impl Fn(usize) -> usize,
    ) -> Self {
        // In the order of reading.
        let cells = (0..L::count::<B>())
            .flat_map(|line| (0..L::length::<B>()).map(move |place| L::cell::<B>(line, place)));
        let cells = cells.filter(|&cell| cell != state.blank());
        let (mut met, mut inversions) = (0u32, 0);
        for rank in cells.map(|cell| rank(state.tile(cell))) {
            inversions += (met >> rank).count_ones();
            met |= 1 << rank;
        }
        let [here, there] = [state.blank(), goal_blank].map(L::line::<B>);
        let moves = inversions.div_ceil(L::length::<B>() as u32 - 1);
        let moves = moves + ((moves ^ here.abs_diff(there) as u32) & 1);
        Self { inversions: inversions as u16, moves: moves as u16 }
    }

    /// After a slide to another line.
    #[inline(always)]
    fn step<B: Board, L: Lines>(
        self,
        slide: Slide,
        state: &State<B>,
        rank: impl Fn(usize) -> usize,
    ) -> Self {
        let (length, own) = (L::length::<B>(), rank(slide.tile));
        let first = if is_ahead(slide) { slide.from } else { slide.to };
        let (line, place) = (L::line::<B>(first), L::place::<B>(first));
        // Those between the two cells: the rest of a line, then the beginning
        // of the next one.
        let is_higher = |place: usize| {
            let wraps = usize::from(place >= length);
            let cell = L::cell::<B>(line + wraps, place - wraps * length);
            u16::from(rank(state.tile(cell)) > own)
        };
        let passed = length as u16 - 1;
        let higher: u16 = (1..length).map(|distance| is_higher(place + distance)).sum();
        let lower = passed - higher;
        let (made, undone) = if is_ahead(slide) { (higher, lower) } else { (lower, higher) };
        let inversions = self.inversions + made - undone;
        let fewer = self.moves.wrapping_sub(1);
        let is_enough = self.moves > 0 && fewer * passed >= inversions;
        Self { inversions, moves: if is_enough { fewer } else { self.moves + 1 } }
    }
}

impl Heuristic for InversionDistance {
    const CONSISTENT: bool = true;
    type Estimator<B: Board> = InversionDistanceEstimator;

    fn toward<B: Board>(
        &self,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<InversionDistanceEstimator, Stop> {
        let mut ranks = [0; 32];
        for (tile, rank) in ranks.iter_mut().enumerate().take(B::CELLS).skip(1) {
            let cell = State::<B>::goal_cell(tile, goal_blank);
            *rank = (Columns::line::<B>(cell) * B::HEIGHT + Columns::place::<B>(cell)) as u8;
        }
        Ok(InversionDistanceEstimator { goal_blank, ranks })
    }
}

impl<B: Board> Estimator<B> for InversionDistanceEstimator {
    type Value = Inversions;

    fn root(&self, state: &State<B>) -> Inversions {
        let by_column = |tile| usize::from(self.ranks[tile]);
        Inversions {
            rows: Order::root::<B, Rows>(state, self.goal_blank, |tile| tile),
            columns: Order::root::<B, Columns>(state, self.goal_blank, by_column),
        }
    }

    #[inline(always)]
    fn step(&self, value: Inversions, slide: Slide, state: &State<B>) -> Inversions {
        if is_vertical(slide) {
            Inversions { rows: value.rows.step::<B, Rows>(slide, state, |tile| tile), ..value }
        } else {
            let by_column = |tile| usize::from(self.ranks[tile & 31]);
            let columns = value.columns.step::<B, Columns>(slide, state, by_column);
            Inversions { columns, ..value }
        }
    }

    #[inline(always)]
    fn estimate(&self, value: Inversions) -> u32 {
        value.bound()
    }
}
