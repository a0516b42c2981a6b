//! The order in which a search tries moves.

use optile_core::{Move, MoveOrder};

/// An order of moves. If it is a constant, it is that of the plain search.
pub(crate) trait Order: Copy + Send + Sync {
    /// Whether a search is compiled for each last move. It is then a tenth
    /// faster, and has five times as much code.
    const KNOWS_LAST: bool;

    /// Whether a search may remember states. Such a search makes one more test
    /// per node even if there is no table. To compile both cases separately
    /// would take twice as long.
    const MAY_REMEMBER: bool;

    /// The four moves, first tried first.
    fn moves(self) -> [Move; 4];
}

/// [`MoveOrder::KORF`] as a constant. The choice of the next move then takes no
/// time. A search is at least a third faster than with a [`MoveOrder`], where
/// every move is a jump through a table.
#[derive(Clone, Copy)]
pub(crate) struct Korf<const KNOWS_LAST: bool>;

impl<const KNOWS_LAST: bool> Order for Korf<KNOWS_LAST> {
    const KNOWS_LAST: bool = KNOWS_LAST;
    const MAY_REMEMBER: bool = false;

    #[inline(always)]
    fn moves(self) -> [Move; 4] {
        Move::ALL
    }
}

impl Order for MoveOrder {
    const KNOWS_LAST: bool = false;
    const MAY_REMEMBER: bool = true;

    #[inline(always)]
    fn moves(self) -> [Move; 4] {
        MoveOrder::moves(self)
    }
}

/// Does `$body` for four moves in this order. `$M` is the number of the move, as a constant.
macro_rules! each_move {
    ($order:expr, $M:ident => $body:expr) => {{
        let [first, second, third, fourth] = $order;
        each_move!(@number first, $M => $body);
        each_move!(@number second, $M => $body);
        each_move!(@number third, $M => $body);
        each_move!(@number fourth, $M => $body);
    }};
    (@number $m:ident, $M:ident => $body:expr) => {
        match $m {
            Move::Up => { const $M: usize = 0; $body }
            Move::Left => { const $M: usize = 1; $body }
            Move::Right => { const $M: usize = 2; $body }
            Move::Down => { const $M: usize = 3; $body }
        }
    };
}

pub(super) use each_move;
