//! Tables about the boards of one size.

use std::sync::OnceLock;

use crate::{MAX_CELLS, Move, MoveOrder, Moves, Size};

/// Tables about the boards of one size: legal moves, and the successors of each
/// cell of the blank.
///
/// The shape of a constant board ([`crate::Rect`]) is a constant. All other
/// boards ([`crate::Shaped`]) read it from memory. Tables indexed by cells have
/// 32 rows, so that five bits are always a valid index and no index is checked.
#[derive(Debug)]
pub struct Shape {
    size: Size,
    steps: [usize; 4],
    rows: [u8; 32],
    columns: [u8; 32],
    legal: [Moves; 32],
    onward: [[Onward; 32]; 5],
    expansions: [[Steps; 16]; 32],
}

/// The moves of a node that do not take back the move that led there.
#[derive(Clone, Copy, Debug)]
pub struct Onward {
    /// The moves.
    pub moves: Moves,
    /// How many they are. Programs are compiled by default for processors
    /// without a fast instruction that counts bits.
    pub count: u8,
}

/// Some moves of the blank from one cell, in the order of their letters.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    steps: [Step; 4],
    count: u8,
}

/// One move of [`Steps`].
#[derive(Clone, Copy, Debug)]
pub struct Step {
    m: u8,
    from: u8,
    onward: u8,
}

impl Step {
    /// The move.
    #[inline(always)]
    pub const fn m(self) -> Move {
        Move::ALL[(self.m & 3) as usize]
    }

    /// The cell of the tile, to which the blank goes.
    #[inline(always)]
    pub const fn from(self) -> usize {
        (self.from & 31) as usize
    }

    /// [`Moves::bits`] of the moves to try from there.
    #[inline(always)]
    pub const fn onward(self) -> usize {
        self.onward as usize
    }
}

impl Steps {
    /// The moves, in the order of their letters.
    #[inline(always)]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.count & 7)]
    }
}

/// The value for the last move if there is none.
pub const NO_MOVE: usize = 4;

impl Shape {
    /// The shape of a size. It is made when the process first asks for it.
    pub fn of(size: Size) -> &'static Self {
        static SHAPES: [OnceLock<Box<Shape>>; Size::COUNT] =
            [const { OnceLock::new() }; Size::COUNT];
        SHAPES[size.number()].get_or_init(|| Box::new(Self::new(size)))
    }

    /// What each move adds to the blank's cell, wrapping around. This is a
    /// table, because compilers turn a `match` into a jump, and no processor
    /// can predict which move comes next.
    pub(crate) const fn steps(size: Size) -> [usize; 4] {
        [size.width().wrapping_neg(), 1usize.wrapping_neg(), 1, size.width()]
    }

    /// A shape without moves. It is copied: to fill its tables place by place would take twenty
    /// kilobytes of code.
    const EMPTY: Self = Self {
        size: Size::of_sides(2, 2),
        steps: [0; 4],
        rows: [0; 32],
        columns: [0; 32],
        legal: [Moves::NONE; 32],
        onward: [[Onward { moves: Moves::NONE, count: 0 }; 32]; 5],
        expansions: [[Steps { steps: [Step { m: 0, from: 0, onward: 0 }; 4], count: 0 }; 16]; 32],
    };

    /// The shape of a size, to be made a constant.
    pub(crate) const fn new(size: Size) -> Self {
        let (width, height) = (size.width(), size.height());
        let mut shape = Self { size, steps: Self::steps(size), ..Self::EMPTY };
        let mut cell = 0;
        while cell < width * height {
            let (row, column) = (cell / width, cell % width);
            shape.rows[cell] = row as u8;
            shape.columns[cell] = column as u8;
            let mut legal = Moves::NONE;
            if row > 0 {
                legal = legal.with(Move::Up);
            }
            if column > 0 {
                legal = legal.with(Move::Left);
            }
            if column + 1 < width {
                legal = legal.with(Move::Right);
            }
            if row + 1 < height {
                legal = legal.with(Move::Down);
            }
            shape.legal[cell] = legal;
            let mut last = 0;
            while last <= NO_MOVE {
                let moves = if last < 4 { legal.without(Move::ALL[last].inverse()) } else { legal };
                shape.onward[last][cell] = Onward { moves, count: moves.len() as u8 };
                last += 1;
            }
            cell += 1;
        }
        shape.fill_expansions();
        shape
    }

    const fn fill_expansions(&mut self) {
        let mut cell = 0;
        while cell < self.size.cells() {
            let mut set = 0;
            while set < 16 {
                self.expansions[cell][set] = self.expansion_of(cell, set);
                set += 1;
            }
            cell += 1;
        }
    }

    /// The moves of a set, given as bits, that are legal from a cell.
    // If it were inlined, the loop over the sets would be unrolled, which makes
    // twenty kilobytes of code for a table that is made once.
    #[inline(never)]
    const fn expansion_of(&self, cell: usize, set: usize) -> Steps {
        let mut expansion = Steps { steps: [Step { m: 0, from: 0, onward: 0 }; 4], count: 0 };
        let mut i = 0;
        while i < 4 {
            let m = MoveOrder::LEXICOGRAPHIC.moves()[i];
            if Moves::of_bits(set).contains(m) && self.legal[cell].contains(m) {
                let from = cell.wrapping_add(self.steps[m as usize]);
                let onward = self.legal[from].without(m.inverse()).bits() as u8;
                expansion.steps[expansion.count as usize] =
                    Step { m: m as u8, from: from as u8, onward };
                expansion.count += 1;
            }
            i += 1;
        }
        expansion
    }

    /// The size.
    #[inline(always)]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What to add to the blank's cell for the move `m`, wrapping around.
    #[inline(always)]
    pub const fn step(&self, m: Move) -> usize {
        self.steps[m as usize]
    }

    /// The row of a cell.
    #[inline(always)]
    pub const fn row(&self, cell: usize) -> usize {
        self.rows[cell & 31] as usize
    }

    /// The column of a cell.
    #[inline(always)]
    pub const fn column(&self, cell: usize) -> usize {
        self.columns[cell & 31] as usize
    }

    /// The moves that the blank can make from a cell. Cells after the last one
    /// have none.
    #[inline(always)]
    pub const fn legal(&self, cell: usize) -> Moves {
        self.legal[cell & 31]
    }

    /// The moves to try, given the discriminant of the last move, or
    /// [`NO_MOVE`], and the blank's cell.
    #[inline(always)]
    pub const fn onward(&self, last: usize, cell: usize) -> Onward {
        self.onward[last][cell & 31]
    }

    /// The moves of a set, given as bits, that are legal from a cell.
    #[inline(always)]
    pub const fn expansion(&self, cell: usize, moves: usize) -> &Steps {
        &self.expansions[cell & 31][moves & 15]
    }
}

const _: () = assert!(MAX_CELLS <= 32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stay_on_every_board_and_can_be_taken_back() {
        for size in Size::all() {
            let shape = Shape::of(size);
            let mut steps = 0;
            for cell in 0..32 {
                for m in shape.legal(cell) {
                    let to = cell.wrapping_add(shape.step(m));
                    assert!(to < size.cells());
                    let apart = shape.row(cell).abs_diff(shape.row(to))
                        + shape.column(cell).abs_diff(shape.column(to));
                    assert_eq!(apart, 1);
                    assert!(shape.legal(to).contains(m.inverse()));
                    assert_eq!(to.wrapping_add(shape.step(m.inverse())), cell);
                    let onward = shape.onward(m as usize, to);
                    assert_eq!(onward.moves, shape.legal(to).without(m.inverse()));
                    assert_eq!(usize::from(onward.count), onward.moves.len());
                    steps += 1;
                }
                assert_eq!(shape.onward(NO_MOVE, cell).moves, shape.legal(cell));
            }
            let (w, h) = (size.width(), size.height());
            assert_eq!(steps, 2 * ((w - 1) * h + w * (h - 1)));
        }
    }

    #[test]
    fn expansions_are_in_the_order_of_letters() {
        for size in Size::all() {
            let shape = Shape::of(size);
            for cell in 0..size.cells() {
                for set in 0..16 {
                    let steps: Vec<Step> = shape.expansion(cell, set).steps().to_vec();
                    let moves: Vec<Move> = steps.iter().map(|step| step.m()).collect();
                    let expected = MoveOrder::LEXICOGRAPHIC.moves().into_iter().filter(|&m| {
                        Moves::of_bits(set).contains(m) && shape.legal(cell).contains(m)
                    });
                    assert_eq!(moves, expected.collect::<Vec<_>>());
                    for step in steps {
                        assert_eq!(step.from(), cell.wrapping_add(shape.step(step.m())));
                        let onward = shape.legal(step.from()).without(step.m().inverse());
                        assert_eq!(step.onward(), onward.bits());
                    }
                }
            }
        }
    }
}
