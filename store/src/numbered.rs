use std::sync::OnceLock;

use optile_core::{
    Board, Meter, Move, MoveOrder, Moves, NO_MOVE, Shape, Size, Slide, State, Stop, Word,
    factorial, filled, reachable,
};

use crate::{Closed, Costs, Mark, Memory, Slot, Space, Successor};

/// A space of at most nine cells: nodes carry a number among all states, and
/// the closed table is an array.
///
/// The number is the inversion table of the tiles in reading order (D. E.
/// Knuth, The Art of Computer Programming, volume 3, section 5.1.1), read as a
/// number of mixed radix, times the cells, plus the blank's cell. Digit `t`
/// says how many tiles below `t` stand after it, so it is below `t` and its
/// weight is `(t - 1)!`. The parity of the digits' sum is that of the
/// permutation, which the blank's row fixes; so the digit of tile 2 is left
/// out and all other weights are halved.
///
/// Unlike a rank by Cantor expansion this number is kept up to date cheaply: a
/// move along a row changes no digit, and one along a column takes a tile past
/// as many others as the board is wide less one; of each such pair only the
/// larger tile's digit changes, by one.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<B> {
    board: B,
    /// Those of the board, if they are no constant.
    tables: &'static Tables,
}

/// The most cells of a board with such a space.
const MOST_CELLS: usize = 9;

/// A node of a [`Numbered`] space: from the lowest bit on the tiles as in a
/// packed state, the blank's cell with the moves to try, and the number. One
/// addition then changes the last two together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberedNode(u64);

const TILES: u64 = (1 << CLASS) - 1;
const CLASS: u32 = 36;
const NUMBER: u32 = 44;
/// How many classes there can be.
const CLASSES: usize = 9 << 4;

/// What the expansion of a node depends on besides its tiles: the blank's
/// cell and the moves to try.
const fn class(blank: usize, moves: Moves) -> usize {
    blank << 4 | moves.bits()
}

/// The moves to try from nodes of one class.
#[derive(Clone, Copy, Debug)]
struct Expansion {
    steps: [Step; 4],
    count: usize,
}

/// One move from nodes of one class.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// A one at the two cells: a tile times this leaves one and enters the
    /// other.
    cells: u64,
    /// What to add to the node for its class and the blank's cell.
    change: u64,
    /// Where the tile comes from.
    from: u8,
    /// Where it goes to.
    to: u8,
    /// The shift to the first tile that is passed.
    passed: u8,
    /// The move.
    m: u8,
    /// Which way tiles are passed, see [`Tables::passes`].
    direction: u8,
}

impl Step {
    const NONE: Self = Self { cells: 0, change: 0, from: 0, to: 0, passed: 0, m: 0, direction: 0 };
}

impl Expansion {
    const NONE: Self = Self { steps: [Step::NONE; 4], count: 0 };
}

/// What nodes of one size change by.
#[derive(Debug)]
struct Tables {
    /// By [`class`].
    expansions: [Expansion; CLASSES],
    /// What to add to the node when a tile passes another: by direction (0
    /// along a row, so that nothing is passed; 1 to the right; 2 to the left),
    /// then the tile, then the other.
    passes: [u64; 3 << 8],
    /// By tile, what each smaller one after it adds to the number.
    weights: [u64; 16],
}

impl Tables {
    /// Those of a shape; empty where there is none, or it has too many cells.
    const fn new(shape: Option<&Shape>) -> Self {
        let mut tables =
            Self { expansions: [Expansion::NONE; CLASSES], passes: [0; 3 << 8], weights: [0; 16] };
        if let Some(shape) = shape
            && shape.size().cells() <= MOST_CELLS
        {
            tables.fill_expansions(shape);
            tables.fill_weights(shape.size().cells());
            tables.fill_passes(shape.size().cells());
        }
        tables
    }

    const fn fill_expansions(&mut self, shape: &Shape) {
        let mut blank = 0;
        while blank < shape.size().cells() {
            let mut last = 0;
            while last <= NO_MOVE {
                let moves = shape.onward(last, blank).moves;
                self.expansions[class(blank, moves)] = expansion(shape, blank, moves);
                last += 1;
            }
            blank += 1;
        }
    }

    const fn fill_passes(&mut self, cells: usize) {
        let mut tile = 1;
        while tile < cells {
            let mut other = 1;
            while other < cells {
                let right = if tile > other {
                    self.weights[tile].wrapping_neg()
                } else {
                    self.weights[other]
                };
                self.passes[1 << 8 | tile << 4 | other] = right << NUMBER;
                self.passes[2 << 8 | tile << 4 | other] = right.wrapping_neg() << NUMBER;
                other += 1;
            }
            tile += 1;
        }
    }

    const fn fill_weights(&mut self, cells: usize) {
        let mut tile = 3;
        while tile < cells {
            self.weights[tile] = factorial(tile - 1) as u64 / 2 * cells as u64;
            tile += 1;
        }
    }
}

const fn expansion(shape: &Shape, blank: usize, moves: Moves) -> Expansion {
    let mut expansion = Expansion::NONE;
    let mut i = 0;
    while i < 4 {
        let m = MoveOrder::LEXICOGRAPHIC.moves()[i];
        i += 1;
        if !moves.contains(m) {
            continue;
        }
        let from = blank.wrapping_add(shape.step(m));
        let then = class(from, shape.onward(m as usize, from).moves);
        let classes = (then as u64).wrapping_sub(class(blank, moves) as u64) << CLASS;
        let cells = (from as u64).wrapping_sub(blank as u64) << NUMBER;
        let low = if from < blank { from } else { blank };
        expansion.steps[expansion.count] = Step {
            cells: 1 << (4 * from) | 1 << (4 * blank),
            change: classes.wrapping_add(cells),
            from: from as u8,
            to: blank as u8,
            passed: 4 * (low as u8 + 1),
            m: m as u8,
            direction: match m {
                Move::Up => 1,
                Move::Down => 2,
                _ => 0,
            },
        };
        expansion.count += 1;
    }
    expansion
}

impl<B: Board> Numbered<B> {
    /// Whether this type of board may be small enough, and whether it always
    /// is. What is known of the type is not compiled for the other space.
    pub const MAY_FIT: bool = match B::SHAPE {
        Some(shape) => shape.size().cells() <= MOST_CELLS,
        None => MOST_CELLS as u32 * B::Word::CELL_BITS <= u64::BITS && B::Word::LANES == 16,
    };
    /// See [`Numbered::MAY_FIT`].
    pub const ALWAYS_FITS: bool = Self::MAY_FIT && B::SHAPE.is_some();

    /// The tables where the type tells the shape.
    const CONSTANT: Tables = Tables::new(B::SHAPE);

    /// The space of a board; `None` where the board has more than nine cells.
    ///
    /// The array of the closed table is cleared before each search. Up to nine
    /// cells that is at most 181,440 entries, cheaper than hashing a thousand
    /// states.
    pub fn of(board: B) -> Option<Self> {
        static SHARED: [OnceLock<Box<Tables>>; Size::COUNT] =
            [const { OnceLock::new() }; Size::COUNT];
        if board.cells() > MOST_CELLS {
            return None;
        }
        let tables = match B::SHAPE {
            Some(_) => const { &Self::CONSTANT },
            None => SHARED[board.size().number()]
                .get_or_init(|| Box::new(Tables::new(Some(board.shape())))),
        };
        Some(Self { board, tables })
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables {
        match B::SHAPE {
            Some(_) => const { &Self::CONSTANT },
            None => self.tables,
        }
    }

    /// A state's number, from nothing.
    fn number(self, state: &State<B>) -> u64 {
        let mut number = state.blank() as u64;
        // Tiles that stand after the one looked at.
        let mut after = 0u32;
        for cell in (0..self.board.cells()).rev() {
            let tile = state.tile(cell);
            let smaller = (after & ((1 << tile) - 1)).count_ones();
            number += u64::from(smaller) * self.tables().weights[tile & 15];
            after |= u32::from(tile != 0) << tile;
        }
        number
    }
}

impl<B: Board> Space<B> for Numbered<B> {
    type Node = NumberedNode;
    type Closed<V: Copy + Default> = NumberedTable<V>;
    type Costs = NumberedTable<Mark>;

    #[inline]
    fn root(self, state: &State<B>) -> NumberedNode {
        NumberedNode(
            state.word().widen() as u64
                | (class(state.blank(), state.moves()) as u64) << CLASS
                | self.number(state) << NUMBER,
        )
    }

    #[inline(always)]
    fn state(self, node: NumberedNode) -> State<B> {
        State::from_parts(
            self.board,
            B::Word::narrow((node.0 & TILES).into()),
            (node.0 >> (CLASS + 4) & 15) as usize,
        )
    }

    #[inline(always)]
    fn successors(self, node: NumberedNode) -> impl Iterator<Item = Successor<NumberedNode>> {
        let node = node.0;
        let (tables, width) = (self.tables(), self.board.width());
        let expansion = &tables.expansions[(node >> CLASS & 255) as usize];
        expansion.steps[..expansion.count & 7].iter().map(move |step| {
            let tile = node >> (4 * step.from) & 15;
            let mut successor = (node ^ (tile * step.cells)).wrapping_add(step.change);
            let row = usize::from(step.direction) << 8 | (tile as usize) << 4;
            let passed = node >> step.passed;
            for place in 0..width - 1 {
                let other = (passed >> (4 * place) & 15) as usize;
                successor = successor.wrapping_add(tables.passes[row | other]);
            }
            let slide = Slide { tile: tile as usize, from: step.from.into(), to: step.to.into() };
            Successor {
                node: NumberedNode(successor),
                m: Move::ALL[usize::from(step.m & 3)],
                slide,
            }
        })
    }

    fn closed<V: Copy + Default>(
        self,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<NumberedTable<V>, Stop> {
        let states = reachable(self.board.size()) as usize;
        memory.take(states * size_of::<V>(), meter)?;
        Ok(NumberedTable(filled(states, V::default())?))
    }

    fn costs(self, memory: &mut Memory, meter: &mut Meter) -> Result<Self::Costs, Stop> {
        self.closed(memory, meter)
    }
}

/// The closed table of a [`Numbered`] space: values by number.
#[derive(Debug)]
pub struct NumberedTable<V>(Vec<V>);

impl<V: Copy + Default> Closed<NumberedNode, V> for NumberedTable<V> {
    #[inline(always)]
    fn make_room(&mut self, _: usize, _: &mut Memory, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn entry(&mut self, node: NumberedNode) -> &mut V {
        &mut self.0[(node.0 >> NUMBER) as usize]
    }

    #[inline(always)]
    fn get(&self, node: NumberedNode) -> V {
        self.0[(node.0 >> NUMBER) as usize]
    }
}

impl Slot for &mut Mark {
    #[inline(always)]
    fn mark(&self) -> Mark {
        **self
    }

    #[inline(always)]
    fn insert(self, mark: Mark) {
        *self = mark;
    }

    #[inline(always)]
    fn update(self, mark: Mark) {
        *self = mark;
    }
}

impl Costs<NumberedNode> for NumberedTable<Mark> {
    const BATCH: usize = 1;
    type Home = ();
    type Slot<'a> = &'a mut Mark;

    #[inline(always)]
    fn home(&self, _: NumberedNode) {}

    #[inline(always)]
    fn prefetch(&self, (): ()) {}

    #[inline(always)]
    fn prefetch_behind(&self, (): ()) {}

    #[inline(always)]
    fn slot(&mut self, node: NumberedNode, (): ()) -> &mut Mark {
        self.entry(node)
    }

    #[inline(always)]
    fn mark(&self, node: NumberedNode) -> Mark {
        self.get(node)
    }

    #[inline(always)]
    fn make_room(&mut self, _: usize, _: &mut Memory, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Rect, goal_cell, with_board, with_shaped_board};

    use super::*;
    use crate::Hashed;

    /// Counts, for each tile, the smaller ones after it, pair by pair.
    fn number_slowly<B: Board>(state: &State<B>) -> u64 {
        let cells = state.board().cells();
        let mut number = state.blank() as u64;
        for cell in 0..cells {
            for after in cell + 1..cells {
                let (tile, other) = (state.tile(cell), state.tile(after));
                if tile >= 3 && 0 < other && other < tile {
                    number += factorial(tile - 1) as u64 / 2 * cells as u64;
                }
            }
        }
        number
    }

    fn check<B: Board>(board: B) {
        let Some(numbered) = Numbered::of(board) else { panic!("{board:?} does not fit") };
        let hashed = Hashed::new(board);
        for goal_blank in [0, board.cells() - 1] {
            let mut seen = vec![false; reachable(board.size()) as usize];
            for index in 0..reachable(board.size()) {
                let state = State::from_index(board, index, goal_blank);
                let number = numbered.number(&state);
                assert_eq!(number, number_slowly(&state));
                assert!(!std::mem::replace(&mut seen[number as usize], true));
                let root = numbered.root(&state);
                assert_eq!(numbered.state(root), state);
                for (one, other) in
                    numbered.successors(root).zip(hashed.successors(hashed.root(&state)))
                {
                    assert_eq!((one.m, one.slide), (other.m, other.slide));
                    let successor = state.successor(one.m);
                    assert_eq!(numbered.state(one.node), successor);
                    assert_eq!(hashed.state(other.node), successor);
                    assert_eq!(one.node.0 >> NUMBER, numbered.number(&successor));
                }
                assert_eq!(numbered.successors(root).count(), state.moves().len());
            }
        }
    }

    #[test]
    fn numbers_are_dense_and_kept_right_by_every_move() {
        check(Rect::<3, 3>);
        for size in Size::all().filter(|size| size.cells() <= 9) {
            with_shaped_board!(size, board => check(board));
        }
    }

    fn check_left_out<B: Board, S: Space<B>>(board: B, space: S) {
        for blank in 0..board.cells() {
            assert_eq!(State::goal(board, blank).tile(goal_cell(1, blank)), 1);
            let root = space.root(&State::goal(board, blank));
            for successor in space.successors(root) {
                let state = space.state(successor.node);
                let tried: Vec<Move> = space.successors(successor.node).map(|s| s.m).collect();
                let expected = MoveOrder::LEXICOGRAPHIC
                    .moves()
                    .into_iter()
                    .filter(|&m| state.moves().contains(m) && m != successor.m.inverse());
                assert_eq!(tried, expected.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn moves_are_tried_in_alphabetical_order_without_the_one_back() {
        for size in Size::all() {
            with_board!(size, board => {
                check_left_out(board, Hashed::new(board));
                if let Some(space) = Numbered::of(board) {
                    check_left_out(board, space);
                }
            });
        }
    }
}
